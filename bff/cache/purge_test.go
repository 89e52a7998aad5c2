package cache

import (
	"errors"
	"testing"
	"testing/synctest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"croupier/bff"
)

func TestPurgeReachesEveryInstanceOnce(t *testing.T) {
	bus := &testBus{}
	one, two := newFixture(t, Settings{Bus: bus}), newFixture(t, Settings{Bus: bus})
	for _, f := range []*fixture{one, two} {
		f.want(t, request(), "MISS 0 1")
		f.want(t, changed(func(r *bff.UpstreamRequest) { r.Brand.ID = "zephyr" }), "MISS 0 2")
	}
	n := one.purged(t, "marmara", "")
	assert.Equal(t, 1, n, "dropped %d", n)
	one.wantSize(t, 1)
	two.wantSize(t, 1)
	assert.Equal(t, 1, bus.sent, "%d messages", bus.sent)
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
		"another world": {func(f *fixture) { _, _ = f.PurgeWorld(t.Context(), "mine") }, "HIT 0 1", "HIT 0 1"},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				f := newFixture(t, Settings{})
				release := f.hold(1)
				running := f.start(t.Context(), request())
				c.purge(f)
				release()
				assert.Equal(t, "MISS 0 1", <-running, "caller before the purge")
				f.want(t, request(), c.next)
				f.want(t, request(), c.then)
			})
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
		"another routing":  {func(b *bff.Brand) { b.Routing = map[string]bff.UpstreamRules{"casino": {Name: "other"}} }, 1},
		"another policy":   {func(b *bff.Brand) { b.Cache = map[string]bff.CachePolicy{"casino/games_list": {}} }, 1},
		"another type":     {func(b *bff.Brand) { b.SiteType = "mobile" }, 1},
		"other links":      {func(b *bff.Brand) { b.Origins.Links = []string{"https://social.example"} }, 1},
		"other images":     {func(b *bff.Brand) { b.Origins.Images = []string{"https://images.example"} }, 1},
		"another contract": {func(b *bff.Brand) { b.Contract = map[string]bff.ContractMode{"casino": bff.ContractEnforce} }, 1},
		"a new brand":      {func(b *bff.Brand) { b.ID = "pera" }, 2},
	} {
		t.Run(name, func(t *testing.T) {
			f := newFixture(t, Settings{})
			for _, id := range []string{"marmara", "zephyr"} {
				f.ask(t.Context(), changed(func(r *bff.UpstreamRequest) { r.Brand = brand(id) }))
			}
			after := brand("marmara")
			c.change(after)
			before := []*bff.Brand{brand("marmara"), brand("zephyr")}
			require.NoError(t, f.PurgeChanged(t.Context(), before, []*bff.Brand{after, brand("zephyr")}))
			f.wantSize(t, c.left)
		})
	}
}
