// Package envelope is the adapter for an upstream that speaks the envelope of calls.md §1
// over HTTP. It works over any http.RoundTripper; the mock in this process is one.
package envelope

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"time"

	"croupier/bff"
	"croupier/bff/upstream/transport"
)

// Settings say where an upstream is and what is accepted from it.
type Settings struct {
	URL       string            // absolute http or https address that calls are posted to
	Transport http.RoundTripper // what carries requests there; nil: a link of its own, see package link
	MaxAnswer int64             // bytes of an answer after decompression; default 8 MiB
}

// DefaultMaxAnswer is the largest answer accepted where Settings name none.
const DefaultMaxAnswer = 8 << 20

// retryAfter is what a player waits after a connection that failed.
const retryAfter = 2 * time.Second

// Adapter sends calls to one upstream.
//
// Beyond what bff.Upstream promises, an answer with HTTP 5xx whose body is an envelope is
// returned together with its ReasonBadUpstreamAnswer, so that a maintenance message can
// be recognised in it.
type Adapter struct {
	url       *url.URL
	transport http.RoundTripper
	maxAnswer int64
}

var _ bff.Upstream = (*Adapter)(nil)

// New makes an adapter. It fails on an address that is not absolute http or https, or
// that carries credentials.
func New(s Settings) (*Adapter, error) {
	u, err := url.Parse(s.URL)
	if err != nil {
		return nil, fmt.Errorf("upstream address: %w", err)
	}
	if (u.Scheme != "http" && u.Scheme != "https") || u.Host == "" || u.User != nil {
		return nil, fmt.Errorf("upstream address %q: want http://host/path or https://host/path without credentials", u.Redacted())
	}
	a := &Adapter{url: u, transport: s.Transport, maxAnswer: s.MaxAnswer}
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

// Do sends r once and reads its answer whole.
func (a *Adapter) Do(ctx context.Context, r *bff.UpstreamRequest) (*bff.Answer, error) {
	body, err := encode(r)
	if err != nil {
		return nil, bff.ReasonInternal.WithCause(err)
	}
	reply, err := Exchange(a.transport, r.Rules.Kind, a.maxAnswer, a.request(ctx, r, body))
	if err != nil {
		return nil, err
	}
	answer, err := Parse(reply.Body)
	if err != nil {
		return nil, reply.Unreadable(err)
	}
	switch {
	case reply.Status >= 500:
		return answer, reply.Unreadable(nil)
	case reply.Status == http.StatusTooManyRequests:
		return nil, reply.Unreadable(nil)
	case reply.Status >= 400 && answer.Result:
		return nil, reply.Unreadable(errors.New("with result true"))
	case reply.Status < 200 || reply.Status >= 300 && reply.Status < 400:
		return nil, reply.Unreadable(nil)
	}
	return answer, nil
}
