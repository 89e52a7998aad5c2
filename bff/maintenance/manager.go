package maintenance

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net/netip"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"croupier/bff"
)

// Finding is what a platform says of its own maintenance.
type Finding int

// The findings of a probe.
const (
	Silent Finding = iota // it cannot be told
	Open
	Closed
)

// Settings are what a Manager works with.
type Settings struct {
	Store bff.RecordStore
	Bus   bff.Bus          // tells the other instances at once; nil: there are none
	Now   func() time.Time // default time.Now
	// Probe asks a brand's platform whether it is under maintenance; nil asks nobody, and
	// leaves detected maintenance on until Clear.
	Probe func(ctx context.Context, brand string) Finding
	// Brands are those whose platforms are asked now and then although nobody has met
	// maintenance; nil for none.
	Brands func() []string
	Log    *slog.Logger // default slog.Default()
}

// Manager is the gateway.Maintenance of one instance.
type Manager struct {
	store  bff.RecordStore
	bus    bff.Bus
	now    func() time.Time
	probe  func(ctx context.Context, brand string) Finding
	brands func() []string
	log    *slog.Logger
	id     string // of this instance, in what it tells the others

	changing sync.Mutex // one change at a time; readers never wait for it
	known    atomic.Pointer[known]
	held     map[string]bool // which notices held when last looked at; under changing
	failing  bool            // the store, when last read; under changing
	watchers watchers

	heard   chan message // from other instances
	said    chan message // to other instances
	probing atomic.Bool
	forgot  atomic.Int64 // how often something was
	asked   time.Time    // when platforms were last asked unprompted; of Run alone
}

// partHold is how long part of a site stays closed after its platform said so. Nobody can
// ask such a platform; the next player's call does.
const partHold = 30 * time.Second

// detection is maintenance that a platform reported.
type detection struct {
	since time.Time
	until time.Time // zero: until a probe finds it over
}

func (d detection) holds(now time.Time) bool { return d.until.IsZero() || now.Before(d.until) }

// New makes a Manager with the notices that the store holds. A store that cannot be
// reached, which may come later, is told to the log only; a record that makes no sense
// fails.
func New(ctx context.Context, s Settings) (*Manager, error) {
	if s.Store == nil {
		return nil, errors.New("maintenance needs a store")
	}
	m := &Manager{
		store: s.Store, bus: s.Bus, now: s.Now, probe: s.Probe, brands: s.Brands, log: s.Log,
		id: rand.Text(), held: map[string]bool{},
		heard: make(chan message, 64), said: make(chan message, 64),
	}
	if m.now == nil {
		m.now = time.Now
	}
	if m.log == nil {
		m.log = slog.Default()
	}
	k := &known{raw: map[string][]byte{}, notices: map[string]*Notice{}, detected: map[string]detection{}}
	all, err := records(ctx, s.Store)
	if err != nil { // Run goes on trying
		m.log.ErrorContext(ctx, "maintenance cannot be read: brands that were closed are open meanwhile", "error", err)
		m.failing = true
	} else if err := k.take(all); err != nil {
		return nil, err
	}
	m.known.Store(k)
	for brand, n := range k.notices {
		m.held[brand] = n.holds(m.now())
	}
	return m, nil
}

// State resolves a brand's state for a call, or for the whole site where call is empty:
// the brand's own notice first, then the one for every brand, then what was detected.
func (m *Manager) State(brand, call string) bff.MaintenanceState {
	return m.resolve(brand, call, netip.Addr{})
}

// StateFor resolves the state that one visitor meets; see gateway.MaintenanceBypass.
func (m *Manager) StateFor(brand, call string, visitor netip.Addr, pass string) bff.MaintenanceState {
	if _, ok := m.BypassValidUntil(brand, pass); ok {
		return bff.MaintenanceState{}
	}
	return m.resolve(brand, call, visitor)
}

func (m *Manager) resolve(brand, call string, visitor netip.Addr) bff.MaintenanceState {
	k := m.known.Load()
	if len(k.notices) == 0 && len(k.detected) == 0 {
		return bff.MaintenanceState{}
	}
	now := m.now()
	for _, key := range [2]string{brand, Everywhere} {
		if n := k.notices[key]; n != nil && n.covers(call) && n.holds(now) && !n.lets(visitor) {
			return n.state()
		}
	}
	if len(k.detected) == 0 {
		return bff.MaintenanceState{}
	}
	class, _, _ := strings.Cut(call, "/")
	for _, where := range [3]string{brand, brand + "/" + class, brand + "/" + call} {
		if d, ok := k.detected[where]; ok && d.holds(now) {
			return bff.MaintenanceState{On: true, Until: d.until}
		}
	}
	return bff.MaintenanceState{}
}

// Set declares maintenance for a brand, or for all with Everywhere; it replaces what was
// declared before, and is durable and in force once Set returns nil. A faulty notice fails
// with ErrOver, ErrBadCalls or ErrBadBypass.
func (m *Manager) Set(ctx context.Context, brand string, n Notice) error {
	n.Since = m.now().UTC()
	if err := n.check(n.Since); err != nil {
		return err
	}
	raw, err := json.Marshal(&n)
	if err != nil {
		return fmt.Errorf("maintenance of %s: %w", brand, err)
	}
	err = m.change(brand, func(k *known) error {
		if err := m.store.Put(ctx, brand, raw); err != nil {
			return fmt.Errorf("maintenance of %s: %w", brand, err)
		}
		k.notices[brand], k.raw[brand] = n.clone(), raw
		return nil
	})
	if err == nil {
		m.publish(ctx, message{Brand: brand})
	}
	return err
}

// Clear ends what was declared for a brand, or for all with Everywhere, and forgets what
// was detected. It is durable and in force once Clear returns nil.
func (m *Manager) Clear(ctx context.Context, brand string) error {
	err := m.change(brand, func(k *known) error {
		if err := m.store.Delete(ctx, brand); err != nil {
			return fmt.Errorf("maintenance of %s: %w", brand, err)
		}
		delete(k.notices, brand)
		delete(k.raw, brand)
		k.forget(brand)
		return nil
	})
	if err == nil {
		m.publish(ctx, message{Brand: brand, Cleared: true})
	}
	return err
}

// change applies f to a copy of what is known and puts that in its place, then tells the
// watchers. Nothing changes where f fails.
func (m *Manager) change(brand string, f func(*known) error) error {
	m.changing.Lock()
	defer m.changing.Unlock()
	k := m.known.Load().copy()
	if err := f(k); err != nil {
		return err
	}
	m.put(k, brand)
	return nil
}

// put makes k what is known and tells the watchers of brands; under changing.
func (m *Manager) put(k *known, brands ...string) {
	m.known.Store(k)
	for _, brand := range brands {
		n := k.notices[brand]
		m.held[brand] = n != nil && n.holds(m.now())
		m.watchers.tell(brand)
	}
}
