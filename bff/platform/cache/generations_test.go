package cache

import (
	"errors"
	"fmt"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"croupier/bff"
)

func TestPurgeInvalidatesWhatItCovers(t *testing.T) {
	games := request()
	providers := changed(func(r *bff.UpstreamRequest) { r.Call.Method = "provider_list" })
	sliders := changed(func(r *bff.UpstreamRequest) { r.Call.Class, r.Call.Method = "cmscontroller", "getSlider" })
	elsewhere := changed(func(r *bff.UpstreamRequest) { r.Partition = "zephyr" })
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
		{"marmara", "casino/provider_list", 3},
		{"marmara", "casino/games", 4},
		{"zephyr", "casino/provider_list", 4},
		{"pera", "", 4},
		{"marmara", "cas", 4},
	} {
		all, _, store := instances(t, 2)
		for _, r := range []*bff.UpstreamRequest{games, providers, sliders, elsewhere} {
			all[0].ask(t.Context(), r)
		}
		assert.Equal(t, 4-c.left, all[0].settled().purged(t, c.brand, c.call), "%+v", c)
		assert.True(t, len(store.kept) == 4 && len(store.purges) == 1, "%+v: %d values, purges %q", c, len(store.kept),
			store.purges)
		left := 0
		for _, r := range []*bff.UpstreamRequest{games, providers, sliders, elsewhere} {
			got, err := all[1].Cache.Do(t.Context(), r, all[1])
			require.NoError(t, err)
			if got.State == bff.CacheHit {
				left++
			}
		}
		assert.Equal(t, c.left, left, "%+v", c)
		all[1].settled()
		assert.Len(t, store.kept, 4, "%+v", c)
		all[0].want(t, games, "HIT 0 1")
	}
}

func TestInstanceThatMissedAPurgeServesNoSharedValueOfBefore(t *testing.T) {
	all, bus, _ := instances(t, 3)
	one, unaware, filled := all[0], all[1], all[2]
	one.want(t, request(), "MISS 0 1").settled()
	filled.want(t, request(), "HIT 0 1")
	bus.onPurge = nil // messages are lost
	one.purged(t, "marmara", "")
	unaware.sent.Store(40)
	unaware.want(t, request(), "MISS 0 41").settled().want(t, request(), "HIT 0 41")
	one.want(t, request(), "HIT 0 41")

	// An instance drops its values when any of its lookups finds the purge in the store.
	filled.want(t, request(), "HIT 0 1")
	filled.ask(t.Context(), changed(func(r *bff.UpstreamRequest) { r.Call.Method = "provider_list" }))
	filled.want(t, request(), "HIT 0 41")
}

func TestWatchAppliesMissedPurges(t *testing.T) {
	all, bus, store := instances(t, 2)
	one, unaware := all[0], all[1]
	unaware.want(t, request(), "MISS 0 1").settled()
	bus.onPurge = nil
	one.purged(t, "marmara", "casino")
	for _, scope := range []string{"zephyr", ""} { // later purges do not hide the first
		n, err := one.beginGeneration(t.Context(), purgeMessage{Brand: scope, Call: "slider"})
		require.NoError(t, err)
		unaware.generations.learn(scope+"/slider", n.Generation)
	}
	gets := store.gets
	unaware.Synchronize(t.Context())
	unaware.wantSize(t, 0)
	assert.Equal(t, gets, store.gets, "%d lookups", store.gets-gets)
	unaware.want(t, request(), "MISS 0 2")
	unaware.Synchronize(t.Context())
	unaware.want(t, request(), "HIT 0 2") // requested after the purge
}

func TestFailedPurgeIsRepeated(t *testing.T) {
	all, _, store := instances(t, 2)
	one, two := all[0], all[1]
	one.want(t, request(), "MISS 0 1").settled()
	store.dead = errors.New("store is gone")
	n, err := one.Purge(t.Context(), "marmara", "")
	assert.True(t, n == 1 && errors.Is(err, store.dead), "%d, %v", n, err)
	store.dead = nil
	one.want(t, request(), "MISS 0 2").settled().want(t, request(), "HIT 0 2")
	two.want(t, request(), "HIT 0 2")
	one.Synchronize(t.Context())
	assert.Equal(t, []string{"marmara/"}, store.purges)
	two.sent.Store(70)
	two.want(t, request(), "MISS 0 71").settled() // the message of the purge has arrived
	one.Synchronize(t.Context())
	two.Synchronize(t.Context())
	one.want(t, request(), "HIT 0 71")
	assert.Equal(t, []string{"marmara/"}, store.purges) // only one repetition
	newFixture(t, Settings{}).Synchronize(t.Context())  // without a shared tier there is nothing to do
}

// A failover may lose a generation but not the values that it invalidates.
func TestPurgeThatTheStoreLostIsRepeated(t *testing.T) {
	all, _, store := instances(t, 2)
	one := all[0]
	one.want(t, request(), "MISS 0 1").settled()
	one.purged(t, "marmara", "casino/games_list")
	delete(store.generations, "marmara/casino/games_list")
	one.want(t, request(), "MISS 0 2").settled()
	q := one.Lookup(request())
	store.kept[sharedKey(q.Key)] = pack(newEntry(q, request(), numbered(1), one.clock.Now())) // from before the purge
	one.Synchronize(t.Context())
	assert.Equal(t, []string{"marmara/casino/games_list", "marmara/casino/games_list"}, store.purges)
	fresh := newFixture(t, Settings{Shared: store})
	fresh.sent.Store(80)
	fresh.want(t, request(), "MISS 0 81")

	// The store forgets a generation when no value can be older.
	store.generations = map[string]uint64{}
	one.clock.Advance(maxSharedTTL + time.Hour)
	one.ask(t.Context(), request())
	one.settled().Synchronize(t.Context())
	assert.Equal(t, []string{"marmara/casino/games_list", "marmara/casino/games_list"}, store.purges)
}

// One instance purges while the other one uses the shared tier. The old value must not remain.
func TestPurgeDuringAnOperationOfTheSharedTier(t *testing.T) {
	for name, set := range map[string]func(store *sharedStore, one, two *fixture){
		"while a value is stored": func(store *sharedStore, _, two *fixture) {
			store.onPut = func() {
				store.onPut = func() {}
				two.purged(t, "marmara", "")
			}
		},
		"between the reply of the store and its use": func(store *sharedStore, one, _ *fixture) {
			store.onGet = func() {
				store.onGet = func() { // the lookup of the second instance
					store.onGet = func() {}
					one.purged(t, "marmara", "")
				}
			}
		},
	} {
		t.Run(name, func(t *testing.T) {
			all, _, store := instances(t, 2)
			one, two := all[0], all[1]
			set(store, one, two)
			one.want(t, request(), "MISS 0 1").settled()
			require.Len(t, store.kept, 1, "the value was not shared")
			two.sent.Store(50)
			two.want(t, request(), "MISS 0 51").settled().want(t, request(), "HIT 0 51")
			one.want(t, request(), "HIT 0 51")
		})
	}
}

func TestFlightThatBeganBeforeAMissedPurgeIsNotKept(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		all, bus, _ := instances(t, 2)
		one, unaware := all[0], all[1]
		bus.onPurge = nil
		release := unaware.hold(1)
		got := unaware.start(t.Context(), request())
		one.purged(t, "marmara", "")
		release()
		assert.Equal(t, "MISS 0 1", <-got, "caller before the purge")
		unaware.settled().Synchronize(t.Context())
		unaware.want(t, request(), "MISS 0 2").settled() // neither in memory nor in the shared tier
		one.want(t, request(), "HIT 0 2")
	})
}

func TestPurgeOfATesterIsNotShared(t *testing.T) {
	all, _, store := instances(t, 2)
	mine := changed(func(r *bff.UpstreamRequest) { r.Partition = "marmara/mine" })
	all[0].want(t, mine, "MISS 0 1")
	all[0].want(t, request(), "MISS 0 2").settled()
	for i, dropped := range []int{1, 0} { // by its own instance, then by the other one
		n, err := all[i].PurgePartition(t.Context(), "marmara/mine")
		assert.True(t, n == dropped && err == nil && len(store.purges) == 0, "%d, %v, purges %q", n, err, store.purges)
		all[0].want(t, mine, fmt.Sprintf("MISS 0 %d", 3+i))
		all[0].want(t, request(), "HIT 0 2")
	}
	_, err := all[1].PurgePartition(t.Context(), "marmara")
	assert.True(t, err == nil && len(store.purges) == 1, "%v, purges %q", err, store.purges)
	all[0].want(t, mine, "HIT 0 4")
	all[0].want(t, request(), "MISS 0 5")
}

func TestPurgeReachesEveryInstanceOnce(t *testing.T) {
	bus := &testBus{}
	one, two := newFixture(t, Settings{Bus: bus}), newFixture(t, Settings{Bus: bus})
	for _, f := range []*fixture{one, two} {
		f.want(t, request(), "MISS 0 1")
		f.want(t, changed(func(r *bff.UpstreamRequest) { r.Partition = "zephyr" }), "MISS 0 2")
	}
	assert.Equal(t, 1, one.purged(t, "marmara", ""))
	one.wantSize(t, 1)
	two.wantSize(t, 1)
	assert.Equal(t, 1, bus.sent)
	two.onPurge([]byte("not a purgeMessage"))
	two.wantSize(t, 1)
}

func TestPurgeReportsAFailedPublish(t *testing.T) {
	bus, store := &testBus{err: errors.New("bus is gone")}, newSharedStore()
	f := newFixture(t, Settings{Bus: bus, Shared: store})
	f.want(t, request(), "MISS 0 1").settled()
	store.dead = errors.New("store is gone")
	n, err := f.Purge(t.Context(), "", "")
	assert.True(t, n == 1 && errors.Is(err, bus.err) && errors.Is(err, store.dead), "%d, %v", n, err)
}

func TestFlightDuringAPurgeIsStoredUnlessCovered(t *testing.T) {
	for name, c := range map[string]struct {
		purge      func(f *fixture)
		next, then string
	}{
		"its brand":     {func(f *fixture) { f.purged(t, "marmara", "") }, "MISS 0 2", "HIT 0 2"},
		"another brand": {func(f *fixture) { f.purged(t, "zephyr", "") }, "HIT 0 1", "HIT 0 1"},
		"another call":  {func(f *fixture) { f.purged(t, "", "cmscontroller/getPromotions") }, "HIT 0 1", "HIT 0 1"},
		"a tester": {
			func(f *fixture) { _, _ = f.PurgePartition(t.Context(), "marmara/mine") }, "HIT 0 1",
			"HIT 0 1",
		},
	} {
		synctest.Test(t, func(t *testing.T) {
			t.Log(name)
			f := newFixture(t, Settings{})
			release := f.hold(1)
			running := f.start(t.Context(), request())
			c.purge(f)
			release()
			assert.Equal(t, "MISS 0 1", <-running, "caller before the purge")
			f.want(t, request(), c.next)
			f.want(t, request(), c.then)
		})
	}
}

func TestCallAfterPurgeDoesNotJoinARunningFlight(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := newFixture(t, Settings{})
		release := f.hold(1)
		before := f.start(t.Context(), request())
		f.purged(t, "marmara", "casino/games_list")
		f.want(t, request(), "MISS 0 2")
		release()
		assert.Equal(t, "MISS 0 1", <-before, "caller before the purge")
		f.settled().want(t, request(), "HIT 0 2") // the older result has not replaced it
	})
}

func TestPurgeChangedDropsChangedBrandsOnly(t *testing.T) {
	brand := func(id string) *bff.Brand {
		return &bff.Brand{ID: id, SiteID: 889, Upstream: bff.UpstreamRules{Name: "platform"}}
	}
	for name, c := range map[string]struct {
		change func(*bff.Brand)
		left   int
	}{
		"unchanged":        {func(*bff.Brand) {}, 2},
		"another name":     {func(b *bff.Brand) { b.Name = "Marmara" }, 2},
		"another upstream": {func(b *bff.Brand) { b.Upstream.Name = "other" }, 1},
		"another site":     {func(b *bff.Brand) { b.SiteID = 777 }, 1},
		"another routing": {func(
			b *bff.Brand,
		) {
			b.Routing = map[string]bff.UpstreamRules{"casino": {Name: "other"}}
		}, 1},
		"another policy":   {func(b *bff.Brand) { b.Cache = map[string]bff.CachePolicy{"casino/games_list": {}} }, 1},
		"another type":     {func(b *bff.Brand) { b.SiteType = "mobile" }, 1},
		"another currency": {func(b *bff.Brand) { b.Currency = "EUR" }, 1},
		"another zone":     {func(b *bff.Brand) { b.TimeZone = time.FixedZone("Asia/Tokyo", 9*3600) }, 1},
		"another host":     {func(b *bff.Brand) { b.Hosts = []string{"casino.test"} }, 1},
		"with TLS":         {func(b *bff.Brand) { b.Sessions.Secure = true }, 1},
		"other frames":     {func(b *bff.Brand) { b.Origins.Frames = []string{"https://games.example"} }, 1},
		"other links":      {func(b *bff.Brand) { b.Origins.Links = []string{"https://social.example"} }, 1},
		"another image service": {
			func(b *bff.Brand) { b.Images = &bff.Images{Widths: []int{320}} }, 1,
		},
		"other images": {func(b *bff.Brand) { b.Origins.Images = []string{"https://images.example"} }, 1},
		"another contract": {func(
			b *bff.Brand,
		) {
			b.Contract = map[string]bff.ContractMode{"casino": bff.ContractEnforce}
		}, 1},
		"a new brand": {func(b *bff.Brand) { b.ID = "pera" }, 2},
	} {
		f := newFixture(t, Settings{})
		for _, id := range []string{"marmara", "zephyr"} {
			f.ask(t.Context(), changed(
				func(r *bff.UpstreamRequest) { r.Brand, r.Partition = brand(id), bff.Partition(id) }))
		}
		after := brand("marmara")
		c.change(after)
		before := []*bff.Brand{brand("marmara"), brand("zephyr")}
		require.NoError(t, f.PurgeChanged(t.Context(), before, []*bff.Brand{after, brand("zephyr")}))
		left, _ := f.Size()
		assert.Equal(t, c.left, left, name)
	}
}
