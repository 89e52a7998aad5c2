package webhook

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"time"
)

const (
	// MaxQueued is the maximum number of events that wait for delivery.
	MaxQueued        = 1000
	retryFor         = 24 * time.Hour // the time for which an event is retried
	messageRetention = 72 * time.Hour // the retention of messages, longer than an event can be reported again
)

// Prefixes of the keys of records.
const (
	conditionPrefix = "condition/"
	messagePrefix   = "message/"
)

// message is an event with the receivers that have not accepted it. Without receivers it is done.
type message struct {
	At           time.Time          `json:"at"`
	Body         json.RawMessage    `json:"body,omitempty"` // an Event
	Receivers    map[string]attempt `json:"receivers,omitempty"`
	ClaimedUntil time.Time          `json:"claimedUntil,omitzero"` // until then, one instance delivers it
}

type attempt struct {
	Failed int       `json:"failed,omitempty"`
	Next   time.Time `json:"next,omitzero"`
}

// condition is a state that instances see. Number counts its changes.
type condition struct {
	Number int                  `json:"number"`
	Open   bool                 `json:"open"`
	Data   Data                 `json:"data"`
	SeenBy map[string]time.Time `json:"seenBy,omitempty"` // by instance: when it last saw the condition
}

type records struct {
	raw        map[string][]byte
	messages   map[string]*message // by id
	conditions map[string]*condition
}

func (n *Notifier) load(ctx context.Context) (*records, error) {
	all, err := n.Store.All(ctx)
	if err != nil {
		return nil, fmt.Errorf("could not read the webhook records: %w", err)
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
			return nil, fmt.Errorf("could not decode the webhook record %q: %w", key, err)
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

// swap stores value if the current value is old. It returns the stored bytes, or nil.
func (n *Notifier) swap(ctx context.Context, key string, old []byte, value any) (stored []byte, err error) {
	raw, err := json.Marshal(value)
	if err != nil {
		return nil, fmt.Errorf("could not encode the webhook record %q: %w", key, err)
	}
	swapped, err := n.Store.Swap(ctx, key, old, raw)
	if err != nil || !swapped {
		return nil, err
	}
	return raw, nil
}

// enqueue records an event for the receivers that want it, unless an instance has recorded it.
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
		n.Log.WarnContext(ctx, "the webhook queue is full, dropping an event", "type", e.Type, "brand", e.Data.Brand)
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
