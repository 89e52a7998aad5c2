package staff

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"iter"
	"strings"
	"time"

	"github.com/gin-gonic/gin"

	"croupier/bff/internal/auditid"
)

const auditBatch = 200 // the number of entries that are read from a store at a time

type auditReader struct {
	from   AuditStore
	before string
	batch  [][]byte
	ended  bool
	next   *Entry // nil at the end
}

func (r *auditReader) advance(ctx context.Context) error {
	r.next = nil
	if len(r.batch) == 0 && !r.ended {
		var err error
		if r.batch, err = r.from.Page(ctx, r.before, auditBatch); err != nil {
			return fmt.Errorf("audit log: %w", err)
		}
		r.ended = len(r.batch) < auditBatch
	}
	if len(r.batch) == 0 {
		return nil
	}
	e := new(Entry)
	if err := json.Unmarshal(r.batch[0], e); err != nil {
		return fmt.Errorf("audit log: %w", err)
	}
	r.batch = r.batch[1:]
	r.before, r.next = e.ID, e
	return nil
}

// each returns the entries older than the entry before, newest first; an empty before means start with
// the newest. An error is the last element.
func (t *AuditLog) each(ctx context.Context, before string) iter.Seq2[*Entry, error] {
	return func(yield func(*Entry, error) bool) {
		actions, refusals := &auditReader{from: t.Actions, before: before}, &auditReader{from: t.Refusals, before: before}
		for _, r := range []*auditReader{actions, refusals} {
			if err := r.advance(ctx); err != nil {
				yield(nil, err)
				return
			}
		}
		for {
			newest := actions
			if newest.next == nil || refusals.next != nil && refusals.next.ID > newest.next.ID {
				newest = refusals
			}
			if newest.next == nil || !yield(newest.next, ctx.Err()) {
				return
			}
			if err := newest.advance(ctx); err != nil {
				yield(nil, err)
				return
			}
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

// Lengths of a page of a list.
const (
	pageLength    = 50
	maxPageLength = 500
)

func limitOf(c *gin.Context) (int, error) { return queryNumber(c, "limit", pageLength, maxPageLength) }

// maySee reports whether the account may read an entry: its own, of a brand that it sees, or any if it sees all.
func (v *visit) maySee(e *Entry) bool {
	return e.Who == v.account.Name || v.may(cmp.Or(e.Brand, Everywhere), Viewer)
}

// entries returns the entries that a filter selects and v may see, as AuditLog.each does.
func (s *server) entries(ctx context.Context, v *visit, f auditFilter, before string) iter.Seq2[*Entry, error] {
	if !f.until.IsZero() {
		if floor := auditid.Floor(f.until); before == "" || floor < before {
			before = floor
		}
	}
	return func(yield func(*Entry, error) bool) {
		for e, err := range s.AuditLog.each(ctx, before) {
			switch {
			case err != nil:
				yield(nil, err)
				return
			case e.At.Before(f.from): // and so are the others
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
	f, err := auditQuery(c)
	if err != nil {
		return nil, err
	}
	page := []Entry{}
	for e, err := range s.entries(c, v, f, c.Query("before")) {
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
	f, err := auditQuery(c)
	if err != nil {
		return nil, err
	}
	return s.download(c, "audit", csvType, ".csv", func(w io.Writer) error {
		out := newCSVWriter(c, w, "id", "at", "who", "from", "request", "action", "brand", "subject", "outcome", "before", "after")
		for e, err := range s.entries(c, v, f, "") {
			if err != nil {
				return err
			}
			if err := out.Write(auditCells(e)); err != nil {
				return err
			}
		}
		out.Flush()
		return out.Error()
	})
}

func auditCells(e *Entry) []string {
	from := ""
	if e.From.IsValid() {
		from = e.From.String()
	}
	return withoutFormulas([]string{
		e.ID, e.At.UTC().Format(time.RFC3339Nano), e.Who, from, e.Request, e.Action, e.Brand, e.Subject,
		string(e.Outcome), string(e.Before), string(e.After),
	})
}

func (s *server) auditJSONL(c *gin.Context, v *visit) (any, error) {
	f, err := auditQuery(c)
	if err != nil {
		return nil, err
	}
	return s.download(c, "audit", "application/jsonl", ".jsonl", func(w io.Writer) error {
		out := json.NewEncoder(w)
		for e, err := range s.entries(c, v, f, "") {
			if err != nil {
				return err
			}
			if err := out.Encode(e); err != nil {
				return err
			}
		}
		return nil
	})
}
