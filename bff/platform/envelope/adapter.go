// Package envelope is the adapter for upstreams that use the envelope of calls.md §1 over HTTP.
// It works with any http.RoundTripper, such as that of package upstream/mock.
package envelope

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"time"

	"croupier/bff"
	"croupier/bff/platform/transport"
)

// Settings configure an Adapter.
type Settings struct {
	URL       string            // absolute http or https address; calls are posted to it
	Transport http.RoundTripper // nil: a new transport.Transport
	MaxAnswer int64             // maximum bytes of an answer after decompression; default DefaultMaxAnswer
	World     string            // header with the requested world, of the mock only; empty: not sent
	Names     map[string]string // of calls that the platform names otherwise (class/method), by name of the contract
}

// DefaultMaxAnswer is the default of Settings.MaxAnswer, 8 MiB.
const DefaultMaxAnswer = 8 << 20

// retryAfter is the Retry-After of a call whose connection failed.
const retryAfter = 2 * time.Second

// Adapter sends calls to one upstream.
//
// In addition to the contract of bff.Upstream, Do returns both an answer and
// ReasonBadUpstreamAnswer for an HTTP 5xx whose body is an envelope, so that a maintenance message
// in it can be classified.
type Adapter struct {
	url       *url.URL
	transport http.RoundTripper
	maxAnswer int64
	names     map[string]string
	world     string // header
}

var _ bff.Upstream = (*Adapter)(nil)

// New creates an Adapter. It fails on an address that is not absolute http or https or that
// contains credentials.
func New(s Settings) (*Adapter, error) {
	u, err := url.Parse(s.URL)
	if err != nil {
		return nil, fmt.Errorf("upstream address: %w", err)
	}
	if (u.Scheme != "http" && u.Scheme != "https") || u.Host == "" || u.User != nil {
		return nil, fmt.Errorf("upstream address %q: want http://host/path or https://host/path without credentials", u.Redacted())
	}
	a := &Adapter{url: u, transport: s.Transport, maxAnswer: s.MaxAnswer, names: s.Names, world: s.World}
	if a.transport == nil {
		if a.transport, err = transport.New(transport.Settings{URL: s.URL}); err != nil {
			return nil, err
		}
	}
	if a.maxAnswer <= 0 {
		a.maxAnswer = DefaultMaxAnswer
	}
	return a, nil
}

// Do sends r once and reads the whole answer.
func (a *Adapter) Do(ctx context.Context, r *bff.UpstreamRequest) (*bff.Answer, error) {
	body, err := encode(r, a.names)
	if err != nil {
		return nil, bff.ReasonInternal.WithCause(err).WithDelivery(bff.DeliveryNotSent)
	}
	resp, err := Exchange(a.transport, r.Rules.Kind, a.maxAnswer, a.request(ctx, r, body))
	if err != nil {
		return nil, err
	}
	answer, err := Parse(resp.Body)
	if err != nil {
		return nil, resp.BadAnswer(err)
	}
	answer.Deviations = append(answer.Deviations, resp.Deviations...)
	switch {
	case resp.Status >= 500:
		return answer, resp.BadAnswer(nil)
	case resp.Status == http.StatusTooManyRequests:
		return nil, resp.BadAnswer(nil)
	case resp.Status >= 400 && answer.Result:
		return nil, resp.BadAnswer(errors.New("result is true"))
	case resp.Status < 200 || resp.Status >= 300 && resp.Status < 400:
		return nil, resp.BadAnswer(nil)
	}
	return answer, nil
}
