package gateway

import (
	"context"
	"encoding/json"
	"net/http"

	"croupier/bff"
)

// restrict applies the contract's protection to a call of a player who takes a break or is self-excluded: it refuses
// the call, or returns the empty answer that it gets; nil where the call goes on. It runs before the limits, the cache
// and the platform.
func (g *gateway) restrict(ctx context.Context, hr *http.Request, info *requestInfo, p *parsedCall) (*bff.Answer, error) {
	g.notePresence(ctx, &info.scope)
	mode := p.upstream.Rules.Protection
	if g.Protection == nil || mode == bff.ProtectionOpen {
		return nil, nil
	}
	s := info.scope.Session
	if s == nil && mode == bff.ProtectionEmpty {
		s = g.sessionOfGuestCall(ctx, hr, info, p)
	}
	if s == nil {
		return nil, nil
	}
	switch now := g.Protection.Restriction(ctx, info.scope.Brand, s.Identity.Player()); {
	case now == bff.Unrestricted:
		return nil, nil
	case mode == bff.ProtectionEmpty:
		return emptyList(p.upstream.Call), nil
	case now == bff.SelfExcluded:
		return nil, bff.ReasonSelfExcluded.WithDelivery(bff.DeliveryNotSent)
	case mode == bff.ProtectionRefuse:
		return nil, bff.ReasonCoolingOff.WithDelivery(bff.DeliveryNotSent)
	}
	return nil, nil
}

// sessionOfGuestCall returns the session that a guest call brings along, or nil where there is none or it does not
// open: then the caller is a guest. It is not renewed, and the call goes on without it.
func (g *gateway) sessionOfGuestCall(ctx context.Context, hr *http.Request, info *requestInfo, p *parsedCall) *bff.Session {
	s, err := g.presentedSession(ctx, hr, info.scope.Brand, info.origin, p.user)
	if err != nil {
		return nil
	}
	return s
}

// emptyList returns the answer of a call that lists nothing.
func emptyList(call *bff.Call) *bff.Answer {
	a := &bff.Answer{Result: true, Data: json.RawMessage(`[]`), Code: http.StatusOK}
	if call.Paginated {
		a.Pagination = &bff.Pagination{}
	}
	return a
}
