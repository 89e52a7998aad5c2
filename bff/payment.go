package bff

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"
)

// PaymentStatus says where a payment stands (PaymentStatus of contracts/schemas/finance.json).
type PaymentStatus string

// The states of payments.
const (
	PaymentPending   PaymentStatus = "pending"
	PaymentExecuted  PaymentStatus = "executed"
	PaymentRefused   PaymentStatus = "refused"
	PaymentCancelled PaymentStatus = "cancelled"
)

// WaitingPayment is a payment that is pending or whose outcome is unknown: the payload of TopicPaymentWaiting, as JSON.
type WaitingPayment struct {
	Brand         string    `json:"brand"`
	Player        string    `json:"player"` // see Identity.Player
	Key           string    `json:"key"`    // its idempotency key
	TransactionID RecordID  `json:"transaction_id,omitempty"`
	Category      int       `json:"category,omitempty"` // 1 deposit, 2 withdrawal (Transaction of the contract); 0: unknown
	At            time.Time `json:"at"`                 // when its key was claimed, or a moment later
}

// PaymentChanged is the payload of TopicPaymentChanged, as JSON.
type PaymentChanged struct {
	Brand         string        `json:"brand"`
	Player        string        `json:"player"` // see Identity.Player
	Key           string        `json:"key"`
	TransactionID RecordID      `json:"transaction_id,omitempty"`
	Status        PaymentStatus `json:"status"`
	At            time.Time     `json:"at,omitzero"` // of the WaitingPayment
}

// MinorUnits is an amount of money in hundredths of the brand's currency (ISO 4217); on the wire it is a JSON number
// with at most two decimals.
type MinorUnits int64

// String returns the amount as on the wire: "12", "12.5", "-0.05".
func (m MinorUnits) String() string {
	sign, n := "", uint64(m)
	if m < 0 {
		sign, n = "-", -uint64(m)
	}
	s := strconv.FormatUint(n/100, 10)
	if c := n % 100; c != 0 {
		s += strings.TrimRight(fmt.Sprintf(".%02d", c), "0")
	}
	return sign + s
}

// MarshalJSON writes the amount as a JSON number.
func (m MinorUnits) MarshalJSON() ([]byte, error) { return []byte(m.String()), nil }

// UnmarshalJSON reads a JSON number with at most two decimals.
func (m *MinorUnits) UnmarshalJSON(b []byte) error {
	v, err := ParseMinorUnits(string(b))
	if err != nil {
		return err
	}
	*m = v
	return nil
}

// ParseMinorUnits parses a plain decimal number with at most 14 digits before the point and two after it.
func ParseMinorUnits(s string) (MinorUnits, error) {
	body, negative := strings.CutPrefix(s, "-")
	whole, frac, dotted := strings.Cut(body, ".")
	if whole == "" || len(whole) > 14 || len(frac) > 2 || (dotted && frac == "") {
		return 0, fmt.Errorf("amount %q: want digits with at most two decimals", s)
	}
	frac += strings.Repeat("0", 2-len(frac))
	n, err := strconv.ParseUint(whole+frac, 10, 63)
	if err != nil {
		return 0, fmt.Errorf("amount %q: %w", s, err)
	}
	if negative {
		return -MinorUnits(n), nil
	}
	return MinorUnits(n), nil
}

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
	// Find returns the record of the call that a request claimed, or nil. The player was shown the request id.
	Find(ctx context.Context, requestID string) (*IdempotencyRecord, error)
	// FindKey returns the records of a key, a UUID in lower case: one for each player that used it.
	FindKey(ctx context.Context, key string) ([]*IdempotencyRecord, error)
	// ListUnknown returns at most limit matching records whose outcome is or was unknown, newest first, older than
	// before unless that is nil.
	ListUnknown(
		ctx context.Context, before *IdempotencyRecord, limit int, matches func(*IdempotencyRecord) bool,
	) ([]*IdempotencyRecord, error)
	// Settle replaces the settlement of the record with a key, as FindKey returns it, by what change returns, durably
	// and atomically. It fails with its error, ErrNoRecord, ErrRecordModified or ReasonUnavailable. change may be called
	// more than once.
	Settle(ctx context.Context, key IdempotencyKey, change func(IdempotencyRecord) (*Settlement, error)) (*IdempotencyRecord, error)
}
