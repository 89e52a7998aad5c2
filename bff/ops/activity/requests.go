package activity

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"strconv"
	"time"

	"croupier/bff"
	"croupier/bff/internal/indexkey"
)

func (l *Log) requestEntry(e *event) bff.CollectionEntry {
	r := l.record(e)
	terms := l.searchTerms(r)
	if r.Player != nil {
		terms = append(terms, l.ofPlayer(e.Brand, e.Player.Key(), requestsOf))
		if r.Money != nil {
			terms = append(terms, l.ofPlayer(e.Brand, e.Player.Key(), paymentsOf))
		}
	}
	return bff.CollectionEntry{
		ID: l.requestID(e.RequestID), At: e.At, Terms: terms, Value: l.box.SealJSON(r, sealedRequest),
	}
}

const maxData = 1024 // bytes of recorded data of a call

func (l *Log) record(e *event) *bff.RequestRecord {
	r := &bff.RequestRecord{
		ID: e.RequestID, At: e.At.UTC(), Instance: l.Instance, Method: e.Method, Path: e.Path, Brand: e.Brand,
		Call: e.Call, Status: e.Status, Code: e.Code, Debug: e.Debug, Cache: e.Cache, Ms: e.Duration.Milliseconds(),
		UpstreamMs: e.Upstream.Milliseconds(), Upstream: e.UpstreamName, Attempts: e.Attempts,
		Cause: causeOf(&e.Observation),
	}
	if e.Data != nil {
		if raw, err := json.Marshal(e.Data); err == nil && len(raw) <= maxData {
			r.Lang, r.Data = e.Lang, raw
		}
	}
	if e.Player.UID != "" {
		r.Player = &bff.PlayerRef{UID: e.Player.UID, Username: e.Player.Username}
	}
	if !e.Player.Partition.IsWhole() {
		r.Partition = e.Player.Partition
	}
	if e.IdempotencyKey != "" {
		r.Money = &bff.MoneyFate{
			Key: e.IdempotencyKey, At: r.At, Call: e.Call, Part: e.Part, Amount: e.Amount, Transaction: e.Transaction,
			Outcome: outcomeOf(&e.Observation), Code: e.Code, Debug: e.Debug,
		}
	}
	return r
}

// causeOf returns the class of a request's failure. A network failure without an attempt happened
// at a store. The repeat of a money call has no cause because the first request failed.
func causeOf(o *bff.Observation) bff.Cause {
	cause := bff.CauseOf(o.Err)
	if o.Attempts == 0 {
		if o.Debug == debugUnknown {
			return ""
		}
		switch cause {
		case bff.CauseTimeout, bff.CauseRefused, bff.CauseReset, bff.CauseUnreachable, bff.CauseName, bff.CauseTLS:
			return bff.CauseStore
		default:
		}
	}
	return cause
}

// debugUnknown is the debug value of money calls with an unknown outcome.
var debugUnknown = bff.OutcomeUnknown(bff.ReasonUnavailable).Debug

// outcomeOf returns the outcome of a payment according to the response to its call.
func outcomeOf(o *bff.Observation) bff.MoneyOutcome {
	switch {
	case o.Debug == debugUnknown:
		return bff.MoneyUnknown
	case o.Err == nil && o.Result:
		return bff.MoneyExecuted
	case o.Debug == bff.ReasonDuplicate.Debug:
		return bff.MoneyInFlight
	case o.Err == nil && o.Code != 0, o.Status < http.StatusInternalServerError && o.Code != 0:
		return bff.MoneyRefused
	case o.Attempts == 0 || bff.DeliveryOf(o.Err).HasNoEffect():
		return bff.MoneyNotSent
	case bff.DeliveryOf(o.Err) == bff.DeliveryAnswered:
		return bff.MoneyRefused
	}
	return bff.MoneyUnknown
}

// Request returns the record of a request id, or nil if there is none.
func (l *Log) Request(ctx context.Context, id string) (*bff.RequestRecord, error) {
	l.flush(ctx)
	raw, err := l.Requests.Get(ctx, l.requestID(id))
	if raw == nil || err != nil {
		return nil, err
	}
	r := new(bff.RequestRecord)
	if !l.open(raw, sealedRequest, r) || r.ID != id {
		return nil, nil //nolint:nilnil // documented above
	}
	return r, nil
}

// requestID returns the hash of a request id. If the id contains a time, the time comes first,
// which places new entries next to each other in the store.
func (l *Log) requestID(id string) string {
	hash := l.IndexKey.Hash(indexkey.Request, "", id)
	if at, ok := bff.RequestTime(id); ok {
		return fmt.Sprintf("%012x", at.UnixMilli()) + hash
	}
	return hash
}

// Kinds of search terms of a brand: failures and payments by hour, payments by number and amount. A
// store lists a limited number of requests per term, so a term covers only an hour.
const (
	failuresOf    = "failures"
	transactionOf = "transaction"
	amountOf      = "amount"
)

const maxListed = 1000 // the number of requests that a search reads per term, unless its limit is higher

func (l *Log) searchTerms(r *bff.RequestRecord) (terms []string) {
	if m := r.Money; m != nil {
		terms = append(terms, l.ofBrand(r.Brand, paymentsOf, hourOf(r.At)),
			l.ofBrand(r.Brand, transactionOf, m.Transaction), l.ofBrand(r.Brand, amountOf, m.Amount))
	}
	if r.Failed() {
		terms = append(terms, l.ofBrand(r.Brand, failuresOf, hourOf(r.At)))
	}
	return terms
}

func (l *Log) ofBrand(brand, kind, value string) string {
	return l.IndexKey.Hash(indexkey.Activity, brand, "", kind, value)
}

func hourOf(at time.Time) string { return strconv.FormatInt(at.Unix()/3600, 10) }

// Find returns at most limit requests of a brand that match a search, newest first.
func (l *Log) Find(ctx context.Context, brand string, s bff.RequestSearch, limit int) ([]bff.RequestRecord, error) {
	l.flush(ctx)
	kind, term := requestsOf, ""
	switch {
	case s.Payments:
		kind = paymentsOf
	case s.Failures && s.Player == "":
		kind = failuresOf
	}
	switch {
	case s.Player != "":
		term = l.ofPlayer(brand, s.Player, kind)
	case s.Transaction != "":
		term = l.ofBrand(brand, transactionOf, s.Transaction)
	case s.Amount != "":
		term = l.ofBrand(brand, amountOf, s.Amount)
	}
	out := []bff.RequestRecord{}
	for at := s.Until; len(out) < limit; at = at.Add(-time.Hour) {
		values, err := l.Requests.List(ctx, cmp.Or(term, l.ofBrand(brand, kind, hourOf(at))), max(limit, maxListed))
		if err != nil {
			return nil, err
		}
		for _, raw := range values {
			var r bff.RequestRecord
			if l.open(raw, sealedRequest, &r) && r.Brand == brand && matches(&r, &s) {
				out = append(out, r)
			}
		}
		if term != "" || at.Before(s.From) {
			break
		}
	}
	return out[:min(len(out), limit)], nil
}

func matches(r *bff.RequestRecord, s *bff.RequestSearch) bool {
	return (s.Player == "" || isOf(r, r.Brand, s.Player)) && (!s.Failures || r.Failed()) &&
		s.Partition.Shows(r.Partition) && (s.Amount == "" || r.Money != nil && r.Money.Amount == s.Amount) &&
		!r.At.Before(s.From) && (s.Until.IsZero() || !r.At.After(s.Until))
}
