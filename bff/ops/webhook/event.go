package webhook

import (
	"crypto/sha256"
	"encoding/hex"
	"slices"
	"strings"
	"time"
)

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

// Data says what an event is about. It names no player.
type Data struct {
	Brand    string    `json:"brand"`
	Upstream string    `json:"upstream,omitempty"` // of circuits
	Class    string    `json:"class,omitempty"`    // of circuits
	Part     string    `json:"part,omitempty"`     // of maintenance: class or class/method; empty: the whole brand
	Since    time.Time `json:"since"`
	Key      string    `json:"key,omitempty"`     // of payments: the idempotency key
	Request  string    `json:"request,omitempty"` // of payments: the id of the request
}

// Receiver is an address that receives events.
type Receiver struct {
	URL    string
	Secret []byte   // signs the requests
	Events []Kind   // empty: all
	Brands []string // empty: all
}

// wants reports whether r receives events of a kind and a brand.
func (r *Receiver) wants(kind Kind, brand string) bool {
	return (len(r.Events) == 0 || slices.Contains(r.Events, kind)) && (len(r.Brands) == 0 || slices.Contains(r.Brands, brand))
}

// id returns what names r in the store. An address may contain a secret.
func (r *Receiver) id() string { return hash(r.URL) }

// hash returns a text that identifies parts.
func hash(parts ...string) string {
	sum := sha256.Sum256([]byte(strings.Join(parts, "\x00")))
	return hex.EncodeToString(sum[:16])
}
