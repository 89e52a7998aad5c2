// Package idempotency ensures that a repeat does not send a money call twice.
package idempotency

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/json"
	"fmt"
	"time"

	"github.com/google/uuid"

	"croupier/bff"
	"croupier/bff/internal/indexkey"
	"croupier/bff/internal/sealed"
)

// DefaultLease is the lifetime of a claim, longer than the longest deadline of a money call.
const DefaultLease = 2 * time.Minute

// Hashed returns the stored key of a money call. It contains a hash of the player.
func Hashed(index *indexkey.Key, key bff.IdempotencyKey) bff.IdempotencyKey {
	key.Player = index.Hash(indexkey.Money, key.Brand, key.Player)
	return key
}

// HashedBody returns the stored fingerprint of a body. It is keyed because few payments are
// possible, so a plain hash would reveal the payment.
func HashedBody(index *indexkey.Key, brand string, body bff.Fingerprint) []byte {
	sum := index.Sum(indexkey.MoneyBody, brand, string(body[:]))
	return sum[:]
}

// Record is the stored state of one money call.
type Record struct {
	Key       bff.IdempotencyKey `json:"key"`                  // see Hashed
	Body      []byte             `json:"body"`                 // see HashedBody
	RequestID string             `json:"request_id,omitempty"` // of the request that claimed the key
	Token     string             `json:"token,omitempty"`      // unique per claim, empty in records of earlier versions
	At        time.Time          `json:"at"`                   // when the key was claimed
	Lease     time.Time          `json:"lease"`                // from this time, a claim in flight counts as abandoned
	Answer    *Answer            `json:"answer,omitempty"`
	Unknown   *Unknown           `json:"unknown,omitempty"`
	Call      string             `json:"call"`   // class/method
	Part      bff.Part           `json:"part"`   // see bff.IdempotencyRecord
	Amount    string             `json:"amount"` // see bff.IdempotencyRecord

	Settlement *bff.Settlement `json:"settlement,omitempty"` // nil without a proposal or approval
	Revision   int             `json:"revision"`             // the number of changes of Settlement
}

// Answer is the platform's response, sealed because it contains accounts and names.
type Answer struct {
	Result bool   `json:"result"`
	Code   int    `json:"code"`
	Sealed []byte `json:"sealed"` // the whole response
}

// Unknown is the reason for an unknown outcome. Its cause concerns only the first request.
type Unknown struct {
	Status    int    `json:"status"`
	Debug     string `json:"debug"`
	Key       string `json:"key"`
	Message   string `json:"message,omitempty"`
	IsRefused bool   `json:"refused,omitempty"` // bff.DeliveryAnswered
}

// newClaim returns the claim of a key for the call of ctx.
func newClaim(
	ctx context.Context, index *indexkey.Key, key bff.IdempotencyKey, body bff.Fingerprint, now time.Time,
	lease time.Duration,
) *Claim {
	c := &Claim{Record: Record{
		Key: Hashed(index, key), Body: HashedBody(index, key.Brand, body), Token: rand.Text(),
		At: now.UTC(), Lease: now.Add(lease).UTC(),
	}}
	if scope := bff.ScopeOf(ctx); scope != nil {
		c.RequestID, c.Part, c.Amount = scope.RequestID, scope.Rules.Part, scope.Amount
		if scope.Call != nil {
			c.Call = scope.Call.Name()
		}
	}
	c.Encoded = c.Encode()
	return c
}

// SetAnswer records the response of the platform.
func (r *Record) SetAnswer(index *indexkey.Key, a *bff.Answer) {
	r.Unknown = nil
	r.Answer = &Answer{Result: a.Result, Code: a.Code, Sealed: answerBox(index).Seal(a.Append(nil), r.Key.String())}
}

// SetUnknown records that the outcome is unknown.
func (r *Record) SetUnknown(u *bff.Reason) {
	r.Unknown = &Unknown{u.Status, u.Debug, u.Key, u.Message, u.Delivery == bff.DeliveryAnswered}
}

// SetAbandoned records that the instance ended during the call.
func (r *Record) SetAbandoned() { r.SetUnknown(AbandonedReason()) }

// answer returns the response or nil. If it cannot be opened, only result and code remain.
func (r *Record) answer(index *indexkey.Key) *bff.Answer {
	if r.Answer == nil {
		return nil
	}
	var a bff.Answer
	plain, err := answerBox(index).Open(r.Answer.Sealed, r.Key.String())
	if err != nil || json.Unmarshal(plain, &a) != nil {
		return &bff.Answer{Result: r.Answer.Result, Code: r.Answer.Code}
	}
	if string(a.Data) == "null" {
		a.Data = nil
	}
	return &a
}

func answerBox(index *indexkey.Key) *sealed.Box { return sealed.New(index.Derive("payment answers")) }

// AbandonedReason returns the reason for calls without an outcome after the end of their instance.
func AbandonedReason() *bff.Reason { return bff.OutcomeUnknown(bff.ReasonUnavailable) }

// State returns the state of the call at now.
func (r *Record) State(now time.Time) bff.IdempotencyState {
	switch {
	case r.Answer != nil:
		return bff.IdempotencyAnswered
	case r.Settlement.Approved():
		return bff.IdempotencySettled
	case r.Unknown != nil || !now.Before(r.Lease):
		return bff.IdempotencyUnknown
	}
	return bff.IdempotencyInFlight
}

// Replay returns the response to a repeated call at now, see bff.IdempotencyStore.Claim.
func (r *Record) Replay(index *indexkey.Key, body []byte, now time.Time) (*bff.Answer, error) {
	if !bytes.Equal(r.Body, body) {
		return nil, bff.ReasonKeyReused
	}
	switch r.State(now) {
	case bff.IdempotencyAnswered:
		return r.answer(index), nil
	case bff.IdempotencySettled:
		return nil, &bff.SettledError{Settlement: *r.Settlement}
	case bff.IdempotencyUnknown:
		return nil, bff.OutcomeUnknown(r.unknownReason()) // regardless of the delivery
	default:
		return nil, bff.ReasonDuplicate
	}
}

// IsClaim reports whether the record has no outcome.
func (r *Record) IsClaim() bool { return r.Answer == nil && r.Unknown == nil }

// Final reports whether the response to repeats is final because the call was answered or settled.
func (r *Record) Final() bool { return r.Answer != nil || r.Settlement.Approved() }

// Supersedes reports whether r is a later state of the same claim as other. A response of the
// platform is the final state. Without a response, the higher Revision is later.
func (r *Record) Supersedes(other *Record) bool {
	switch {
	case r.Token != other.Token || other.Answer != nil:
		return false
	case r.Answer != nil:
		return true
	case r.Revision != other.Revision:
		return r.Revision > other.Revision
	}
	return r.Unknown != nil && other.Unknown == nil
}

// Outlasts reports whether r remains valid after a later message or write with other.
func (r *Record) Outlasts(other *Record) bool {
	return r.Supersedes(other) || r.Token != other.Token && (r.Final() || r.Unknown != nil && !other.Final())
}

// WithSettlement returns a copy of r with another settlement. nil removes the settlement.
func (r *Record) WithSettlement(s *bff.Settlement) *Record {
	next := *r
	next.Settlement = s
	next.Revision++
	next.SetUnknown(r.unknownReason())
	return &next
}

// Describe returns the record in the form for staff at now.
func (r *Record) Describe(index *indexkey.Key, now time.Time) *bff.IdempotencyRecord {
	out := &bff.IdempotencyRecord{
		Key: r.Key, RequestID: r.RequestID, At: r.At, State: r.State(now), Call: r.Call, Part: r.Part,
		Amount: r.Amount, Answer: r.answer(index),
	}
	if r.Settlement != nil {
		settlement := *r.Settlement
		out.Settlement = &settlement
	}
	if out.State == bff.IdempotencyUnknown || out.State == bff.IdempotencySettled {
		out.Unknown = r.unknownReason()
	}
	return out
}

// Until returns the end of the record's retention.
func (r *Record) Until() time.Time {
	switch {
	case r.Answer != nil:
		return r.At.Add(bff.MoneyRetention)
	case r.Settlement.Approved():
		return r.Settlement.ApprovedAt.Add(bff.UnknownMoneyRetention)
	}
	return r.At.Add(bff.UnknownMoneyRetention)
}

// Expired reports whether the retention of the record has passed at now.
func (r *Record) Expired(now time.Time) bool { return !now.Before(r.Until()) }

func (r *Record) unknownReason() *bff.Reason {
	u := r.Unknown
	if u == nil {
		return AbandonedReason()
	}
	reason := &bff.Reason{Status: u.Status, Debug: u.Debug, Key: u.Key, Message: u.Message}
	if u.IsRefused {
		reason.Delivery = bff.DeliveryAnswered
	}
	return reason
}

// Encode encodes the record.
func (r *Record) Encode() []byte {
	encoded, _ := json.Marshal(r) //nolint:errchkjson // texts, numbers and times
	return encoded
}

// Decode decodes the output of Encode.
func Decode(b []byte) (*Record, error) {
	r := new(Record)
	if err := json.Unmarshal(b, r); err != nil {
		return nil, fmt.Errorf("could not decode the idempotency record: %w", err)
	}
	return r, nil
}

// ClockLeeway is the maximum time by which a key may be ahead of an instance's clock.
const ClockLeeway = time.Second

// KeyTime returns the time of a UUID of version 7 (RFC 9562). Other keys have no time.
func KeyTime(key string) (at time.Time, ok bool) {
	u, err := uuid.Parse(key)
	if err != nil || u.Version() != 7 || u.Variant() != uuid.RFC4122 {
		return time.Time{}, false
	}
	return time.Unix(u.Time().UnixTime()).UTC(), true
}

// Forgotten returns the latest time of keys with possibly expired records at now. It adds
// ClockLeeway twice, for the key's time and for the clock of the instance that claimed the key.
func Forgotten(now time.Time) time.Time { return now.Add(2*ClockLeeway - bff.MoneyRetention) }

// CheckTime returns an error if a key without a record must not be claimed because of its time. It
// fails with bff.ReasonKeyTime for a key from the future because such a key would look new after a
// loss. It fails with AbandonedReason for a key older than the retention of records.
func CheckTime(key string, now time.Time) error {
	switch at, ok := KeyTime(key); {
	case !ok:
		return nil
	case at.After(now.Add(ClockLeeway)):
		return bff.ReasonKeyTime
	case !at.After(Forgotten(now)):
		return AbandonedReason()
	}
	return nil
}
