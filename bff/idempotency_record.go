package bff

import (
	"context"
	"fmt"
	"time"
)

// IdempotencyState says what became of a money call.
type IdempotencyState string

// The states of a journal entry.
const (
	IdempotencyInFlight IdempotencyState = "in flight" // claimed, perhaps sent, not answered yet
	IdempotencyAnswered IdempotencyState = "answered"  // repeats are given the answer
	IdempotencyUnknown  IdempotencyState = "unknown"   // sent, or perhaps sent, and nobody knows the outcome
)

// IdempotencyRecord is what the journal knows of one money call.
type IdempotencyRecord struct {
	Key       IdempotencyKey
	RequestID string    // of the request that claimed the key
	At        time.Time // when it was claimed
	State     IdempotencyState
	Answer    *Answer // nil unless answered
	Unknown   *Reason // nil unless the outcome is unknown
}

// IdempotencyReader lets staff find a money call by the request id that a player was shown.
type IdempotencyReader interface {
	// Find gives the call that a request claimed; nil where the journal knows of none.
	Find(ctx context.Context, requestID string) (*IdempotencyRecord, error)
}

// String is the key as stores write it: no two keys are written alike.
func (k IdempotencyKey) String() string {
	return fmt.Sprintf("%d:%s/%d:%s/%s", len(k.Brand), k.Brand, len(k.Player), k.Player, k.Key)
}
