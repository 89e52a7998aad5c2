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

	"github.com/stretchr/testify/require"

	"croupier/bff"
	"croupier/bff/cache"
	"croupier/bff/gateway"
	"croupier/bff/limit"
	"croupier/bff/telemetry"
)

// open is a gateway.Maintenance that is never on.
type open struct{}

func (open) State(string, string) bff.MaintenanceState { return bff.MaintenanceState{} }

// newRealGateway returns a gateway with the real limiter, for tests and benchmarks without a fixture.
func newRealGateway(tb testing.TB, platform bff.Upstream, change func(*gateway.Options)) http.Handler {
	tb.Helper()
	marmara := brand("marmara", "tr", "en")
	o := gateway.Options{
		Contract: catalogue(), Maintenance: open{}, IdempotencyStore: &idempotencyStore{}, Upstream: platform,
		Sessions: &sessions{byToken: map[string]*bff.Session{"t": {ID: "t", Brand: "marmara", ExpiresAt: time.Now().Add(time.Hour)}}},
		Brands:   func(string) (*bff.Brand, bool) { return marmara, true },
		Limiter: limit.New(limit.Options{Allowance: func(string, bff.LimitRule) (bff.Allowance, bool) {
			return bff.Allowance{Count: 1 << 30, Window: time.Second, Burst: 1 << 30}, true
		}}),
		Site: http.NotFoundHandler(), Bootstrap: func(*bff.Scope) ([]byte, error) { return nil, nil },
		Log: slog.New(slog.DiscardHandler),
	}
	change(&o)
	handler, err := gateway.New(o)
	require.NoError(tb, err)
	return handler
}

// sink is a ResponseWriter that discards the body.
type sink struct{ h http.Header }

func (s *sink) Header() http.Header         { return s.h }
func (s *sink) Write(b []byte) (int, error) { return len(b), nil }
func (s *sink) WriteHeader(int)             {}

// benchmarkCall measures a call without the connection. Every response must have the value of the header.
func benchmarkCall(b *testing.B, handler http.Handler, body, name, value string) {
	b.Helper()
	reader := strings.NewReader(body)
	r := httptest.NewRequestWithContext(b.Context(), http.MethodPost, "http://localhost/endpoint/v1", reader)
	r.Header = http.Header{
		"Panel": {"frontend"}, "Content-Type": {"application/json"}, "Accept-Encoding": {"gzip, deflate, br"},
		"Origin": {"http://localhost"}, "Cookie": {"croupier=t"},
	}
	w := &sink{h: http.Header{}}
	serve := func() string {
		reader.Reset(body)
		clear(w.h)
		handler.ServeHTTP(w, r)
		return w.h.Get(name)
	}
	serve()
	b.ReportAllocs()
	for b.Loop() {
		require.Equal(b, value, serve(), "%v", w.h)
	}
}

// BenchmarkCachedAnswer measures a cached response: with a remembered body, with a body that is decoded each time
// because it has a user object, and with a log line.
func BenchmarkCachedAnswer(b *testing.B) {
	list := answerOf("[" + strings.Repeat(`{"providerID":1,"providerName":"Evi","logo":"/mock/art/1.svg"},`, 60) + "{}]")
	platform := bff.UpstreamFunc(func(context.Context, *bff.UpstreamRequest) (*bff.Answer, error) { return list, nil })
	for _, row := range []struct {
		name, body string
		level      slog.Level
	}{
		{"remembered", providers, slog.LevelError},
		{"decoded", strings.Replace(providers, "}}", `},"user":{}}`, 1), slog.LevelError},
		{"remembered and logged", providers, slog.LevelInfo},
	} {
		b.Run(row.name, func(b *testing.B) {
			responses := cache.New(cache.Settings{Checker: catalogue()})
			b.Cleanup(responses.Close)
			handler := newRealGateway(b, platform, func(o *gateway.Options) {
				o.Cache, o.Observer = responses, telemetry.NewMetrics()
				o.Log = slog.New(slog.NewJSONHandler(struct{ io.Writer }{io.Discard}, &slog.HandlerOptions{Level: row.level}))
			})
			benchmarkCall(b, handler, row.body, "Croupier-Cache", "HIT")
		})
	}
}

// BenchmarkRefusal measures a logged call that the upstream does not take: refused early, and refused by the upstream.
func BenchmarkRefusal(b *testing.B) {
	refused := bff.ReasonUnavailable.WithRetryAfter(time.Second).WithDelivery(bff.DeliveryNotSent)
	platform := bff.UpstreamFunc(func(context.Context, *bff.UpstreamRequest) (*bff.Answer, error) { return nil, refused })
	for name, refusal := range map[string]func(*bff.Brand, *bff.Call, string) error{
		"early":           func(*bff.Brand, *bff.Call, string) error { return refused },
		"by the upstream": nil,
	} {
		b.Run(name, func(b *testing.B) {
			handler := newRealGateway(b, platform, func(o *gateway.Options) {
				o.Refusal, o.Observer = refusal, telemetry.NewMetrics()
				o.Log = telemetry.NewLogger(struct{ io.Writer }{io.Discard}, slog.LevelInfo)
			})
			benchmarkCall(b, handler, api("finance/check_balance", ""), "Retry-After", "1")
		})
	}
}
