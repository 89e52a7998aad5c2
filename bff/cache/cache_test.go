package cache

import (
	"context"
	"fmt"
	"testing"
	"testing/synctest"
	"time"

	"croupier/bff"
)

func TestEntryIsFreshThenStaleThenExpired(t *testing.T) {
	f := newFixture(t, Settings{})
	f.want(t, request(), "MISS 0 1")
	f.want(t, request(), "HIT 0 1")
	f.clock.advance(59 * time.Second)
	f.want(t, request(), "HIT 59 1")
	f.clock.advance(time.Second)
	f.want(t, request(), "STALE 60 1")
	f.running.Wait() // the refresh behind it
	f.want(t, request(), "HIT 0 2")
	f.clock.advance(11 * time.Minute)
	f.want(t, request(), "MISS 0 3")
}

func TestStaleEntryIsServedWhileOneRefreshRuns(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := newFixture(t, Settings{})
		f.want(t, request(), "MISS 0 1")
		release := make(chan struct{})
		f.do = func(_ context.Context, _ *bff.UpstreamRequest, n int64) (*bff.Answer, error) {
			<-release
			return numbered(n), nil
		}
		f.clock.advance(2 * time.Minute)
		for range 10 {
			f.want(t, request(), "STALE 120 1")
		}
		synctest.Wait()
		if n := f.sent.Load(); n != 2 {
			t.Errorf("%d calls, want the first and one refresh", n)
		}
		close(release)
		f.running.Wait()
		f.want(t, request(), "HIT 0 2")
	})
}

func TestFailedRefreshBacksOff(t *testing.T) {
	f := newFixture(t, Settings{})
	f.want(t, request(), "MISS 0 1")
	f.do = func(context.Context, *bff.UpstreamRequest, int64) (*bff.Answer, error) {
		return nil, bff.ReasonUnavailable
	}
	f.clock.advance(2 * time.Minute)
	for range 10 {
		f.want(t, request(), "STALE 120 1")
		f.running.Wait()
	}
	if n := f.sent.Load(); n != 2 {
		t.Errorf("%d calls within a second, want the first and one refresh", n)
	}
	f.clock.advance(time.Second)
	f.want(t, request(), "STALE 121 1")
	f.running.Wait()
	if n := f.sent.Load(); n != 3 {
		t.Errorf("%d calls, want a second refresh after a second", n)
	}
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
		t.Run(c.name, func(t *testing.T) {
			f := newFixture(t, Settings{})
			f.want(t, request(), "MISS 0 1")
			f.do = func(context.Context, *bff.UpstreamRequest, int64) (*bff.Answer, error) { return nil, c.err }
			f.clock.advance(c.age)
			f.want(t, request(), c.want)
		})
	}
}

func TestUncacheableCallsBypass(t *testing.T) {
	never := map[string]*bff.UpstreamRequest{
		"a player's call":             changed(func(r *bff.UpstreamRequest) { r.Identity = &bff.Identity{UID: "u"} }),
		"a call that needs a session": changed(func(r *bff.UpstreamRequest) { r.Rules.Who = bff.WhoSession }),
		"a pending session's call":    changed(func(r *bff.UpstreamRequest) { r.Rules.Who = bff.WhoPending }),
		"a write":                     changed(func(r *bff.UpstreamRequest) { r.Rules.Kind = bff.KindWrite }),
		"a money call":                changed(func(r *bff.UpstreamRequest) { r.Rules.Kind = bff.KindMoney }),
		"a call without a policy":     changed(func(r *bff.UpstreamRequest) { r.Rules.Cache = bff.CachePolicy{} }),
		"cached by the brand only": changed(func(r *bff.UpstreamRequest) {
			r.Rules.Cache, r.Call.Rules.Cache = bff.CachePolicy{}, bff.CachePolicy{}
			r.Brand.Cache = map[string]bff.CachePolicy{"casino/games_list": policy}
		}),
		"disabled by the brand": changed(func(r *bff.UpstreamRequest) {
			r.Brand.Cache = map[string]bff.CachePolicy{"casino/games_list": {}}
		}),
	}
	for name, r := range never {
		t.Run(name, func(t *testing.T) {
			f := newFixture(t, Settings{})
			f.want(t, r, "BYPASS 0 1")
			f.want(t, r, "BYPASS 0 2")
			if n, _ := f.Size(); n != 0 {
				t.Errorf("%d entries stored", n)
			}
		})
	}
}

func TestFailuresAreNotStored(t *testing.T) {
	f := newFixture(t, Settings{})
	f.do = func(context.Context, *bff.UpstreamRequest, int64) (*bff.Answer, error) {
		return &bff.Answer{Result: false, Message: "Kayıt Bulunamadı", Data: []byte("null")}, nil
	}
	f.want(t, request(), "MISS 0 null")
	f.want(t, request(), "MISS 0 null")
	if n, _ := f.Size(); n != 0 {
		t.Errorf("%d entries stored", n)
	}
}

func TestDistinctRequestsHaveDistinctKeys(t *testing.T) {
	f := newFixture(t, Settings{})
	different := []*bff.UpstreamRequest{
		request(),
		changed(func(r *bff.UpstreamRequest) { r.Brand.ID = "zephyr" }),
		changed(func(r *bff.UpstreamRequest) { r.Brand.SiteID = 111 }),
		changed(func(r *bff.UpstreamRequest) { r.Call.Method = "provider_list" }),
		changed(func(r *bff.UpstreamRequest) { r.Call.Class, r.Call.Method = "casin", "o/games_list" }),
		changed(func(r *bff.UpstreamRequest) { r.Lang = "en" }),
		changed(func(r *bff.UpstreamRequest) { r.World = "ayse" }),
		changed(func(r *bff.UpstreamRequest) { r.Lang, r.World = "trayse", "" }),
		changed(func(r *bff.UpstreamRequest) { r.Data["offset"] = 48 }),
		changed(func(r *bff.UpstreamRequest) { r.Data["more"] = nil }),
	}
	for round, state := range []string{"MISS", "HIT"} {
		for i, r := range different {
			want := fmt.Sprintf("%s 0 %d", state, i+1)
			if got := f.ask(t.Context(), r); got != want {
				t.Errorf("round %d, request %d: %q, want %q", round, i, got, want)
			}
		}
	}
	same := changed(func(r *bff.UpstreamRequest) { r.RequestID = "another" })
	f.want(t, same, "HIT 0 1")
}

func TestBrandPolicyOverridesCallButNotVariant(t *testing.T) {
	f := newFixture(t, Settings{})
	shorter := func(r *bff.UpstreamRequest) {
		r.Brand.Cache = map[string]bff.CachePolicy{"casino/games_list": {TTL: time.Second}}
	}
	f.want(t, changed(shorter), "MISS 0 1")
	f.clock.advance(2 * time.Second)
	f.want(t, changed(shorter), "MISS 0 2")

	search := func(r *bff.UpstreamRequest) {
		shorter(r)
		r.Data["searchGameName"] = "abc"
		r.Rules.Cache = bff.CachePolicy{TTL: 15 * time.Second}
	}
	f.want(t, changed(search), "MISS 0 3")
	f.clock.advance(14 * time.Second)
	f.want(t, changed(search), "HIT 14 3")
}

func TestCallersGetIndependentAnswers(t *testing.T) {
	f := newFixture(t, Settings{})
	for range 3 {
		got, err := f.Cache.Do(t.Context(), request(), f)
		a := got.Answer
		if err != nil || a.Message != "" || a.Code != 200 {
			t.Fatalf("%+v, %v", a, err)
		}
		a.Message, a.Code = "changed by one caller", 500
	}
}

func TestPurgeDropsByBrandAndCall(t *testing.T) {
	f := newFixture(t, Settings{})
	marmara := request()
	providers := changed(func(r *bff.UpstreamRequest) { r.Call.Method = "provider_list" })
	zephyr := changed(func(r *bff.UpstreamRequest) { r.Brand.ID = "zephyr" })
	for _, c := range []struct {
		brand, call string
		dropped     int
	}{
		{"", "", 3},
		{"marmara", "", 2},
		{"", "casino/games_list", 2},
		{"marmara", "casino/provider_list", 1},
		{"pera", "", 0},
		{"zephyr", "casino/provider_list", 0},
	} {
		for _, r := range []*bff.UpstreamRequest{marmara, providers, zephyr} {
			f.ask(t.Context(), r)
		}
		if n := f.purged(t, c.brand, c.call); n != c.dropped {
			t.Errorf("purge %+v dropped %d", c, n)
		}
	}
}

func TestPurgeWorldDropsOnlyThatWorld(t *testing.T) {
	f := newFixture(t, Settings{})
	mine := changed(func(r *bff.UpstreamRequest) { r.World = "mine" })
	f.ask(t.Context(), request())
	f.ask(t.Context(), mine)
	if n, err := f.PurgeWorld(t.Context(), "mine"); n != 1 || err != nil {
		t.Errorf("dropped %d, %v", n, err)
	}
	f.want(t, request(), "HIT 0 1")
	f.want(t, mine, "MISS 0 3")
}

func TestFlightDuringPurgeIsNotStored(t *testing.T) {
	f := newFixture(t, Settings{})
	f.do = func(_ context.Context, _ *bff.UpstreamRequest, n int64) (*bff.Answer, error) {
		if n == 1 {
			f.purged(t, "marmara", "")
		}
		return numbered(n), nil
	}
	f.want(t, request(), "MISS 0 1")
	f.want(t, request(), "MISS 0 2")
	f.want(t, request(), "HIT 0 2")
}

func TestFlightOutsidePurgeIsStored(t *testing.T) {
	f := newFixture(t, Settings{})
	f.do = func(_ context.Context, _ *bff.UpstreamRequest, n int64) (*bff.Answer, error) {
		if n == 1 {
			f.purged(t, "zephyr", "")
			f.purged(t, "", "cmscontroller/getPromotions")
			_, _ = f.PurgeWorld(t.Context(), "mine") // without a bus nothing fails
		}
		return numbered(n), nil
	}
	f.want(t, request(), "MISS 0 1")
	f.want(t, request(), "HIT 0 1")
}

func TestReloadedPolicyAppliesToStoredEntries(t *testing.T) {
	f := newFixture(t, Settings{})
	reloaded := func(p bff.CachePolicy) *bff.UpstreamRequest {
		return changed(func(r *bff.UpstreamRequest) {
			r.Brand.Cache = map[string]bff.CachePolicy{"casino/games_list": p}
		})
	}
	f.want(t, request(), "MISS 0 1")
	f.clock.advance(30 * time.Second)
	f.want(t, request(), "HIT 30 1")
	f.want(t, reloaded(bff.CachePolicy{}), "BYPASS 0 2")
	f.want(t, reloaded(bff.CachePolicy{TTL: 10 * time.Second}), "MISS 0 3")
}

func TestEntryStoredMeanwhileIsServed(t *testing.T) {
	f := newFixture(t, Settings{})
	r := request()
	q := f.Lookup(r)
	f.want(t, r, "MISS 0 1")
	// The caller looked before the entry was stored.
	flight, started := f.join(t.Context(), q, r, nil, f)
	<-flight.done
	if started || flight.cached == nil || f.sent.Load() != 1 {
		t.Errorf("started %v, %d calls", started, f.sent.Load())
	}
}

func TestStats(t *testing.T) {
	f := newFixture(t, Settings{MaxEntries: 1})
	f.ask(t.Context(), request())
	f.ask(t.Context(), request())
	f.ask(t.Context(), changed(func(r *bff.UpstreamRequest) { r.Rules.Kind = bff.KindWrite }))
	f.clock.advance(90 * time.Second)
	f.do = func(context.Context, *bff.UpstreamRequest, int64) (*bff.Answer, error) {
		return nil, bff.ReasonUnavailable
	}
	f.ask(t.Context(), request())
	f.running.Wait()
	f.clock.advance(time.Hour)
	f.ask(t.Context(), request())
	f.do = func(_ context.Context, _ *bff.UpstreamRequest, n int64) (*bff.Answer, error) { return numbered(n), nil }
	f.ask(t.Context(), changed(func(r *bff.UpstreamRequest) { r.Lang = "en" }))
	got := f.Stats()
	if got.Bytes <= 0 {
		t.Errorf("%d bytes", got.Bytes)
	}
	got.Bytes = 0
	want := bff.CacheStats{
		Hits: 1, Stale: 2, Misses: 2, Bypassed: 1, StaleAge: 90*time.Second + 90*time.Second + time.Hour, Evicted: 1, Entries: 1,
	}
	if got != want {
		t.Errorf("got  %+v\nwant %+v", got, want)
	}
}
