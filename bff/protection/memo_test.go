package protection_test

import (
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"testing"
	"time"

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
func twoInstances(t *testing.T, now *time.Time, first func(bff.Bus) bff.Bus) (a, b *protection.Service, store *countedStore) {
	t.Helper()
	s, _ := embeddedBackend(t)(t)
	store = &countedStore{KeyedStore: s}
	bus, key := new(embedded.Bus), indexkey.New()
	service := func(s bff.KeyedStore, bus bff.Bus) *protection.Service {
		out := protection.NewService(protection.NewRegister(s, key), bus, slog.New(slog.DiscardHandler), func(*bff.Brand, string) time.Time { return *now })
		t.Cleanup(out.Follow(t.Context()))
		return out
	}
	return service(s, first(bus)), service(store, bus), store
}

func sameBus(b bff.Bus) bff.Bus { return b }

var memoBrand = &bff.Brand{ID: "marmara", TimeZone: time.UTC}

func begin(t *testing.T, s *protection.Service, player, method, field string, n json.Number) {
	t.Helper()
	if _, err := s.Call(t.Context(), memoBrand, player, method, map[string]any{field: n}, telling); err != nil {
		t.Fatalf("limits/%s: %v", method, err)
	}
}

func expect(t *testing.T, name string, s *protection.Service, player string, want bff.Restriction) {
	t.Helper()
	if got := s.Restriction(t.Context(), memoBrand, player); got != want {
		t.Errorf("%s: %d, want %d", name, got, want)
	}
}

func TestARestrictionHoldsAtOnceAtEveryInstance(t *testing.T) {
	now := noon
	a, b, store := twoInstances(t, &now, sameBus)
	expect(t, "nothing is set", b, "ayse", bff.Unrestricted)
	expect(t, "another player", b, "can", bff.Unrestricted)
	begin(t, a, "ayse", "cool_off", "hours", "24")
	expect(t, "a break", b, "ayse", bff.CoolingOff)
	begin(t, a, "ayse", "self_exclude", "months", "6")
	expect(t, "an exclusion", b, "ayse", bff.SelfExcluded)
	expect(t, "an exclusion, where it began", a, "ayse", bff.SelfExcluded)
	expect(t, "another player", b, "can", bff.Unrestricted)
	if store.reads != 4 {
		t.Errorf("%d reads, want one of every player and of every change", store.reads)
	}
}

func TestRestrictionsAreReadOnceInAWhile(t *testing.T) {
	now := noon
	_, b, store := twoInstances(t, &now, sameBus)
	b.Restriction(t.Context(), memoBrand, "ayse")
	if n := testing.AllocsPerRun(100, func() { b.Restriction(t.Context(), memoBrand, "ayse") }); n != 0 || store.reads != 1 {
		t.Errorf("%.1f allocations, %d reads", n, store.reads)
	}
	now = now.Add(10 * time.Second)
	b.Restriction(t.Context(), memoBrand, "ayse")
	if store.reads != 2 {
		t.Errorf("%d reads after 10 seconds, want 2", store.reads)
	}
}

func TestALostMessageIsMadeUpForWithinSeconds(t *testing.T) {
	now := noon
	a, b, _ := twoInstances(t, &now, func(b bff.Bus) bff.Bus { return deafBus{b} })
	expect(t, "nothing is set", b, "ayse", bff.Unrestricted)
	expect(t, "nothing is set", a, "ayse", bff.Unrestricted)
	begin(t, a, "ayse", "self_exclude", "months", "6")
	expect(t, "where it began", a, "ayse", bff.SelfExcluded)
	now = now.Add(10 * time.Second)
	expect(t, "elsewhere, after the lifetime", b, "ayse", bff.SelfExcluded)
}

// An exclusion that begins between a read and its end is not hidden by what was read.
func TestAnOvertakenReadIsNotRemembered(t *testing.T) {
	now := noon
	a, b, store := twoInstances(t, &now, sameBus)
	store.during = func() { begin(t, a, "ayse", "self_exclude", "months", "6") }
	b.Restriction(t.Context(), memoBrand, "ayse")
	expect(t, "after it", b, "ayse", bff.SelfExcluded)
}

func TestABreakEndsByTheClock(t *testing.T) {
	now := noon
	a, b, _ := twoInstances(t, &now, sameBus)
	begin(t, a, "ayse", "cool_off", "hours", "24")
	now = noon.Add(24*time.Hour - time.Second)
	expect(t, "a second before its end", b, "ayse", bff.CoolingOff)
	now = noon.Add(24 * time.Hour)
	expect(t, "at its end", b, "ayse", bff.Unrestricted)
}

// Without the store what is known goes on; of whom nothing is known plays no games and is otherwise served.
func TestRestrictionsWithoutTheStore(t *testing.T) {
	now := noon
	a, b, store := twoInstances(t, &now, sameBus)
	begin(t, a, "ayse", "self_exclude", "months", "6")
	expect(t, "known", b, "ayse", bff.SelfExcluded)
	store.err = errors.New("no store")
	now = now.Add(time.Minute)
	expect(t, "known, a minute later", b, "ayse", bff.SelfExcluded)
	expect(t, "unknown", b, "can", bff.Unrestricted)
	if err := b.MayPlay(t.Context(), memoBrand, "can", bff.PlatformPlayer{}); !errors.Is(err, bff.ReasonUnavailable) {
		t.Errorf("a game of one of whom nothing is known: %v", err)
	}
	reads := store.reads
	expect(t, "unknown, at once", b, "can", bff.Unrestricted)
	if store.reads != reads {
		t.Error("a failed read is repeated at once")
	}
	store.err = nil
	now = now.Add(time.Second)
	begin(t, a, "can", "cool_off", "hours", "24")
	expect(t, "readable again", b, "can", bff.CoolingOff)
}

// Whoever disconnects while the state is being read is not unrestricted.
func TestADisconnectDoesNotLiftARestriction(t *testing.T) {
	now := noon
	a, b, _ := twoInstances(t, &now, sameBus)
	begin(t, a, "ayse", "self_exclude", "months", "6")
	gone, cancel := context.WithCancel(t.Context())
	cancel()
	if got := b.Restriction(gone, memoBrand, "ayse"); got != bff.SelfExcluded {
		t.Errorf("%d", got)
	}
}
