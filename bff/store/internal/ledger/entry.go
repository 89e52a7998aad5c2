// Package ledger is what the money journals of every store have in common: how an entry is
// written, and what a repeat of its call is told (calls.md §5).
package ledger

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"croupier/bff"
)

// Kept is how long a key is remembered (calls.md §5).
const Kept = 24 * time.Hour

// Lease is how long a claim is taken to be in flight where nobody says otherwise: longer
// than the longest deadline of a money call.
const Lease = 2 * time.Minute

// Entry is one money call.
type Entry struct {
	Key       bff.IdempotencyKey
	Body      bff.Fingerprint
	RequestID string    // of the request that claimed the key
	Token     string    // of the claim, where several instances share a store
	At        time.Time // when it was claimed
	Lease     time.Time // from here on a claim in flight was abandoned
	Answer    *bff.Answer
	Unknown   *bff.Reason // without its cause, which was the first request's
}

// Abandoned is the reason of calls whose instance went away before it said what became
// of them.
func Abandoned() *bff.Reason { return bff.OutcomeUnknown(bff.ReasonUnavailable) }

// State says what became of the call, as seen at now.
func (e *Entry) State(now time.Time) bff.IdempotencyState {
	switch {
	case e.Answer != nil:
		return bff.IdempotencyAnswered
	case e.Unknown != nil || !now.Before(e.Lease):
		return bff.IdempotencyUnknown
	}
	return bff.IdempotencyInFlight
}

// Repeat is what a request with the same key and the given body is told at now; see
// gateway.IdempotencyStore.Begin.
func (e *Entry) Repeat(body bff.Fingerprint, now time.Time) (*bff.Answer, error) {
	if e.Body != body {
		return nil, bff.ReasonKeyReused
	}
	switch e.State(now) {
	case bff.IdempotencyAnswered:
		return e.Answer, nil
	case bff.IdempotencyUnknown:
		return nil, e.unknown()
	default:
		return nil, bff.ReasonDuplicate
	}
}

// Read is the entry as staff see it at now.
func (e *Entry) Read(now time.Time) *bff.IdempotencyRecord {
	out := &bff.IdempotencyRecord{Key: e.Key, RequestID: e.RequestID, At: e.At, State: e.State(now), Answer: e.Answer}
	if out.State == bff.IdempotencyUnknown {
		out.Unknown = e.unknown()
	}
	return out
}

func (e *Entry) unknown() *bff.Reason {
	if e.Unknown != nil {
		return e.Unknown
	}
	return Abandoned()
}

// head is what stands in an entry's first line. The data of an answer follows on the
// second, so that a repeat is given the very bytes of the first.
type head struct {
	Brand     string     `json:"brand"`
	Player    string     `json:"player"`
	Key       string     `json:"key"`
	Body      []byte     `json:"body"`
	RequestID string     `json:"request_id,omitempty"`
	Token     string     `json:"token,omitempty"`
	At        time.Time  `json:"at"`
	Lease     time.Time  `json:"lease"`
	Answer    *answered  `json:"answer,omitempty"`
	Unknown   *uncertain `json:"unknown,omitempty"`
}

type answered struct {
	Result     bool            `json:"result"`
	Message    string          `json:"message,omitempty"`
	Code       int             `json:"code"`
	Debug      string          `json:"debug,omitempty"`
	Pagination *bff.Pagination `json:"pagination,omitempty"`
}

type uncertain struct {
	Status  int    `json:"status"`
	Debug   string `json:"debug"`
	Key     string `json:"key"`
	Message string `json:"message,omitempty"`
}

// Bytes writes the entry.
func (e *Entry) Bytes() ([]byte, error) {
	h := head{
		Brand: e.Key.Brand, Player: e.Key.Player, Key: e.Key.Key, Body: e.Body[:],
		RequestID: e.RequestID, Token: e.Token, At: e.At.UTC(), Lease: e.Lease.UTC(),
	}
	var data []byte
	if a := e.Answer; a != nil {
		h.Answer = &answered{Result: a.Result, Message: a.Message, Code: a.Code, Debug: a.Debug, Pagination: a.Pagination}
		data = a.Data
	}
	if r := e.Unknown; r != nil {
		h.Unknown = &uncertain{Status: r.Status, Debug: r.Debug, Key: r.Key, Message: r.Message}
	}
	b, err := json.Marshal(h)
	if err != nil {
		return nil, fmt.Errorf("journal entry: %w", err)
	}
	return append(append(b, '\n'), data...), nil
}

// Parse reads an entry that Bytes wrote.
func Parse(b []byte) (*Entry, error) {
	line, data, whole := bytes.Cut(b, []byte{'\n'})
	if !whole {
		return nil, errors.New("journal entry: cut short")
	}
	var h head
	if err := json.Unmarshal(line, &h); err != nil {
		return nil, fmt.Errorf("journal entry: %w", err)
	}
	e := &Entry{
		Key:       bff.IdempotencyKey{Brand: h.Brand, Player: h.Player, Key: h.Key},
		RequestID: h.RequestID, Token: h.Token, At: h.At, Lease: h.Lease,
	}
	if copy(e.Body[:], h.Body) != len(e.Body) {
		return nil, errors.New("journal entry: no fingerprint")
	}
	if a := h.Answer; a != nil {
		e.Answer = &bff.Answer{Result: a.Result, Message: a.Message, Code: a.Code, Debug: a.Debug, Pagination: a.Pagination}
		if len(data) > 0 {
			e.Answer.Data = bytes.Clone(data)
		}
	}
	if u := h.Unknown; u != nil {
		e.Unknown = &bff.Reason{Status: u.Status, Debug: u.Debug, Key: u.Key, Message: u.Message}
	}
	return e, nil
}
