package staff

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"time"

	"github.com/gin-gonic/gin"

	"croupier/bff"
	"croupier/bff/internal/lists"
)

const searchFields = "brand&transaction&amount&from&until&limit"

const maxSearched = 31 * 24 * time.Hour // the maximum period of a search without player, transaction and amount

type search struct {
	bff.RequestSearch
	brands []*bff.Brand
	limit  int
}

func (s *server) searchOf(c *gin.Context, v *visit) (q search, err error) {
	f, err := auditQuery(c)
	if err == nil {
		q.limit, err = limitOf(c)
	}
	if err == nil {
		q.brands, err = s.selectedBrands(v, f.brand)
	}
	q.Transaction, q.From, q.Until = strings.TrimSpace(c.Query("transaction")), f.from, cmp.Or(f.until, s.Clock().UTC())
	if text := c.Query("amount"); text != "" && err == nil {
		amount, malformed := bff.ParseMinorUnits(text)
		if q.Amount = amount.String(); malformed != nil {
			err = fault("amount", "pattern")
		}
	}
	return q, err
}

func (s *server) find(ctx context.Context, v *visit, q search, limit int) ([]bff.RequestRecord, error) {
	out := []bff.RequestRecord{}
	if isTimed := q.Player == "" && q.Transaction == "" && q.Amount == ""; isTimed &&
		q.Until.Sub(q.From) > maxSearched {
		q.From = q.Until.Add(-maxSearched)
	}
	for _, b := range q.brands {
		q.Partition = v.partition(b)
		found, err := s.Activity.Find(ctx, b.ID, q.RequestSearch, limit)
		if err != nil {
			return nil, err
		}
		out = append(out, found...)
	}
	slices.SortStableFunc(out, func(a, b bff.RequestRecord) int { return b.At.Compare(a.At) })
	return out[:min(len(out), limit)], nil
}

// requests lists requests by player, transaction or amount. Otherwise it lists failed requests.
func (s *server) requests(c *gin.Context, v *visit) (any, error) {
	q, err := s.searchOf(c, v)
	if err != nil {
		return nil, err
	}
	if uid := c.Query("player"); uid != "" && len(q.brands) > 0 {
		q.Player = v.partition(q.brands[0]).Qualify(uid)
	}
	q.Failures = c.Query("failed") == "true" || q.Player == "" && q.Transaction == "" && q.Amount == ""
	return s.find(c, v, q, q.limit)
}

// request returns the record of a request id with the outcome of its idempotency key. It explains
// the response that is cached now, as `croupier cache explain` does.
func (s *server) request(c *gin.Context, v *visit) (any, error) {
	id := c.Param("id")
	found, err := s.Activity.Request(c, id)
	if err != nil {
		return nil, err
	}
	if found != nil && found.Player != nil && !s.shows(v, cmp.Or(found.Partition, bff.Partition(found.Brand))) {
		return nil, ReasonNotFound
	}
	entry, err := s.Payments.Find(c, id)
	if err != nil {
		return nil, err
	}
	switch {
	case found == nil && entry == nil:
		return nil, ReasonNotFound
	case found == nil: // the record has expired or was never written
		found = &bff.RequestRecord{ID: id, At: entry.At.UTC(), Brand: entry.Key.Brand}
	}
	if !v.may(cmp.Or(found.Brand, Everywhere), Support) {
		return nil, ReasonNotFound
	}
	if entry != nil && isRecordOf(entry, found) {
		found.Money = fateOf(found.Money, entry)
	}
	out := struct {
		*bff.RequestRecord
		CachedResponse []map[string]string `json:"cached_response,omitempty"`
	}{RequestRecord: found}
	if b := s.brand(found.Brand); b != nil && found.Data != nil {
		out.CachedResponse = lists.Map(s.ExplainCache(c, b, found),
			func(row []string) map[string]string { return map[string]string{"name": row[0], "text": row[1]} })
	}
	return out, nil
}

// isRecordOf reports whether a record belongs to a request. Visitors may choose request ids.
func isRecordOf(entry *bff.IdempotencyRecord, r *bff.RequestRecord) bool {
	return entry.Key.Brand == r.Brand && (r.Money == nil || r.Money.Key == entry.Key.Key)
}

// fateOf returns the fate of a key by its record. recorded is the fate by one response, or nil.
func fateOf(recorded *bff.MoneyFate, entry *bff.IdempotencyRecord) *bff.MoneyFate {
	fate := new(bff.MoneyFate)
	if recorded != nil {
		*fate = *recorded
	}
	fate.Key, fate.At, fate.Call, fate.Outcome = entry.Key.Key, entry.At.UTC(), cmp.Or(entry.Call, fate.Call),
		entry.Outcome()
	if code, debug, ok := answerOf(entry); ok {
		fate.Code, fate.Debug = code, debug
	}
	return fate
}

// answerOf returns code and debug of a response, or of the reason for an unknown outcome.
func answerOf(entry *bff.IdempotencyRecord) (code int, debug string, ok bool) {
	switch {
	case entry.Answer != nil:
		return entry.Answer.Code, entry.Answer.Debug, true
	case entry.Unknown != nil:
		return entry.Unknown.Status, entry.Unknown.Debug, true
	}
	return 0, "", false
}
