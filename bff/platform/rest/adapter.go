// Package rest is the adapter for platforms with any other JSON API over HTTP. A YAML file maps
// each call with jq expressions. See configs/mappings/fictional.yaml for an example of every
// construct.
//
// Expressions have access to the data of one call only. The steps and the output of an evaluation
// are limited because of mistakes in mapping files and unexpected answers.
package rest

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"

	"croupier/bff"
	"croupier/bff/platform/transport"
)

// Settings configure an Adapter.
type Settings struct {
	URL       string            // absolute http or https address; the paths of the mapping are appended
	Mapping   *Mapping          // required
	Transport http.RoundTripper // nil: a new transport.Transport
	Renewals  *SharedRenewals   // nil: renewed sessions are not shared
}

// Adapter sends calls to one platform. It returns the errors of envelope.Adapter. A call without a
// mapping fails with bff.ReasonUnsupported.
type Adapter struct {
	base      *url.URL
	mapping   *Mapping
	transport http.RoundTripper
	shared    *SharedRenewals // may be nil
}

var _ bff.Upstream = (*Adapter)(nil)

// New creates an Adapter. It fails without a mapping, if the address has a query, or if
// transport.New refuses the address.
func New(s Settings) (*Adapter, error) {
	u, err := url.Parse(s.URL)
	if err != nil {
		return nil, fmt.Errorf("could not parse the upstream address: %w", err)
	}
	if u.RawQuery != "" {
		return nil, fmt.Errorf("upstream address %q: want no query", u.Redacted())
	}
	if s.Mapping == nil {
		return nil, errors.New("the upstream has no mapping")
	}
	a := &Adapter{base: u, mapping: s.Mapping, transport: s.Transport, shared: s.Renewals}
	if a.transport == nil {
		if a.transport, err = transport.New(transport.Settings{URL: s.URL}); err != nil {
			return nil, err
		}
	}
	return a, nil
}

// Do sends r with the first matching route, by one or several requests.
func (a *Adapter) Do(ctx context.Context, r *bff.UpstreamRequest) (*bff.Answer, error) {
	inv := &invocation{Adapter: a, request: r, in: callInput(r)}
	if r.Identity != nil {
		inv.sid = r.Identity.SID
		if a.mapping.refresh != nil {
			inv.setSID(a.mapping.refresh.latest(r.Identity, inv.sid))
		}
	}
	answer, err := inv.do(ctx)
	if answer != nil {
		answer.Renewed = inv.identity()
	}
	return answer, err
}

func (inv *invocation) do(ctx context.Context) (*bff.Answer, error) {
	name := inv.request.Call.Name()
	for i, routes := 0, inv.mapping.calls[name]; i < len(routes) && inv.route == nil; i++ {
		ok, err := isTrue(ctx, routes[i].when, inv.in, inv.in)
		if err != nil {
			return nil, inv.requestError(ctx, err)
		}
		if ok {
			inv.route = &routes[i]
		}
	}
	if inv.route == nil {
		return nil, bff.ReasonUnsupported.WithCause(fmt.Errorf("call %s has no mapping",
			name)).WithDelivery(bff.DeliveryNotSent)
	}
	if inv.route.fixed {
		return inv.fixedAnswer(ctx)
	}
	if inv.route.first != nil {
		resp, err := inv.sendFirst(ctx)
		if resp == nil || resp.refusal != nil || err != nil {
			return resp.refusedAnswer(), err
		}
		inv.in["first"] = map[string]any{
			"status": resp.input["status"], "headers": resp.input["headers"], "body": resp.input["body"],
		}
	}
	if inv.route.paging != nil {
		return inv.fetchWindow(ctx)
	}
	resp, err := inv.send(ctx, nil)
	if resp == nil || resp.refusal != nil || err != nil {
		return resp.refusedAnswer(), err
	}
	return inv.answer(ctx, resp)
}

// isTrue reports whether a condition yields a value other than null and false. A nil condition is
// true.
func isTrue(ctx context.Context, when *expr, input, in any) (bool, error) {
	if when == nil {
		return true, nil
	}
	v, err := when.eval(ctx, input, in)
	return v != nil && v != false, err
}

// invocation is one Do of an Adapter.
type invocation struct {
	*Adapter
	request  *bff.UpstreamRequest
	route    *route
	in       map[string]any // $in, see callInput
	sid      string         // of the session; another than the request's once it was renewed
	renewals int            // of the session for this call
}

// requestError returns the reason of a request that could not be created because the context ended
// or the mapping failed. For a list, requests of earlier pages may have been sent. All of them are
// reads.
func (inv *invocation) requestError(ctx context.Context, err error) error {
	switch {
	case errors.Is(ctx.Err(), context.Canceled):
		return bff.WithDelivery(ctx.Err(), bff.DeliveryNotSent)
	case ctx.Err() != nil:
		return bff.ReasonUpstreamTimeout.WithCause(err).WithDelivery(bff.DeliveryNotSent)
	}
	return bff.ReasonInternal.WithCause(fmt.Errorf("mapping of %s: %w", inv.request.Call.Name(),
		err)).WithDelivery(bff.DeliveryNotSent)
}
