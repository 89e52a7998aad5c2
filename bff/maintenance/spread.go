package maintenance

import (
	"bytes"
	"context"
	"encoding/json"
	"slices"

	"croupier/bff"
)

// message is what instances tell each other of maintenance. What was declared is read
// from the store; what was detected lives in memory and so in the message alone.
type message struct {
	From     string `json:"from"`
	Brand    string `json:"brand"`
	Cleared  bool   `json:"cleared,omitempty"`  // declared and detected maintenance has ended
	Detected *bool  `json:"detected,omitempty"` // begun or over; nil: look into the store
}

// publish tells the other instances. One that does not hear reads the store soon.
func (m *Manager) publish(ctx context.Context, msg message) {
	if m.bus == nil {
		return
	}
	msg.From = m.id
	raw, err := json.Marshal(msg)
	if err == nil {
		// The change stands already: a visitor who has gone must not keep it here.
		err = m.bus.Publish(context.WithoutCancel(ctx), bff.TopicMaintenance, raw)
	}
	if err != nil {
		m.log.WarnContext(ctx, "other instances will learn of maintenance later", "brand", msg.Brand, "error", err)
	}
}

// say has Run tell the other instances: whoever found out has no time for it.
func (m *Manager) say(where string, detected bool) {
	select {
	case m.said <- message{Brand: where, Detected: &detected}:
	default: // nobody tells; the others find out for themselves
	}
}

// subscribe lets Run hear the other instances.
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
		case m.heard <- msg:
		default: // the store is read soon
		}
	})
}

// hear does what another instance told.
func (m *Manager) hear(ctx context.Context, msg message) {
	switch {
	case msg.Detected != nil:
		m.note(msg.Brand, *msg.Detected)
	case msg.Cleared:
		if k := m.known.Load().copy(); k.forget(msg.Brand) {
			_ = m.change(msg.Brand, func(k *known) error { // nothing in it can fail
				k.forget(msg.Brand)
				return nil
			})
		}
		m.read(ctx)
	default:
		m.read(ctx)
	}
}

// read takes over what the store holds by now. While it cannot be read, what is known
// stays.
func (m *Manager) read(ctx context.Context) {
	m.changing.Lock()
	defer m.changing.Unlock()
	all, err := records(ctx, m.store)
	if err != nil {
		if !m.failing && ctx.Err() == nil {
			m.log.ErrorContext(ctx, "maintenance cannot be read", "error", err)
		}
		m.failing = true
		return
	}
	m.failing = false
	k := m.known.Load().copy()
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
	if err := k.take(all); err != nil {
		m.log.ErrorContext(ctx, "a maintenance record cannot be read", "error", err)
	}
	m.put(k, slices.DeleteFunc(changed, func(key string) bool { return key == keyRecord })...)
}
