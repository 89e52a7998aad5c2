package studio

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"time"
	"unicode/utf8"

	"croupier/bff/config"
	"croupier/bff/internal/lists"
)

// Audit records an action with the values of the changed fields in the audit log, and runs do.
type Audit func(ctx context.Context, action, brand string, before, after any, do func(context.Context) error) error

// Editor is the account that changes a brand.
type Editor struct {
	Name  string
	Audit Audit
	// SecondPerson fails if the editor may be the person who made a proposal. Only Approve needs it.
	SecondPerson func(ctx context.Context, proposer string, at time.Time) error
}

// Publication describes a publication of a draft.
type Publication struct {
	Revision int       // of the draft
	From     time.Time // zero: at once
	Note     string
}

// Change is a field with another value than before.
type Change struct {
	Field  string          `json:"field"`
	Before json.RawMessage `json:"before,omitempty"`
	After  json.RawMessage `json:"after,omitempty"`
	By     string          `json:"by,omitempty"`
	At     time.Time       `json:"at,omitzero"`
}

// diff returns the changes of values between fields, sorted by field, with their editors in the draft.
func (m *Manager) diff(v view, from, to fields) []Change {
	conf, out, names := m.Live.Config(), []Change{}, maps.Clone(from)
	before, after := conf.StudioFields(v.brand, overlayOf(from)), conf.StudioFields(v.brand, overlayOf(to))
	maps.Copy(names, to)
	for _, name := range slices.Sorted(maps.Keys(names)) {
		editor := v.draft.Fields[name]
		if x, y := config.Canonical(before[name]), config.Canonical(after[name]); string(x) != string(y) {
			out = append(out, Change{name, x, y, editor.By, editor.At})
		}
	}
	return out
}

// audited records an action with the values of changes, and runs do.
func audited(
	ctx context.Context, by Editor, action, brand string, changes []Change, do func(context.Context) error,
) error {
	before, after := map[string]json.RawMessage{}, map[string]json.RawMessage{}
	for _, c := range changes {
		before[c.Field], after[c.Field] = c.Before, c.After
	}
	return by.Audit(ctx, action, brand, before, after, do)
}

// contentsOf returns the contents of a version of the history. Version 0 has none.
func (m *Manager) contentsOf(ctx context.Context, v view, number int) (contents, error) {
	of, ok := lists.Find(v.History, func(v version) bool { return v.Number == number })
	if !ok && number != 0 {
		return contents{}, ErrUnknown
	}
	return m.contents(ctx, of)
}

// writable is like read, but fails if the studio is read-only.
func (m *Manager) writable(ctx context.Context, brand string) (view, error) {
	if m.isReadOnly() {
		return view{}, ErrReadOnly
	}
	return m.read(ctx, brand)
}

// swap stores and applies a head unless another instance has changed it.
func (m *Manager) swap(ctx context.Context, v view, next head) error {
	raw, err := json.Marshal(next)
	if err != nil {
		return err
	}
	swapped, err := m.Heads.Swap(ctx, v.brand, v.raw, raw)
	if err == nil && !swapped {
		err = ErrContended
	}
	if err != nil {
		return err
	}
	m.reload(ctx)
	m.notify(ctx, v.brand)
	return nil
}

// check returns the faults of an overlay, which prevent its publication.
func (m *Manager) check(ctx context.Context, brand string, f fields) error {
	o, err := m.overlay(ctx, f)
	if err != nil {
		return err
	}
	if _, faults := m.Live.Config().WithOverlay(brand, o); len(faults) > 0 {
		return faults
	}
	return nil
}

const maxNote = 500 // characters

// Publish publishes, proposes or schedules a draft.
func (m *Manager) Publish(ctx context.Context, by Editor, brand string, q Publication) error {
	v, err := m.writable(ctx, brand)
	if err != nil {
		return err
	}
	if v.draft.Revision != q.Revision {
		return changedSince(v.draft.Fields, q.Revision)
	}
	switch {
	case !q.From.IsZero() && !q.From.After(m.Clock()) || q.From.Year() > 9000: // RFC 3339 ends with the year 9999
		return config.Faults{{Field: "from", Problem: "must be later than now"}}
	case utf8.RuneCountInString(q.Note) > maxNote:
		return config.Faults{{Field: "note", Problem: fmt.Sprintf("must have at most %d characters", maxNote)}}
	}
	p := proposal{Draft: q.Revision, From: q.From.UTC()}
	p.Note = q.Note
	return m.submit(ctx, by, "published", v, p, v.all)
}

// Revert publishes an earlier version again. Version 0 is the brand of its files.
func (m *Manager) Revert(ctx context.Context, by Editor, brand string, number int) error {
	v, err := m.writable(ctx, brand)
	if err != nil {
		return err
	}
	next, err := m.contentsOf(ctx, v, number)
	if err != nil {
		return err
	}
	var p proposal
	p.Of = &number
	return m.submit(ctx, by, "reverted", v, p, next.Fields)
}

// submit publishes an overlay, or stores the proposal or the schedule.
func (m *Manager) submit(ctx context.Context, by Editor, action string, v view, p proposal, next fields) error {
	if v.Pending != nil {
		return ErrProposed
	}
	now := m.Clock().UTC()
	changes := m.diff(v, v.live, next)
	if p.Of != nil {
		for i := range changes {
			changes[i].By, changes[i].At = by.Name, now
		}
	}
	if len(changes) == 0 {
		return ErrNoChanges
	}
	if err := m.check(ctx, v.brand, next); err != nil {
		return err
	}
	raw, err := json.Marshal(contents{next, changes})
	if err == nil {
		p.Contents, err = m.putBlob(ctx, v.brand, "contents", "contents.json", raw)
	}
	if err != nil {
		return err
	}
	v.head.Revision++
	p.By, p.At, p.Changes, p.Revision, p.Scheduled = by.Name, now, len(changes), v.head.Revision, !m.needsTwoPeople()
	h := v.with(p, now)
	if h.Pending != nil {
		action = "publication proposed"
	}
	return audited(ctx, by, action, v.brand, changes, func(ctx context.Context) error { return m.swap(ctx, v, h) })
}

// decide reads the proposal with a revision, lets do change the head, and stores it.
func (m *Manager) decide(
	ctx context.Context, by Editor, action, brand string, revision int, do func(v view, next fields) (head, error),
) error {
	v, err := m.writable(ctx, brand)
	if err != nil {
		return err
	}
	if v.Pending == nil || v.Pending.Revision != revision {
		return ErrNoProposal
	}
	of, err := m.contents(ctx, v.Pending.version)
	if err != nil {
		return err
	}
	h, err := do(v, of.Fields)
	if err != nil {
		return err
	}
	return audited(ctx, by, action, brand, of.Changes, func(ctx context.Context) error { return m.swap(ctx, v, h) })
}

// Approve approves a proposal, which is published at once or at its time. If publications need two people,
// the proposal must be of another account.
func (m *Manager) Approve(ctx context.Context, by Editor, brand string, revision int) error {
	return m.decide(ctx, by, "publication approved", brand, revision, func(v view, next fields) (h head, err error) {
		p := *v.Pending
		if p.Scheduled {
			return h, ErrNoProposal
		}
		if m.needsTwoPeople() {
			err = by.SecondPerson(ctx, p.By, p.At)
		}
		if err != nil {
			return h, err
		}
		if p.Scheduled = true; by.Name != p.By {
			p.ApprovedBy = by.Name
		}
		return v.with(p, m.Clock().UTC()), m.check(ctx, brand, next)
	})
}

// Withdraw rejects a proposal or cancels a scheduled publication. The draft keeps its changes.
func (m *Manager) Withdraw(ctx context.Context, by Editor, brand string, revision int) error {
	return m.decide(ctx, by, "publication withdrawn", brand, revision, func(v view, _ fields) (head, error) {
		v.head.Pending = nil
		return v.head, nil
	})
}

// publishDue publishes the scheduled publications whose time has come. Only one instance succeeds.
func (m *Manager) publishDue(ctx context.Context, heads map[string]head) {
	for brand, h := range heads {
		p := h.Pending
		if p == nil || !p.Scheduled || p.From.After(m.Clock()) {
			continue
		}
		err := m.publishScheduled(ctx, brand, p)
		isExpected := slices.ContainsFunc([]error{nil, ErrReadOnly, ErrContended, ErrNoProposal, ctx.Err()},
			func(known error) bool { return errors.Is(err, known) })
		before := m.unpublished[brand]
		if m.unpublished[brand] = fmt.Sprint(err); !isExpected && m.unpublished[brand] != before {
			m.Log.ErrorContext(ctx, "could not publish the scheduled changes of a brand", "brand", brand, "by", p.By,
				"error", err)
		}
	}
}

// errNotApproved is the error of a schedule from before publications needed two people.
var errNotApproved = errors.New("a second person has not approved the publication")

// publishScheduled publishes a proposal. One that is invalid or lacks its approval waits for an approval.
// Only the instance that changes the head records the action.
func (m *Manager) publishScheduled(ctx context.Context, brand string, p *proposal) error {
	var invalid error
	audit := func(ctx context.Context, action, brand string, before, after any, do func(context.Context) error) error {
		if err := do(ctx); err != nil {
			return err
		}
		return m.Audit(p.By)(ctx, action, brand, before, after, func(context.Context) error { return invalid })
	}
	by := Editor{Name: p.By, Audit: audit}
	return m.decide(ctx, by, "published", brand, p.Revision, func(v view, next fields) (head, error) {
		p := *v.Pending
		if invalid = m.check(ctx, brand, next); invalid == nil && m.needsTwoPeople() && p.ApprovedBy == "" {
			invalid = errNotApproved
		}
		switch faults := config.Faults(nil); {
		case errors.As(invalid, &faults), errors.Is(invalid, errNotApproved):
			p.Scheduled, p.ApprovedBy = false, ""
		case invalid != nil:
			return v.head, invalid
		}
		return v.with(p, m.Clock().UTC()), nil
	})
}
