package envelope

import (
	"encoding/pem"
	"io"
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"croupier/bff"
	"croupier/bff/upstream/transport"
)

// sendTwice sends a call that the server answers, then one on a connection that breaks after the server
// has read the request. net/http resends such a request when it considers it replayable.
func sendTwice(t *testing.T, s transport.Settings, kind bff.Kind) error {
	t.Helper()
	carrier, err := transport.New(s)
	require.NoError(t, err)
	t.Cleanup(carrier.CloseIdleConnections)
	a, err := New(Settings{URL: s.URL, Transport: carrier})
	require.NoError(t, err)
	r := request(kind)
	r.IdempotencyKey, r.RequestID = "0b0c", "first"
	if _, err := a.Do(t.Context(), r); err != nil {
		t.Fatal(err)
	}
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
		t.Run(c.name, func(t *testing.T) {
			got := make(chan string, 16)
			settings := transport.Settings{URL: serveFirstRequest(t, got)}
			if c.secret != "" {
				settings.Secret, settings.Headers = []byte(c.secret), map[string]string{"X-Fixed": "1"}
			}
			assert.ErrorIs(t, sendTwice(t, settings, c.kind), c.want, "broken connection")
			first, second := <-got, <-got
			assert.True(t, first == "first" && second == "second" && len(got) == 0,
				"requests %q, %q and %d more", first, second, len(got))
		})
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
			ca := pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: srv.Certificate().Raw})
			err := sendTwice(t, transport.Settings{URL: srv.URL, CA: ca}, bff.KindMoney)
			assert.ErrorIs(t, err, bff.OutcomeUnknown(bff.ReasonUnavailable), "got %v, want an unknown outcome", err)
			assert.True(t, len(got) == 2 && <-got == "HTTP/2.0", "%d requests", len(got))
		})
	}
}

// serveFirstRequest answers the request with the ID first and closes the connection after reading
// any other.
func serveFirstRequest(t *testing.T, got chan<- string) (url string) {
	t.Helper()
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(io.Discard, r.Body)
		got <- r.Header.Get("X-Request-Id")
		if r.Header.Get("X-Request-Id") != "first" {
			panic(http.ErrAbortHandler)
		}
		answer(200, "application/json", validEnvelope)(w, r)
	}))
	t.Cleanup(srv.Close)
	return srv.URL + "/endpoint/v1"
}
