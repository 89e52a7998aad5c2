package gateway

import (
	"context"
	"net/http"

	"croupier/bff"
)

// NewCounting returns the handler of New and a function that returns the number of remembered
// bodies.
func NewCounting(o Options) (handler http.Handler, remembered func() int) {
	g := newGateway(o)
	return g.router(), g.parsed.Len
}

// Reserved returns the reserved deposits of a scope's player with an unknown outcome.
func Reserved(ctx context.Context, o Options, scope bff.Scope) ([]bff.WaitingPayment, error) {
	return (&paymentSource{g: newGateway(o), scope: scope}).Reserved(ctx)
}
