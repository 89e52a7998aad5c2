package staff

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"slices"
	"strings"
	"time"

	"github.com/gin-gonic/gin"

	"croupier/bff/internal/auditid"
)

const auditBatch = 200 // the number of entries per read of a store

// each returns the entries of both stores like AuditStore.Page. An error is the last element.
func (t *AuditLog) each(ctx context.Context, before string) iter.Seq2[*Entry, error] {
	return func(yield func(*Entry, error) bool) {
		for more := true; more; {
			var page []*Entry
			oldest := "" // both stores are read completely down to this id
			more = false
			for _, from := range []AuditStore{t.Actions, t.Refusals} {
				batch, err := from.Page(ctx, before, auditBatch)
				for _, raw := range batch {
					e := new(Entry)
					err = errors.Join(err, json.Unmarshal(raw, e))
					page = append(page, e)
				}
				if err != nil {
					yield(nil, fmt.Errorf("could not read the audit log: %w", err))
					return
				}
				if len(batch) == auditBatch { // the store may have older entries
					more, oldest = true, max(oldest, page[len(page)-1].ID)
				}
			}
			slices.SortFunc(page, func(a, b *Entry) int { return strings.Compare(b.ID, a.ID) })
			for _, e := range page {
				if e.ID < oldest {
					break
				}
				if !yield(e, ctx.Err()) {
					return
				}
				before = e.ID
			}
		}
	}
}

// auditFilter selects entries. Empty fields select all entries.
type auditFilter struct {
	who, action, brand string
	from, until        time.Time // from inclusive, until exclusive
}

// matches reports whether f selects e. A brand also selects actions on all brands.
func (f *auditFilter) matches(e *Entry) bool {
	return (f.who == "" || e.Who == f.who) && (f.action == "" || e.Action == f.action) &&
		(f.brand == "" || e.Brand == f.brand || e.Brand == Everywhere) &&
		!e.At.Before(f.from) && (f.until.IsZero() || e.At.Before(f.until))
}

const auditFields = "who&action&brand&from&until"

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

const (
	pageLength    = 50
	maxPageLength = 500
)

func limitOf(c *gin.Context) (int, error) { return queryNumber(c, "limit", pageLength, maxPageLength) }

// maySee reports whether v may read an entry: an entry of a brand at which it is viewer, as viewer of
// all brands any entry, and the account's own. Entries of a token may be from another with its name.
func (v *visit) maySee(e *Entry) bool {
	isOwn := v.loginID != "" && e.Who == v.account.Name
	return isOwn || v.may(cmp.Or(e.Brand, Everywhere), Viewer)
}

// entries returns the entries that the query selects and v may see, in the order of AuditLog.each.
func (s *server) entries(c *gin.Context, v *visit) iter.Seq2[*Entry, error] {
	return func(yield func(*Entry, error) bool) {
		f, err := auditQuery(c)
		if err != nil {
			yield(nil, err)
			return
		}
		before := c.Query("before")
		if !f.until.IsZero() {
			if floor := auditid.Floor(f.until); before == "" || floor < before {
				before = floor
			}
		}
		for e, err := range s.AuditLog.each(c, before) {
			switch {
			case err != nil:
				yield(nil, err)
				return
			case e.At.Before(f.from): // all further entries are older
				return
			case f.matches(e) && v.maySee(e) && !yield(e, nil):
				return
			}
		}
	}
}

func (s *server) audit(c *gin.Context, v *visit) (any, error) {
	limit, err := limitOf(c)
	if err != nil {
		return nil, err
	}
	page := []Entry{}
	for e, err := range s.entries(c, v) {
		if err != nil {
			return nil, err
		}
		if page = append(page, *e); len(page) == limit {
			break
		}
	}
	return page, nil
}

func (s *server) auditCSV(c *gin.Context, v *visit) (any, error) {
	return s.download(c, "audit", csvType, ".csv", func(w io.Writer) error {
		out := newCSVWriter(c, w, "id", "at", "who", "from", "request", "action", "brand", "subject", "outcome",
			"before", "after")
		if err := s.eachEntry(c, v, func(e *Entry) error { return out.Write(auditCells(e)) }); err != nil {
			return err
		}
		out.Flush()
		return out.Error()
	})
}

// eachEntry calls write for the entries that the query selects, until an error.
func (s *server) eachEntry(c *gin.Context, v *visit, write func(*Entry) error) error {
	for e, err := range s.entries(c, v) {
		if err == nil {
			err = write(e)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func auditCells(e *Entry) []string {
	from, _ := e.From.MarshalText() // empty without an address
	return withoutFormulas([]string{
		e.ID, e.At.UTC().Format(time.RFC3339Nano), e.Who, string(from), e.Request, e.Action, e.Brand, e.Subject,
		string(e.Outcome), string(e.Before), string(e.After),
	})
}

func (s *server) auditJSONL(c *gin.Context, v *visit) (any, error) {
	return s.download(c, "audit", "application/jsonl", ".jsonl", func(w io.Writer) error {
		out := json.NewEncoder(w)
		return s.eachEntry(c, v, func(e *Entry) error { return out.Encode(e) })
	})
}
