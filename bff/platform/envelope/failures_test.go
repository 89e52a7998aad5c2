package envelope

import (
	"context"
	"encoding/pem"
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
	"croupier/bff/platform/transport"
)

var success = answer(200, "application/json", validEnvelope)

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
	{
		"a redirect that answers", with("Location", "/other", answer(307, "application/json", validEnvelope)),
		bff.ReasonBadUpstreamAnswer,
	},
	{
		"another charset", answer(200, "application/json; charset=iso-8859-9",
			`{"result":true,"message":"`+"\xfd"+`"}`),
		bff.ReasonBadUpstreamAnswer,
	},
	{
		"broken UTF-8", answer(200, "application/json", `{"result":true,"message":"`+"\xff"+`"}`),
		bff.ReasonBadUpstreamAnswer,
	},
	{"an empty body", answer(200, "application/json", ""), bff.ReasonBadUpstreamAnswer},
	{"half an envelope", answer(200, "application/json", validEnvelope[:40]), bff.ReasonBadUpstreamAnswer},
	{"a body shorter than its Content-Length", with("Content-Length", "1000", success), bff.ReasonBadUpstreamAnswer},
	{
		"a body beyond the limit",
		answer(200, "application/json", `{"result":true,"data":"`+strings.Repeat("a", MaxAnswer)+`"}`),
		bff.ReasonBadUpstreamAnswer,
	},
	{"a gzip bomb", zipped(`{"result":true,"data":"` + strings.Repeat("a", MaxAnswer)), bff.ReasonBadUpstreamAnswer},
	{"an unsupported content encoding", with("Content-Encoding", "br", success), bff.ReasonBadUpstreamAnswer},
	{"a header beyond the limit", with("X-Long", strings.Repeat("a", 1<<17), success), bff.ReasonBadUpstreamAnswer},
	{"a connection reset while the request is read", writeRaw("", true), bff.ReasonUnavailable},
	{"an answer that is not HTTP", writeRaw("SSH-2.0-OpenSSH_9.6\r\n\r\n", false), bff.ReasonBadUpstreamAnswer},
	{"a connection closed before an answer", writeRaw("", false), bff.ReasonUnavailable},
	{"a hang before the answer", func(_ http.ResponseWriter, r *http.Request) { hang(r) }, bff.ReasonUpstreamTimeout},
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

// deadlineContext is a context with a deadline that passes when a channel closes. On a busy
// machine, a real deadline might pass before the request is sent.
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

// writeRaw writes text to the connection without HTTP and closes it, or resets it.
func writeRaw(text string, reset bool) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		conn, _, err := http.NewResponseController(w).Hijack()
		if err != nil {
			return
		}
		if tcp, ok := conn.(*net.TCPConn); ok && reset {
			_ = tcp.SetLinger(0)
		}
		_, _ = io.WriteString(conn, text)
		_ = conn.Close()
	}
}

func TestFailuresBecomeReasons(t *testing.T) {
	for _, f := range failures {
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
			assert.ErrorIs(t, err, want, "%s: %s", f.name, kind)
		}
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
			require.ErrorAs(t, err, &reason, c.name)
			assert.ErrorIs(t, err, bff.ReasonRateLimited, c.name)
			assert.Equal(t, c.want, reason.RetryAfter, c.name)
		}
	}
}

// roundTrip is a transport that fails without calling the hooks of httptrace.
type roundTrip func() error

func (f roundTrip) RoundTrip(*http.Request) (*http.Response, error) { return nil, f() }

func TestOutcomeOfFailedConnections(t *testing.T) {
	dialing := func(err func() error) http.RoundTripper {
		return &http.Transport{DialContext: func(context.Context, string, string) (
			net.Conn, error,
		) {
			return nil, err()
		}}
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
		"a request that may have been sent": {
			roundTrip(func() error { return io.ErrUnexpectedEOF }),
			bff.OutcomeUnknown(bff.ReasonUnavailable),
		},
	} {
		a, err := New(Settings{URL: "http://platform.invalid/endpoint/v1", Transport: c.transport})
		require.NoError(t, err)
		ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
		_, err = a.Do(ctx, request(bff.KindMoney))
		assert.ErrorIs(t, err, c.want, name)
		cancel()
	}
}

func TestFailedTLSHandshakeWasNotSent(t *testing.T) {
	srv := httptest.NewUnstartedServer(answer(200, "application/json", validEnvelope))
	srv.Config.ErrorLog = log.New(io.Discard, "", 0) // it logs the expected handshake error
	srv.StartTLS()
	t.Cleanup(srv.Close)
	_, err := adapterTo(t, srv.URL).Do(t.Context(), request(bff.KindMoney))
	assert.ErrorIs(t, err, bff.ReasonUnavailable)
}

func TestCauseOfFailureIsHTTPStatus(t *testing.T) {
	for _, contentType := range []string{"application/json", "text/html"} {
		_, err := serve(t, answer(500, contentType, `{"result":false}`)).Do(t.Context(), request(bff.KindRead))
		var status *transport.StatusError
		assert.True(t, errors.As(err, &status) && status.Status == 500, "%s: %v", contentType, err)
	}
}

// sendTwice sends two calls. The server answers the first one, and breaks the connection after it
// has read the second one. net/http resends a request that it considers replayable.
func sendTwice(t *testing.T, s transport.Settings, kind bff.Kind) error {
	t.Helper()
	carrier, err := transport.New(s)
	require.NoError(t, err)
	t.Cleanup(carrier.CloseIdleConnections)
	a, err := New(Settings{URL: s.URL, Transport: carrier})
	require.NoError(t, err)
	r := request(kind)
	r.IdempotencyKey, r.RequestID = "0b0c", "first"
	_, err = a.Do(t.Context(), r)
	require.NoError(t, err)
	r.RequestID = "second"
	_, err = a.Do(t.Context(), r)
	return err
}

func TestWritesAndMoneyCallsAreNeverResent(t *testing.T) {
	for _, c := range []struct {
		name   string
		kind   bff.Kind
		secret string // signing reads and replaces the body
		want   *bff.Reason
	}{
		{"a write", bff.KindWrite, "", bff.ReasonUnavailable},
		{"a money call", bff.KindMoney, "", bff.OutcomeUnknown(bff.ReasonUnavailable)},
		{"a signed money call", bff.KindMoney, "a test secret", bff.OutcomeUnknown(bff.ReasonUnavailable)},
	} {
		got := make(chan string, 16)
		settings := transport.Settings{URL: serveFirstRequest(t, got)}
		if c.secret != "" {
			settings.Secret, settings.Headers = []byte(c.secret), map[string]string{"X-Fixed": "1"}
		}
		assert.ErrorIs(t, sendTwice(t, settings, c.kind), c.want, "%s: broken connection", c.name)
		first, second := <-got, <-got
		assert.True(t, first == "first" && second == "second" && len(got) == 0, "%s: %q, %q and %d more", c.name,
			first, second, len(got))
	}
}

// HTTP/2 has additional conditions for resending. It must not resend a call after the server has
// read the request and the stream or connection breaks.
func TestMoneyCallOverHTTP2IsNeverResent(t *testing.T) {
	for name, abort := range map[string]func(*httptest.Server){
		"the stream is reset":      func(*httptest.Server) {},
		"the connection is closed": (*httptest.Server).CloseClientConnections,
	} {
		var srv *httptest.Server
		got := make(chan string, 16)
		srv = httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			_, _ = io.ReadAll(r.Body)
			got <- r.Proto
			if len(got) > 1 {
				abort(srv)
				panic(http.ErrAbortHandler)
			}
			success(w, r)
		}))
		srv.EnableHTTP2 = true
		srv.StartTLS()
		t.Cleanup(srv.Close)
		ca := pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: srv.Certificate().Raw})
		err := sendTwice(t, transport.Settings{URL: srv.URL, CA: ca}, bff.KindMoney)
		assert.ErrorIs(t, err, bff.OutcomeUnknown(bff.ReasonUnavailable), name)
		assert.True(t, len(got) == 2 && <-got == "HTTP/2.0", "%s: %d requests", name, len(got))
	}
}

// serveFirstRequest answers the request with the ID first. It closes the connection after it has
// read any other request.
func serveFirstRequest(t *testing.T, got chan<- string) (url string) {
	t.Helper()
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(io.Discard, r.Body)
		got <- r.Header.Get("X-Request-Id")
		if r.Header.Get("X-Request-Id") != "first" {
			panic(http.ErrAbortHandler)
		}
		success(w, r)
	}))
	t.Cleanup(srv.Close)
	return srv.URL + "/endpoint/v1"
}
