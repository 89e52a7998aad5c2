package gateway_test

import (
	"context"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"croupier/bff"
	"croupier/bff/gateway"
	"croupier/bff/limit"
	"croupier/bff/telemetry"
)

// BenchmarkRefusal measures a call that the upstream does not take, without the connection and with
// a log: refused early, and refused by the upstream.
func BenchmarkRefusal(b *testing.B) {
	refused := bff.ReasonUnavailable.WithRetryAfter(time.Second).WithDelivery(bff.DeliveryNotSent)
	for _, row := range []struct {
		name    string
		refusal func(*bff.Brand, *bff.Call, string) error
	}{
		{"early", func(*bff.Brand, *bff.Call, string) error { return refused }},
		{"by the upstream", nil},
	} {
		b.Run(row.name, func(b *testing.B) {
			marmara := brand("marmara", "tr", "en")
			log := telemetry.NewLogger(struct{ io.Writer }{io.Discard}, slog.LevelInfo)
			handler, err := gateway.New(gateway.Options{
				Contract: catalogue(), Maintenance: open{}, IdempotencyStore: &idempotencyStore{}, Refusal: row.refusal,
				Sessions: &sessions{byToken: map[string]*bff.Session{"t": {ID: "t", Brand: "marmara", ExpiresAt: time.Now().Add(time.Hour)}}},
				Brands:   func(string) (*bff.Brand, bool) { return marmara, true },
				Limiter: limit.New(limit.Options{Allowance: func(string, bff.LimitRule) (bff.Allowance, bool) {
					return bff.Allowance{Count: 1 << 30, Window: time.Second, Burst: 1 << 30}, true
				}}),
				Upstream: bff.UpstreamFunc(func(context.Context, *bff.UpstreamRequest) (*bff.Answer, error) { return nil, refused }),
				Site:     http.NotFoundHandler(), Bootstrap: func(*bff.Scope) ([]byte, error) { return nil, nil },
				Observer: telemetry.NewMetrics(), Log: log,
			})
			if err != nil {
				b.Fatal(err)
			}
			body := api("finance/check_balance", "")
			reader := strings.NewReader(body)
			r := httptest.NewRequestWithContext(b.Context(), http.MethodPost, "http://localhost/endpoint/v1", reader)
			r.Header["Panel"], r.Header["Content-Type"], r.Header["Cookie"] = []string{"frontend"}, []string{"application/json"}, []string{"croupier=t"}
			w := &sink{h: http.Header{}}
			b.ReportAllocs()
			for b.Loop() {
				reader.Reset(body)
				clear(w.h)
				handler.ServeHTTP(w, r)
				if w.h.Get("Retry-After") != "1" {
					b.Fatal(w.h)
				}
			}
		})
	}
}
