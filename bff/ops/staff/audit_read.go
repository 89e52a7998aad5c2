package staff

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/gin-gonic/gin"

	"croupier/bff"
	"croupier/bff/internal/auditid"
)

// auditBatch is the number of entries that are read from a store at a time.
const auditBatch = 200

// auditReader reads one AuditStore, newest first.
type auditReader struct {
	from   AuditStore
	before string
	batch  [][]byte
	ended  bool
	next   *Entry // nil at the end
}

// advance reads the next entry.
func (r *auditReader) advance(ctx context.Context) error {
	r.next = nil
	if len(r.batch) == 0 && !r.ended {
		var err error
		if r.batch, err = r.from.Page(ctx, r.before, auditBatch); err != nil {
			return err
		}
		r.ended = len(r.batch) < auditBatch
	}
	if len(r.batch) == 0 {
		return nil
	}
	e := Entry{Outcome: Done} // entries without an outcome are of completed actions
	if err := json.Unmarshal(r.batch[0], &e); err != nil {
		return err
	}
	r.batch = r.batch[1:]
	if e.Brand == "" {
		e.Brand = brandOfSubject(&e)
	}
	r.before, r.next = e.ID, &e
	return nil
}

// brandOfSubject returns the brand of an entry that was written before entries had one.
func brandOfSubject(e *Entry) string {
	switch e.Action {
	case "maintenance", "bypass link":
		return e.Subject
	case "breaker":
		brand, _, _ := strings.Cut(e.Subject, "/")
		return brand
	case "purge":
		brand, _, _ := strings.Cut(e.Subject, " ")
		return cmp.Or(brand, Everywhere)
	case "session ended", "sessions ended":
		var ended []auditedSession
		if json.Unmarshal(e.Before, &ended) != nil || len(ended) == 0 {
			return Everywhere
		}
		for _, one := range ended {
			if one.Brand != ended[0].Brand {
				return Everywhere
			}
		}
		return ended[0].Brand
	}
	return ""
}

// each calls fn with the entries older than the entry before, newest first, until fn returns false;
// an empty before means start with the newest.
func (t *AuditLog) each(ctx context.Context, before string, fn func(e *Entry) bool) error {
	readers := []*auditReader{{from: t.Actions, before: before}, {from: t.Refusals, before: before}}
	for _, r := range readers {
		if err := r.advance(ctx); err != nil {
			return fmt.Errorf("audit log: %w", err)
		}
	}
	for {
		newest := readers[0]
		if newest.next == nil || readers[1].next != nil && readers[1].next.ID > newest.next.ID {
			newest = readers[1]
		}
		if newest.next == nil || !fn(newest.next) {
			return nil
		}
		if err := newest.advance(ctx); err != nil {
			return fmt.Errorf("audit log: %w", err)
		}
	}
}

// auditFilter selects entries; empty fields select all.
type auditFilter struct {
	who, action, brand string
	from, until        time.Time // from inclusive, until exclusive
}

// matches reports whether e is selected. A brand selects the actions on all brands too.
func (f *auditFilter) matches(e *Entry) bool {
	return (f.who == "" || e.Who == f.who) && (f.action == "" || e.Action == f.action) &&
		(f.brand == "" || e.Brand == f.brand || e.Brand == Everywhere) &&
		!e.At.Before(f.from) && (f.until.IsZero() || e.At.Before(f.until))
}

// auditFields are the query fields of an auditFilter.
const auditFields = "who&action&brand&from&until"

// auditQuery reads the filter of a query.
func auditQuery(c *gin.Context) (f auditFilter, err error) {
	f = auditFilter{who: strings.ToLower(c.Query("who")), action: c.Query("action"), brand: c.Query("brand")}
	for name, to := range map[string]*time.Time{"from": &f.from, "until": &f.until} {
		if text := c.Query(name); text != "" {
			if *to, err = time.Parse(time.RFC3339, text); err != nil {
				return f, fault(name, "type")
			}
		}
	}
	return f, nil
}

// Lengths of a page of a list.
const (
	pageLength    = 50
	maxPageLength = 500
)

// limitOf returns the field limit of the query.
func limitOf(c *gin.Context) (int, error) {
	text, ok := c.GetQuery("limit")
	if !ok {
		return pageLength, nil
	}
	n, err := strconv.Atoi(text)
	switch {
	case err != nil:
		return 0, fault("limit", "type")
	case n < 1:
		return 0, fault("limit", "min", "min", "1")
	case n > maxPageLength:
		return 0, fault("limit", "max", "max", strconv.Itoa(maxPageLength))
	}
	return n, nil
}

// maySee reports whether the account may read an entry: one of a brand that it may see, of no brand
// or all brands if it may see all, or one of its own.
func (v *visit) maySee(e *Entry) bool {
	return e.Who == v.account.Name || v.may(cmp.Or(e.Brand, Everywhere), Viewer)
}

// eachAudited calls fn with the entries that the query selects and v may see, newest first, until fn
// returns false.
func (s *server) eachAudited(ctx context.Context, v *visit, f auditFilter, before string, fn func(e *Entry) bool) error {
	if !f.until.IsZero() {
		if floor := auditid.Floor(f.until); before == "" || floor < before {
			before = floor
		}
	}
	err := s.AuditLog.each(ctx, before, func(e *Entry) bool {
		if e.At.Before(f.from) { // and so are the others
			return false
		}
		return !f.matches(e) || !v.maySee(e) || fn(e)
	})
	if err != nil {
		return bff.ReasonUnavailable.WithCause(err)
	}
	return nil
}

// audit replies with a page of the audit log, newest first.
func (s *server) audit(c *gin.Context, v *visit) error {
	limit, err := limitOf(c)
	if err != nil {
		return err
	}
	f, err := auditQuery(c)
	if err != nil {
		return err
	}
	page := []Entry{}
	err = s.eachAudited(c, v, f, c.Query("before"), func(e *Entry) bool {
		page = append(page, *e)
		return len(page) < limit
	})
	if err != nil {
		return err
	}
	reply(c, http.StatusOK, page)
	return nil
}
