package rest

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"

	"croupier/bff"
	"croupier/bff/upstream/envelope"
	"croupier/bff/upstream/transport"
)

// Settings say where a platform is and how it is spoken to.
type Settings struct {
	URL       string            // absolute http or https address that the mapping's paths follow
	Mapping   *Mapping          //
	Transport http.RoundTripper // nil: a transport of its own, see package link
	MaxAnswer int64             // bytes of an answer after decompression; default envelope.DefaultMaxAnswer
}

// Adapter sends calls to one platform. Its failures are those of envelope.Adapter; a call
// that the mapping has not fails with bff.ReasonUnknownCall.
type Adapter struct {
	base      *url.URL
	mapping   *Mapping
	transport http.RoundTripper
	maxAnswer int64
}

var _ bff.Upstream = (*Adapter)(nil)

// New makes an adapter. It fails without a mapping, and on an address that is not absolute
// http or https, carries credentials, or has a query.
func New(s Settings) (*Adapter, error) {
	u, err := url.Parse(s.URL)
	if err != nil {
		return nil, fmt.Errorf("upstream address: %w", err)
	}
	if (u.Scheme != "http" && u.Scheme != "https") || u.Host == "" || u.User != nil || u.RawQuery != "" {
		return nil, fmt.Errorf("upstream address %q: want http://host/path or https://host/path without credentials and query", u.Redacted())
	}
	if s.Mapping == nil {
		return nil, errors.New("there is no mapping")
	}
	a := &Adapter{base: u, mapping: s.Mapping, transport: s.Transport, maxAnswer: s.MaxAnswer}
	if a.transport == nil {
		if a.transport, err = transport.New(transport.Settings{URL: s.URL}); err != nil {
			return nil, err
		}
	}
	if a.maxAnswer <= 0 {
		a.maxAnswer = envelope.DefaultMaxAnswer
	}
	return a, nil
}

// Do sends r as its route says: once, but for a list whose window lies on several of the
// platform's pages.
func (a *Adapter) Do(ctx context.Context, r *bff.UpstreamRequest) (*bff.Answer, error) {
	s := &sending{Adapter: a, request: r, in: known(r)}
	var err error
	if s.route, err = a.mapping.pick(ctx, r.Call.Name(), s.in); err != nil {
		return nil, s.unsent(ctx, err)
	}
	if s.route == nil {
		return nil, bff.ReasonUnknownCall.WithCause(fmt.Errorf("%s is not mapped", r.Call.Name()))
	}
	if s.route.paging != nil {
		return s.window(ctx)
	}
	got, err := s.send(ctx, nil)
	if got == nil || got.refusal != nil || err != nil {
		return got.refused(), err
	}
	return s.answer(ctx, got)
}

// pick gives the way to send a call; nil where there is none.
func (m *Mapping) pick(ctx context.Context, call string, in map[string]any) (*route, error) {
	routes := m.calls[call]
	for i := range routes {
		ok, err := truth(ctx, routes[i].when, in, in)
		if err != nil {
			return nil, fmt.Errorf("when: %w", err)
		}
		if ok {
			return &routes[i], nil
		}
	}
	return nil, nil //nolint:nilnil // the absence of a route is no failure of picking
}

// truth runs a condition as jq sees truth; no condition always holds.
func truth(ctx context.Context, when *expr, input, in any) (bool, error) {
	if when == nil {
		return true, nil
	}
	v, err := when.eval(ctx, input, in)
	return v != nil && v != false, err
}

// sending is one call on its way.
type sending struct {
	*Adapter
	request *bff.UpstreamRequest
	route   *route
	in      map[string]any // see known
}

// unsent is the reason for a call that could not even be made: a defect of the mapping, or
// a caller that has gone.
func (s *sending) unsent(ctx context.Context, err error) error {
	switch {
	case errors.Is(ctx.Err(), context.Canceled):
		return ctx.Err()
	case ctx.Err() != nil:
		return bff.ReasonUpstreamTimeout.WithCause(err)
	}
	return bff.ReasonInternal.WithCause(fmt.Errorf("mapping of %s: %w", s.request.Call.Name(), err))
}
