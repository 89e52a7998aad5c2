package activity

import (
	"cmp"
	"context"
	"strconv"
	"time"

	"croupier/bff"
	"croupier/bff/internal/indexkey"
)

// What a brand's requests are searched by: payments and failures by their hour, payments also by number and amount.
const (
	failuresOf    = "failures"
	transactionOf = "transaction"
	amountOf      = "amount"
)

// maxListed is the number of requests that a search reads by one term.
const maxListed = 1000

// searchTerms returns the terms by which a request of a brand is searched.
func (l *Log) searchTerms(r *bff.RequestRecord) (terms []string) {
	if m := r.Money; m != nil {
		terms = append(terms, l.ofBrand(r.Brand, paymentsOf, hourOf(r.At)), l.ofBrand(r.Brand, transactionOf, m.Transaction), l.ofBrand(r.Brand, amountOf, m.Amount))
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
	return (s.Player == "" || isOf(r, r.Brand, s.Player)) && (!s.Failures || r.Failed()) && (s.World == "" || r.World == s.World) &&
		(s.Amount == "" || r.Money != nil && r.Money.Amount == s.Amount) &&
		!r.At.Before(s.From) && (s.Until.IsZero() || !r.At.After(s.Until))
}
