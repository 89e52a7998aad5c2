package envelope

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"
	"net/http/httptrace"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"time"
	"unicode/utf8"

	"croupier/bff"
	"croupier/bff/platform/transport"
)

// Response is a completely read HTTP response of an upstream, within the limit, and JSON if its
// status is 2xx.
type Response struct {
	Status     int
	Header     http.Header
	Body       []byte          // empty if the status allows no body or the upstream sent none
	Deviations []bff.Violation // for the answer

	attempt attempt
}

// BadAnswer returns the reason for a response that cannot be interpreted: ReasonRateLimited for
// HTTP 429, otherwise ReasonBadUpstreamAnswer, or an unknown outcome for a money call. err may be
// nil.
func (r *Response) BadAnswer(err error) error {
	var cause error = &transport.StatusError{Status: r.Status}
	if err != nil {
		cause = fmt.Errorf("%w: %w", cause, err)
	}
	if r.Status == http.StatusTooManyRequests {
		return bff.ReasonRateLimited.WithRetryAfter(retryAfterOf(r.Header,
			time.Now())).WithCause(cause).WithDelivery(bff.DeliveryAnswered)
	}
	return r.attempt.unknown(bff.ReasonBadUpstreamAnswer, cause)
}

const (
	defaultRetryAfter = 5 * time.Second // without a valid Retry-After
	maxRetryAfter     = time.Hour
)

// retryAfterOf parses Retry-After (RFC 9110 §10.2.3), in seconds or as a date.
func retryAfterOf(h http.Header, now time.Time) time.Duration {
	value := strings.TrimSpace(h.Get("Retry-After"))
	wait := defaultRetryAfter
	if seconds, err := strconv.ParseInt(value, 10, 32); err == nil {
		wait = time.Duration(seconds) * time.Second
	} else if at, err := http.ParseTime(value); err == nil {
		wait = at.Sub(now)
	}
	return min(max(wait, time.Second), maxRetryAfter)
}

// NewRequest creates a request of a call. body may be nil. Only reads have GetBody, because
// net/http resends a request with GetBody when a reused connection breaks. One Do could make two
// deposits.
func NewRequest(
	ctx context.Context, kind bff.Kind, method string, u *url.URL, header http.Header, body []byte,
) *http.Request {
	req := (&http.Request{
		Method: method, URL: u, Host: u.Host, Proto: "HTTP/1.1", ProtoMajor: 1, ProtoMinor: 1, Header: header,
	}).WithContext(ctx)
	if body == nil {
		return req
	}
	// net/http knows this type, and sends header and body together.
	again := func() (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(body)), nil }
	req.Body, _ = again()
	req.ContentLength = int64(len(body))
	if kind == bff.KindRead {
		req.GetBody = again
	}
	return req
}

// Exchange sends a request of NewRequest once and reads the response, at most MaxAnswer bytes. It
// returns the errors of Adapter.Do. It follows no redirects and has no cookies.
func Exchange(transport http.RoundTripper, kind bff.Kind, req *http.Request) (*Response, error) {
	r := &Response{attempt: attempt{kind: kind}}
	attempt, ctx := &r.attempt, req.Context()
	if err := ctx.Err(); err != nil {
		return nil, attempt.failure(ctx, bff.WithDelivery(err, bff.DeliveryNotSent))
	}
	resp, err := transport.RoundTrip(req.WithContext(attempt.trace(ctx)))
	if err != nil {
		return nil, attempt.failure(ctx, err)
	}
	defer func() { _ = resp.Body.Close() }()
	r.Status, r.Header = resp.StatusCode, resp.Header
	if resp.StatusCode == http.StatusNoContent || resp.ContentLength == 0 {
		return r, nil
	}
	err = r.readJSON(resp)
	if ctx.Err() != nil {
		return nil, attempt.failure(ctx, ctx.Err())
	}
	if err != nil {
		return nil, r.BadAnswer(err)
	}
	return r, nil
}

var errTooLarge = errors.New("the answer is too large")

// readJSON reads the body. The transport has already decompressed the usual spelling of gzip.
func (r *Response) readJSON(resp *http.Response) (err error) {
	body, length := io.Reader(resp.Body), resp.ContentLength
	switch enc := resp.Header.Get("Content-Encoding"); strings.ToLower(enc) {
	case "", "identity":
	case "gzip", "x-gzip":
		if body, err = gzip.NewReader(body); err != nil {
			return err
		}
		length = -1
	default:
		return fmt.Errorf("unexpected content encoding %q", enc)
	}
	typeErr := checkJSONType(resp.Header.Get("Content-Type"))
	if typeErr != nil && (resp.StatusCode < 200 || resp.StatusCode >= 300) {
		return typeErr
	}
	if length > MaxAnswer {
		return errTooLarge
	}
	if r.Body, err = readAll(body, length); err != nil {
		return err
	}
	if rest, ok := bytes.CutPrefix(r.Body, byteOrderMark); ok {
		r.Body = rest
		r.Deviations = append(r.Deviations,
			bff.Violation{
				Path: "body", Rule: "other", Got: "byte order mark", Want: "JSON without one (RFC 8259 section 8.1)",
			})
	}
	if typeErr != nil {
		if !utf8.Valid(r.Body) || !json.Valid(r.Body) {
			return typeErr
		}
		r.Deviations = append(r.Deviations,
			bff.Violation{
				Path: "header Content-Type", Rule: "other", Got: "another type or charset", Want: "application/json",
			})
	}
	return nil
}

var byteOrderMark = []byte("\ufeff")

// sizeOfUnknown is the first capacity for a body without a length. Short answers have a length.
const sizeOfUnknown = 16 << 10

// readAll reads a body of a length that may be unknown (-1), at most MaxAnswer bytes.
func readAll(body io.Reader, length int64) ([]byte, error) {
	if length < 0 {
		length = sizeOfUnknown
	}
	raw := make([]byte, 0, length+1) // one more byte to find the end without growing
	for {
		n, err := body.Read(raw[len(raw):cap(raw)])
		raw = raw[:len(raw)+n]
		switch {
		case len(raw) > MaxAnswer:
			return nil, errTooLarge
		case errors.Is(err, io.EOF):
			return raw, nil
		case err != nil:
			return nil, err
		case len(raw) == cap(raw):
			raw = slices.Grow(raw, len(raw))
		}
	}
}

// checkJSONType returns an error unless contentType is JSON in UTF-8.
func checkJSONType(contentType string) error {
	if contentType == "application/json" {
		return nil
	}
	media, params, err := mime.ParseMediaType(contentType)
	if err != nil {
		return fmt.Errorf("invalid content type %q: %w", contentType, err)
	}
	if media != "application/json" && !strings.HasSuffix(media, "+json") {
		return fmt.Errorf("content type %q is not JSON", contentType)
	}
	if charset := params["charset"]; charset != "" && !strings.EqualFold(charset, "utf-8") {
		return fmt.Errorf("charset %q is not UTF-8", charset)
	}
	return nil
}

// attempt records the progress of one HTTP request, which determines the reason of a failure.
type attempt struct {
	hooks      httptrace.ClientTrace
	kind       bff.Kind
	connecting atomic.Bool // net/http started to look for a connection
	connected  atomic.Bool // net/http got a connection
	answering  atomic.Bool // the first byte of the response arrived
}

func (t *attempt) trace(ctx context.Context) context.Context {
	t.hooks = httptrace.ClientTrace{
		GetConn:              func(string) { t.connecting.Store(true) },
		GotConn:              func(httptrace.GotConnInfo) { t.connected.Store(true) },
		GotFirstResponseByte: func() { t.answering.Store(true) },
	}
	return httptrace.WithClientTrace(ctx, &t.hooks)
}

// failure returns the reason of an attempt without a complete response, or the context's error if
// the caller canceled. If a transport does not report its connections, the request counts as sent.
func (t *attempt) failure(ctx context.Context, err error) error {
	delivery := bff.DeliveryUnknown
	if t.connecting.Load() && !t.connected.Load() || bff.DeliveryOf(err) == bff.DeliveryNotSent {
		delivery = bff.DeliveryNotSent
	}
	switch {
	case errors.Is(ctx.Err(), context.Canceled):
		return bff.WithDelivery(ctx.Err(), delivery)
	case delivery == bff.DeliveryNotSent:
		return bff.ReasonUnavailable.WithRetryAfter(retryAfter).WithCause(err).WithDelivery(delivery)
	case ctx.Err() != nil, errors.Is(err, context.DeadlineExceeded):
		return t.unknown(bff.ReasonUpstreamTimeout, err)
	case t.answering.Load():
		return t.unknown(bff.ReasonBadUpstreamAnswer, err)
	}
	return t.unknown(bff.ReasonUnavailable.WithRetryAfter(retryAfter), err)
}

// unknown returns r with its cause. For a money call that was sent, it returns an unknown outcome.
func (t *attempt) unknown(r *bff.Reason, err error) error {
	r = r.WithCause(err)
	if t.kind == bff.KindMoney {
		return bff.OutcomeUnknown(r)
	}
	return r
}
