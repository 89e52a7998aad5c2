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

// instances are two services of one store, as a test of restrictions changes them.
type instances struct {
	t     *testing.T
	a, b  *protection.Service // restrictions begin at a
	store *countedStore       // of b
	now   time.Time
}

// aBreak and anExclusion begin a restriction of a player at the first instance.
func aBreak(player string) func(*instances) {
	return func(i *instances) { begin(i.t, i.a, player, "cool_off", "hours", "24") }
}

func anExclusion(player string) func(*instances) {
	return func(i *instances) { begin(i.t, i.a, player, "self_exclude", "months", "6") }
}

func after(d time.Duration) func(*instances) { return func(i *instances) { i.now = i.now.Add(d) } }

// duringARead does something while the second instance reads the store.
func duringARead(do func(*instances)) func(*instances) {
	return func(i *instances) { i.store.during = func() { do(i) } }
}

func TestRestrictionsOfTwoInstances(t *testing.T) {
	type do = []func(*instances)
	type look struct {
		name   string
		before do
		at     int
		player string
		want   bff.Restriction
	}
	const first, second = 0, 1
	for _, row := range []struct {
		name  string
		bus   func(bff.Bus) bff.Bus // of the first instance
		reads int                   // of the second instance; 0: any
		looks []look
	}{
		{"a restriction holds at once at every instance", sameBus, 4, []look{ // one read of every player and of every change
			{"nothing is set", nil, second, "ayse", bff.Unrestricted},
			{"another player", nil, second, "can", bff.Unrestricted},
			{"a break", do{aBreak("ayse")}, second, "ayse", bff.CoolingOff},
			{"an exclusion", do{anExclusion("ayse")}, second, "ayse", bff.SelfExcluded},
			{"an exclusion, where it began", nil, first, "ayse", bff.SelfExcluded},
			{"another player then", nil, second, "can", bff.Unrestricted},
		}},
		{"a lost message is made up for within seconds", func(b bff.Bus) bff.Bus { return deafBus{b} }, 0, []look{
			{"nothing is set", nil, second, "ayse", bff.Unrestricted},
			{"nothing is set, where it will begin", nil, first, "ayse", bff.Unrestricted},
			{"where it began", do{anExclusion("ayse")}, first, "ayse", bff.SelfExcluded},
			{"elsewhere, after the lifetime", do{after(10 * time.Second)}, second, "ayse", bff.SelfExcluded},
		}},
		{"an exclusion that begins between a read and its end is not hidden by what was read", sameBus, 0, []look{
			{"the read", do{duringARead(anExclusion("ayse"))}, second, "ayse", bff.Unrestricted},
			{"after it", nil, second, "ayse", bff.SelfExcluded},
		}},
		{"a break ends by the clock", sameBus, 0, []look{
			{"a second before its end", do{aBreak("ayse"), after(24*time.Hour - time.Second)}, second, "ayse", bff.CoolingOff},
			{"at its end", do{after(time.Second)}, second, "ayse", bff.Unrestricted},
		}},
	} {
		t.Run(row.name, func(t *testing.T) {
			i := &instances{t: t, now: noon}
			i.a, i.b, i.store = twoInstances(t, &i.now, row.bus)
			for _, l := range row.looks {
				for _, f := range l.before {
					f(i)
				}
				expect(t, l.name, []*protection.Service{i.a, i.b}[l.at], l.player, l.want)
			}
			if row.reads != 0 && i.store.reads != row.reads {
				t.Errorf("%d reads, want %d", i.store.reads, row.reads)
			}
		})
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
