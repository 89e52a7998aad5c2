package bff

import (
	"context"
	"fmt"
	"time"
)

// JournalState says what became of a money call.
type JournalState string

// The states of a journal entry.
const (
	JournalInFlight JournalState = "in flight" // claimed, perhaps sent, not answered yet
	JournalAnswered JournalState = "answered"  // repeats are given the answer
	JournalUnknown  JournalState = "unknown"   // sent, or perhaps sent, and nobody knows the outcome
)

// JournalEntry is what the journal knows of one money call.
type JournalEntry struct {
	Key       JournalKey
	RequestID string    // of the request that claimed the key
	At        time.Time // when it was claimed
	State     JournalState
	Answer    *Answer // nil unless answered
	Unknown   *Reason // nil unless the outcome is unknown
}

// JournalReader lets staff find a money call by the request id that a player was shown.
type JournalReader interface {
	// Find gives the call that a request claimed; nil where the journal knows of none.
	Find(ctx context.Context, requestID string) (*JournalEntry, error)
}

// String is the key as stores write it: no two keys are written alike.
func (k JournalKey) String() string {
	return fmt.Sprintf("%d:%s/%d:%s/%s", len(k.Brand), k.Brand, len(k.Player), k.Player, k.Key)
}
