package maintenance

import (
	"bytes"
	"context"
	"encoding/json"
	"slices"

	"croupier/bff"
)

// message is sent between instances. Declared maintenance is read from the store; detected
// maintenance exists in memory only and so is carried by the message.
type message struct {
	From     string `json:"from"`
	Brand    string `json:"brand"`
	Cleared  bool   `json:"cleared,omitempty"`  // declared and detected maintenance was removed
	Detected *bool  `json:"detected,omitempty"` // began or ended; nil: reload the store
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
	return m.bus.Subscribe(bff.TopicMaintenance, func(payload []byte) {
		var msg message
		if json.Unmarshal(payload, &msg) != nil || msg.From == m.id {
			return
		}
		select {
		case m.received <- msg:
		default: // dropped: the store is reloaded at the next tick
		}
	})
}

// onMessage applies a message of another instance.
func (m *Manager) onMessage(ctx context.Context, msg message) {
	switch {
	case msg.Detected != nil:
		m.setDetected(msg.Brand, *msg.Detected)
	case msg.Cleared:
		if k := m.current.Load().copy(); k.clearDetected(msg.Brand) {
			_ = m.change(msg.Brand, func(k *snapshot) error { // f never fails
				k.clearDetected(msg.Brand)
				return nil
			})
		}
		m.reload(ctx)
	default:
		m.reload(ctx)
	}
}

// reload applies the records of the store. While it cannot be read, the snapshot stays.
func (m *Manager) reload(ctx context.Context) {
	m.changing.Lock()
	defer m.changing.Unlock()
	all, err := loadRecords(ctx, m.store)
	if err != nil {
		if !m.failing && ctx.Err() == nil {
			m.log.ErrorContext(ctx, "load maintenance: failed", "error", err)
		}
		m.failing = true
		return
	}
	m.failing = false
	k := m.current.Load().copy()
	var changed []string
	for brand, raw := range all {
		if was, ok := k.raw[brand]; !ok || !bytes.Equal(was, raw) {
			changed = append(changed, brand)
		}
	}
	for brand := range k.raw {
		if _, ok := all[brand]; !ok {
			changed = append(changed, brand)
		}
	}
	if len(changed) == 0 {
		return
	}
	if err := k.apply(all); err != nil {
		m.log.ErrorContext(ctx, "load maintenance: invalid record", "error", err)
	}
	m.put(k, slices.DeleteFunc(changed, func(key string) bool { return key == bypassKeyRecord })...)
}
