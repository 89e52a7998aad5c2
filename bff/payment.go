package bff

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"
)

// PaymentStatus is the state of a payment (PaymentStatus of contracts/schemas/finance.json).
type PaymentStatus string

// The states of payments.
const (
	PaymentPending   PaymentStatus = "pending"
	PaymentExecuted  PaymentStatus = "executed"
	PaymentRefused   PaymentStatus = "refused"
	PaymentCancelled PaymentStatus = "cancelled"
)

// WaitingPayment is a payment that is pending or has an unknown outcome. It is the JSON payload of
// TopicPaymentWaiting.
type WaitingPayment struct {
	Brand         string    `json:"brand"`
	Player        string    `json:"player"` // see Identity.Player
	Key           string    `json:"key"`    // idempotency key
	TransactionID RecordID  `json:"transaction_id,omitempty"`
	Category      int       `json:"category,omitempty"` // 1 deposit, 2 withdrawal, 0 unknown
	At            time.Time `json:"at"`                 // time of the claim, or a moment later
}

// PaymentChanged is the JSON payload of TopicPaymentChanged.
type PaymentChanged struct {
	Brand         string        `json:"brand"`
	Player        string        `json:"player"` // see Identity.Player
	Key           string        `json:"key"`
	TransactionID RecordID      `json:"transaction_id,omitempty"`
	Status        PaymentStatus `json:"status"`
	At            time.Time     `json:"at,omitzero"` // see WaitingPayment.At
}

// MinorUnits is an amount of money in hundredths of the brand's currency (ISO 4217). Its JSON is a
// number with at most two decimals.
type MinorUnits int64

// String returns the amount in its JSON form, such as "12", "12.5" or "-0.05".
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

// ParseMinorUnits parses a plain decimal number with at most 14 digits before the point and two
// after it.
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
	// MoneyRetention is how long Croupier remembers an answered money key.
	MoneyRetention = 24 * time.Hour
	// UnknownMoneyRetention is how long Croupier remembers a money key with an unknown outcome. It
	// also applies from the approval of a settlement.
	UnknownMoneyRetention = 30 * 24 * time.Hour
)

// IdempotencyKey identifies one money call of a player.
type IdempotencyKey struct {
	Brand  string
	Player string // uid at the platform
	Key    string // Idempotency-Key header, a UUID in lower case
}

// String returns the key for stores. Different keys have different strings.
func (k IdempotencyKey) String() string {
	return fmt.Sprintf("%d:%s/%d:%s/%s", len(k.Brand), k.Brand, len(k.Player), k.Player, k.Key)
}

// Fingerprint is the SHA-256 of a money call's name and data in canonical form.
type Fingerprint [32]byte

// IdempotencyState is the state of a money call.
type IdempotencyState string

// The states of an idempotency record.
const (
	IdempotencyInFlight IdempotencyState = "in flight" // claimed, possibly sent, no response yet
	IdempotencyAnswered IdempotencyState = "answered"  // Croupier returns the recorded response to repeats
	IdempotencyUnknown  IdempotencyState = "unknown"   // possibly sent, outcome unknown
	IdempotencySettled  IdempotencyState = "settled"   // was unknown, and staff have settled it
)

// IdempotencyRecord is the stored state of one money call.
type IdempotencyRecord struct {
	Key        IdempotencyKey // with a hashed Player
	RequestID  string         // request that claimed the key
	At         time.Time      // time of the claim
	State      IdempotencyState
	Call       string      // class/method
	Part       Part        // see Rules.Part
	Amount     string      // as in the call, empty without one
	Answer     *Answer     // nil unless the state is answered
	Unknown    *Reason     // nil unless the outcome is or was unknown
	Settlement *Settlement // nil unless staff have proposed an outcome
}

// KeptUntil returns the latest time at which the store forgets r.
func (r *IdempotencyRecord) KeptUntil() time.Time {
	switch {
	case r.Answer != nil:
		return r.At.Add(MoneyRetention)
	case r.Settlement.Approved():
		return r.Settlement.ApprovedAt.Add(UnknownMoneyRetention)
	}
	return r.At.Add(2 * UnknownMoneyRetention) // staff may settle it on the last day
}

// SettledOutcome is the outcome of a money call after an investigation by staff.
type SettledOutcome string

// The outcomes of a settlement.
const (
	SettledExecuted SettledOutcome = "executed"
	SettledRefused  SettledOutcome = "refused"
)

// Settlement is the outcome that staff have found for a money call with an unknown outcome. It
// takes effect when another account approves it.
type Settlement struct {
	Outcome    SettledOutcome `json:"outcome"`
	Reference  string         `json:"reference"` // reference at the platform
	Note       string         `json:"note,omitempty"`
	ProposedBy string         `json:"proposedBy"`
	ProposedAt time.Time      `json:"proposedAt"`
	ApprovedBy string         `json:"approvedBy,omitempty"`
	ApprovedAt time.Time      `json:"approvedAt,omitzero"`
}

// Approved reports whether the settlement is approved. It returns false for nil.
func (s *Settlement) Approved() bool { return s != nil && s.ApprovedBy != "" }

// SettledError is the error for a repeat of a settled money call. Croupier does not send the call
// again.
type SettledError struct{ Settlement Settlement }

// Error returns the outcome for logs.
func (e *SettledError) Error() string { return "settled by staff: " + string(e.Settlement.Outcome) }

// Errors of settlements.
var (
	ErrNoRecord       = errors.New("idempotency key has no record")
	ErrRecordModified = errors.New("idempotency record was modified meanwhile")
)

// PaymentSettled is the JSON payload of TopicPayment.
type PaymentSettled struct {
	Brand     string         `json:"brand"`
	Player    string         `json:"player"` // hashed, see IdempotencyRecord.Key
	Key       string         `json:"key"`
	Outcome   SettledOutcome `json:"outcome"`
	Reference string         `json:"reference"`
}

// Reasons that only money calls use.
var (
	ReasonKeyMissing = row(ReasonBadRequest.Status, ReasonBadRequest.Debug, "idempotency_key_missing")
	ReasonKeyReused  = row(ReasonBadRequest.Status, ReasonBadRequest.Debug, "idempotency_key_reused")
	ReasonKeyTime    = row(ReasonBadRequest.Status, ReasonBadRequest.Debug, "idempotency_key_time")
)

// IdempotencyStore records money calls and ensures that each is sent at most once. A claimed key
// ends in exactly one of Finish, MarkUnknown and Release. If one of these fails, the store still
// uses the new state for repeats and retries the write in the background.
type IdempotencyStore interface {
	// Claim claims key for a body. It returns nil if the caller must send the call, and the first
	// response to a repeat. It fails with ReasonKeyReused if the body differs, with ReasonDuplicate
	// while the first call is in flight, and with ReasonUnavailable if it cannot record the claim.
	// It also returns the reason of MarkUnknown or a *SettledError.
	Claim(ctx context.Context, key IdempotencyKey, body Fingerprint) (first *Answer, err error)
	// Finish records the response for repeats.
	Finish(ctx context.Context, key IdempotencyKey, a *Answer) error
	// MarkUnknown records that the caller sent the call but does not know its outcome.
	MarkUnknown(ctx context.Context, key IdempotencyKey, r *Reason) error
	// Release deletes the claim of a call without effect. Callers may send the same key again.
	Release(ctx context.Context, key IdempotencyKey) error
	// Lookup returns the record of a key, or nil if there is none.
	Lookup(ctx context.Context, key IdempotencyKey) (*IdempotencyRecord, error)
	// Find returns the record of the call that a request claimed, or nil. Players can see the
	// request id.
	Find(ctx context.Context, requestID string) (*IdempotencyRecord, error)
	// FindKey returns the records of a key, one for each player that used it. key is a UUID in
	// lower case.
	FindKey(ctx context.Context, key string) ([]*IdempotencyRecord, error)
	// ListUnknown returns at most limit matching records with an outcome that is or was unknown,
	// newest first. If before is not nil, it returns only older records.
	ListUnknown(
		ctx context.Context, before *IdempotencyRecord, limit int, matches func(*IdempotencyRecord) bool,
	) ([]*IdempotencyRecord, error)
	// Settle replaces the settlement of a record by the result of change, durably and atomically.
	// FindKey returns the key of the record. Settle fails with the error of change, ErrNoRecord,
	// ErrRecordModified or ReasonUnavailable. It may call change more than once.
	Settle(ctx context.Context,
		key IdempotencyKey, change func(IdempotencyRecord) (*Settlement, error)) (*IdempotencyRecord, error)
}
