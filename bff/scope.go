package bff

import (
	"context"
	"net/netip"
)

// Scope is what is known of one request while it travels. The gateway makes it and fills
// it stage by stage; later stages read it and never reach back for the HTTP request.
type Scope struct {
	RequestID string
	Brand     *Brand
	Visitor   netip.Addr // the visitor's real address (trusted proxies only)
	Agent     string     // the visitor's User-Agent, as it was sent
	Lang      string     // two letters; the language answers are written in
	Session   *Session   // nil for a visitor
	Call      *Call      // nil until looked up
	Rules     Rules      // the rules in force for this call's data
	World     string     // the mock world asked for; empty unless the brand's mock is controllable
}

type scopeKey struct{}

// WithScope returns a context that carries s.
func WithScope(ctx context.Context, s *Scope) context.Context {
	return context.WithValue(ctx, scopeKey{}, s)
}

// ScopeOf gives the scope that ctx carries, or nil.
func ScopeOf(ctx context.Context) *Scope {
	s, _ := ctx.Value(scopeKey{}).(*Scope)
	return s
}
