package envelope

import (
	"compress/gzip"
	"context"
	"errors"
	"io"
	"log"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"croupier/bff"
	"croupier/bff/upstream/transport"
)

// failures are misbehaving upstreams and the reasons of their failures.
var failures = []struct {
	name string
	do   http.HandlerFunc
	want *bff.Reason
}{
	{"HTTP 500 with a page", answer(500, "text/html", "<h1>oops</h1>"), bff.ReasonBadUpstreamAnswer},
	{"HTTP 500 with an envelope", answer(500, "application/json", validEnvelope), bff.ReasonBadUpstreamAnswer},
	{"HTTP 404 with a page", answer(404, "text/html", "no"), bff.ReasonBadUpstreamAnswer},
	{"HTTP 403 with result true", answer(403, "application/json", validEnvelope), bff.ReasonBadUpstreamAnswer},
	{"a redirect", func(w http.ResponseWriter, r *http.Request) {
		http.Redirect(w, r, "/other", http.StatusTemporaryRedirect)
	}, bff.ReasonBadUpstreamAnswer},
	{"a redirect with an envelope", func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Location", "/other")
		answer(307, "application/json", validEnvelope)(w, r)
	}, bff.ReasonBadUpstreamAnswer},
	{"no content type", func(w http.ResponseWriter, _ *http.Request) {
		w.Header()["Content-Type"] = nil
		_, _ = io.WriteString(w, validEnvelope)
	}, bff.ReasonBadUpstreamAnswer},
	{"another charset", answer(200, "application/json; charset=iso-8859-9", validEnvelope), bff.ReasonBadUpstreamAnswer},
	{"broken UTF-8", answer(200, "application/json", `{"result":true,"message":"`+"\xff"+`"}`), bff.ReasonBadUpstreamAnswer},
	{"an empty body", answer(200, "application/json", ""), bff.ReasonBadUpstreamAnswer},
	{"half an envelope", answer(200, "application/json", validEnvelope[:40]), bff.ReasonBadUpstreamAnswer},
	{"a body shorter than its Content-Length", func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Length", "1000")
		answer(200, "application/json", validEnvelope)(w, r)
	}, bff.ReasonBadUpstreamAnswer},
	{"a body beyond the limit", answer(200, "application/json", `{"result":true,"data":"`+strings.Repeat("a", 1<<16)+`"}`), bff.ReasonBadUpstreamAnswer},
	{"a gzip bomb", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		w.Header().Set("Content-Encoding", "gzip")
		z := gzip.NewWriter(w)
		_, _ = io.WriteString(z, `{"result":true,"data":"`)
		for range 4 {
			_, _ = io.WriteString(z, strings.Repeat("a", 1<<20))
		}
		_ = z.Close()
	}, bff.ReasonBadUpstreamAnswer},
	{"an unsupported content encoding", func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Encoding", "br")
		answer(200, "application/json", validEnvelope)(w, r)
	}, bff.ReasonBadUpstreamAnswer},
	{"a header beyond the limit", func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("X-Long", strings.Repeat("a", 1<<17))
		answer(200, "application/json", validEnvelope)(w, r)
	}, bff.ReasonBadUpstreamAnswer},
	{"a connection reset while the request is read", func(w http.ResponseWriter, _ *http.Request) {
		conn, _, err := http.NewResponseController(w).Hijack()
		if err != nil {
			return
		}
		if tcp, ok := conn.(*net.TCPConn); ok {
			_ = tcp.SetLinger(0)
		}
		_ = conn.Close()
	}, bff.ReasonUnavailable},
	{"an answer that is not HTTP", func(w http.ResponseWriter, _ *http.Request) {
		writeRaw(w, "SSH-2.0-OpenSSH_9.6\r\n\r\n")
	}, bff.ReasonBadUpstreamAnswer},
	{"a connection closed before an answer", func(w http.ResponseWriter, _ *http.Request) {
		writeRaw(w, "")
	}, bff.ReasonUnavailable},
	{"a hang before the answer", func(_ http.ResponseWriter, r *http.Request) {
		hang(r)
	}, bff.ReasonUpstreamTimeout},
	{"a hang within the answer", func(w http.ResponseWriter, r *http.Request) {
		answer(200, "application/json", validEnvelope[:20])(w, r)
		_ = http.NewResponseController(w).Flush()
		hang(r)
	}, bff.ReasonUpstreamTimeout},
}

// hung receives a value when hang has read a request.
var hung = make(chan struct{}, 1)

func hang(r *http.Request) {
	_, _ = io.ReadAll(r.Body) // the server detects a closed connection only after the body is read
	hung <- struct{}{}
	<-r.Context().Done()
}

// deadlineContext is a context whose deadline passes when a channel is closed. A real deadline
// might pass on a busy machine before the request was sent.
type deadlineContext struct {
	context.Context
	passed <-chan struct{}
}

func (c deadlineContext) Done() <-chan struct{} { return c.passed }

func (c deadlineContext) Err() error {
	select {
	case <-c.passed:
		return context.DeadlineExceeded
	default:
		return nil
	}
}

// writeRaw writes text to the connection without HTTP and closes it.
func writeRaw(w http.ResponseWriter, text string) {
	conn, _, err := http.NewResponseController(w).Hijack()
	if err != nil {
		return
	}
	_, _ = io.WriteString(conn, text)
	_ = conn.Close()
}

func TestFailuresBecomeReasons(t *testing.T) {
	for _, f := range failures {
		t.Run(f.name, func(t *testing.T) {
			a := serve(t, f.do)
			for _, kind := range []bff.Kind{bff.KindRead, bff.KindWrite, bff.KindMoney} {
				ctx := t.Context()
				if f.want == bff.ReasonUpstreamTimeout {
					passed := make(chan struct{})
					ctx = deadlineContext{ctx, passed}
					go func() { <-hung; close(passed) }()
				}
				_, err := a.Do(ctx, request(kind))
				want := f.want
				if kind == bff.KindMoney {
					want = bff.OutcomeUnknown(want)
				}
				assert.ErrorIs(t, err, want, "%s", kind)
			}
		})
	}
}

func TestTooManyRequestsIsRateLimitedWithRetryAfter(t *testing.T) {
	refusal := `{"result":false,"message":"yavaş","data":null,"code":429,"debug":null,"pagination":null}`
	for _, c := range []struct {
		name, retryAfter, media, body string
		want                          time.Duration
	}{
		{"with an envelope", "7", "application/json", refusal, 7 * time.Second},
		{"with an HTML page of a proxy", "30", "text/html", "<h1>slow down</h1>", 30 * time.Second},
		{"without Retry-After", "", "application/json", refusal, 5 * time.Second},
		{"with an invalid Retry-After", "soon", "application/json", refusal, 5 * time.Second},
		{"with a date in the past", "Mon, 02 Jan 2006 15:04:05 GMT", "application/json", refusal, time.Second},
		{"with a year of seconds", "31536000", "application/json", refusal, time.Hour},
		{"with result true", "2", "application/json", validEnvelope, 2 * time.Second},
	} {
		for _, kind := range []bff.Kind{bff.KindRead, bff.KindMoney} {
			a := serve(t, func(w http.ResponseWriter, r *http.Request) {
				if c.retryAfter != "" {
					w.Header().Set("Retry-After", c.retryAfter)
				}
				answer(http.StatusTooManyRequests, c.media, c.body)(w, r)
			})
			_, err := a.Do(t.Context(), request(kind))
			var reason *bff.Reason
			assert.True(t, errors.Is(err, bff.ReasonRateLimited) && errors.As(err, &reason) && reason.RetryAfter == c.want,
				"%s, %s: %v, want Retry-After %s", c.name, kind, err, c.want)
		}
	}
}

func TestRefusedConnectionIsUnavailable(t *testing.T) {
	// Port 1 is unused; a port that is free now may be taken by another program.
	_, err := adapterTo(t, "http://127.0.0.1:1/endpoint/v1").Do(t.Context(), request(bff.KindMoney))
	var reason *bff.Reason
	assert.True(t, errors.Is(err, bff.ReasonUnavailable) && errors.As(err, &reason) && reason.RetryAfter != 0,
		"got %v, want unavailable with Retry-After: nothing was sent", err)
}

// roundTrip is a transport that fails without calling the hooks of httptrace.
type roundTrip func() error

func (f roundTrip) RoundTrip(*http.Request) (*http.Response, error) { return nil, f() }

func TestOutcomeOfFailedConnections(t *testing.T) {
	dialing := func(err func() error) http.RoundTripper {
		return &http.Transport{DialContext: func(context.Context, string, string) (net.Conn, error) { return nil, err() }}
	}
	for name, c := range map[string]struct {
		transport http.RoundTripper
		want      *bff.Reason // unavailable: the money call was not sent
	}{
		"the dialer's own timeout": {dialing(func() error {
			return &net.OpError{Op: "dial", Err: context.DeadlineExceeded} // as returned by net.Dialer.Timeout
		}), bff.ReasonUnavailable},
		"a deadline during dialing": {dialing(func() error {
			<-t.Context().Done()
			return t.Context().Err()
		}), bff.ReasonUnavailable},
		"a failure after which the request may have been sent": {
			roundTrip(func() error { return io.ErrUnexpectedEOF }), bff.OutcomeUnknown(bff.ReasonUnavailable),
		},
	} {
		a, err := New(Settings{URL: "http://platform.invalid/endpoint/v1", Transport: c.transport})
		require.NoError(t, err)
		ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
		if _, err := a.Do(ctx, request(bff.KindMoney)); !errors.Is(err, c.want) {
			t.Errorf("%s: got %v, want %v", name, err, c.want)
		}
		cancel()
	}
}

func TestFailedTLSHandshakeWasNotSent(t *testing.T) {
	srv := httptest.NewUnstartedServer(answer(200, "application/json", validEnvelope))
	srv.Config.ErrorLog = log.New(io.Discard, "", 0) // it logs the expected handshake error
	srv.StartTLS()
	t.Cleanup(srv.Close)
	_, err := adapterTo(t, srv.URL).Do(t.Context(), request(bff.KindMoney))
	assert.ErrorIs(t, err, bff.ReasonUnavailable, "got %v, want unavailable", err)
}

func TestCauseOfFailureIsHTTPStatus(t *testing.T) {
	for _, contentType := range []string{"application/json", "text/html"} {
		_, err := serve(t, answer(500, contentType, `{"result":false}`)).Do(t.Context(), request(bff.KindRead))
		var status *transport.StatusError
		assert.True(t, errors.As(err, &status) && status.Status == 500, "%s: %v", contentType, err)
	}
}
