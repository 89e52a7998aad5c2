// Package maintenance holds the maintenance state of brands and of parts of them: declared by
// staff, at once or scheduled, or detected from the upstream (calls.md §2, §4, §8).
package maintenance

import (
	"bytes"
	"context"
	"crypto/rand"
	"fmt"
	"log/slog"
	"net/netip"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"croupier/bff"
)

// Settings are the dependencies of a Manager.
type Settings struct {
	Store bff.SwapStore
	Bus   bff.Bus          // reaches the other instances at once
	Now   func() time.Time // default time.Now
	// Probe asks a brand's platform whether it is under maintenance. With nil, detected
	// maintenance lasts until ClearSwitch.
	Probe func(ctx context.Context, brand string) ProbeResult
	// Brands lists the brands whose platforms are probed periodically even when open; nil means
	// none.
	Brands func() []string
	// Retention returns how long windows that have ended are listed; default 30 days.
	Retention func() time.Duration
	Log       *slog.Logger // default slog.Default()
	Contract  Contract     // without it no parts can be closed
}

// Contract knows which calls belong to which part of the site; package contract implements it.
type Contract interface {
	CallsOf(part bff.Part) []string
	PartsOf(name string) []bff.Part
}

// Manager implements gateway.Maintenance for one instance.
type Manager struct {
	Settings
	id string // of this instance on the bus

	changing  sync.Mutex // serializes changes of records, and is held while the store is read or written
	putting   sync.Mutex // serializes put, and is not held while the store is read or written
	current   atomic.Pointer[snapshot]
	wasActive map[string]bool // windows in force at the last check, by id; guarded by putting
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

// plannedFor is how long before its start players get a notice of a window.
const plannedFor = 24 * time.Hour

// detection is maintenance that a platform reported.
type detection struct {
	since time.Time
	until time.Time // zero: until a probe reports ProbeOpen
}

func (d detection) active(now time.Time) bool { return d.until.IsZero() || now.Before(d.until) }

// New returns a Manager with the records of the store. An unreachable store is only logged, as
// it may come back later; an invalid record is an error.
func New(ctx context.Context, s Settings) (*Manager, error) {
	m := &Manager{Settings: s, id: rand.Text(), received: make(chan message, 64), outgoing: make(chan message, 64)}
	if m.Now == nil {
		m.Now = time.Now
	}
	if m.Retention == nil {
		m.Retention = func() time.Duration { return defaultRetention }
	}
	if m.Log == nil {
		m.Log = slog.Default()
	}
	k := &snapshot{detected: map[string]detection{}, raw: map[string][]byte{}, declared: map[string]*declared{}}
	all, err := m.Store.All(ctx)
	if err != nil { // Run retries
		m.Log.ErrorContext(ctx, "load maintenance: failed; closed brands are open until the store is back", "error", err)
		m.failing = true
	} else if err := k.apply(all); err != nil {
		return nil, err
	}
	m.put(k)
	return m, nil
}

// State implements gateway.Maintenance: what windows and switches of the brand and of all say
// together, and else what was detected. name is that of a call or a part. The expected end is the
// latest of them, and the message is that of the one that ends last.
func (m *Manager) State(brand, name string) bff.MaintenanceState {
	return m.resolve(brand, name, netip.Addr{})
}

// Planned returns the scheduled window of a brand, or of all, that begins first, if it begins within a day. It leaves out
// windows of calls, for which players have no name.
func (m *Manager) Planned(brand string) (next bff.MaintenanceWindow, ok bool) {
	for _, w := range m.windowsOf(brand) {
		if w.State == bff.WindowScheduled && len(w.Calls) == 0 && w.From.Sub(m.Now()) <= plannedFor {
			return w, true // they are sorted
		}
	}
	return next, false
}

// StateFor implements gateway.Maintenance.
func (m *Manager) StateFor(brand, call string, visitor netip.Addr, pass string) bff.MaintenanceState {
	if _, ok := m.BypassValidUntil(brand, pass); ok {
		return bff.MaintenanceState{}
	}
	return m.resolve(brand, call, visitor)
}

func (m *Manager) resolve(brand, call string, visitor netip.Addr) bff.MaintenanceState {
	k := m.current.Load()
	if len(k.closures) == 0 && len(k.detected) == 0 {
		return bff.MaintenanceState{}
	}
	now := m.Now()
	var closing []*window
	for _, key := range [2]string{brand, Everywhere} {
		for _, c := range k.closures[key] {
			if matches(c, call) && c.StateAt(now) == bff.WindowOpen && !allows(c, visitor) {
				closing = append(closing, c)
			}
		}
	}
	if len(closing) > 0 {
		slices.SortStableFunc(closing, endsAfter)
		whole := slices.ContainsFunc(closing, isWhole)
		return bff.MaintenanceState{On: true, Partial: !whole, Message: messageOf(closing), Until: closing[0].Until}
	}
	if len(k.detected) == 0 {
		return bff.MaintenanceState{}
	}
	class, _, _ := strings.Cut(call, "/")
	for _, where := range [3]string{brand, brand + "/" + class, brand + "/" + call} {
		if d, ok := k.detected[where]; ok && d.active(now) {
			return bff.MaintenanceState{On: true, Partial: where != brand, Until: d.until}
		}
	}
	return bff.MaintenanceState{}
}

// swapAttempts bounds how often a change is tried while other instances change the same record.
const swapAttempts = 5

// change stores what f makes of the record of a brand, and publishes it. f may run more than once, and its error
// is returned.
func (m *Manager) change(ctx context.Context, brand string, f func(*declared) error) error {
	m.changing.Lock()
	defer m.changing.Unlock()
	failed := func(err error) error { return fmt.Errorf("store maintenance of %s: %w", brand, err) }
	for range swapAttempts {
		all, err := m.Store.All(ctx)
		if err != nil {
			return failed(err)
		}
		next, err := decode(all[brand])
		if err != nil { // nobody can read what it was
			next, _ = decode(nil)
		}
		if err := f(next); err != nil {
			return err
		}
		raw, err := next.encode()
		swapped := bytes.Equal(raw, all[brand])
		if err == nil && !swapped {
			swapped, err = m.Store.Swap(ctx, brand, all[brand], raw)
		}
		if err != nil {
			return failed(err)
		}
		if !swapped {
			continue
		}
		if all[brand] = raw; raw == nil {
			delete(all, brand)
		}
		m.applyRecords(ctx, all)
		return nil
	}
	return bff.ErrMaintenanceChanged
}

// applyRecords publishes the records of the store. The caller holds changing.
func (m *Manager) applyRecords(ctx context.Context, all map[string][]byte) {
	was := m.current.Load()
	k := was.copy()
	if err := k.apply(all); err != nil {
		m.Log.ErrorContext(ctx, "load maintenance: invalid record", "error", err)
	}
	m.putting.Lock()
	defer m.putting.Unlock()
	k.detected = m.current.Load().detected
	m.put(k, changedBrands(was, k)...)
}

// changeDetected applies f to what was detected, and publishes the result if f reports a change.
// Players' calls come here, so it never waits for the store.
func (m *Manager) changeDetected(where string, f func(*snapshot) (changed bool)) bool {
	m.putting.Lock()
	defer m.putting.Unlock()
	k := m.current.Load().copy()
	if !f(k) {
		return false
	}
	m.put(k, where)
	return true
}

// put publishes k and notifies the watchers of brands. The caller holds putting, or is New.
func (m *Manager) put(k *snapshot, brands ...string) {
	now := m.Now()
	k.index(now)
	m.current.Store(k)
	was := m.wasActive
	m.wasActive = map[string]bool{}
	for brand := range k.declared {
		for id, w := range k.of(brand).Windows {
			active, known := was[id]
			if !known || slices.Contains(brands, brand) { // others are notified at the next tick
				active = w.StateAt(now) == bff.WindowOpen
			}
			m.wasActive[id] = active
		}
	}
	for _, brand := range brands {
		m.watchers.notify(brand)
	}
}
