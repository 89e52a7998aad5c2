package webhook

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"time"
)

const (
	// MaxQueued is the number of events that wait for delivery at most.
	MaxQueued        = 1000
	retryFor         = 24 * time.Hour // how long an event is tried
	messageRetention = 72 * time.Hour // how long a message is remembered, longer than anything can be reported again
)

// Prefixes of the keys of records.
const (
	conditionPrefix = "condition/"
	messagePrefix   = "message/"
)

// message is an event and who has not received it. Without receivers it says that the event is done.
type message struct {
	At           time.Time          `json:"at"`
	Body         json.RawMessage    `json:"body,omitempty"` // an Event
	Receivers    map[string]attempt `json:"receivers,omitempty"`
	ClaimedUntil time.Time          `json:"claimedUntil,omitzero"` // an instance delivers it
}

type attempt struct {
	Failed int       `json:"failed,omitempty"`
	Next   time.Time `json:"next,omitzero"`
}

// condition is a state that instances see, and the number of its changes.
type condition struct {
	Number int                  `json:"number"`
	Open   bool                 `json:"open"`
	Data   Data                 `json:"data"`
	SeenBy map[string]time.Time `json:"seenBy,omitempty"` // when each instance has seen it last
}

type records struct {
	raw        map[string][]byte
	messages   map[string]*message // by id
	conditions map[string]*condition
}

func (n *Notifier) load(ctx context.Context) (*records, error) {
	all, err := n.Store.All(ctx)
	if err != nil {
		return nil, fmt.Errorf("read webhook records: %w", err)
	}
	r := &records{raw: all, messages: map[string]*message{}, conditions: map[string]*condition{}}
	for key, value := range all {
		m, c := new(message), new(condition)
		if id, ok := strings.CutPrefix(key, messagePrefix); ok {
			r.messages[id], err = m, json.Unmarshal(value, m)
		} else if subject, ok := strings.CutPrefix(key, conditionPrefix); ok {
			r.conditions[subject], err = c, json.Unmarshal(value, c)
		}
		if err != nil {
			return nil, fmt.Errorf("webhook record %q: %w", key, err)
		}
	}
	return r, nil
}

func (r *records) queued() (count int) {
	for _, m := range r.messages {
		if len(m.Receivers) > 0 {
			count++
		}
	}
	return count
}

// swap stores value if the present value is old, and returns the stored bytes, or nil where it is not.
func (n *Notifier) swap(ctx context.Context, key string, old []byte, value any) (stored []byte, err error) {
	raw, err := json.Marshal(value)
	if err != nil {
		return nil, fmt.Errorf("webhook record %q: %w", key, err)
	}
	swapped, err := n.Store.Swap(ctx, key, old, raw)
	if err != nil || !swapped {
		return nil, err
	}
	return raw, nil
}

// enqueue records an event for the receivers that want it, unless any instance has done so.
func (n *Notifier) enqueue(ctx context.Context, r *records, id string, kind Kind, e Event) error {
	if r.messages[id] != nil {
		return nil
	}
	m := &message{At: n.Clock(), Receivers: map[string]attempt{}}
	for name, receiver := range n.receivers {
		if receiver.wants(kind, e.Data.Brand) {
			m.Receivers[name] = attempt{}
		}
	}
	if len(m.Receivers) == 0 {
		return nil
	}
	full, refused := r.queued() >= MaxQueued, len(m.Receivers)
	if m.Body, _ = json.Marshal(e); full { //nolint:errchkjson // it can be encoded
		m.Body, m.Receivers = nil, nil
	}
	raw, err := n.swap(ctx, messagePrefix+id, nil, m)
	if err != nil || raw == nil { // nil: another instance has recorded it
		return err
	}
	r.raw[messagePrefix+id], r.messages[id] = raw, m
	if full {
		n.Log.WarnContext(ctx, "webhook event dropped: the queue is full", "type", e.Type, "brand", e.Data.Brand)
		for range refused {
			n.Count(Dropped)
		}
	}
	return nil
}

func (n *Notifier) prune(ctx context.Context, r *records) error {
	for id, m := range r.messages {
		if len(m.Receivers) > 0 || n.Clock().Sub(m.At) < messageRetention {
			continue
		}
		if _, err := n.Store.Swap(ctx, messagePrefix+id, r.raw[messagePrefix+id], nil); err != nil {
			return err
		}
		delete(r.messages, id)
	}
	return nil
}
