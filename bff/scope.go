package bff

import (
	"context"
	"net/netip"
)

// Scope holds the properties of one request. The gateway creates it and fills it stage by stage;
// later stages read it instead of the HTTP request.
type Scope struct {
	RequestID string
	Brand     *Brand
	Visitor   netip.Addr // the visitor's address; forwarding headers are read from trusted proxies only
	UserAgent string     // the visitor's User-Agent header

	// RegionBlocked says that the brand refuses the visitor's country. It is set for pages; a call is refused instead.
	RegionBlocked bool

	Lang    string   // two letters; the language of the answer
	Session *Session // nil for a visitor
	Call    *Call    // nil before the call is looked up
	Amount  string   // the amount of a money call as received; empty without one
	Rules   Rules    // the rules in force for this call's data
	World   string   // the requested mock world; empty unless the brand's mock is controllable
	Module  bool     // of a page under development; successful ones are not logged
}

type scopeKey struct{}

// WithScope returns a copy of ctx that carries s.
func WithScope(ctx context.Context, s *Scope) context.Context {
	return context.WithValue(ctx, scopeKey{}, s)
}

// ScopeOf returns the scope that ctx carries, or nil.
func ScopeOf(ctx context.Context) *Scope {
	s, _ := ctx.Value(scopeKey{}).(*Scope)
	return s
}
