package bff

import (
	"context"
	"errors"
	"fmt"
	"time"
)

const (
	// MoneyRetention is how long an answered money key is remembered (calls.md §5).
	MoneyRetention = 24 * time.Hour
	// UnknownMoneyRetention is how long a money key of unknown outcome is remembered, and how long after its settlement.
	UnknownMoneyRetention = 30 * 24 * time.Hour
)

// IdempotencyKey identifies one money call of a player (calls.md §5).
type IdempotencyKey struct {
	Brand  string
	Player string // the platform's uid
	Key    string // the Idempotency-Key header, a UUID in lower case
}

// String returns the key as stores write it. Different keys have different strings.
func (k IdempotencyKey) String() string {
	return fmt.Sprintf("%d:%s/%d:%s/%s", len(k.Brand), k.Brand, len(k.Player), k.Player, k.Key)
}

// Fingerprint is the SHA-256 of a money call's name and data in canonical form.
type Fingerprint [32]byte

// IdempotencyState is the state of a money call.
type IdempotencyState string

// The states of an idempotency record.
const (
	IdempotencyInFlight IdempotencyState = "in flight" // claimed, possibly sent, not answered yet
	IdempotencyAnswered IdempotencyState = "answered"  // repeats receive the recorded answer
	IdempotencyUnknown  IdempotencyState = "unknown"   // possibly sent, outcome unknown
	IdempotencySettled  IdempotencyState = "settled"   // it was unknown, and staff have settled it
)

// IdempotencyRecord is the stored state of one money call.
type IdempotencyRecord struct {
	Key        IdempotencyKey // its Player is a hash
	RequestID  string         // of the request that claimed the key
	At         time.Time      // when it was claimed
	State      IdempotencyState
	Call       string      // class/method
	Part       Part        // see Rules.Part
	Amount     string      // as in the call; empty without one
	Answer     *Answer     // nil unless answered
	Unknown    *Reason     // nil unless the outcome is or was unknown
	Settlement *Settlement // nil unless staff have proposed what became of the call
}

// KeptUntil returns when r is forgotten, at the latest.
func (r *IdempotencyRecord) KeptUntil() time.Time {
	switch {
	case r.Answer != nil:
		return r.At.Add(MoneyRetention)
	case r.Settlement.Approved():
		return r.Settlement.ApprovedAt.Add(UnknownMoneyRetention)
	}
	return r.At.Add(2 * UnknownMoneyRetention) // staff may settle it on the last day
}

// SettledOutcome is what became of a money call whose outcome was unknown.
type SettledOutcome string

// The outcomes of a settlement.
const (
	SettledExecuted SettledOutcome = "executed"
	SettledRefused  SettledOutcome = "refused"
)

// Settlement is what staff have found out about a money call with an unknown outcome. It is in force once another
// account has approved it.
type Settlement struct {
	Outcome    SettledOutcome `json:"outcome"`
	Reference  string         `json:"reference"` // the platform's
	Note       string         `json:"note,omitempty"`
	ProposedBy string         `json:"proposedBy"`
	ProposedAt time.Time      `json:"proposedAt"`
	ApprovedBy string         `json:"approvedBy,omitempty"`
	ApprovedAt time.Time      `json:"approvedAt,omitzero"`
}

// Approved reports whether the settlement is in force. A nil settlement is not.
func (s *Settlement) Approved() bool { return s != nil && s.ApprovedBy != "" }

// SettledError is the response to a repeat of a money call that staff have settled. The call is not sent again.
type SettledError struct{ Settlement Settlement }

// Error returns the outcome for logs.
func (e *SettledError) Error() string { return "settled by staff: " + string(e.Settlement.Outcome) }

// Errors of settlements.
var (
	ErrNoRecord       = errors.New("idempotency key has no record")
	ErrRecordModified = errors.New("idempotency record was modified meanwhile")
)

// PaymentSettled is the payload of TopicPayment, as JSON.
type PaymentSettled struct {
	Brand     string         `json:"brand"`
	Player    string         `json:"player"` // hashed, as in IdempotencyRecord.Key
	Key       string         `json:"key"`
	Outcome   SettledOutcome `json:"outcome"`
	Reference string         `json:"reference"`
}

// Reasons of money calls in addition to the table of calls.md §1 (calls.md §5).
var (
	ReasonKeyMissing = row(ReasonBadRequest.Status, ReasonBadRequest.Debug, "idempotency_key_missing")
	ReasonKeyReused  = row(ReasonBadRequest.Status, ReasonBadRequest.Debug, "idempotency_key_reused")
	ReasonKeyTime    = row(ReasonBadRequest.Status, ReasonBadRequest.Debug, "idempotency_key_time")
)

// IdempotencyStore records money calls, so that each is sent at most once (calls.md §5). A claimed key ends in exactly
// one of Finish, MarkUnknown and Release. When one of these returns an error, the store still answers repeats by it,
// and tries again in the background.
type IdempotencyStore interface {
	// Claim claims key for a body. It returns nil when the caller must send the call, and the first answer to a repeat. It
	// fails with ReasonKeyReused for another body, ReasonDuplicate while the first call is in flight, the reason of
	// MarkUnknown, a *SettledError, and ReasonUnavailable when the claim cannot be recorded.
	Claim(ctx context.Context, key IdempotencyKey, body Fingerprint) (first *Answer, err error)
	// Finish records the answer that repeats receive.
	Finish(ctx context.Context, key IdempotencyKey, a *Answer) error
	// MarkUnknown records that the call was sent and its outcome is unknown.
	MarkUnknown(ctx context.Context, key IdempotencyKey, r *Reason) error
	// Release deletes the claim of a call that has had no effect. The same key may be sent again.
	Release(ctx context.Context, key IdempotencyKey) error
	// Lookup returns the record of a key, or nil when there is none.
	Lookup(ctx context.Context, key IdempotencyKey) (*IdempotencyRecord, error)
	// Settle changes the settlement of the record with its key to what change returns for it, unless change fails. It
	// fails with ErrNoRecord and ErrRecordModified.
	Settle(ctx context.Context, key IdempotencyKey, change func(IdempotencyRecord) (*Settlement, error)) (*IdempotencyRecord, error)
}
