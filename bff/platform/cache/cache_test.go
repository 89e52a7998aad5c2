package cache

import (
	"context"
	"encoding/json"
	"fmt"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"croupier/bff"
	"croupier/bff/contract"
)

func TestEntryIsFreshThenStaleThenExpired(t *testing.T) {
	f := newFixture(t, Settings{})
	f.want(t, request(), "MISS 0 1")
	f.want(t, request(), "HIT 0 1")
	f.clock.Advance(59 * time.Second)
	f.want(t, request(), "HIT 59 1")
	f.clock.Advance(time.Second)
	f.want(t, request(), "STALE 60 1").settled().want(t, request(), "HIT 0 2")
	f.clock.Advance(11 * time.Minute)
	f.want(t, request(), "MISS 0 3")
}

func TestStaleEntryIsServedWhileOneRefreshRuns(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := newFixture(t, Settings{})
		f.want(t, request(), "MISS 0 1")
		release := f.hold(2)
		f.clock.Advance(2 * time.Minute)
		for range 10 {
			f.want(t, request(), "STALE 120 1")
		}
		synctest.Wait()
		assert.EqualValues(t, 2, f.sent.Load())
		release()
		f.settled().want(t, request(), "HIT 0 2")
	})
}

func TestFailedRefreshBacksOff(t *testing.T) {
	f := newFixture(t, Settings{})
	f.want(t, request(), "MISS 0 1")
	f.do = failWith(bff.ReasonUnavailable)
	f.clock.Advance(2 * time.Minute)
	for range 10 {
		f.want(t, request(), "STALE 120 1").settled()
	}
	assert.EqualValues(t, 2, f.sent.Load())
	f.clock.Advance(time.Second)
	f.want(t, request(), "STALE 121 1")
	assert.EqualValues(t, 3, f.settled().sent.Load())
}

func TestStaleEntryIsServedOnUpstreamError(t *testing.T) {
	for _, c := range []struct {
		name string
		err  error
		age  time.Duration
		want string
	}{
		{"unavailable", bff.ReasonUnavailable, time.Hour, "STALE 3600 1"},
		{"unreadable", bff.ReasonBadUpstreamAnswer, time.Hour, "STALE 3600 1"},
		{"too slow", bff.ReasonUpstreamTimeout, time.Hour, "STALE 3600 1"},
		{"limited by the platform", bff.ReasonRateLimited, time.Hour, "STALE 3600 1"},
		{"a literal 500", bff.ReasonUpstreamError, time.Hour, "STALE 3600 1"},
		{"maintenance is no failure", bff.ReasonMaintenance, time.Hour, "MISS maintenance"},
		{"older than a day", bff.ReasonUnavailable, 24*time.Hour + 2*time.Minute, "MISS upstream unavailable"},
	} {
		f := newFixture(t, Settings{})
		f.want(t, request(), "MISS 0 1")
		f.do = failWith(c.err)
		f.clock.Advance(c.age)
		assert.Equal(t, c.want, f.ask(t.Context(), request()), c.name)
	}
}

func TestUncacheableCallsBypass(t *testing.T) {
	for name, change := range map[string]func(r *bff.UpstreamRequest){
		"a player's call":             func(r *bff.UpstreamRequest) { r.Identity = &bff.Identity{UID: "u"} },
		"a call that needs a session": func(r *bff.UpstreamRequest) { r.Rules.Who = bff.WhoSession },
		"a pending session's call":    func(r *bff.UpstreamRequest) { r.Rules.Who = bff.WhoPending },
		"a write":                     func(r *bff.UpstreamRequest) { r.Rules.Kind = bff.KindWrite },
		"a money call":                func(r *bff.UpstreamRequest) { r.Rules.Kind = bff.KindMoney },
		"a call without a policy":     func(r *bff.UpstreamRequest) { r.Rules.Cache = bff.CachePolicy{} },
		"cached by the brand only": func(r *bff.UpstreamRequest) {
			r.Rules.Cache, r.Call.Rules.Cache = bff.CachePolicy{}, bff.CachePolicy{}
			r.Brand.Cache = map[string]bff.CachePolicy{"casino/games_list": policy}
		},
		"disabled by the brand": func(r *bff.UpstreamRequest) {
			r.Brand.Cache = map[string]bff.CachePolicy{"casino/games_list": {}}
		},
	} {
		f := newFixture(t, Settings{})
		for _, want := range []string{"BYPASS 0 1", "BYPASS 0 2"} {
			assert.Equal(t, want, f.ask(t.Context(), changed(change)), name)
		}
		f.wantSize(t, 0)
	}
}

// TestSessionCallsAreNeverCached makes every call of the contract with every example and variant.
// The brand caches everything for an hour.
func TestSessionCallsAreNeverCached(t *testing.T) {
	calls, err := contract.Load()
	require.NoError(t, err)
	greedy := &bff.Brand{ID: "marmara", SiteID: 889, Cache: map[string]bff.CachePolicy{}}
	for _, call := range calls.Calls() {
		greedy.Cache[call.Name()] = bff.CachePolicy{TTL: time.Hour}
	}
	cached, asked := 0, 0
	for _, call := range calls.Calls() {
		forms := []map[string]any{{}, {"favorites": true}, {"searchGameName": "abc"}}
		for _, example := range calls.Examples(call) {
			var data map[string]any
			require.NoError(t, json.Unmarshal(example.Data, &data))
			forms = append(forms, data)
		}
		for _, data := range forms {
			for _, id := range []*bff.Identity{nil, {UID: "7", SID: "s"}} {
				asked++
				rules := calls.Resolve(call, data)
				f := newFixture(t, Settings{})
				f.ask(t.Context(), &bff.UpstreamRequest{
					Brand: greedy, Call: call, Rules: rules, Data: calls.Complete(call, data, "tr"), Lang: "tr",
					Identity: id,
				})
				n, _ := f.Size()
				cached += n
				allowed := id == nil && rules.Who == bff.WhoGuest && rules.Kind == bff.KindRead &&
					call.Rules.Cache.Cacheable()
				assert.True(t, n <= 0 || allowed, "%s with %v is cached", call.Name(), data)
			}
		}
	}
	assert.True(t, cached != 0 && asked >= 3*len(calls.Calls()), "%d of %d were cached: the test proves nothing",
		cached, asked)
}

// The key contains the settings of the upstream. After a configuration change, a running call or
// the shared tier may still return a response of the brand's previous platform.
func TestDistinctRequestsHaveDistinctKeys(t *testing.T) {
	house := bff.UpstreamRules{Name: "house", Adapter: "rest", URL: "https://house.example", Settings: "1"}
	moved, renamed, mapped := house, house, house
	moved.URL, renamed.Name, mapped.Settings = "https://other.example", "other", "2"
	of := func(rules bff.UpstreamRules) *bff.UpstreamRequest {
		return changed(func(r *bff.UpstreamRequest) { r.Brand.Upstream = rules })
	}
	f := newFixture(t, Settings{})
	different := []*bff.UpstreamRequest{
		request(),
		changed(func(r *bff.UpstreamRequest) { r.Partition = "zephyr" }),
		changed(func(r *bff.UpstreamRequest) { r.Brand.SiteID = 111 }),
		changed(func(r *bff.UpstreamRequest) { r.Call.Method = "provider_list" }),
		changed(func(r *bff.UpstreamRequest) { r.Call.Class, r.Call.Method = "casin", "o/games_list" }),
		changed(func(r *bff.UpstreamRequest) { r.Lang = "en" }),
		changed(func(r *bff.UpstreamRequest) { r.Partition = "marmara/ayse" }),
		changed(func(r *bff.UpstreamRequest) { r.Partition, r.Brand.SiteID = "marmara8", 89 }),
		changed(func(r *bff.UpstreamRequest) { r.Data["offset"] = 48 }),
		changed(func(r *bff.UpstreamRequest) { r.Data["more"] = nil }),
		of(house), of(moved), of(renamed), of(mapped),
	}
	for _, state := range []string{"MISS", "HIT"} {
		for i, r := range different {
			f.want(t, r, fmt.Sprintf("%s 0 %d", state, i+1))
		}
	}
	f.want(t, changed(func(r *bff.UpstreamRequest) { r.RequestID = "another" }), "HIT 0 1")
	routed := of(house)
	routed.Brand.Routing = map[string]bff.UpstreamRules{"casino": moved}
	f.want(t, routed, "HIT 0 12")
}

func TestBrandPolicyOverridesCallButNotVariant(t *testing.T) {
	f := newFixture(t, Settings{})
	brand := func(p bff.CachePolicy) func(*bff.UpstreamRequest) {
		return func(r *bff.UpstreamRequest) { r.Brand.Cache = map[string]bff.CachePolicy{"casino/games_list": p} }
	}
	shorter := brand(bff.CachePolicy{TTL: time.Second})
	f.want(t, changed(shorter), "MISS 0 1")
	f.clock.Advance(2 * time.Second)
	f.want(t, changed(shorter), "MISS 0 2")

	search := func(r *bff.UpstreamRequest) {
		shorter(r)
		r.Data["searchGameName"] = "abc"
		r.Rules.Cache = bff.CachePolicy{TTL: 15 * time.Second}
	}
	f.want(t, changed(search), "MISS 0 3")
	f.clock.Advance(14 * time.Second)
	f.want(t, changed(search), "HIT 14 3")

	// A reloaded policy also applies to stored entries.
	f.want(t, request(), "HIT 14 2")
	f.clock.Advance(16 * time.Second)
	f.want(t, request(), "HIT 30 2")
	f.want(t, changed(brand(bff.CachePolicy{})), "BYPASS 0 4")
	f.want(t, changed(brand(bff.CachePolicy{TTL: 10 * time.Second})), "MISS 0 5")
}

func TestStats(t *testing.T) {
	f := newFixture(t, Settings{MaxEntries: 1})
	f.ask(t.Context(), request())
	f.ask(t.Context(), request())
	f.ask(t.Context(), changed(func(r *bff.UpstreamRequest) { r.Rules.Kind = bff.KindWrite }))
	f.clock.Advance(90 * time.Second)
	f.do = failWith(bff.ReasonUnavailable)
	f.ask(t.Context(), request())
	f.settled().clock.Advance(time.Hour)
	f.ask(t.Context(), request())
	f.do = answerNumber
	f.ask(t.Context(), changed(func(r *bff.UpstreamRequest) { r.Lang = "en" }))
	got := f.Stats()
	assert.True(t, got.Bytes > 0, "%d bytes", got.Bytes)
	got.Bytes = 0
	want := bff.CacheStats{
		Hits: 1, Stale: 2, Misses: 2, Bypassed: 1, StaleAge: 90*time.Second + 90*time.Second + time.Hour, Evicted: 1,
		Entries: 1,
	}
	assert.Equal(t, want, got)
}

// x/sync/singleflight crashes the process on a panic in DoChan and leaves its key blocked.
func TestConcurrentMissesAreCoalesced(t *testing.T) {
	for _, c := range []struct {
		name           string
		panics         bool
		outcome, later string
	}{
		{"an answer", false, "0 1", "HIT 0 1"},
		{"a panic fails its own flight only", true, "internal error", "MISS 0 2"},
	} {
		synctest.Test(t, func(t *testing.T) {
			t.Log(c.name)
			f := newFixture(t, Settings{})
			release := f.hold(1)
			held := f.do
			f.do = func(ctx context.Context, r *bff.UpstreamRequest, n int64) (*bff.Answer, error) {
				a, err := held(ctx, r, n)
				if c.panics && n == 1 {
					panic("boom")
				}
				return a, err
			}
			const callers = 100
			got := make(chan string, callers)
			for range callers {
				go func() { got <- f.ask(t.Context(), request()) }()
			}
			synctest.Wait()
			release()
			count := map[string]int{}
			for range callers {
				count[<-got]++
			}
			assert.Equal(t, map[string]int{"MISS " + c.outcome: 1, "COALESCED " + c.outcome: callers - 1}, count)
			assert.EqualValues(t, 1, f.sent.Load())
			assert.EqualValues(t, callers-1, f.Stats().Coalesced)
			f.want(t, request(), c.later)
		})
	}
}

func TestFlightOutlivesTheCallerThatStartedIt(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := newFixture(t, Settings{})
		release := f.hold(1)
		held, seen := f.do, ""
		f.do = func(ctx context.Context, r *bff.UpstreamRequest, n int64) (*bff.Answer, error) {
			a, err := held(ctx, r, n)
			seen = r.RequestID
			return a, err
		}
		leader, leave := context.WithCancel(t.Context())
		r := request()
		first, second := f.start(leader, r), f.start(t.Context(), request())
		leave()
		assert.Equal(t, "MISS context canceled", <-first, "the caller that left")
		r.RequestID = "of the next visitor"
		release()
		assert.Equal(t, "COALESCED 0 1", <-second, "the caller that stayed")
		assert.Equal(t, "r-1", seen)
		f.want(t, request(), "HIT 0 1")
	})
}

func TestFlightLeavesTheDeadlineToTheUpstream(t *testing.T) {
	f := newFixture(t, Settings{})
	f.do = func(ctx context.Context, _ *bff.UpstreamRequest, _ int64) (*bff.Answer, error) {
		at, ok := ctx.Deadline()
		assert.True(t, !ok, "the flight ends at %s", at)
		return nil, bff.ReasonUpstreamTimeout
	}
	ctx, cancel := context.WithTimeout(t.Context(), time.Hour)
	defer cancel()
	assert.Equal(t, "MISS upstream timeout", f.ask(ctx, request()))
}

func TestCloseCancelsFlights(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := newFixture(t, Settings{})
		f.hold(1)
		running := f.start(t.Context(), request())
		f.Close()
		assert.Equal(t, "MISS upstream unavailable", <-running, "running call")
		f.want(t, request(), "BYPASS 0 2")
	})
}
