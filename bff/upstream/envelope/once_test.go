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
	carrier, err := transport.New(transport.Settings{URL: url, Secret: []byte("a secret of the house"), Headers: map[string]string{"X-House": "1"}})
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
			carrier, err := transport.New(transport.Settings{URL: srv.URL, CA: pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: srv.Certificate().Raw})})
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
