package bff

import (
	"fmt"
	"time"
)

// IdempotencyKey identifies one money call. The key is scoped to the player, so players cannot
// collide with or guess each other's keys (calls.md §5).
type IdempotencyKey struct {
	Brand  string
	Player string // the platform's uid
	Key    string // the Idempotency-Key header, a UUID in lower case
}

// String returns the key as stores write it. Different keys have different strings.
func (k IdempotencyKey) String() string {
	return fmt.Sprintf("%d:%s/%d:%s/%s", len(k.Brand), k.Brand, len(k.Player), k.Player, k.Key)
}

// Fingerprint is the SHA-256 of a money call's name and data in canonical form; equal
// fingerprints mean equal bodies.
type Fingerprint [32]byte

// IdempotencyState is the state of a money call.
type IdempotencyState string

// The states of an idempotency record.
const (
	IdempotencyInFlight IdempotencyState = "in flight" // claimed, possibly sent, not answered yet
	IdempotencyAnswered IdempotencyState = "answered"  // repeats receive the recorded answer
	IdempotencyUnknown  IdempotencyState = "unknown"   // possibly sent, outcome unknown
)

// IdempotencyRecord is the stored state of one money call.
type IdempotencyRecord struct {
	Key       IdempotencyKey // its Player is a hash
	RequestID string         // of the request that claimed the key
	At        time.Time      // when it was claimed
	State     IdempotencyState
	Answer    *Answer // nil unless answered
	Unknown   *Reason // nil unless the outcome is unknown
}

// Reasons of money calls in addition to the table of calls.md §1 (calls.md §5).
var (
	ReasonKeyMissing = row(ReasonBadRequest.Status, ReasonBadRequest.Debug, "idempotency_key_missing")
	ReasonKeyReused  = row(ReasonBadRequest.Status, ReasonBadRequest.Debug, "idempotency_key_reused")
	ReasonKeyTime    = row(ReasonBadRequest.Status, ReasonBadRequest.Debug, "idempotency_key_time")
)
