package gateway_test

import (
	"context"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"croupier/bff"
	"croupier/bff/cache"
	"croupier/bff/gateway"
	"croupier/bff/limit"
	"croupier/bff/upstream"
)

// The real gateway, cache and chain in front of a platform that hangs after 30 s of healthy traffic:
// guest reads that miss the cache, 100 a second.
func TestHungPlatformBehindTheCache(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		const rate, calls = 100, 600
		var hung atomic.Bool
		var reached, quick atomic.Int64
		chain := upstream.NewChain(bff.UpstreamFunc(func(ctx context.Context, _ *bff.UpstreamRequest) (*bff.Answer, error) {
			reached.Add(1)
			if hung.Load() {
				<-ctx.Done()
				return nil, bff.ReasonUpstreamTimeout.WithCause(ctx.Err())
			}
			time.Sleep(20 * time.Millisecond)
			return &bff.Answer{Result: true, Code: 200}, nil
		}), upstream.Settings{})
		responses := cache.New(cache.Settings{})
		defer responses.Close()
		marmara := brand("marmara", "tr")
		handler, err := gateway.New(gateway.Options{
			Contract: catalogue(), Sessions: &sessions{}, Maintenance: open{}, IdempotencyStore: &idempotencyStore{},
			Brands: func(string) (*bff.Brand, bool) { return marmara, true },
			Limiter: limit.New(limit.Options{Allowance: func(string, bff.LimitRule) (bff.Allowance, bool) {
				return bff.Allowance{Count: 1 << 30, Window: time.Second, Burst: 1 << 30}, true
			}}),
			Upstream: chain, Refusal: chain.Refusal, Cache: responses,
			Site: http.NotFoundHandler(), Bootstrap: func(*bff.Scope) ([]byte, error) { return nil, nil },
			Log: slog.New(slog.DiscardHandler),
		})
		if err != nil {
			t.Fatal(err)
		}
		traffic := func(from, n int) {
			for i := range n {
				go func() {
					began := time.Now()
					body := api("casino/games_list", fmt.Sprintf(`{"searchGameName":"game %d"}`, from+i))
					r := httptest.NewRequestWithContext(t.Context(), http.MethodPost, "http://localhost/endpoint/v1", strings.NewReader(body))
					r.Header.Set("panel", "frontend")
					r.Header.Set("Content-Type", "application/json")
					w := httptest.NewRecorder()
					handler.ServeHTTP(w, r)
					switch {
					case w.Code == http.StatusBadRequest:
						t.Errorf("%s", w.Body)
					case time.Since(began) <= 50*time.Millisecond:
						quick.Add(1)
					}
				}()
				synctest.Wait()
				time.Sleep(time.Second / rate)
			}
		}
		traffic(0, 30*rate)
		time.Sleep(50 * time.Millisecond) // the last ones are in flight
		synctest.Wait()
		if reached.Load() != 30*rate || quick.Load() != 30*rate {
			t.Fatalf("healthy: %d of %d calls reached the platform, %d were quick", reached.Load(), 30*rate, quick.Load())
		}
		reached.Store(0)
		quick.Store(0)
		hung.Store(true)
		traffic(30*rate, calls)
		time.Sleep(time.Minute)
		t.Logf("%d of %d calls reached the hung platform, %d were answered within 50 ms", reached.Load(), calls, quick.Load())
		if reached.Load() > 30 || quick.Load() < calls*95/100 {
			t.Error("want at most 30, and at least 95 %")
		}
	})
}
