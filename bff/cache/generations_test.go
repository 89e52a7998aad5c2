package cache

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"croupier/bff"
)

// instances returns caches that share a store and a bus.
func instances(t *testing.T, n int) (all []*fixture, bus *testBus, store *sharedStore) {
	t.Helper()
	bus, store = &testBus{}, newSharedStore()
	for range n {
		all = append(all, newFixture(t, Settings{Bus: bus, Shared: store}))
	}
	return all, bus, store
}

func TestPurgeInvalidatesWhatItCovers(t *testing.T) {
	games := request()
	providers := changed(func(r *bff.UpstreamRequest) { r.Call.Method = "provider_list" })
	sliders := changed(func(r *bff.UpstreamRequest) { r.Call.Class, r.Call.Method = "cmscontroller", "getSlider" })
	elsewhere := changed(func(r *bff.UpstreamRequest) { r.Brand.ID = "zephyr" })
	for _, c := range []struct {
		brand, call string
		left        int
	}{
		{"", "", 0},
		{"marmara", "", 1},
		{"mar", "", 4},
		{"", "casino", 1},
		{"", "casino/games_list", 2},
		{"marmara", "casino", 2},
		{"zephyr", "casino", 3},
		{"zephyr", "casino/games_list", 3},
		{"marmara", "casino/games", 4},
		{"marmara", "cas", 4},
	} {
		all, _, store := instances(t, 2)
		for _, r := range []*bff.UpstreamRequest{games, providers, sliders, elsewhere} {
			all[0].ask(t.Context(), r)
		}
		if n := all[0].settled().purged(t, c.brand, c.call); n != 4-c.left {
			t.Errorf("%+v dropped %d of this instance", c, n)
		}
		if len(store.kept) != 4 || len(store.purges) != 1 {
			t.Errorf("%+v: %d values, purges %q; want no value deleted and one generation begun", c, len(store.kept), store.purges)
		}
		left := 0
		for _, r := range []*bff.UpstreamRequest{games, providers, sliders, elsewhere} {
			got, err := all[1].Cache.Do(t.Context(), r, all[1])
			if err != nil {
				t.Fatal(err)
			}
			if got.State == bff.CacheHit {
				left++
			}
		}
		if left != c.left {
			t.Errorf("%+v left %d for another instance, want %d", c, left, c.left)
		}
		if all[1].settled(); len(store.kept) != 4 {
			t.Errorf("%+v: %d values, want the purged ones replaced", c, len(store.kept))
		}
		all[0].want(t, games, "HIT 0 1")
	}
}

func TestInstanceThatMissedAPurgeServesNoSharedValueOfBefore(t *testing.T) {
	all, bus, _ := instances(t, 3)
	one, deaf, filled := all[0], all[1], all[2]
	one.want(t, request(), "MISS 0 1")
	one.settled()
	filled.want(t, request(), "HIT 0 1")
	bus.onPurge = nil // messages are lost
	one.purged(t, "marmara", "")
	deaf.sent.Store(40)
	deaf.want(t, request(), "MISS 0 41")
	deaf.settled().want(t, request(), "HIT 0 41")
	one.want(t, request(), "HIT 0 41")

	// What an instance has in memory goes when any lookup tells it of the purge.
	filled.want(t, request(), "HIT 0 1")
	filled.ask(t.Context(), changed(func(r *bff.UpstreamRequest) { r.Call.Method = "provider_list" }))
	filled.want(t, request(), "HIT 0 41")
}

func TestWatchAppliesMissedPurges(t *testing.T) {
	all, bus, store := instances(t, 2)
	one, deaf := all[0], all[1]
	deaf.want(t, request(), "MISS 0 1")
	deaf.settled()
	bus.onPurge = nil
	one.purged(t, "marmara", "casino")
	for _, scope := range []string{"zephyr", ""} { // later purges do not hide the first
		n := purgeMessage{Brand: scope, Call: "slider"}
		n, err := one.beginGeneration(t.Context(), n)
		if err != nil {
			t.Fatal(err)
		}
		deaf.generations.learn(scope+"/slider", n.Generation)
	}
	gets := store.gets
	deaf.synchronize(t.Context())
	if n, _ := deaf.Size(); n != 0 || store.gets != gets {
		t.Errorf("%d entries left after %d lookups", n, store.gets-gets)
	}
	deaf.want(t, request(), "MISS 0 2")
	deaf.synchronize(t.Context())
	deaf.want(t, request(), "HIT 0 2") // asked for after the purge
}

func TestWatchEndsWithItsContext(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		all, _, store := instances(t, 1)
		store.dead = errors.New("store is gone")
		if _, err := all[0].Purge(t.Context(), "", ""); err == nil {
			t.Error("the purge was acknowledged")
		}
		store.dead = nil
		ctx, cancel := context.WithCancel(t.Context())
		ticks, ended := make(chan time.Time), make(chan struct{})
		go func() {
			defer close(ended)
			all[0].Watch(ctx, ticks)
		}()
		ticks <- time.Time{}
		ticks <- time.Time{} // the first one has been dealt with by now
		cancel()
		<-ended
		if len(store.purges) != 1 {
			t.Errorf("purges %q", store.purges)
		}
		newFixture(t, Settings{}).Watch(t.Context(), nil) // without a shared tier there is nothing to do
	})
}

func TestFailedPurgeIsRepeated(t *testing.T) {
	all, _, store := instances(t, 2)
	one, two := all[0], all[1]
	one.want(t, request(), "MISS 0 1")
	one.settled()
	store.dead = errors.New("store is gone")
	if n, err := one.Purge(t.Context(), "marmara", ""); n != 1 || !errors.Is(err, store.dead) {
		t.Errorf("%d, %v", n, err)
	}
	store.dead = nil
	one.want(t, request(), "MISS 0 2") // knows of its own purge
	one.settled().want(t, request(), "HIT 0 2")
	two.want(t, request(), "HIT 0 2")
	one.synchronize(t.Context())
	if len(store.purges) != 1 || store.purges[0] != "marmara/" {
		t.Errorf("purges %q", store.purges)
	}
	two.sent.Store(70)
	two.want(t, request(), "MISS 0 71") // told by the message
	two.settled()
	one.synchronize(t.Context())
	two.synchronize(t.Context())
	one.want(t, request(), "HIT 0 71")
	if len(store.purges) != 1 {
		t.Errorf("purges %q, want one repetition", store.purges)
	}
}

// A failover may lose a generation but not the values that it invalidates.
func TestPurgeThatTheStoreLostIsRepeated(t *testing.T) {
	all, _, store := instances(t, 2)
	one := all[0]
	one.want(t, request(), "MISS 0 1")
	one.settled()
	one.purged(t, "marmara", "casino/games_list")
	delete(store.generations, "marmara/casino/games_list")
	one.want(t, request(), "MISS 0 2")
	one.settled()
	store.kept[sharedKey(one.Lookup(request()).Key)] = pack(newEntry(one.Lookup(request()), request(), numbered(1), one.now())) // of before the purge
	one.synchronize(t.Context())
	if len(store.purges) != 2 || store.purges[1] != store.purges[0] {
		t.Errorf("purges %q", store.purges)
	}
	fresh := newFixture(t, Settings{Shared: store})
	fresh.sent.Store(80)
	fresh.want(t, request(), "MISS 0 81")

	// The store forgets generations that no value can be older than.
	store.generations = map[string]uint64{}
	one.clock.advance(maxSharedTTL + time.Hour)
	one.ask(t.Context(), request())
	one.settled().synchronize(t.Context())
	if len(store.purges) != 2 {
		t.Errorf("purges %q: a forgotten generation was begun again", store.purges)
	}
}

func TestValueSharedDuringAPurgeIsInvalid(t *testing.T) {
	all, _, store := instances(t, 2)
	one, two := all[0], all[1]
	store.onPut = func() {
		store.onPut = func() {}
		two.purged(t, "marmara", "")
	}
	one.want(t, request(), "MISS 0 1")
	one.settled()
	if len(store.kept) != 1 {
		t.Fatal("the value was not shared")
	}
	two.sent.Store(50)
	two.want(t, request(), "MISS 0 51")
	two.settled()
	one.want(t, request(), "HIT 0 51")
}

// A purge between the reply of the shared tier and its use: the old value must not stay.
func TestPurgeDuringALookup(t *testing.T) {
	all, _, store := instances(t, 2)
	one, two := all[0], all[1]
	one.want(t, request(), "MISS 0 1")
	one.settled()
	two.sent.Store(50)
	store.onGet = func() {
		store.onGet = func() {}
		one.purged(t, "marmara", "")
	}
	two.want(t, request(), "MISS 0 51")
	two.settled().want(t, request(), "HIT 0 51")
	one.want(t, request(), "HIT 0 51")
}

func TestFlightThatBeganBeforeAMissedPurgeIsNotKept(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		all, bus, _ := instances(t, 2)
		one, deaf := all[0], all[1]
		bus.onPurge = nil
		release := make(chan struct{})
		deaf.do = func(_ context.Context, _ *bff.UpstreamRequest, n int64) (*bff.Answer, error) {
			if n == 1 {
				<-release
			}
			return numbered(n), nil
		}
		got := make(chan string)
		go func() { got <- deaf.ask(t.Context(), request()) }()
		synctest.Wait()
		one.purged(t, "marmara", "")
		close(release)
		if answer := <-got; answer != "MISS 0 1" {
			t.Errorf("caller before the purge: %s", answer)
		}
		deaf.settled().synchronize(t.Context())
		deaf.want(t, request(), "MISS 0 2") // neither in memory nor in the shared tier
		deaf.settled()
		one.want(t, request(), "HIT 0 2")
	})
}

func TestPurgeOfAMockWorldIsNotShared(t *testing.T) {
	all, _, store := instances(t, 2)
	mine := changed(func(r *bff.UpstreamRequest) { r.World = "mine" })
	all[0].want(t, mine, "MISS 0 1")
	all[0].want(t, request(), "MISS 0 2")
	all[0].settled()
	if n, err := all[1].PurgeWorld(t.Context(), "mine"); n != 0 || err != nil || len(store.purges) != 0 {
		t.Errorf("%d, %v, purges %q", n, err, store.purges)
	}
	all[0].want(t, mine, "MISS 0 3")
	all[0].want(t, request(), "HIT 0 2")
	if _, err := all[1].PurgeWorld(t.Context(), ""); err != nil || len(store.purges) != 1 {
		t.Errorf("%v, purges %q", err, store.purges)
	}
	all[0].want(t, mine, "HIT 0 3")
	all[0].want(t, request(), "MISS 0 4")
}
