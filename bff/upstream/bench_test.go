package upstream_test

import (
	"context"
	"io"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"croupier/bff"
	"croupier/bff/upstream"
	"croupier/bff/upstream/envelope"
	"croupier/bff/upstream/transport"
)

func call(kind bff.Kind) *bff.UpstreamRequest {
	return &bff.UpstreamRequest{
		RequestID: "r-1",
		Brand:     &bff.Brand{ID: "marmara", SiteID: 889, Upstream: bff.UpstreamRules{Name: "platform"}},
		Call:      &bff.Call{Class: "finance", Method: "check_balance"},
		Rules:     bff.Rules{Kind: kind, Deadline: 8 * time.Second, DeadlineClass: "normal"},
		Data:      map[string]any{},
		Lang:      "tr",
	}
}

// adapterTo returns the envelope adapter with its own transport.
func adapterTo(tb testing.TB, s transport.Settings) bff.Upstream {
	tb.Helper()
	carrier, err := transport.New(s)
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(carrier.CloseIdleConnections)
	a, err := envelope.New(envelope.Settings{URL: s.URL, Transport: carrier})
	if err != nil {
		tb.Fatal(err)
	}
	return a
}

func balance(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Type", "application/json")
	_, _ = io.WriteString(w, `{"result":true,"message":"","data":[{"balance":250.00,"bonus":0,"currency":"TRY"}],"code":200,"debug":null,"pagination":null}`)
}

// BenchmarkCall compares calls over the loopback with and without the chain, and with a
// signature. The chain must cost little compared to the connection.
func BenchmarkCall(b *testing.B) {
	srv := httptest.NewServer(http.HandlerFunc(balance))
	defer srv.Close()
	plain := adapterTo(b, transport.Settings{URL: srv.URL})
	signed := adapterTo(b, transport.Settings{URL: srv.URL, Secret: []byte("a secret of the house"), Headers: map[string]string{"X-House": "1"}})
	settings := upstream.Settings{Name: "platform", Deadlines: map[string]time.Duration{"quick": time.Second}}
	for _, c := range []struct {
		name string
		up   bff.Upstream
	}{
		{"adapter", plain},
		{"chain", upstream.NewChain(plain, settings)},
		{"signed adapter", signed},
		{"signed chain", upstream.NewChain(signed, settings)},
	} {
		b.Run(c.name, func(b *testing.B) { ask(b, c.up) })
	}
}

// BenchmarkChain measures the chain alone.
func BenchmarkChain(b *testing.B) {
	answer := &bff.Answer{Result: true, Code: 200}
	none := bff.UpstreamFunc(func(context.Context, *bff.UpstreamRequest) (*bff.Answer, error) { return answer, nil })
	ask(b, upstream.NewChain(none, upstream.Settings{Name: "platform"}))
}

func ask(b *testing.B, up bff.Upstream) {
	b.ReportAllocs()
	r := call(bff.KindRead)
	for b.Loop() {
		if a, err := up.Do(b.Context(), r); err != nil || !a.Result {
			b.Fatal(a, err)
		}
	}
}
