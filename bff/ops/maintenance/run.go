package maintenance

import (
	"bytes"
	"context"
	"encoding/json"
	"maps"
	"slices"
	"strings"
	"sync"
	"time"

	"croupier/bff"
)

// message is sent between instances. Records are read from the store; detected
// maintenance exists in memory only and so is carried by the message.
type message struct {
	From     string   `json:"from"`
	Brand    string   `json:"brand"`
	Cleared  bool     `json:"cleared,omitempty"`  // a switch and detected maintenance were removed
	Calls    []string `json:"calls,omitempty"`    // of Cleared; empty: the whole site
	Detected *bool    `json:"detected,omitempty"` // began or ended; nil: reload the store
}

// publish sends msg to the other instances. Those that miss it reload the store at the next
// tick.
func (m *Manager) publish(ctx context.Context, msg message) {
	msg.From = m.id
	raw, err := json.Marshal(msg)
	if err == nil {
		// The change is durable already; a cancelled request must not stop the message.
		err = m.Bus.Publish(context.WithoutCancel(ctx), bff.TopicMaintenance, raw)
	}
	if err != nil {
		m.Log.WarnContext(ctx, "publish maintenance: failed; other instances follow at their next reload", "brand", msg.Brand, "error", err)
	}
}

// enqueue hands a detection to Run for publishing, so that the caller does not wait.
func (m *Manager) enqueue(where string, detected bool) {
	select {
	case m.outgoing <- message{Brand: where, Detected: &detected}:
	default: // dropped: the other instances detect it themselves
	}
}

// subscribe passes messages of other instances to Run.
func (m *Manager) subscribe() (cancel func()) {
	receive := func(msg message) {
		select {
		case m.received <- msg:
		default: // dropped: the store is reloaded at the next tick
		}
	}
	return m.Bus.Subscribe(bff.TopicMaintenance, func(payload []byte) {
		var msg message
		if json.Unmarshal(payload, &msg) == nil && msg.From != m.id {
			receive(msg)
		}
	}, func() { receive(message{}) })
}

// onMessage applies a message of another instance.
func (m *Manager) onMessage(ctx context.Context, msg message) {
	switch {
	case msg.Detected != nil:
		m.setDetected(msg.Brand, *msg.Detected)
	case msg.Cleared:
		m.changeDetected(msg.Brand, func(k *snapshot) bool { return k.clearDetected(msg.Brand, msg.Calls) })
		m.reload(ctx)
	default:
		m.reload(ctx)
	}
}

// reload applies the records of the store. While it cannot be read, the snapshot stays.
func (m *Manager) reload(ctx context.Context) {
	m.changing.Lock()
	defer m.changing.Unlock()
	all, err := m.Store.All(ctx)
	if err != nil {
		if !m.failing && ctx.Err() == nil {
			m.Log.ErrorContext(ctx, "load maintenance: failed", "error", err)
		}
		m.failing = true
		return
	}
	m.failing = false
	if !maps.EqualFunc(m.current.Load().raw, all, bytes.Equal) {
		m.applyRecords(ctx, all)
	}
}

type watchers struct {
	mu   sync.Mutex
	next int
	all  map[int]func(brand string)
}

// Subscribe calls fn with a brand, or Everywhere, after each change of its state: declared,
// cleared, detected, ended, and the start and end of scheduled maintenance; with brand/class
// where a part was detected. fn must not block and must not change the Manager. cancel ends
// the subscription.
func (m *Manager) Subscribe(fn func(brand string)) (cancel func()) {
	w := &m.watchers
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.all == nil {
		w.all = map[int]func(string){}
	}
	id := w.next
	w.next++
	w.all[id] = fn
	return func() {
		w.mu.Lock()
		defer w.mu.Unlock()
		delete(w.all, id)
	}
}

func (w *watchers) notify(brand string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, fn := range w.all {
		fn(brand)
	}
}

// Run reloads the store, applies schedules and probes platforms at each tick, and handles
// messages of other instances in between. It returns when ctx ends.
func (m *Manager) Run(ctx context.Context, ticks <-chan time.Time) {
	defer m.subscribe()()
	var probes sync.WaitGroup
	defer probes.Wait()
	for {
		select {
		case <-ctx.Done():
			return
		case msg := <-m.received:
			m.onMessage(ctx, msg)
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

// notifyTransitions notifies watchers of windows that came into force or ended, and removes
// expired detections.
func (m *Manager) notifyTransitions() {
	m.putting.Lock()
	defer m.putting.Unlock()
	now, k := m.Now(), m.current.Load()
	var changed []string
	for brand := range k.declared {
		for id, w := range k.of(brand).Windows {
			if active := w.StateAt(now) == bff.WindowOpen; active != m.wasActive[id] {
				changed = append(changed, brand)
			}
		}
	}
	if len(changed) > 0 {
		slices.Sort(changed)
		k = k.copy()
		m.put(k, slices.Compact(changed)...)
	}
	over := func(_ string, d detection) bool { return !d.active(now) }
	for where, d := range k.detected {
		if over(where, d) {
			k = k.copy()
			maps.DeleteFunc(k.detected, over)
			m.put(k, where)
		}
	}
}

// ReportDetected implements gateway.Maintenance.
func (m *Manager) ReportDetected(where string) {
	if m.setDetected(where, true) {
		m.enqueue(where, true)
	}
}

// ClearDetected removes what was detected for a brand, brand/class or brand/class/method, so
// that the next call detects it anew. Switches and windows stay.
func (m *Manager) ClearDetected(where string) {
	m.resets.Add(1)
	if m.setDetected(where, false) {
		m.enqueue(where, false)
	}
}

// setDetected records a detection or its end, and reports whether that changed anything.
func (m *Manager) setDetected(where string, closed bool) (changed bool) {
	now := m.Now()
	isClosed := func(k *snapshot) bool { d, ok := k.detected[where]; return ok && d.active(now) }
	return isClosed(m.current.Load()) != closed && m.changeDetected(where, func(k *snapshot) bool {
		if isClosed(k) == closed {
			return false // another call was faster
		}
		delete(k.detected, where)
		if closed {
			d := detection{since: now}
			if strings.Contains(where, "/") {
				d.until = d.since.Add(partClosedFor)
			}
			k.detected[where] = d
		}
		return true
	})
}
