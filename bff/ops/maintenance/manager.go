// Package maintenance manages the maintenance state of brands and their parts. Staff declare it
// with switches and windows, and Croupier detects it from the platform.
package maintenance

import (
	"context"
	"crypto/rand"
	"log/slog"
	"maps"
	"net/netip"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"croupier/bff"
)

// Settings are the dependencies of a Manager. Only Run needs Probe, Brands and Retention.
type Settings struct {
	Store bff.SwapStore
	Bus   bff.Bus // notifies the other instances
	Now   func() time.Time
	// Probe checks whether a brand's platform is in maintenance.
	Probe     func(ctx context.Context, brand string) ProbeResult
	Brands    func() []string      // the brands to probe periodically
	Retention func() time.Duration // the retention of ended windows
	Log       *slog.Logger
	Contract  Contract
}

// Contract maps parts of the site to calls. Package contract implements it.
type Contract interface {
	CallsOf(part bff.Part) []string
	PartsOf(name string) []bff.Part
}

// Manager implements gateway.Maintenance for one instance.
type Manager struct {
	Settings
	id       string       // of this instance on the bus
	changing sync.Mutex   // serializes changes of records, also locked during reads and writes of the store
	failing  bool         // the last read of the store failed, guarded by changing
	outgoing chan message // detections for the other instances

	mu       sync.RWMutex // guards the fields below, not locked during reads and writes of the store
	records  records
	inForce  map[string]string    // by brand: the windows that were open when watchers were last notified
	detected map[string]detection // by brand, brand/class or brand/class/method
	watchers map[int]func(brand string)
	nextID   int // of a watcher

	probing    atomic.Bool
	resets     atomic.Int64 // number of ClearDetected calls
	lastPolled time.Time    // time of the last periodic probe, used only by Run
}

const plannedFor = 24 * time.Hour // Planned returns a window from this time before its start

// New returns a Manager with the records of the store. It fails on an invalid record, not if the
// store fails.
func New(ctx context.Context, s Settings) (*Manager, error) {
	m := &Manager{
		Settings: s, id: rand.Text(), outgoing: make(chan message, 64),
		inForce: map[string]string{}, detected: map[string]detection{}, watchers: map[int]func(string){},
	}
	all, err := m.Store.All(ctx)
	if err != nil { // Run retries
		m.Log.ErrorContext(ctx,
			"could not load maintenance from the store, brands in maintenance are open until a retry succeeds",
			"error", err)
		m.failing = true
		return m, nil
	}
	return m, m.apply(all)
}

// State implements gateway.Maintenance for a call, a part or, with an empty name, the whole site.
// Windows and switches of the brand and of all brands come before detected maintenance. The window
// or switch that ends last determines end and message.
func (m *Manager) State(brand, name string) bff.MaintenanceState {
	return m.resolve(brand, name, netip.Addr{})
}

// Planned returns the next window of the site or parts of a brand that starts within a day.
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

// message is a message between instances. The store does not have detected maintenance.
type message struct {
	From     string   `json:"from"`
	Brand    string   `json:"brand"`
	Cleared  bool     `json:"cleared,omitempty"`  // a switch and detected maintenance were removed
	Calls    []string `json:"calls,omitempty"`    // of Cleared, empty for the whole site
	Detected *bool    `json:"detected,omitempty"` // a detection or its end, nil to reload the store
}

// publish sends msg to the other instances. Instances that miss it reload at their next tick.
func (m *Manager) publish(ctx context.Context, msg message) {
	msg.From = m.id
	// The change is already durable, so a cancelled request must not stop the message.
	if err := bff.Publish(context.WithoutCancel(ctx), m.Bus, bff.TopicMaintenance, msg); err != nil {
		m.Log.WarnContext(ctx,
			"could not notify other instances of changed maintenance, they reload it at their next tick", "brand",
			msg.Brand, "error", err)
	}
}

func (m *Manager) onMessage(ctx context.Context, msg message) {
	switch {
	case msg.From == m.id:
	case msg.Detected != nil:
		m.setDetected(msg.Brand, *msg.Detected)
	case msg.Cleared:
		m.clearDetected(msg.Brand, msg.Calls)
		m.reload(ctx)
	default:
		m.reload(ctx)
	}
}

// Subscribe calls fn with a brand or Everywhere after each change of its state, and with the part
// after a detection. fn must not block and must not change the Manager.
func (m *Manager) Subscribe(fn func(brand string)) (cancel func()) {
	m.mu.Lock()
	defer m.mu.Unlock()
	id := m.nextID
	m.nextID++
	m.watchers[id] = fn
	return func() {
		m.mu.Lock()
		defer m.mu.Unlock()
		delete(m.watchers, id)
	}
}

// notify calls the watchers, which may read the state. The caller must not have locked mu.
func (m *Manager) notify(brands ...string) {
	m.mu.RLock()
	watchers := slices.Collect(maps.Values(m.watchers))
	m.mu.RUnlock()
	for _, brand := range brands {
		for _, fn := range watchers {
			fn(brand)
		}
	}
}

// Run reloads the store, applies schedules and probes platforms at each tick until ctx ends.
func (m *Manager) Run(ctx context.Context, ticks <-chan time.Time) {
	receive := bff.Decoded(m.Log, func(msg message) { m.onMessage(ctx, msg) })
	defer m.Bus.Subscribe(bff.TopicMaintenance, receive, func() { m.reload(ctx) })()
	var probes sync.WaitGroup
	defer probes.Wait()
	for {
		select {
		case <-ctx.Done():
			return
		case msg := <-m.outgoing:
			m.publish(ctx, msg)
		case <-ticks:
			m.reload(ctx)
			m.notifyTransitions()
			m.prune(ctx)
			m.startProbes(ctx, &probes)
		}
	}
}

// notifyTransitions notifies watchers of started and ended windows and removes old detections.
func (m *Manager) notifyTransitions() {
	now := m.Now()
	var changed []string
	m.mu.Lock()
	for brand := range m.records.decoded {
		if inForce := m.records.of(brand).inForce(now); inForce != m.inForce[brand] {
			m.inForce[brand] = inForce
			changed = append(changed, brand)
		}
	}
	for where, d := range m.detected {
		if !d.active(now) {
			delete(m.detected, where)
			changed = append(changed, where)
		}
	}
	m.mu.Unlock()
	slices.Sort(changed)
	m.notify(changed...)
}
