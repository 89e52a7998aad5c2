package cache

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"

	"croupier/bff"
)

// line is a bff.Bus between the caches of one test.
type line struct {
	heard []func([]byte)
	sent  int
	err   error
}

func (l *line) Publish(_ context.Context, _ bff.Topic, payload []byte) error {
	l.sent++
	for _, fn := range l.heard {
		fn(payload)
	}
	return l.err
}

func (l *line) Subscribe(topic bff.Topic, fn func([]byte)) func() {
	if topic != bff.TopicPurge {
		panic(topic)
	}
	l.heard = append(l.heard, fn)
	return func() { l.heard = nil }
}

func TestPurgeReachesEveryInstanceAndEndsThere(t *testing.T) {
	bus := &line{}
	one, two := newFixture(t, Settings{Bus: bus}), newFixture(t, Settings{Bus: bus})
	for _, f := range []*fixture{one, two} {
		f.want(t, request(), "MISS 0 1")
		f.want(t, changed(func(r *bff.UpstreamRequest) { r.Brand.ID = "zephyr" }), "MISS 0 2")
	}
	if n := one.purged(t, "marmara", ""); n != 1 {
		t.Errorf("dropped %d", n)
	}
	for _, f := range []*fixture{one, two} {
		if n, _ := f.Size(); n != 1 {
			t.Errorf("%d left", n)
		}
	}
	if bus.sent != 1 {
		t.Errorf("%d messages", bus.sent)
	}
	two.heard([]byte("not a notice"))
	if n, _ := two.Size(); n != 1 {
		t.Error("a message that is no notice dropped something")
	}
}

func TestPurgeTellsThatOthersMayNotHaveHeard(t *testing.T) {
	bus, store := &line{err: errors.New("bus is gone")}, newSharedStore()
	f := newFixture(t, Settings{Bus: bus, Shared: store})
	f.want(t, request(), "MISS 0 1")
	f.settled()
	store.dead = errors.New("store is gone")
	n, err := f.Purge(t.Context(), "", "")
	if n != 1 || !errors.Is(err, bus.err) || !errors.Is(err, store.dead) {
		t.Errorf("%d, %v", n, err)
	}
}

func TestWhoAsksAfterAPurgeDoesNotJoinWhatWasUnderWay(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := newFixture(t, Settings{})
		release := make(chan struct{})
		f.do = func(_ context.Context, _ *bff.UpstreamRequest, n int64) (*bff.Answer, error) {
			if n == 1 {
				<-release
			}
			return numbered(n), nil
		}
		before := make(chan string)
		go func() { before <- f.ask(t.Context(), request()) }()
		synctest.Wait()
		f.purged(t, "marmara", "casino/games_list")
		f.want(t, request(), "MISS 0 2")
		close(release)
		if got := <-before; got != "MISS 0 1" {
			t.Errorf("who asked before: %s", got)
		}
		f.settled().want(t, request(), "HIT 0 2") // the older one has not taken its place
	})
}

func TestPurgeDropsWhatInstancesShare(t *testing.T) {
	for _, c := range []struct {
		brand, call string
		left        int
	}{
		{"", "", 0},
		{"marmara", "", 1},
		{"mar", "", 3},
		{"", "casino/games_list", 1},
		{"zephyr", "casino/games_list", 2},
		{"marmara", "casino/games", 3},
	} {
		store := newSharedStore()
		f := newFixture(t, Settings{Shared: store, Brands: func() []string { return []string{"marmara", "zephyr"} }})
		f.ask(t.Context(), request())
		f.ask(t.Context(), changed(func(r *bff.UpstreamRequest) { r.Call.Method = "provider_list" }))
		f.ask(t.Context(), changed(func(r *bff.UpstreamRequest) { r.Brand.ID = "zephyr" }))
		f.settled().purged(t, c.brand, c.call)
		if store.count() != c.left {
			t.Errorf("%+v left %d", c, store.count())
		}
	}
}

func TestAnswerThatIsBeingSharedDuringAPurgeIsTakenBack(t *testing.T) {
	store := newSharedStore()
	f := newFixture(t, Settings{Shared: store})
	dropped := 0
	store.onDrop = func(string) { dropped++ }
	store.onPut = func() { f.purged(t, "marmara", "") }
	f.want(t, request(), "MISS 0 1")
	if f.settled(); store.count() != 0 || dropped != 2 {
		t.Errorf("%d shared, dropped %d times", store.count(), dropped)
	}
}

func TestAnotherInstancesPurgeDropsWhatIsSharedAgain(t *testing.T) {
	bus, store := &line{}, newSharedStore()
	one, two := newFixture(t, Settings{Bus: bus, Shared: store}), newFixture(t, Settings{Bus: bus, Shared: store})
	var prefixes []string
	store.onDrop = func(prefix string) { prefixes = append(prefixes, prefix) }
	one.purged(t, "marmara", "casino/games_list")
	two.settled()
	if len(prefixes) != 2 || prefixes[0] != "marmara/casino/games_list/" || prefixes[1] != prefixes[0] {
		t.Errorf("dropped %q", prefixes)
	}
}
