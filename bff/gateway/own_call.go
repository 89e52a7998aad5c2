package gateway

import (
	"context"

	"croupier/bff"
)

// ownCall makes a call of the gateway's own for a player, besides the one that a request makes. It
// fails with ReasonUnsupported where the brand's platform does not have the call.
func (g *gateway) ownCall(ctx context.Context, scope *bff.Scope, id *bff.Identity, class, method string, data map[string]any) (*bff.Answer, error) {
	call, ok := g.Contract.Lookup(class, method)
	if !ok {
		return nil, bff.ReasonUnknownCall
	}
	if !scope.Brand.Supports(call) {
		return nil, bff.ReasonUnsupported
	}
	return g.send(ctx, scope, id, call, data)
}

// serverCall makes a call of the contract that only the server itself makes. It fails with ReasonUnsupported where the brand's
// platform does not have it.
func (g *gateway) serverCall(ctx context.Context, scope *bff.Scope, name string, data map[string]any) (*bff.Answer, error) {
	call := g.Contract.ServerCall(name)
	if call == nil || !scope.Brand.ServerCalls[name] {
		return nil, bff.ReasonUnsupported
	}
	return g.send(ctx, scope, &scope.Session.Identity, call, data)
}

func (g *gateway) send(ctx context.Context, scope *bff.Scope, id *bff.Identity, call *bff.Call, data map[string]any) (*bff.Answer, error) {
	data, rules, err := g.Contract.Prepare(call, data, scope.Lang)
	if err != nil {
		return nil, bff.ReasonInternal.WithCause(err).WithDelivery(bff.DeliveryNotSent)
	}
	return g.Upstream.Do(ctx, &bff.UpstreamRequest{
		RequestID: scope.RequestID, Brand: scope.Brand, Call: call, Rules: rules,
		Data: data, Lang: scope.Lang, Identity: id, Visitor: scope.Visitor, World: scope.World,
	})
}
