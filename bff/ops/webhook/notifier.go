// Package webhook sends urgent events to other systems: a platform reports maintenance, a circuit
// stays open, or the outcome of a payment stays unknown. Requests follow Standard Webhooks.
//
// The instances share conditions and messages in a store. A condition is active while any instance
// sees it. A message is an event with the receivers that have not accepted it yet. Its id is
// derived from the event, so only one instance creates it.
package webhook

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"log/slog"
	"maps"
	"math/rand/v2"
	"net/http"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	standardwebhooks "github.com/standard-webhooks/standard-webhooks/libraries/go"

	"croupier/bff"
	"croupier/bff/config"
)

// Outcomes of Options.Count.
const (
	Delivered = "delivered" // a receiver accepted an event
	Failed    = "failed"    // an attempt failed
	Dropped   = "dropped"   // a receiver will not get an event because it failed for a day or the queue was full
)

// Options are the dependencies of New.
type Options struct {
	config.Webhooks
	Store    bff.SwapStore
	Instance string // the unique name of this process
	Count    func(outcome string)
	Log      *slog.Logger
	Clock    func() time.Time

	Brands      func() []string
	Maintenance func(brand string) bff.MaintenanceStatus
	Circuits    func() []bff.CircuitState
	// Unknown lists payments with an outcome that is or was unknown, see bff.IdempotencyStore.
	Unknown func(ctx context.Context, before *bff.IdempotencyRecord, limit int, matches func(
		*bff.IdempotencyRecord) bool) ([]*bff.IdempotencyRecord, error)
}

// Notifier finds events and delivers them. Only Wake may be called concurrently with other methods.
type Notifier struct {
	Options
	receivers map[string]*receiver // by id
	client    *http.Client
	jitter    func() float64 // from 0 to 1
	wake      chan struct{}

	openSince  map[string]time.Time // circuits that are not closed on this instance, by subject
	paymentsAt time.Time            // the time of the last read of payments
	failing    bool                 // the last Poll failed
}

type receiver struct {
	config.WebhookReceiver
	host    string // for logs
	signer  *standardwebhooks.Webhook
	failing atomic.Bool
}

// New returns a Notifier.
func New(o Options) (*Notifier, error) {
	n := &Notifier{
		Options: o, receivers: map[string]*receiver{}, jitter: rand.Float64, wake: make(chan struct{}, 1),
		openSince: map[string]time.Time{},
		client:    NewClient(requestTimeout),
	}
	for _, r := range o.Receivers {
		made, err := newReceiver(r)
		if err != nil {
			return nil, err
		}
		n.receivers[made.id()] = made
	}
	return n, nil
}

// Wake makes Run look for events now. It does not block.
func (n *Notifier) Wake() {
	select {
	case n.wake <- struct{}{}:
	default: // Run has a signal already
	}
}

// Run polls at each tick and after each Wake until ctx ends.
func (n *Notifier) Run(ctx context.Context, ticks <-chan time.Time) {
	defer n.client.CloseIdleConnections()
	for {
		select {
		case <-ctx.Done():
			return
		case <-ticks:
		case <-n.wake:
		}
		n.Poll(ctx)
	}
}

// Poll looks for events and sends due messages. It completes deliveries even if ctx ends.
func (n *Notifier) Poll(ctx context.Context) {
	found, err := n.load(ctx)
	for _, step := range []func(context.Context, *records) error{n.followConditions, n.followPayments, n.prune} {
		if err == nil {
			err = step(ctx, found)
		}
	}
	if found != nil {
		n.deliver(context.WithoutCancel(ctx), found)
	}
	switch {
	case ctx.Err() != nil || n.failing == (err != nil):
		return
	case err != nil:
		n.Log.WarnContext(ctx, "could not record webhook events, retrying until the store accepts them", "error", err)
	default:
		n.Log.InfoContext(ctx, "webhook events are recorded again")
	}
	n.failing = err != nil
}

func (n *Notifier) wanted(kind Kind, brand string) bool {
	wants := func(r *receiver) bool { return r.wants(kind, brand) }
	return slices.ContainsFunc(slices.Collect(maps.Values(n.receivers)), wants)
}

// Kind is a kind of events that a receiver can choose.
type Kind string

// The kinds of events.
const (
	KindMaintenance Kind = "maintenance"
	KindCircuit     Kind = "circuit"
	KindPayment     Kind = "payment"
)

// Types of events.
const (
	MaintenanceDetected = "maintenance.detected"
	MaintenanceEnded    = "maintenance.ended"
	CircuitOpen         = "circuit.open"
	CircuitClosed       = "circuit.closed"
	PaymentUnknown      = "payment.unknown"
)

// Event is the body of a request.
type Event struct {
	Type      string    `json:"type"`
	Timestamp time.Time `json:"timestamp"`
	Data      Data      `json:"data"`
}

// Data describes the subject of an event. It does not identify the player.
type Data struct {
	Brand    string    `json:"brand"`
	Upstream string    `json:"upstream,omitempty"` // of circuits
	Class    string    `json:"class,omitempty"`    // of circuits
	Part     string    `json:"part,omitempty"`     // of maintenance: class or class/method, empty for the whole brand
	Since    time.Time `json:"since"`
	Key      string    `json:"key,omitempty"`     // of payments: the idempotency key
	Request  string    `json:"request,omitempty"` // of payments: the id of the request
}

func (r *receiver) wants(kind Kind, brand string) bool {
	return (len(r.Events) == 0 || slices.Contains(r.Events, string(kind))) &&
		(len(r.Brands) == 0 || slices.Contains(r.Brands, brand))
}

// id returns the id of r in the store. It is a hash because the address may contain a secret.
func (r *receiver) id() string { return hash(r.URL) }

func hash(parts ...string) string {
	sum := sha256.Sum256([]byte(strings.Join(parts, "\x00")))
	return hex.EncodeToString(sum[:16])
}
