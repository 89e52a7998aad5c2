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

// ProbeResult is the result of asking a platform about its own maintenance.
type ProbeResult int

// The results of a probe.
const (
	ProbeUnknown ProbeResult = iota // the platform gave no usable answer
	ProbeOpen
	ProbeClosed
)

// Settings are the dependencies of a Manager.
type Settings struct {
	Store bff.RecordStore
	Bus   bff.Bus          // reaches the other instances at once; nil with a single instance
	Now   func() time.Time // default time.Now
	// Probe asks a brand's platform whether it is under maintenance. With nil, detected
	// maintenance lasts until Clear.
	Probe func(ctx context.Context, brand string) ProbeResult
	// Brands lists the brands whose platforms are probed periodically even when open; nil means
	// none.
	Brands func() []string
	Log    *slog.Logger // default slog.Default()
}

// Manager implements gateway.Maintenance and gateway.MaintenanceBypass for one instance.
type Manager struct {
	store  bff.RecordStore
	bus    bff.Bus
	now    func() time.Time
	probe  func(ctx context.Context, brand string) ProbeResult
	brands func() []string
	log    *slog.Logger
	id     string // of this instance on the bus

	changing  sync.Mutex // serializes changes; readers do not take it
	current   atomic.Pointer[snapshot]
	wasActive map[string]bool // notices in force at the last check; guarded by changing
	failing   bool            // the last read of the store failed; guarded by changing
	watchers  watchers

	received   chan message // messages of other instances
	outgoing   chan message // messages to other instances
	probing    atomic.Bool
	resets     atomic.Int64 // number of ClearDetected calls
	lastPolled time.Time    // time of the last periodic probe; used by Run only
}

// partClosedFor is how long a part of a site stays closed after its platform reported
// maintenance. Such a platform cannot be probed; the next player's call finds out.
const partClosedFor = 30 * time.Second

// detection is maintenance that a platform reported.
type detection struct {
	since time.Time
	until time.Time // zero: until a probe reports ProbeOpen
}

func (d detection) active(now time.Time) bool { return d.until.IsZero() || now.Before(d.until) }

// New returns a Manager with the notices of the store. An unreachable store is only logged, as
// it may come back later; an invalid record is an error.
func New(ctx context.Context, s Settings) (*Manager, error) {
	if s.Store == nil {
		return nil, errors.New("maintenance manager: store is required")
	}
	m := &Manager{
		store: s.Store, bus: s.Bus, now: s.Now, probe: s.Probe, brands: s.Brands, log: s.Log,
		id: rand.Text(), wasActive: map[string]bool{},
		received: make(chan message, 64), outgoing: make(chan message, 64),
	}
	if m.now == nil {
		m.now = time.Now
	}
	if m.log == nil {
		m.log = slog.Default()
	}
	k := &snapshot{raw: map[string][]byte{}, notices: map[string]*Notice{}, detected: map[string]detection{}}
	all, err := loadRecords(ctx, s.Store)
	if err != nil { // Run retries
		m.log.ErrorContext(ctx, "load maintenance: failed; closed brands are open until the store is back", "error", err)
		m.failing = true
	} else if err := k.apply(all); err != nil {
		return nil, err
	}
	m.current.Store(k)
	for brand, n := range k.notices {
		m.wasActive[brand] = n.active(m.now())
	}
	return m, nil
}

// State implements gateway.Maintenance: the brand's own notice takes precedence over the one for
// every brand, and both over detected maintenance.
func (m *Manager) State(brand, call string) bff.MaintenanceState {
	return m.resolve(brand, call, netip.Addr{})
}

// StateFor implements gateway.MaintenanceBypass.
func (m *Manager) StateFor(brand, call string, visitor netip.Addr, pass string) bff.MaintenanceState {
	if _, ok := m.BypassValidUntil(brand, pass); ok {
		return bff.MaintenanceState{}
	}
	return m.resolve(brand, call, visitor)
}

func (m *Manager) resolve(brand, call string, visitor netip.Addr) bff.MaintenanceState {
	k := m.current.Load()
	if len(k.notices) == 0 && len(k.detected) == 0 {
		return bff.MaintenanceState{}
	}
	now := m.now()
	for _, key := range [2]string{brand, Everywhere} {
		if n := k.notices[key]; n != nil && n.matches(call) && n.active(now) && !n.allows(visitor) {
			return n.state()
		}
	}
	if len(k.detected) == 0 {
		return bff.MaintenanceState{}
	}
	class, _, _ := strings.Cut(call, "/")
	for _, where := range [3]string{brand, brand + "/" + class, brand + "/" + call} {
		if d, ok := k.detected[where]; ok && d.active(now) {
			return bff.MaintenanceState{On: true, Until: d.until}
		}
	}
	return bff.MaintenanceState{}
}

// Set declares maintenance for a brand, or for all with Everywhere, and replaces the previous
// notice. It is durable and in force once Set returns nil. An invalid notice fails with
// ErrEndsBeforeStart, ErrBadCalls or ErrBadBypass.
func (m *Manager) Set(ctx context.Context, brand string, n Notice) error {
	n.Since = m.now().UTC()
	if err := n.check(n.Since); err != nil {
		return err
	}
	raw, err := json.Marshal(&n)
	if err != nil {
		return fmt.Errorf("store maintenance of %s: %w", brand, err)
	}
	err = m.change(brand, func(k *snapshot) error {
		if err := m.store.Put(ctx, brand, raw); err != nil {
			return fmt.Errorf("store maintenance of %s: %w", brand, err)
		}
		k.notices[brand], k.raw[brand] = n.clone(), raw
		return nil
	})
	if err == nil {
		m.publish(ctx, message{Brand: brand})
	}
	return err
}

// Clear removes the notice of a brand, or of all with Everywhere, and what was detected. It is
// durable and in force once Clear returns nil.
func (m *Manager) Clear(ctx context.Context, brand string) error {
	err := m.change(brand, func(k *snapshot) error {
		if err := m.store.Delete(ctx, brand); err != nil {
			return fmt.Errorf("store maintenance of %s: %w", brand, err)
		}
		delete(k.notices, brand)
		delete(k.raw, brand)
		k.clearDetected(brand)
		return nil
	})
	if err == nil {
		m.publish(ctx, message{Brand: brand, Cleared: true})
	}
	return err
}

// change applies f to a copy of the snapshot, publishes the copy and notifies the watchers. It
// changes nothing where f fails.
func (m *Manager) change(brand string, f func(*snapshot) error) error {
	m.changing.Lock()
	defer m.changing.Unlock()
	k := m.current.Load().copy()
	if err := f(k); err != nil {
		return err
	}
	m.put(k, brand)
	return nil
}

// put publishes k and notifies the watchers of brands. The caller holds changing.
func (m *Manager) put(k *snapshot, brands ...string) {
	m.current.Store(k)
	for _, brand := range brands {
		n := k.notices[brand]
		m.wasActive[brand] = n != nil && n.active(m.now())
		m.watchers.notify(brand)
	}
}
