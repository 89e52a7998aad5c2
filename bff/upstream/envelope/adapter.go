// Package envelope is the adapter for an upstream that speaks the envelope of calls.md §1
// over HTTP. It works over any http.RoundTripper; the mock in this process is one.
package envelope

import (
	"context"
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"
	"net/url"
	"strings"
	"time"

	"croupier/bff"
)

// Settings say where an upstream is and what is accepted from it.
type Settings struct {
	URL       string            // absolute http or https address that calls are posted to
	Transport http.RoundTripper // nil: a transport of its own, see NewTransport
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
		a.transport = NewTransport()
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
		return nil, bff.ReasonInternal.Because(err)
	}
	trip := &trip{kind: r.Rules.Kind}
	ctx = trip.trace(ctx)
	// The round tripper itself, not http.Client: redirects are answers we refuse, and
	// there are no cookies to keep.
	resp, err := a.transport.RoundTrip(a.request(ctx, r, body))
	if err != nil {
		return nil, trip.failed(ctx, err)
	}
	defer func() { _ = resp.Body.Close() }()
	return a.read(ctx, trip, resp)
}

func (a *Adapter) read(ctx context.Context, trip *trip, resp *http.Response) (*bff.Answer, error) {
	raw, err := a.body(resp)
	if ctx.Err() != nil {
		return nil, trip.failed(ctx, ctx.Err())
	}
	if err != nil {
		return nil, trip.unreadable(fmt.Errorf("HTTP %d: %w", resp.StatusCode, err))
	}
	answer, err := Parse(raw)
	if err != nil {
		return nil, trip.unreadable(fmt.Errorf("HTTP %d: %w", resp.StatusCode, err))
	}
	switch {
	case resp.StatusCode >= 500:
		return answer, trip.unreadable(fmt.Errorf("HTTP %d", resp.StatusCode))
	case resp.StatusCode >= 400 && answer.Result:
		return nil, trip.unreadable(fmt.Errorf("HTTP %d with result true", resp.StatusCode))
	case resp.StatusCode < 200 || resp.StatusCode >= 300 && resp.StatusCode < 400:
		return nil, trip.unreadable(fmt.Errorf("HTTP %d", resp.StatusCode))
	}
	return answer, nil
}

// errTooLarge is an answer beyond MaxAnswer.
var errTooLarge = errors.New("the answer is too large")

// body reads an answer that says it is JSON. The transport has undone gzip by now, so the
// limit counts the bytes a bomb would expand to; any other encoding is refused.
func (a *Adapter) body(resp *http.Response) ([]byte, error) {
	if enc := resp.Header.Get("Content-Encoding"); enc != "" {
		return nil, fmt.Errorf("content encoding %q was not asked for", enc)
	}
	if err := wantJSON(resp.Header.Get("Content-Type")); err != nil {
		return nil, err
	}
	if resp.ContentLength > a.maxAnswer {
		return nil, errTooLarge
	}
	raw, err := io.ReadAll(io.LimitReader(resp.Body, a.maxAnswer+1))
	if err != nil {
		return nil, err
	}
	if int64(len(raw)) > a.maxAnswer {
		return nil, errTooLarge
	}
	return raw, nil
}

func wantJSON(contentType string) error {
	media, params, err := mime.ParseMediaType(contentType)
	if err != nil {
		return fmt.Errorf("content type %q: %w", contentType, err)
	}
	if media != "application/json" && !strings.HasSuffix(media, "+json") {
		return fmt.Errorf("content type %q is not JSON", contentType)
	}
	if charset := params["charset"]; charset != "" && !strings.EqualFold(charset, "utf-8") {
		return fmt.Errorf("charset %q is not UTF-8", charset)
	}
	return nil
}
