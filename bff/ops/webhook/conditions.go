package webhook

import (
	"context"
	"maps"
	"strconv"
	"strings"
	"time"

	"croupier/bff"
)

const (
	seenInterval = 20 * time.Second // how often this instance records that it sees a condition
	seenFor      = time.Minute      // the lifetime of such a record, if the instance stops
)

// followConditions records seen conditions and reports conditions that began or ended.
func (n *Notifier) followConditions(ctx context.Context, r *records) error {
	seen := n.seeMaintenance()
	maps.Copy(seen, n.seeCircuits())
	for subject, c := range r.conditions {
		if _, ok := seen[subject]; c.Open && !ok {
			seen[subject] = nil
		}
	}
	for subject, data := range seen {
		if err := n.followCondition(ctx, r, subject, data); err != nil {
			return err
		}
	}
	return nil
}

// subjectOf returns the name of a condition. Brand ids, upstream ids and classes contain no slash.
func subjectOf(kind Kind, parts ...string) string {
	return string(kind) + "/" + strings.Join(parts, "/")
}

// seeMaintenance returns the maintenance that this instance has detected, by subject.
func (n *Notifier) seeMaintenance() map[string]*Data {
	out := map[string]*Data{}
	for _, brand := range n.Brands() {
		if !n.wanted(KindMaintenance, brand) {
			continue
		}
		for _, d := range n.Maintenance(brand).Detected {
			out[subjectOf(KindMaintenance, brand, d.Part)] = &Data{Brand: brand, Part: d.Part, Since: d.Since}
		}
	}
	return out
}

const stateClosed = "closed" // the normal state of a circuit

// seeCircuits returns circuits that are not closed here for CircuitOpenAfter, by subject.
func (n *Notifier) seeCircuits() map[string]*Data {
	now, out, open := n.Clock(), map[string]*Data{}, map[string]time.Time{}
	for _, s := range n.Circuits() {
		if s.State == stateClosed || !n.wanted(KindCircuit, s.Brand) {
			continue
		}
		subject := subjectOf(KindCircuit, s.Brand, s.Upstream, s.Class)
		since, ok := n.openSince[subject]
		if !ok {
			since = s.Since
		}
		open[subject] = since
		if now.Sub(since) >= n.CircuitOpenAfter {
			out[subject] = &Data{Brand: s.Brand, Upstream: s.Upstream, Class: s.Class, Since: since}
		}
	}
	n.openSince = open
	return out
}

// followCondition records whether this instance sees a condition and reports its beginning. It
// reports the end when no instance sees it. data is nil if this instance does not see it.
func (n *Notifier) followCondition(ctx context.Context, r *records, subject string, data *Data) error {
	now, key := n.Clock(), conditionPrefix+subject
	next := condition{}
	if was := r.conditions[subject]; was != nil {
		next = *was
	}
	if next.SeenBy == nil {
		next.SeenBy = map[string]time.Time{}
	}
	if data != nil {
		if next.Open && now.Sub(next.SeenBy[n.Instance]) < seenInterval {
			return nil
		}
		next.SeenBy[n.Instance] = now
	} else {
		known := len(next.SeenBy)
		maps.DeleteFunc(next.SeenBy, func(instance string, at time.Time) bool {
			return instance == n.Instance || now.Sub(at) >= seenFor
		})
		if known > 0 && len(next.SeenBy) == known {
			return nil
		}
	}
	if isOpen := len(next.SeenBy) > 0; isOpen != next.Open {
		next.Open = isOpen
		next.Number++
		if isOpen {
			next.Data = *data
		}
		name, _, _ := strings.Cut(subject, "/")
		event := Event{Type: changes[Kind(name)][isOpen], Timestamp: now.UTC(), Data: next.Data}
		// If Croupier crashes before it records the change, the repeated event has the same id.
		if err := n.enqueue(ctx, r, hash(subject, strconv.Itoa(next.Number)), Kind(name), event); err != nil {
			return err
		}
	}
	_, err := n.swap(ctx, key, r.raw[key], next) // if another instance was faster, the next poll tries again
	return err
}

// changes are the event types of conditions, true for the beginning and false for the end.
var changes = map[Kind]map[bool]string{
	KindMaintenance: {true: MaintenanceDetected, false: MaintenanceEnded},
	KindCircuit:     {true: CircuitOpen, false: CircuitClosed},
}

const (
	paymentsInterval = 15 * time.Second // the time between two reads of payments with an unknown outcome
	paymentsPage     = 100              // the maximum number of payments that one read reports
	// reportPaymentFor is the time for which a payment is reported, after PaymentUnknownAfter.
	reportPaymentFor = 24 * time.Hour
)

func (n *Notifier) followPayments(ctx context.Context, r *records) error {
	now := n.Clock()
	if now.Sub(n.paymentsAt) < paymentsInterval {
		return nil
	}
	found, err := n.Unknown(ctx, nil, paymentsPage, func(p *bff.IdempotencyRecord) bool {
		age := now.Sub(p.At)
		return p.State == bff.IdempotencyUnknown && age >= n.PaymentUnknownAfter &&
			age < n.PaymentUnknownAfter+reportPaymentFor &&
			n.wanted(KindPayment, p.Key.Brand) && r.messages[paymentID(p)] == nil
	})
	if err != nil {
		return err
	}
	for _, p := range found {
		data := Data{Brand: p.Key.Brand, Since: p.At.UTC(), Key: p.Key.Key, Request: p.RequestID}
		if err := n.enqueue(ctx, r, paymentID(p), KindPayment,
			Event{Type: PaymentUnknown, Timestamp: now.UTC(), Data: data}); err != nil {
			return err
		}
	}
	n.paymentsAt = now
	return nil
}

// paymentID returns the id of a payment's event. The key includes the player.
func paymentID(p *bff.IdempotencyRecord) string { return hash(PaymentUnknown, p.Key.String()) }
