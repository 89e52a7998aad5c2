package envelope

import (
	"bufio"
	"encoding/pem"
	"errors"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"testing"

	"croupier/bff"
	"croupier/bff/upstream/transport"
)

// The server answers the first request and closes the connection after reading any other. net/http
// resends such requests when it considers them replayable; one Do must still send one request.
func TestWritesAndMoneyCallsAreNeverResent(t *testing.T) {
	for _, kind := range []bff.Kind{bff.KindWrite, bff.KindMoney} {
		t.Run(string(kind), func(t *testing.T) {
			got := make(chan string, 16)
			a := adapterTo(t, serveFirstRequest(t, got))
			r := request(kind)
			r.IdempotencyKey = "0b0c"
			r.RequestID = "first"
			if _, err := a.Do(t.Context(), r); err != nil {
				t.Fatal(err)
			}
			r.RequestID = "second"
			if _, err := a.Do(t.Context(), r); err == nil {
				t.Fatal("the request on a broken connection was answered: it was resent")
			}
			if first, second := <-got, <-got; first != "first" || second != "second" {
				t.Errorf("requests %q, %q", first, second)
			}
			if len(got) != 0 {
				t.Errorf("resent: %q", <-got)
			}
		})
	}
}

// Signing reads and replaces the body.
func TestSignedMoneyCallIsNeverResent(t *testing.T) {
	got := make(chan string, 16)
	url := serveFirstRequest(t, got)
	signed, err := transport.New(transport.Settings{URL: url, Secret: []byte("a test secret"), Headers: map[string]string{"X-Fixed": "1"}})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(signed.CloseIdleConnections)
	a, err := New(Settings{URL: url, Transport: signed})
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
		t.Errorf("broken connection: %v, want an unknown outcome", err)
	}
	if <-got; len(got) != 1 {
		t.Errorf("the second was sent %d times", len(got))
	}
}

// HTTP/2 has additional conditions for resending; a stream or connection that breaks after the
// request was read must not be one of them.
func TestMoneyCallOverHTTP2IsNeverResent(t *testing.T) {
	for name, abort := range map[string]func(*httptest.Server){
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
					abort(srv)
					panic(http.ErrAbortHandler)
				}
				answer(200, "application/json", validEnvelope)(w, r)
			}))
			srv.EnableHTTP2 = true
			srv.StartTLS()
			t.Cleanup(srv.Close)
			signed, err := transport.New(transport.Settings{URL: srv.URL, CA: pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: srv.Certificate().Raw})})
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(signed.CloseIdleConnections)
			a, err := New(Settings{URL: srv.URL, Transport: signed})
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

// serveFirstRequest answers the request with the ID first and closes the connection after reading
// any other.
func serveFirstRequest(t *testing.T, got chan<- string) (url string) {
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
