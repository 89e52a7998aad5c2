package gateway

import (
	"context"
	"net/http"

	"croupier/bff"
)

// NewCounting returns the handler of New, and how many bodies it remembers.
func NewCounting(o Options) (handler http.Handler, remembered func() int) {
	g := newGateway(o)
	return g.router(), g.parsed.Len
}

// Reserved returns the deposits of the player of a scope of which it is not known what became of them.
func Reserved(ctx context.Context, o Options, scope bff.Scope) ([]bff.WaitingPayment, error) {
	return (&paymentSource{g: newGateway(o), scope: scope}).Reserved(ctx)
}
