package maintenance

import (
	"bytes"
	"context"
	"encoding/json"
	"maps"
	"slices"

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
	if m.bus == nil {
		return
	}
	msg.From = m.id
	raw, err := json.Marshal(msg)
	if err == nil {
		// The change is durable already; a cancelled request must not stop the message.
		err = m.bus.Publish(context.WithoutCancel(ctx), bff.TopicMaintenance, raw)
	}
	if err != nil {
		m.log.WarnContext(ctx, "publish maintenance: failed; other instances follow at their next reload", "brand", msg.Brand, "error", err)
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
	if m.bus == nil {
		return func() {}
	}
	receive := func(msg message) {
		select {
		case m.received <- msg:
		default: // dropped: the store is reloaded at the next tick
		}
	}
	return m.bus.Subscribe(bff.TopicMaintenance, func(payload []byte) {
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
		m.changeDetected(msg.Brand, func(k *snapshot) bool { return k.clearAllDetected(msg.Brand, msg.Calls) })
		m.reload(ctx)
	default:
		m.reload(ctx)
	}
}

// reload applies the records of the store. While it cannot be read, the snapshot stays.
func (m *Manager) reload(ctx context.Context) {
	m.changing.Lock()
	defer m.changing.Unlock()
	all, err := m.store.All(ctx)
	if err != nil {
		if !m.failing && ctx.Err() == nil {
			m.log.ErrorContext(ctx, "load maintenance: failed", "error", err)
		}
		m.failing = true
		return
	}
	m.failing = false
	was := m.current.Load()
	if maps.EqualFunc(was.raw, all, bytes.Equal) {
		return
	}
	k := was.copy()
	if err := k.apply(all); err != nil {
		m.log.ErrorContext(ctx, "load maintenance: invalid record", "error", err)
	}
	m.putRecords(k, changedBrands(was, k)...)
}

// changedBrands returns the brands whose records differ between two snapshots.
func changedBrands(a, b *snapshot) []string {
	changed := map[string]bool{}
	for _, pair := range [2][2]*snapshot{{a, b}, {b, a}} {
		for key, raw := range pair[0].raw {
			if other, ok := pair[1].raw[key]; !ok || !bytes.Equal(raw, other) {
				changed[pair[0].brandOfKey(key)] = true
			}
		}
	}
	delete(changed, "")
	return slices.Sorted(maps.Keys(changed))
}
