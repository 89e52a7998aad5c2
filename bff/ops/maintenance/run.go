package maintenance

import (
	"context"
	"maps"
	"slices"
	"sync"
	"time"

	"croupier/bff"
)

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
