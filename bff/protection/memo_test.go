package protection_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

	"croupier/bff"
	"croupier/bff/internal/indexkey"
	"croupier/bff/protection"
	"croupier/bff/store/embedded"
)

// countedStore counts reads, and fails them with err. during runs once, after the next read and before it returns.
type countedStore struct {
	bff.KeyedStore
	reads  int
	err    error
	during func()
}

func (s *countedStore) Get(ctx context.Context, key string) ([]byte, error) {
	s.reads++
	if s.err != nil {
		return nil, s.err
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	raw, err := s.KeyedStore.Get(ctx, key)
	if f := s.during; f != nil {
		s.during = nil
		f()
	}
	return raw, err
}

// deafBus loses every message.
type deafBus struct{ bff.Bus }

func (deafBus) Publish(context.Context, bff.Topic, []byte) error { return errors.New("lost") }

// twoInstances returns services that share a store, a clock and a bus, and the store as the second one reads it.
// The bus may lose what the first one sends.
func twoInstances(t *testing.T, now *time.Time, isLossy bool) (a, b *protection.Service, store *countedStore) {
	t.Helper()
	shared, key, bus := newMemoryStore(), indexkey.New(), bff.Bus(new(embedded.Bus))
	store = &countedStore{KeyedStore: shared}
	b = newService(protection.NewRegister(store, key), bus, now)
	if isLossy {
		bus = deafBus{bus}
	}
	a = newService(protection.NewRegister(shared, key), bus, now)
	t.Cleanup(a.Follow(t.Context()))
	t.Cleanup(b.Follow(t.Context()))
	return a, b, store
}

func TestARestrictionAppliesAtOnceAtEveryInstance(t *testing.T) {
	now := noon
	a, b, store := twoInstances(t, &now, false)
	assertRestricted(t, "nothing is set", b, marmara, "ayse", bff.Unrestricted)
	assertRestricted(t, "another player", b, marmara, "can", bff.Unrestricted)
	mustCall(t, a, "ayse", "cool_off", `{"hours":24}`)
	assertRestricted(t, "a break", b, marmara, "ayse", bff.CoolingOff)
	mustCall(t, a, "ayse", "self_exclude", `{"months":6}`)
	assertRestricted(t, "an exclusion", b, marmara, "ayse", bff.SelfExcluded)
	assertRestricted(t, "an exclusion, where it began", a, marmara, "ayse", bff.SelfExcluded)
	assertRestricted(t, "another player then", b, marmara, "can", bff.Unrestricted)
	if store.reads != 4 { // one of every player and of every change
		t.Errorf("%d reads, want 4", store.reads)
	}
}

func TestALostMessageIsMadeUpForWithinSeconds(t *testing.T) {
	now := noon
	a, b, _ := twoInstances(t, &now, true)
	assertRestricted(t, "nothing is set", b, marmara, "ayse", bff.Unrestricted)
	assertRestricted(t, "nothing is set, where it will begin", a, marmara, "ayse", bff.Unrestricted)
	mustCall(t, a, "ayse", "self_exclude", `{"months":6}`)
	assertRestricted(t, "where it began", a, marmara, "ayse", bff.SelfExcluded)
	now = now.Add(10 * time.Second)
	assertRestricted(t, "elsewhere, after the lifetime", b, marmara, "ayse", bff.SelfExcluded)
}

func TestAReadDoesNotHideAnExclusionThatBeginsMeanwhile(t *testing.T) {
	now := noon
	a, b, store := twoInstances(t, &now, false)
	store.during = func() { mustCall(t, a, "ayse", "self_exclude", `{"months":6}`) }
	assertRestricted(t, "the read", b, marmara, "ayse", bff.Unrestricted)
	assertRestricted(t, "after it", b, marmara, "ayse", bff.SelfExcluded)
}

func TestABreakEndsByTheClock(t *testing.T) {
	now := noon
	a, b, _ := twoInstances(t, &now, false)
	mustCall(t, a, "ayse", "cool_off", `{"hours":24}`)
	now = now.Add(24*time.Hour - time.Second)
	assertRestricted(t, "a second before its end", b, marmara, "ayse", bff.CoolingOff)
	now = now.Add(time.Second)
	assertRestricted(t, "at its end", b, marmara, "ayse", bff.Unrestricted)
}

func TestRestrictionsAreReadOnceInAWhile(t *testing.T) {
	now := noon
	_, b, store := twoInstances(t, &now, false)
	b.Restriction(t.Context(), marmara, "ayse")
	n := testing.AllocsPerRun(100, func() { b.Restriction(t.Context(), marmara, "ayse") })
	assert.True(t, n == 0 && store.reads == 1, "%.1f allocations, %d reads", n, store.reads)
	now = now.Add(10 * time.Second)
	b.Restriction(t.Context(), marmara, "ayse")
	assert.Equal(t, 2, store.reads, "%d reads after 10 seconds, want 2", store.reads)
}

// Without the store, the known restrictions remain in force. A player of whom nothing is known may not play and is
// otherwise served.
func TestRestrictionsWithoutTheStore(t *testing.T) {
	now := noon
	a, b, store := twoInstances(t, &now, false)
	mustCall(t, a, "ayse", "self_exclude", `{"months":6}`)
	assertRestricted(t, "known", b, marmara, "ayse", bff.SelfExcluded)
	store.err = errors.New("no store")
	now = now.Add(time.Minute)
	assertRestricted(t, "known, a minute later", b, marmara, "ayse", bff.SelfExcluded)
	assertRestricted(t, "unknown", b, marmara, "can", bff.Unrestricted)
	assert.ErrorIs(t, b.MayPlay(t.Context(), marmara, "can", bff.PlatformPlayer{}), bff.ReasonUnavailable,
		"a game of one of whom nothing is known")
	reads := store.reads
	assertRestricted(t, "unknown, at once", b, marmara, "can", bff.Unrestricted)
	assert.Equal(t, reads, store.reads, "a failed read is repeated at once")
	store.err = nil
	now = now.Add(time.Second)
	mustCall(t, a, "can", "cool_off", `{"hours":24}`)
	assertRestricted(t, "readable again", b, marmara, "can", bff.CoolingOff)
}

// A player who disconnects while the state is being read remains restricted.
func TestADisconnectDoesNotLiftARestriction(t *testing.T) {
	now := noon
	a, b, _ := twoInstances(t, &now, false)
	mustCall(t, a, "ayse", "self_exclude", `{"months":6}`)
	gone, cancel := context.WithCancel(t.Context())
	cancel()
	assert.Equal(t, bff.SelfExcluded, b.Restriction(gone, marmara, "ayse"))
}
