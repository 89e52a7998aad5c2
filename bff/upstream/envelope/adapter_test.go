package envelope

import (
	"bufio"
	"compress/gzip"
	"context"
	"encoding/json"
	"encoding/pem"
	"errors"
	"io"
	"log"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strings"
	"testing"
	"time"

	"croupier/bff"
	"croupier/bff/upstream/link"
)

const good = `{"result":true,"message":"Tamam","data":{"a":[1,2]},"code":200,"debug":null,"pagination":{"limit":10,"offset":0,"total":3}}`

func request(kind bff.Kind) *bff.UpstreamRequest {
	return &bff.UpstreamRequest{
		RequestID: "req-1",
		Brand:     &bff.Brand{ID: "marmara", SiteID: 889},
		Call:      &bff.Call{Class: "finance", Method: "check_balance"},
		Rules:     bff.Rules{Kind: kind},
		Data:      map[string]any{"amount": json.Number("12.50"), "note": "<b>ş</b>"},
		Lang:      "tr",
	}
}

func adapterTo(t *testing.T, url string) *Adapter {
	t.Helper()
	transport, err := link.New(link.Settings{URL: url})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(transport.CloseIdleConnections)
	a, err := New(Settings{URL: url, Transport: transport, MaxAnswer: 1 << 16})
	if err != nil {
		t.Fatal(err)
	}
	return a
}

func serve(t *testing.T, h http.HandlerFunc) *Adapter {
	t.Helper()
	srv := httptest.NewServer(h)
	t.Cleanup(srv.Close)
	return adapterTo(t, srv.URL+"/endpoint/v1")
}

func answer(status int, contentType, body string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", contentType)
		w.WriteHeader(status)
		_, _ = io.WriteString(w, body)
	}
}

func TestPlayersCallArrivesWhole(t *testing.T) {
	var got *http.Request
	var body string
	a := serve(t, func(w http.ResponseWriter, r *http.Request) {
		raw, _ := io.ReadAll(r.Body)
		got, body = r, string(raw)
		answer(200, "application/json; charset=utf-8", good)(w, r)
	})
	r := request(bff.KindMoney)
	r.Identity = &bff.Identity{UID: "u1", SID: "s1", UIP: "10.0.0.1", GMT: "3", Username: "ayse"}
	r.Visitor = netip.MustParseAddr("::ffff:203.0.113.9")
	r.IdempotencyKey = "0b0c"
	r.World = "ayse"
	ans, err := a.Do(t.Context(), r)
	if err != nil {
		t.Fatal(err)
	}
	if !ans.Result || ans.Message != "Tamam" || ans.Code != 200 || string(ans.Data) != `{"a":[1,2]}` || *ans.Pagination != (bff.Pagination{Limit: 10, Total: 3}) {
		t.Errorf("answer %+v", ans)
	}
	want := `{"api":{"class":"finance","method":"check_balance"},"data":{"Lang":"tr","amount":12.50,"note":"<b>ş</b>"},` +
		`"user":{"uid":"u1","sid":"s1","uip":"203.0.113.9","gmt":"3","lang":"tr"}}` + "\n"
	if body != want {
		t.Errorf("body\n%s want\n%s", body, want)
	}
	for name, want := range map[string]string{
		"Content-Type": "application/json", "panel": "frontend", "X-Site-Id": "889",
		"X-Request-Id": "req-1", "Idempotency-Key": "0b0c", "X-Mock-World": "ayse",
	} {
		if v := got.Header.Get(name); v != want {
			t.Errorf("%s: %q, want %q", name, v, want)
		}
	}
	if got.Method != http.MethodPost || got.URL.Path != "/endpoint/v1" {
		t.Errorf("%s %s", got.Method, got.URL)
	}
}

func TestGuestsQuestionCarriesNoUserAndItsDataIsNotChanged(t *testing.T) {
	var body string
	a := serve(t, func(w http.ResponseWriter, r *http.Request) {
		raw, _ := io.ReadAll(r.Body)
		body = string(raw)
		if r.Header.Get("Idempotency-Key") != "" {
			t.Error("a read carries an Idempotency-Key")
		}
		answer(200, "application/json", `{"result":true}`)(w, r)
	})
	r := request(bff.KindRead)
	r.IdempotencyKey = "only for money"
	if _, err := a.Do(t.Context(), r); err != nil {
		t.Fatal(err)
	}
	if strings.Contains(body, "user") || len(r.Data) != 2 {
		t.Errorf("body %s, data %v", body, r.Data)
	}
}

func TestGuestsWriteTellsWhereItComesFromAndNothingMore(t *testing.T) {
	for _, c := range []struct {
		name    string
		kind    bff.Kind
		visitor string
		want    string
	}{
		{"a login", bff.KindWrite, "::ffff:203.0.113.9", `,"user":{"uip":"203.0.113.9","lang":"tr"}}`},
		{"a login from nobody knows where", bff.KindWrite, "", `}`},
		{"a question, whose answer others are given too", bff.KindRead, "203.0.113.9", `}`},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := request(c.kind)
			if c.visitor != "" {
				r.Visitor = netip.MustParseAddr(c.visitor)
			}
			body, err := encode(r)
			if err != nil {
				t.Fatal(err)
			}
			data := `{"api":{"class":"finance","method":"check_balance"},"data":{"Lang":"tr","amount":12.50,"note":"<b>ş</b>"}`
			if want := data + c.want + "\n"; string(body) != want {
				t.Errorf("body\n%s want\n%s", body, want)
			}
		})
	}
}

// failures are upstreams that misbehave, and the reason each is told as.
var failures = []struct {
	name string
	do   http.HandlerFunc
	want *bff.Reason
}{
	{"HTTP 500 with a page", answer(500, "text/html", "<h1>oops</h1>"), bff.ReasonBadUpstreamAnswer},
	{"HTTP 500 with an envelope", answer(500, "application/json", good), bff.ReasonBadUpstreamAnswer},
	{"HTTP 404 with a page", answer(404, "text/html", "no"), bff.ReasonBadUpstreamAnswer},
	{"HTTP 403 with result true", answer(403, "application/json", good), bff.ReasonBadUpstreamAnswer},
	{"a redirect", func(w http.ResponseWriter, r *http.Request) {
		http.Redirect(w, r, "/elsewhere", http.StatusTemporaryRedirect)
	}, bff.ReasonBadUpstreamAnswer},
	{"a redirect with an envelope", func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Location", "/elsewhere")
		answer(307, "application/json", good)(w, r)
	}, bff.ReasonBadUpstreamAnswer},
	{"no content type", func(w http.ResponseWriter, _ *http.Request) {
		w.Header()["Content-Type"] = nil
		_, _ = io.WriteString(w, good)
	}, bff.ReasonBadUpstreamAnswer},
	{"another charset", answer(200, "application/json; charset=iso-8859-9", good), bff.ReasonBadUpstreamAnswer},
	{"broken UTF-8", answer(200, "application/json", `{"result":true,"message":"`+"\xff"+`"}`), bff.ReasonBadUpstreamAnswer},
	{"an empty body", answer(200, "application/json", ""), bff.ReasonBadUpstreamAnswer},
	{"half an envelope", answer(200, "application/json", good[:40]), bff.ReasonBadUpstreamAnswer},
	{"a body shorter than it says", func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Length", "1000")
		answer(200, "application/json", good)(w, r)
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
	{"an encoding that was not asked for", func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Encoding", "br")
		answer(200, "application/json", good)(w, r)
	}, bff.ReasonBadUpstreamAnswer},
	{"headers without end", func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("X-Long", strings.Repeat("a", 1<<17))
		answer(200, "application/json", good)(w, r)
	}, bff.ReasonBadUpstreamAnswer},
	{"an answer that is not HTTP", func(w http.ResponseWriter, _ *http.Request) {
		hijacked(w, "SSH-2.0-OpenSSH_9.6\r\n\r\n")
	}, bff.ReasonBadUpstreamAnswer},
	{"a connection closed before an answer", func(w http.ResponseWriter, _ *http.Request) {
		hijacked(w, "")
	}, bff.ReasonUnavailable},
	{"a hang before the answer", func(_ http.ResponseWriter, r *http.Request) {
		hang(r)
	}, bff.ReasonUpstreamTimeout},
	{"a hang within the answer", func(w http.ResponseWriter, r *http.Request) {
		answer(200, "application/json", good[:20])(w, r)
		_ = http.NewResponseController(w).Flush()
		hang(r)
	}, bff.ReasonUpstreamTimeout},
}

// hung is told of each request that an upstream hangs with.
var hung = make(chan struct{}, 1)

func hang(r *http.Request) {
	_, _ = io.ReadAll(r.Body) // only then the server notices that the client has gone
	hung <- struct{}{}
	<-r.Context().Done()
}

// limited is a context whose deadline passes once a channel is closed: by a clock, it might
// pass on a busy machine before anything was sent.
type limited struct {
	context.Context
	passed <-chan struct{}
}

func (c limited) Done() <-chan struct{} { return c.passed }

func (c limited) Err() error {
	select {
	case <-c.passed:
		return context.DeadlineExceeded
	default:
		return nil
	}
}

func hijacked(w http.ResponseWriter, say string) {
	conn, _, err := http.NewResponseController(w).Hijack()
	if err != nil {
		return
	}
	_, _ = io.WriteString(conn, say)
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
					ctx = limited{ctx, passed}
					go func() { <-hung; close(passed) }()
				}
				_, err := a.Do(ctx, request(kind))
				want := f.want
				if kind == bff.KindMoney {
					want = bff.OutcomeUnknown(want)
				}
				if !errors.Is(err, want) {
					t.Errorf("%s: got %v, want %v", kind, err, want)
				}
			}
		})
	}
}

func TestBeingAskedTooOftenIsToldWithItsWaitEvenForMoney(t *testing.T) {
	refusal := `{"result":false,"message":"yavaş","data":null,"code":429,"debug":null,"pagination":null}`
	for _, c := range []struct {
		name, again, media, body string
		want                     time.Duration
	}{
		{"with an envelope", "7", "application/json", refusal, 7 * time.Second},
		{"with a page of a proxy", "30", "text/html", "<h1>slow down</h1>", 30 * time.Second},
		{"without a time", "", "application/json", refusal, 5 * time.Second},
		{"with a time that is none", "soon", "application/json", refusal, 5 * time.Second},
		{"with a date that has passed", "Mon, 02 Jan 2006 15:04:05 GMT", "application/json", refusal, time.Second},
		{"with a year", "31536000", "application/json", refusal, time.Hour},
		{"with result true", "2", "application/json", good, 2 * time.Second},
	} {
		for _, kind := range []bff.Kind{bff.KindRead, bff.KindMoney} {
			a := serve(t, func(w http.ResponseWriter, r *http.Request) {
				if c.again != "" {
					w.Header().Set("Retry-After", c.again)
				}
				answer(http.StatusTooManyRequests, c.media, c.body)(w, r)
			})
			_, err := a.Do(t.Context(), request(kind))
			var reason *bff.Reason
			if !errors.Is(err, bff.ReasonRateLimited) || !errors.As(err, &reason) || reason.RetryAfter != c.want {
				t.Errorf("%s, %s: %v, want a wait of %s", c.name, kind, err, c.want)
			}
		}
	}
}

func TestRefusedConnectionIsUnavailableEvenForMoney(t *testing.T) {
	// A port that is free now might be another program's a moment later; nobody listens at this one.
	_, err := adapterTo(t, "http://127.0.0.1:1/endpoint/v1").Do(t.Context(), request(bff.KindMoney))
	var reason *bff.Reason
	if !errors.Is(err, bff.ReasonUnavailable) || !errors.As(err, &reason) || reason.RetryAfter == 0 {
		t.Errorf("got %v, want unavailable with Retry-After: nothing was sent", err)
	}
}

func TestConnectionThatIsNotMadeInTimeWasNotSent(t *testing.T) {
	transport := &http.Transport{DialContext: func(context.Context, string, string) (net.Conn, error) {
		return nil, &net.OpError{Op: "dial", Err: context.DeadlineExceeded} // as net tells its own limit
	}}
	a, err := New(Settings{URL: "http://platform.invalid/endpoint/v1", Transport: transport})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := a.Do(t.Context(), request(bff.KindMoney)); !errors.Is(err, bff.ReasonUnavailable) {
		t.Errorf("got %v, want unavailable", err)
	}
}

func TestACallWhoseTimeIsOverBeforeItIsConnectedWasNotSent(t *testing.T) {
	transport := &http.Transport{DialContext: func(context.Context, string, string) (net.Conn, error) {
		<-t.Context().Done()
		return nil, t.Context().Err()
	}}
	a, err := New(Settings{URL: "http://platform.invalid/endpoint/v1", Transport: transport})
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	if _, err := a.Do(ctx, request(bff.KindMoney)); !errors.Is(err, bff.ReasonUnavailable) {
		t.Errorf("got %v, want unavailable: of a money call that timed out the outcome is unknown", err)
	}
}

func TestTransportThatTellsNothingMayHaveSent(t *testing.T) {
	a, err := New(Settings{URL: "http://platform.invalid/endpoint/v1", Transport: silent{}})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := a.Do(t.Context(), request(bff.KindMoney)); !errors.Is(err, bff.OutcomeUnknown(bff.ReasonUnavailable)) {
		t.Errorf("got %v, want an unknown outcome", err)
	}
}

type silent struct{}

func (silent) RoundTrip(*http.Request) (*http.Response, error) { return nil, io.ErrUnexpectedEOF }

func TestCancelledCallerGetsItsOwnError(t *testing.T) {
	arrived := make(chan struct{})
	a := serve(t, func(_ http.ResponseWriter, r *http.Request) {
		_, _ = io.ReadAll(r.Body)
		close(arrived)
		<-r.Context().Done()
	})
	ctx, cancel := context.WithCancel(t.Context())
	go func() {
		<-arrived
		cancel()
	}()
	_, err := a.Do(ctx, request(bff.KindMoney))
	if err != context.Canceled { //nolint:errorlint // the very error is promised
		t.Errorf("got %v", err)
	}
}

func TestRefusalsThatAreEnvelopesAreAnswers(t *testing.T) {
	refusal := `{"result":false,"message":"Oturum Süresi Doldu","data":null,"code":403,"debug":"anonymous user","pagination":null}`
	for _, status := range []int{200, 400, 403} {
		ans, err := serve(t, answer(status, "application/json", refusal)).Do(t.Context(), request(bff.KindRead))
		if err != nil || ans.Result || ans.Code != 403 || ans.Debug != "anonymous user" || ans.Data != nil {
			t.Errorf("HTTP %d: %+v, %v", status, ans, err)
		}
	}
}

func TestGzippedAnswerIsRead(t *testing.T) {
	a := serve(t, func(w http.ResponseWriter, r *http.Request) {
		if !strings.Contains(r.Header.Get("Accept-Encoding"), "gzip") {
			t.Error("gzip was not asked for")
		}
		w.Header().Set("Content-Type", "application/json")
		w.Header().Set("Content-Encoding", "gzip")
		z := gzip.NewWriter(w)
		_, _ = io.WriteString(z, good)
		_ = z.Close()
	})
	ans, err := a.Do(t.Context(), request(bff.KindRead))
	if err != nil || ans.Message != "Tamam" {
		t.Errorf("%+v, %v", ans, err)
	}
}

// A server that answers the first request and closes the connection after reading any
// other: net/http re-sends such a request by itself where it believes that it may. One Do
// must be one request all the same.
func TestWritesAndMoneyAreNeverSentTwice(t *testing.T) {
	for _, kind := range []bff.Kind{bff.KindWrite, bff.KindMoney} {
		t.Run(string(kind), func(t *testing.T) {
			got := make(chan string, 16)
			a := adapterTo(t, closingAfterReading(t, got))
			r := request(kind)
			r.IdempotencyKey = "0b0c"
			r.RequestID = "first"
			if _, err := a.Do(t.Context(), r); err != nil {
				t.Fatal(err)
			}
			r.RequestID = "second"
			if _, err := a.Do(t.Context(), r); err == nil {
				t.Fatal("a request whose connection died was answered: it was sent again")
			}
			if first, second := <-got, <-got; first != "first" || second != "second" {
				t.Errorf("requests %q, %q", first, second)
			}
			if len(got) != 0 {
				t.Errorf("sent again: %q", <-got)
			}
		})
	}
}

// The same with a signature, for which the body is read and put back.
func TestSignedMoneyIsNeverSentTwice(t *testing.T) {
	got := make(chan string, 16)
	url := closingAfterReading(t, got)
	carrier, err := link.New(link.Settings{URL: url, Secret: []byte("a secret of the house"), Headers: map[string]string{"X-House": "1"}})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(carrier.CloseIdleConnections)
	a, err := New(Settings{URL: url, Transport: carrier})
	if err != nil {
		t.Fatal(err)
	}
	r := request(bff.KindMoney)
	r.IdempotencyKey = "0b0c"
	r.RequestID = "first"
	if _, err := a.Do(t.Context(), r); err != nil {
		t.Fatal(err)
	}
	r.RequestID = "second"
	if _, err := a.Do(t.Context(), r); !errors.Is(err, bff.OutcomeUnknown(bff.ReasonUnavailable)) {
		t.Errorf("a connection that died: %v, want an unknown outcome", err)
	}
	if <-got; len(got) != 1 {
		t.Errorf("the second was sent %d times", len(got))
	}
}

// HTTP/2 has reasons of its own to send again; a stream or a connection that breaks after
// the request was read must not be one.
func TestMoneyOverHTTP2IsNeverSentTwice(t *testing.T) {
	for name, breaks := range map[string]func(*httptest.Server){
		"the stream is reset":      func(*httptest.Server) {},
		"the connection is closed": (*httptest.Server).CloseClientConnections,
	} {
		t.Run(name, func(t *testing.T) {
			var srv *httptest.Server
			got := make(chan string, 16)
			srv = httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				_, _ = io.ReadAll(r.Body)
				got <- r.Proto
				if len(got) > 1 {
					breaks(srv)
					panic(http.ErrAbortHandler)
				}
				answer(200, "application/json", good)(w, r)
			}))
			srv.EnableHTTP2 = true
			srv.StartTLS()
			t.Cleanup(srv.Close)
			carrier, err := link.New(link.Settings{URL: srv.URL, CA: pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: srv.Certificate().Raw})})
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(carrier.CloseIdleConnections)
			a, err := New(Settings{URL: srv.URL, Transport: carrier})
			if err != nil {
				t.Fatal(err)
			}
			r := request(bff.KindMoney)
			r.IdempotencyKey = "0b0c"
			if _, err := a.Do(t.Context(), r); err != nil {
				t.Fatal(err)
			}
			if _, err := a.Do(t.Context(), r); !errors.Is(err, bff.OutcomeUnknown(bff.ReasonUnavailable)) {
				t.Errorf("got %v, want an unknown outcome", err)
			}
			if len(got) != 2 || <-got != "HTTP/2.0" {
				t.Errorf("%d requests", len(got))
			}
		})
	}
}

func TestFailedHandshakeWasNotSent(t *testing.T) {
	srv := httptest.NewUnstartedServer(answer(200, "application/json", good))
	srv.Config.ErrorLog = log.New(io.Discard, "", 0) // it complains of what this test is about
	srv.StartTLS()
	t.Cleanup(srv.Close)
	_, err := adapterTo(t, srv.URL).Do(t.Context(), request(bff.KindMoney))
	if !errors.Is(err, bff.ReasonUnavailable) {
		t.Errorf("got %v, want unavailable: no certificate, no deposit", err)
	}
}

func TestHTTPStatusOfAFailureIsItsCause(t *testing.T) {
	for _, contentType := range []string{"application/json", "text/html"} {
		_, err := serve(t, answer(500, contentType, `{"result":false}`)).Do(t.Context(), request(bff.KindRead))
		var status *bff.UpstreamStatus
		if !errors.As(err, &status) || status.Status != 500 {
			t.Errorf("%s: %v", contentType, err)
		}
	}
}

func closingAfterReading(t *testing.T, got chan<- string) (url string) {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = l.Close() })
	go func() {
		for {
			conn, err := l.Accept()
			if err != nil {
				return
			}
			go func() {
				defer func() { _ = conn.Close() }()
				in := bufio.NewReader(conn)
				for {
					req, err := http.ReadRequest(in)
					if err != nil {
						return
					}
					_, _ = io.Copy(io.Discard, req.Body)
					got <- req.Header.Get("X-Request-Id")
					if req.Header.Get("X-Request-Id") != "first" {
						return
					}
					_, _ = io.WriteString(conn, "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 15\r\n\r\n{\"result\":true}")
				}
			}()
		}
	}()
	return "http://" + l.Addr().String() + "/endpoint/v1"
}

func TestAddressesThatAreRefused(t *testing.T) {
	for _, url := range []string{"", "localhost:80", "ftp://host/x", "http:///x", "http://user:secret@host/x", "http://ho st"} {
		if _, err := New(Settings{URL: url}); err == nil {
			t.Errorf("%q was accepted", url)
		} else if strings.Contains(err.Error(), "secret") {
			t.Errorf("the error tells the password: %v", err)
		}
	}
}
