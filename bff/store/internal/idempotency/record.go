// Package idempotency holds what the idempotency stores share: the encoding of a record and the
// response to a repeated call (calls.md §5).
package idempotency

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/google/uuid"

	"croupier/bff"
	"croupier/bff/internal/indexkey"
	"croupier/bff/internal/sealed"
)

// Retention is how long an answered key is remembered (calls.md §5).
const Retention = bff.MoneyRetention

// UnknownRetention is how long a key is remembered whose outcome is unknown, so that staff can settle
// it, and how long after its settlement, so that the player finds it.
const UnknownRetention = bff.UnknownMoneyRetention

// Hashed returns the key under which stores hold a money call: its player is a hash, so that no
// identity is stored. All keys of a Record are such keys.
func Hashed(index *indexkey.Key, key bff.IdempotencyKey) bff.IdempotencyKey {
	key.Player = index.Hash(indexkey.Money, key.Brand, key.Player)
	return key
}

// HashedBody returns the fingerprint that stores hold for that of a call. The bodies of payments have
// so few possible values that the fingerprint alone would reveal them.
func HashedBody(index *indexkey.Key, brand string, body bff.Fingerprint) bff.Fingerprint {
	return index.Sum(indexkey.MoneyBody, brand, string(body[:]))
}

// DefaultLease is the default time for which a claim counts as in flight. It is longer than the
// longest deadline of a money call.
const DefaultLease = 2 * time.Minute

// Record is the stored state of one money call.
type Record struct {
	Key       bff.IdempotencyKey // see Hashed
	Body      bff.Fingerprint    // see HashedBody
	RequestID string             // of the request that claimed the key
	Token     string             // unique per claim; used by stores that instances share
	At        time.Time          // when the key was claimed
	Lease     time.Time          // a claim still in flight at this time counts as abandoned
	Answer    *bff.Answer
	Unknown   *bff.Reason // without its cause, which concerned the first request
	Call      string      // class/method; empty in records of earlier versions
	Part      bff.Part    // see bff.IdempotencyRecord
	Amount    string      // see bff.IdempotencyRecord

	sealed []byte // the content of Answer; nil in records of earlier versions

	Settlement *bff.Settlement // nil unless proposed or approved
	Revision   int             // of Settlement: how often it was changed
}

// DescribeCall sets what staff see of the call of a scope, which may be nil.
func (r *Record) DescribeCall(scope *bff.Scope) {
	if scope == nil {
		return
	}
	r.RequestID, r.Part, r.Amount = scope.RequestID, scope.Rules.Part, scope.Amount
	if scope.Call != nil {
		r.Call = scope.Call.Name()
	}
}

// SetAnswer records the answer of the platform. What it says is sealed at rest: payment pages, accounts and names.
func (r *Record) SetAnswer(index *indexkey.Key, a *bff.Answer) {
	r.Answer, r.Unknown = a, nil
	line, _ := json.Marshal(headerOf(a)) //nolint:errchkjson // texts and numbers
	r.sealed = answerBox(index).Seal(append(append(line, '\n'), a.Data...), r.Key.String())
}

// answer returns the answer with its content. If the content cannot be opened, the result and code remain.
func (r *Record) answer(index *indexkey.Key) *bff.Answer {
	if r.sealed == nil {
		return r.Answer
	}
	plain, err := answerBox(index).Open(r.sealed, r.Key.String())
	line, data, _ := bytes.Cut(plain, []byte{'\n'})
	var h answerHeader
	if err != nil || json.Unmarshal(line, &h) != nil {
		return r.Answer
	}
	return h.answer(data)
}

func answerBox(index *indexkey.Key) *sealed.Box { return sealed.New(index.Derive("payment answers")) }

// AbandonedReason returns the reason for calls whose instance ended before it recorded an outcome.
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

// Replay returns the response to a repeated call with the given body at now; see
// bff.IdempotencyStore.Claim.
func (r *Record) Replay(index *indexkey.Key, body bff.Fingerprint, now time.Time) (*bff.Answer, error) {
	if r.Body != body {
		return nil, bff.ReasonKeyReused
	}
	switch r.State(now) {
	case bff.IdempotencyAnswered:
		return r.answer(index), nil
	case bff.IdempotencySettled:
		return nil, &bff.SettledError{Settlement: *r.Settlement}
	case bff.IdempotencyUnknown:
		return nil, bff.OutcomeUnknown(r.unknownReason()) // whatever the delivery
	default:
		return nil, bff.ReasonDuplicate
	}
}

// Final reports whether repeats have been given their last response: the call was answered or settled.
func (r *Record) Final() bool { return r.Answer != nil || r.Settlement.Approved() }

// Supersedes reports whether r is a later state of the claim of other: an answer of the platform is the
// last one, before it the latest change of the settlement counts.
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

// Outlasts reports whether r stays in force although other was read later: messages and writes may be
// late, and a claim does not replace an outcome.
func (r *Record) Outlasts(other *Record) bool {
	return r.Supersedes(other) || r.Token != other.Token && (r.Final() || r.Unknown != nil && !other.Final())
}

// WithSettlement returns a copy of r with another settlement, nil for none.
func (r *Record) WithSettlement(s *bff.Settlement) *Record {
	next := *r
	next.Settlement = s
	next.Revision++
	next.Unknown = r.unknownReason()
	return &next
}

// Describe returns the record as shown to staff at now.
func (r *Record) Describe(index *indexkey.Key, now time.Time) *bff.IdempotencyRecord {
	out := &bff.IdempotencyRecord{
		Key: r.Key, RequestID: r.RequestID, At: r.At, State: r.State(now), Call: r.Call, Part: r.Part, Amount: r.Amount, Answer: r.answer(index),
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

// Until returns when the record may be forgotten.
func (r *Record) Until() time.Time {
	switch {
	case r.Answer != nil:
		return r.At.Add(Retention)
	case r.Settlement.Approved():
		return r.Settlement.ApprovedAt.Add(UnknownRetention)
	}
	return r.At.Add(UnknownRetention)
}

// Expired reports whether the retention of the record has passed at now.
func (r *Record) Expired(now time.Time) bool { return !now.Before(r.Until()) }

func (r *Record) unknownReason() *bff.Reason {
	if r.Unknown != nil {
		return r.Unknown
	}
	return AbandonedReason()
}

// header is the first line of an encoded record. The data of an answer that is not sealed follows on the second line,
// so that a repeat receives exactly the bytes of the first answer.
type header struct {
	Brand     string         `json:"brand"`
	Player    string         `json:"player"`
	Key       string         `json:"key"`
	Body      []byte         `json:"body"`
	RequestID string         `json:"request_id,omitempty"`
	Token     string         `json:"token,omitempty"`
	At        time.Time      `json:"at"`
	Lease     time.Time      `json:"lease"`
	Answer    *answerHeader  `json:"answer,omitempty"`
	Unknown   *unknownHeader `json:"unknown,omitempty"`
	Call      string         `json:"call,omitempty"`
	Part      bff.Part       `json:"part,omitempty"`
	Amount    string         `json:"amount,omitempty"`

	Settlement *bff.Settlement `json:"settlement,omitempty"`
	Revision   int             `json:"revision,omitempty"`
}

type answerHeader struct {
	Sealed     []byte          `json:"sealed,omitempty"` // the other fields but result and code, and the data
	Result     bool            `json:"result"`
	Message    string          `json:"message,omitempty"`
	Code       int             `json:"code"`
	Debug      string          `json:"debug,omitempty"`
	Pagination *bff.Pagination `json:"pagination,omitempty"`
}

func headerOf(a *bff.Answer) *answerHeader {
	return &answerHeader{Result: a.Result, Message: a.Message, Code: a.Code, Debug: a.Debug, Pagination: a.Pagination}
}

// answer returns the answer with this header and data.
func (h *answerHeader) answer(data []byte) *bff.Answer {
	a := &bff.Answer{Result: h.Result, Message: h.Message, Code: h.Code, Debug: h.Debug, Pagination: h.Pagination}
	if len(data) > 0 {
		a.Data = bytes.Clone(data)
	}
	return a
}

type unknownHeader struct {
	Status  int    `json:"status"`
	Debug   string `json:"debug"`
	Key     string `json:"key"`
	Message string `json:"message,omitempty"`
	Refused bool   `json:"refused,omitempty"` // bff.DeliveryAnswered
}

// Encode encodes the record.
func (r *Record) Encode() ([]byte, error) {
	h := header{
		Brand: r.Key.Brand, Player: r.Key.Player, Key: r.Key.Key, Body: r.Body[:],
		RequestID: r.RequestID, Token: r.Token, At: r.At.UTC(), Lease: r.Lease.UTC(),
		Call: r.Call, Part: r.Part, Amount: r.Amount, Settlement: r.Settlement, Revision: r.Revision,
	}
	var data []byte
	switch a := r.Answer; {
	case r.sealed != nil:
		h.Answer = &answerHeader{Sealed: r.sealed, Result: a.Result, Code: a.Code}
	case a != nil:
		h.Answer = headerOf(a)
		data = a.Data
	}
	if u := r.Unknown; u != nil {
		h.Unknown = &unknownHeader{Status: u.Status, Debug: u.Debug, Key: u.Key, Message: u.Message, Refused: u.Delivery == bff.DeliveryAnswered}
	}
	b, err := json.Marshal(h)
	if err != nil {
		return nil, fmt.Errorf("encode idempotency record: %w", err)
	}
	return append(append(b, '\n'), data...), nil
}

// Decode decodes the output of Encode.
func Decode(b []byte) (*Record, error) {
	line, data, found := bytes.Cut(b, []byte{'\n'})
	if !found {
		return nil, errors.New("decode idempotency record: truncated")
	}
	var h header
	if err := json.Unmarshal(line, &h); err != nil {
		return nil, fmt.Errorf("decode idempotency record: %w", err)
	}
	r := &Record{
		Key:       bff.IdempotencyKey{Brand: h.Brand, Player: h.Player, Key: h.Key},
		RequestID: h.RequestID, Token: h.Token, At: h.At, Lease: h.Lease,
		Call: h.Call, Part: h.Part, Amount: h.Amount, Settlement: h.Settlement, Revision: h.Revision,
	}
	if copy(r.Body[:], h.Body) != len(r.Body) {
		return nil, errors.New("decode idempotency record: invalid fingerprint")
	}
	if a := h.Answer; a != nil {
		r.Answer, r.sealed = a.answer(data), a.Sealed
	}
	if u := h.Unknown; u != nil {
		r.Unknown = &bff.Reason{Status: u.Status, Debug: u.Debug, Key: u.Key, Message: u.Message}
		if u.Refused {
			r.Unknown.Delivery = bff.DeliveryAnswered
		}
	}
	return r, nil
}

// ClockLeeway is how far the time of a key may be ahead of an instance's clock. Clients make keys by
// the server's clock, so that it covers the differences between instances.
const ClockLeeway = time.Second

// KeyTime returns the time at which a UUID of version 7 was made (RFC 9562). Other keys have none.
func KeyTime(key string) (at time.Time, ok bool) {
	u, err := uuid.Parse(key)
	if err != nil || u.Version() != 7 || u.Variant() != uuid.RFC4122 {
		return time.Time{}, false
	}
	return time.Unix(u.Time().UnixTime()).UTC(), true
}

// Forgotten returns the time up to which the records of keys may have been forgotten at now: a record
// is kept for the retention after its claim, when the key may have been ahead of the clock of an
// instance that was ahead of this one's.
func Forgotten(now time.Time) time.Time { return now.Add(2*ClockLeeway - Retention) }

// CheckTime returns the response to a key without a record that must not be claimed at now because of
// its time: an invalid one from the future, which would be found new after a loss of records; or one
// older than the retention of records, which may have been used and forgotten. Keys without a time
// are accepted.
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
