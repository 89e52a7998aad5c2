package cache

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"croupier/bff"
	"croupier/bff/testkit"
)

func TestMain(m *testing.M) { testkit.Main(m) }

// clock is a manual clock.
type clock struct {
	mu sync.Mutex
	at time.Time
}

func newClock() *clock { return &clock{at: time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)} }

func (c *clock) now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.at
}

func (c *clock) advance(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.at = c.at.Add(d)
}

type fixture struct {
	*Cache
	clock *clock
	sent  atomic.Int64
	do    func(ctx context.Context, r *bff.UpstreamRequest, n int64) (*bff.Answer, error)
}

// newFixture returns a cache over an upstream that answers with the number of the call.
func newFixture(tb testing.TB, s Settings) *fixture {
	tb.Helper()
	f := &fixture{clock: newClock()}
	f.do = func(_ context.Context, _ *bff.UpstreamRequest, n int64) (*bff.Answer, error) { return numbered(n), nil }
	s.Now = f.clock.now
	f.Cache = New(s)
	tb.Cleanup(f.Close)
	return f
}

func (f *fixture) Do(ctx context.Context, r *bff.UpstreamRequest) (*bff.Answer, error) {
	return f.do(ctx, r, f.sent.Add(1))
}

// ask returns the outcome as one line: state, age, data or debug.
func (f *fixture) ask(ctx context.Context, r *bff.UpstreamRequest) string {
	got, err := f.Cache.Do(ctx, r, f)
	state := got.State
	if err != nil {
		var reason *bff.Reason
		if errors.As(err, &reason) {
			return fmt.Sprintf("%s %s", state, reason.Debug)
		}
		return fmt.Sprintf("%s %v", state, err)
	}
	return fmt.Sprintf("%s %d %s", state, got.Age, got.Answer.Data)
}

func (f *fixture) want(t *testing.T, r *bff.UpstreamRequest, want string) {
	t.Helper()
	if got := f.ask(t.Context(), r); got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

// purged purges and returns the number of dropped entries.
func (f *fixture) purged(tb testing.TB, brand, call string) int {
	tb.Helper()
	n, err := f.Purge(tb.Context(), brand, call)
	if err != nil {
		tb.Error(err)
	}
	return n
}

func numbered(n int64) *bff.Answer {
	return &bff.Answer{Result: true, Code: 200, Data: json.RawMessage(fmt.Sprint(n))}
}

var policy = bff.CachePolicy{TTL: time.Minute, StaleWhileRevalidate: 10 * time.Minute, StaleIfError: 24 * time.Hour}

// request returns a cacheable guest read.
func request() *bff.UpstreamRequest {
	rules := bff.Rules{Who: bff.WhoGuest, Kind: bff.KindRead, Cache: policy, Deadline: 5 * time.Second}
	return &bff.UpstreamRequest{
		RequestID: "r-1",
		Brand:     &bff.Brand{ID: "marmara", SiteID: 889},
		Call:      &bff.Call{Class: "casino", Method: "games_list", Rules: rules},
		Rules:     rules,
		Data:      map[string]any{"limit": json.Number("48"), "offset": json.Number("0"), "Lang": "tr"},
		Lang:      "tr",
	}
}

// changed returns request with a change applied.
func changed(f func(r *bff.UpstreamRequest)) *bff.UpstreamRequest {
	r := request()
	f(r)
	return r
}
