package envelope

import (
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"
	"strconv"
	"strings"
	"time"

	"croupier/bff"
)

// Reply is an upstream's answer before it is understood: JSON by its own word, whole, and
// within the limit.
type Reply struct {
	Status int
	Header http.Header
	Body   []byte // empty where the status has none, or the upstream wrote none

	trip *trip
}

// Unreadable is the reason for a reply that turned out to say nothing that the caller
// understands; its cause is a *bff.UpstreamStatus. Of a money call the outcome is then
// unknown. err may be nil where the status says it all: HTTP 429 says that nothing was done,
// whatever else is written there.
func (r *Reply) Unreadable(err error) error {
	var cause error = &bff.UpstreamStatus{Status: r.Status}
	if err != nil {
		cause = fmt.Errorf("%w: %w", cause, err)
	}
	if r.Status == http.StatusTooManyRequests {
		return bff.ReasonRateLimited.WithRetryAfter(retryAfterOf(r.Header, time.Now())).WithCause(cause)
	}
	return r.trip.reason(bff.ReasonBadUpstreamAnswer, cause)
}

// A Retry-After that is absent, unreadable or longer than anybody would wait.
const (
	usualRetryAfter   = 5 * time.Second
	longestRetryAfter = time.Hour
)

// retryAfterOf reads a Retry-After (RFC 9110 §10.2.3), in seconds or as a date.
func retryAfterOf(h http.Header, now time.Time) time.Duration {
	value := strings.TrimSpace(h.Get("Retry-After"))
	wait := usualRetryAfter
	if seconds, err := strconv.ParseInt(value, 10, 32); err == nil {
		wait = time.Duration(seconds) * time.Second
	} else if at, err := http.ParseTime(value); err == nil {
		wait = at.Sub(now)
	}
	return min(max(wait, time.Second), longestRetryAfter)
}

// Exchange sends one request once, for adapters whose upstreams speak HTTP but not the
// envelope, and reads what comes back, at most maxAnswer bytes after decompression. It
// fails as Adapter.Do does. For writes and money calls req.GetBody must be nil.
//
// It asks the round tripper itself, not an http.Client: redirects are answers that no
// adapter accepts, and there are no cookies to keep.
func Exchange(transport http.RoundTripper, kind bff.Kind, maxAnswer int64, req *http.Request) (*Reply, error) {
	trip := &trip{kind: kind}
	ctx := req.Context()
	resp, err := transport.RoundTrip(req.WithContext(trip.trace(ctx)))
	if err != nil {
		return nil, trip.failed(ctx, err)
	}
	defer func() { _ = resp.Body.Close() }()
	r := &Reply{Status: resp.StatusCode, Header: resp.Header, trip: trip}
	if resp.StatusCode == http.StatusNoContent || resp.ContentLength == 0 {
		return r, nil
	}
	r.Body, err = body(resp, maxAnswer)
	if ctx.Err() != nil {
		return nil, trip.failed(ctx, ctx.Err())
	}
	if err != nil {
		return nil, r.Unreadable(err)
	}
	return r, nil
}

// errTooLarge is an answer beyond the limit.
var errTooLarge = errors.New("the answer is too large")

// body reads an answer that says it is JSON. The transport has undone gzip by now, so the
// limit counts the bytes a bomb would expand to; any other encoding is refused.
func body(resp *http.Response, limit int64) ([]byte, error) {
	if enc := resp.Header.Get("Content-Encoding"); enc != "" {
		return nil, fmt.Errorf("content encoding %q was not asked for", enc)
	}
	if err := wantJSON(resp.Header.Get("Content-Type")); err != nil {
		return nil, err
	}
	if resp.ContentLength > limit {
		return nil, errTooLarge
	}
	raw, err := io.ReadAll(io.LimitReader(resp.Body, limit+1))
	if err != nil {
		return nil, err
	}
	if int64(len(raw)) > limit {
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
