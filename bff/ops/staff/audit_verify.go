package staff

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"time"

	"croupier/bff"
	"croupier/bff/internal/auditid"
)

// AuditReport is the result of a verification of the audit log.
type AuditReport struct {
	Entries  int      `json:"entries"`  // with a hash
	Unhashed int      `json:"unhashed"` // without a hash and older than all others
	Problems []string `json:"problems"` // each names an entry, at most 1,000
}

// auditCheck verifies the entries of one store.
type auditCheck struct {
	*AuditReport
	refusals  bool
	retention bff.Retention
	clock     func() time.Time
	entries   []*Entry // newest first
	ids       map[string]*Entry
	links     map[Position]*Link // by chain and number only
}

func (t *AuditLog) newCheck(refusals bool, to *AuditReport) *auditCheck {
	_, retention, _ := t.part(refusals)
	return &auditCheck{to, refusals, retention, t.Clock, nil, map[string]*Entry{}, map[Position]*Link{}}
}

func (c *auditCheck) problem(e *Entry, format string, args ...any) {
	if len(c.Problems) < 1000 {
		c.Problems = append(c.Problems, fmt.Sprintf("%s %s %s (entry %s) %s", e.At.UTC().Format(time.RFC3339), e.Who,
			e.Action, e.ID, fmt.Sprintf(format, args...)))
	}
}

// add checks an entry alone.
func (c *auditCheck) add(e *Entry) {
	if n := len(c.entries); n > 0 && e.ID >= c.entries[n-1].ID {
		c.problem(e, "is out of order: the newest entry must come first")
	}
	c.entries, c.ids[e.ID] = append(c.entries, e), e
	intact := true
	for i := range e.Links {
		l, earlier := e.Links[i], *e
		earlier.Links, l.Hash = e.Links[:i], ""
		intact = intact && digest(l) == e.Links[i].Hash && l.Entry == e.ID
		if i == len(e.Links)-1 && (!intact || digest(earlier) != l.Content) {
			c.problem(e, "was changed: its hash does not match")
		}
		key := Position{Chain: l.Chain, Number: l.Number}
		if other := c.links[key]; other != nil {
			c.problem(e, "or entry %s is forged: both have number %d of chain %s", other.Entry, l.Number, l.Chain)
			continue
		}
		c.links[key] = &e.Links[i]
	}
	e.Before, e.After = nil, nil // to save memory
}

// finish checks how the entries follow each other. Entries before from may be missing. The heads are
// of the store before and after the entries were read, or nil for a file.
func (c *auditCheck) finish(from time.Time, before, after map[string]chainHead) {
	floor, first := auditid.Floor(c.clock().Add(-c.retention.MaxAge)), "" // of the log; of the entries with a hash
	if !from.IsZero() {
		floor = max(floor, auditid.Floor(from))
	}
	for i, e := range c.entries {
		if len(e.Links) > 0 {
			first = e.ID
		}
		if i+1 == c.retention.MaxEntries {
			floor = max(floor, e.ID)
		}
	}
	for _, e := range c.entries {
		switch {
		case len(e.Links) > 0:
			c.Entries++
		case e.ID < first || first == "":
			c.Unhashed++
		default:
			c.problem(e, "has no hash, but the older entry %s has one", first)
		}
		for i := range e.Links {
			l := &e.Links[i]
			h := after[l.Chain]
			if before != nil && l.Number > h.last(l.Chain) && (h.Pending == nil || *h.Pending != l.Position) {
				c.problem(e, "is forged: no instance has written number %d of chain %s", l.Number, l.Chain)
			}
			// An instance may write an entry or the one before it while the log is read.
			complete := before == nil || l.Number <= before[l.Chain].last(l.Chain)
			if p := l.Previous; complete && p != nil && p.Entry >= floor && !c.has(p) {
				c.problem(e, "follows a missing entry: entry %s of %s", p.Entry,
					auditid.Time(p.Entry).UTC().Format(time.RFC3339))
			}
		}
	}
	for name, h := range before {
		if h.Refusals == c.refusals && h.Last != nil && h.Last.Entry >= floor && !c.has(h.Last) {
			c.problem(&Entry{ID: h.Last.Entry, At: auditid.Time(h.Last.Entry)},
				"is missing: it is the newest entry of chain %s", name)
		}
	}
}

// has reports whether the log has an entry. An entry without the link p was changed.
func (c *auditCheck) has(p *Position) bool {
	e, l := c.ids[p.Entry], c.links[Position{Chain: p.Chain, Number: p.Number}]
	if e != nil && (l == nil || l.Hash != p.Hash) {
		c.problem(e, "was changed: it lacks the hash of number %d of chain %s", p.Number, p.Chain)
	}
	return e != nil
}

// Verify verifies the audit log in the store. Instances may write to it at the same time. Entries
// before from may be missing.
func (t *AuditLog) Verify(ctx context.Context, from time.Time) (out AuditReport, err error) {
	before, err := t.heads(ctx)
	for _, own := range []*auditChain{&t.actions, &t.refusals} {
		own.mu.Lock()
		if own.name != "" {
			before[own.name] = own.head // even if somebody has changed it in the store
		}
		own.mu.Unlock()
	}
	actions, refusals := t.newCheck(false, &out), t.newCheck(true, &out)
	for e, readErr := range t.each(ctx, "") {
		if err = errors.Join(err, readErr); err != nil {
			return out, err
		}
		if e.Outcome == Refused {
			refusals.add(e)
		} else {
			actions.add(e)
		}
	}
	after, afterErr := t.heads(ctx)
	actions.finish(from, before, after)
	refusals.finish(from, before, after)
	return out, errors.Join(err, afterErr)
}

// VerifyFile verifies a download of the whole audit log as JSON lines with the retentions of t.
// Entries before from may be missing.
func (t *AuditLog) VerifyFile(file io.Reader, from time.Time) (out AuditReport, err error) {
	actions, refusals := t.newCheck(false, &out), t.newCheck(true, &out)
	lines := bufio.NewScanner(file)
	lines.Buffer(nil, 16<<20)
	for number := 1; lines.Scan(); number++ {
		e, check := new(Entry), actions
		if err := json.Unmarshal(lines.Bytes(), e); err != nil {
			return out, fmt.Errorf("line %d is not an audit entry: %w", number, err)
		}
		if e.Outcome == Refused {
			check = refusals
		}
		if same, _ := json.Marshal(e); len(e.Links) > 0 && !bytes.Equal(same, lines.Bytes()) {
			check.problem(e, "was changed: its JSON is not as Croupier writes it")
		}
		check.add(e)
	}
	actions.finish(from, nil, nil)
	refusals.finish(from, nil, nil)
	return out, lines.Err()
}
