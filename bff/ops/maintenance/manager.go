// Package maintenance holds the maintenance state of brands and of parts of them: declared by
// staff, at once or scheduled, or detected from the upstream (calls.md §2, §4, §8).
package maintenance

import (
	"context"
	"crypto/rand"
	"log/slog"
	"net/netip"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"croupier/bff"
)

// Settings are the dependencies of a Manager. Run alone needs Probe, Brands and Retention.
type Settings struct {
	Store bff.SwapStore
	Bus   bff.Bus // reaches the other instances at once
	Now   func() time.Time
	// Probe asks a brand's platform whether it is under maintenance.
	Probe     func(ctx context.Context, brand string) ProbeResult
	Brands    func() []string      // whose platforms are probed periodically even when open
	Retention func() time.Duration // how long windows that have ended are listed
	Log       *slog.Logger
	Contract  Contract
}

// Contract knows which calls belong to which part of the site; package contract implements it.
type Contract interface {
	CallsOf(part bff.Part) []string
	PartsOf(name string) []bff.Part
}

// Manager implements gateway.Maintenance for one instance.
type Manager struct {
	Settings
	id       string       // of this instance on the bus
	changing sync.Mutex   // serializes changes of records, and is held while the store is read or written
	failing  bool         // the last read of the store failed; guarded by changing
	outgoing chan message // detections for the other instances

	mu       sync.RWMutex // guards what follows, and is not held while the store is read or written
	records  records
	inForce  map[string]string    // windows in force when watchers were last notified of a brand
	detected map[string]detection // by brand, brand/class or brand/class/method
	watchers map[int]func(brand string)
	nextID   int // of a watcher

	probing    atomic.Bool
	resets     atomic.Int64 // number of ClearDetected calls
	lastPolled time.Time    // time of the last periodic probe; used by Run only
}

const plannedFor = 24 * time.Hour // how long before its start players get a notice of a window

// New returns a Manager with the records of the store. A store that is away is logged; an invalid record is an error.
func New(ctx context.Context, s Settings) (*Manager, error) {
	m := &Manager{
		Settings: s, id: rand.Text(), outgoing: make(chan message, 64),
		inForce: map[string]string{}, detected: map[string]detection{}, watchers: map[int]func(string){},
	}
	all, err := m.Store.All(ctx)
	if err != nil { // Run retries
		m.Log.ErrorContext(ctx, "load maintenance: failed; closed brands are open until the store is back", "error", err)
		m.failing = true
		return m, nil
	}
	return m, m.apply(all)
}

// State implements gateway.Maintenance: what windows and switches of the brand and of all say together, else what was
// detected. name is that of a call or a part. End and message are those of the closure that ends last.
func (m *Manager) State(brand, name string) bff.MaintenanceState {
	return m.resolve(brand, name, netip.Addr{})
}

// Planned returns the window of a brand that begins next, within a day. Windows of calls have no name for players.
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
	now := m.Now()
	var closing []*window
	for w := range m.declaredFor(brand) {
		if matches(w, call) && w.StateAt(now) == bff.WindowOpen && !allows(w, visitor) {
			closing = append(closing, w)
		}
	}
	if len(closing) > 0 {
		slices.SortFunc(closing, endsAfter)
		whole := slices.ContainsFunc(closing, isWhole)
		return bff.MaintenanceState{On: true, Partial: !whole, Message: messageOf(closing), Until: closing[0].Until}
	}
	class, _, _ := strings.Cut(call, "/")
	m.mu.RLock()
	defer m.mu.RUnlock()
	for _, where := range [3]string{brand, brand + "/" + class, brand + "/" + call} {
		if d, ok := m.detected[where]; ok && d.active(now) {
			return bff.MaintenanceState{On: true, Partial: where != brand, Until: d.until}
		}
	}
	return bff.MaintenanceState{}
}
