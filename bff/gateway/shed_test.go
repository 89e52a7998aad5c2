package gateway_test

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"croupier/bff"
	"croupier/bff/cache"
	"croupier/bff/gateway"
	"croupier/bff/upstream"
)

// shedding is a gateway with the real cache in front of the real chain.
type shedding struct {
	*fixture
	chain *upstream.Chain
	down  bool // the platform fails every call
	calls int  // that reached the platform
}

func newShedding(t *testing.T) *shedding {
	t.Helper()
	s := &shedding{}
	s.chain = upstream.NewChain(bff.UpstreamFunc(func(ctx context.Context, r *bff.UpstreamRequest) (*bff.Answer, error) {
		s.calls++
		if s.down {
			return nil, bff.ReasonUnavailable.WithDelivery(bff.DeliveryNotSent)
		}
		return s.answer(ctx, r)
	}), upstream.Settings{Name: "platform", Breaker: upstream.BreakerSettings{OpenFor: time.Hour}})
	responses := cache.New(cache.Settings{})
	t.Cleanup(responses.Close)
	s.fixture = newFixture(t, func(o *gateway.Options) {
		o.Upstream, o.Refusal, o.Cache = s.chain, s.chain.Refusal, responses
	})
	s.sessions.open("t")
	return s
}

// breakCircuits opens the circuits of calls.
func (s *shedding) breakCircuits(calls ...string) {
	s.t.Helper()
	s.down = true
	for _, call := range calls {
		c := callNamed(s.t, call)
		for range 20 {
			_, _ = s.chain.Do(s.t.Context(), &bff.UpstreamRequest{Brand: s.marmara(), Call: c, Rules: c.Rules, Lang: "tr"})
		}
		require.Error(s.t, s.chain.Refusal(s.marmara(), c, ""), "the circuit of %s is closed", call)
	}
	s.calls = 0
}

// mustRefuse makes a call that must be refused as not sent, and returns the message.
func (s *shedding) mustRefuse(name, body string, edits ...func(*http.Request)) string {
	s.t.Helper()
	w, e := s.want(name, http.StatusServiceUnavailable, "upstream unavailable", body, edits...)
	assert.True(s.t, e.Message != "" && e.Code == w.Code && w.Header().Get("Retry-After") != "",
		"%s: %d %+v, Retry-After %q", name, w.Code, e, w.Header().Get("Retry-After"))
	return e.Message
}

func TestWhatAnOpenCircuitRefusesEarly(t *testing.T) {
	s := newShedding(t)
	deposit := api("finance/save_bank_transfer", string(catalogue().Examples(callNamed(t, "finance/save_bank_transfer"))[0].Data))
	key := func(last string) func(*http.Request) { return header("Idempotency-Key", uuid[:len(uuid)-1]+last) }
	s.want("a deposit before the outage", 200, "", deposit, cookie("t"), key("1"))
	s.want("providers before the outage", 200, "", providers)
	s.breakCircuits("finance/check_balance", "user/get_user_profile", "casino/provider_list")

	balance, inEnglish := api("finance/check_balance", ""), api("finance/check_balance", `{"Lang":"en"}`)
	for _, name := range []string{"decoded", "remembered by its bytes"} {
		s.sessions.openErr = errors.New("the session was opened")
		assert.NotEqual(t, s.mustRefuse(name+", in English", inEnglish, cookie("t")), s.mustRefuse(name, balance, cookie("t")),
			"%s: both languages have one message", name)
		s.sessions.openErr = nil
	}
	s.mustRefuse("a login", api("user/login", `{"username":"demo","password":"Demo123"}`))
	s.mustRefuse("a guest read that is not cached", api("casino/category_list", ""))
	assert.True(t, len(s.limiter.taken) != 0 && s.calls == 0, "%d calls reached the platform", s.calls)

	w, _ := s.want("a cached response", 200, "", providers)
	assert.Equal(t, "HIT", w.Header().Get("Croupier-Cache"), "cached response: %v", w.Header())
	s.want("a repeat of a known key", 200, "", deposit, cookie("t"), key("1"))
	s.mustRefuse("a new money call", deposit, cookie("t"), key("2"))
	assert.Len(t, s.idempotencyStore.entries, 1, "the key of a refused money call is not released")
	s.want("check_status", 200, "", api("maintenance/check_status", ""))
	s.want("refresh", 200, "", api("user/refresh", ""), cookie("t"))
	s.sessions.open("t")
	s.want("logout", 200, "", api("user/logout", ""), cookie("t"))
	assert.Nil(t, s.sessions.byToken["t"], "logout did not end the session")
	s.state.On = true
	_, e := s.call(balance, cookie("t"))
	assert.NotEqual(t, "upstream unavailable", e.debug(), "a brand under maintenance is reported as unavailable")
	assert.Equal(t, 0, s.calls, "%d calls reached the platform", s.calls)
}

// A remembered body is sent as soon as the circuit passes calls again.
func TestEarlyRefusalsEndWithTheOutage(t *testing.T) {
	refused := bff.ReasonUnavailable.WithDelivery(bff.DeliveryNotSent)
	var refusal error = refused
	r := newPlayer(t, func(o *gateway.Options) {
		o.Refusal = func(*bff.Brand, *bff.Call, string) error { return refusal }
	})
	s := &shedding{fixture: r}
	body := api("finance/check_balance", "")
	s.mustRefuse("first", body, cookie("s"))
	s.mustRefuse("second", body, cookie("s"))
	refusal = nil
	r.want("afterwards", 200, "", body, cookie("s"))
	r.wantSent("afterwards", "finance/check_balance")
}

func TestRefusalsAreLoggedInSamples(t *testing.T) {
	s := newShedding(t)
	s.breakCircuits("finance/check_balance", "user/get_user_profile")
	const calls = 200
	lines := func() (n int) { return strings.Count(s.log.String(), `"debug":"upstream unavailable"`) }
	for range calls {
		s.mustRefuse("call", api("finance/check_balance", ""), cookie("t"))
	}
	if n := lines(); n != 10 {
		t.Errorf("%d log lines of %d refusals in one second", n, calls)
	}
	s.mustRefuse("call", api("user/get_user_profile", ""), cookie("t"))
	assert.Equal(t, 11, lines(), "a refusal of another class is not logged")
	s.now = s.now.Add(time.Second)
	s.mustRefuse("call", api("finance/check_balance", ""), cookie("t"))
	want := fmt.Sprintf(`"unlogged":%d`, calls-10)
	assert.True(t, lines() == 12 && strings.Contains(s.log.String(), want),
		"the next second: %d lines, want one with %s", lines(), want)
	assert.Len(t, s.observations, calls+2, "%d of %d requests were observed", len(s.observations), calls+2)
}

// The real gateway, cache and chain in front of a platform that hangs after a time of healthy traffic: guest reads
// that miss the cache, 100 a second.
func TestHungPlatformBehindTheCache(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		const rate, healthy, calls = 100, 3000, 600
		var hung atomic.Bool
		var reached, quick atomic.Int64
		chain := upstream.NewChain(bff.UpstreamFunc(func(ctx context.Context, _ *bff.UpstreamRequest) (*bff.Answer, error) {
			reached.Add(1)
			if hung.Load() {
				<-ctx.Done()
				return nil, bff.ReasonUpstreamTimeout.WithCause(ctx.Err())
			}
			time.Sleep(20 * time.Millisecond) // synctest's clock
			return &bff.Answer{Result: true, Code: 200}, nil
		}), upstream.Settings{})
		responses := cache.New(cache.Settings{})
		defer responses.Close()
		handler := newRealGateway(t, chain, func(o *gateway.Options) { o.Refusal, o.Cache = chain.Refusal, responses })
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
		traffic(0, healthy)
		time.Sleep(50 * time.Millisecond) // the last ones are in flight
		synctest.Wait()
		require.True(t, reached.Load() == healthy && quick.Load() == healthy,
			"healthy: %d of %d calls reached the platform, %d were quick", reached.Load(), healthy, quick.Load())
		reached.Store(0)
		quick.Store(0)
		hung.Store(true)
		traffic(healthy, calls)
		time.Sleep(time.Minute)
		assert.True(t, reached.Load() <= 30 && quick.Load() >= calls*95/100,
			"%d calls reached the hung platform, want at most 30; %d of %d were answered within 50 ms, want 95 %%", reached.Load(), quick.Load(), calls)
	})
}
