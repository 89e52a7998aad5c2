package cache

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"

	"croupier/bff"
)

// testBus is a bff.Bus that connects the caches of one test.
type testBus struct {
	onPurge []func([]byte)
	sent    int
	err     error
}

func (b *testBus) Publish(_ context.Context, _ bff.Topic, payload []byte) error {
	b.sent++
	for _, fn := range b.onPurge {
		fn(payload)
	}
	return b.err
}

func (b *testBus) Subscribe(topic bff.Topic, fn func([]byte)) func() {
	if topic != bff.TopicPurge {
		panic(topic)
	}
	b.onPurge = append(b.onPurge, fn)
	return func() { b.onPurge = nil }
}

func TestPurgeReachesEveryInstanceOnce(t *testing.T) {
	bus := &testBus{}
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
	two.onPurge([]byte("not a purgeMessage"))
	if n, _ := two.Size(); n != 1 {
		t.Error("a message that is no purgeMessage dropped something")
	}
}

func TestPurgeReportsAFailedPublish(t *testing.T) {
	bus, store := &testBus{err: errors.New("bus is gone")}, newSharedStore()
	f := newFixture(t, Settings{Bus: bus, Shared: store})
	f.want(t, request(), "MISS 0 1")
	f.settled()
	store.dead = errors.New("store is gone")
	n, err := f.Purge(t.Context(), "", "")
	if n != 1 || !errors.Is(err, bus.err) || !errors.Is(err, store.dead) {
		t.Errorf("%d, %v", n, err)
	}
}

func TestCallAfterPurgeDoesNotJoinARunningFlight(t *testing.T) {
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
			t.Errorf("caller before the purge: %s", got)
		}
		f.settled().want(t, request(), "HIT 0 2") // the older one has not taken its place
	})
}
