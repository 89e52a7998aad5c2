package studio

import (
	"context"
	"encoding/json"
	"errors"
	"maps"
	"slices"
	"time"

	"croupier/bff/config"
)

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
	By     string          `json:"by"`
	At     time.Time       `json:"at"`
}

// diff returns the changes of values from one overlay to another, sorted by field. editors has the
// editors of fields, and other is the editor of the others.
func (m *Manager) diff(ctx context.Context, brand string, from, to, editors fields, other Value) ([]Change, error) {
	before, err := m.overlay(ctx, from)
	if err != nil {
		return nil, err
	}
	after, err := m.overlay(ctx, to)
	if err != nil {
		return nil, err
	}
	conf, out, names := m.Live.Config(), []Change{}, maps.Clone(from)
	old, changed := conf.StudioFields(brand, before), conf.StudioFields(brand, after)
	maps.Copy(names, to)
	for _, name := range slices.Sorted(maps.Keys(names)) {
		by, ok := editors[name]
		if !ok {
			by = other
		}
		if x, y := canonical(old[name]), canonical(changed[name]); string(x) != string(y) {
			out = append(out, Change{name, x, y, by.By, by.At})
		}
	}
	return out, nil
}

// audited records an action with the values of changes, and runs do.
func audited(
	ctx context.Context, by Editor, action, brand string, changes []Change, do func(context.Context) error,
) error {
	before, after := map[string]json.RawMessage{}, map[string]json.RawMessage{}
	for _, c := range changes {
		before[c.Field], after[c.Field] = c.Before, c.After
	}
	return by.Audit(ctx, by.Name, action, brand, before, after, do)
}

// writable is like read, but fails if the studio is read-only.
func (m *Manager) writable(ctx context.Context, brand string) (view, error) {
	if m.isReadOnly() {
		return view{}, ErrReadOnly
	}
	return m.read(ctx, brand)
}

// swap stores and applies a head unless another instance has changed it. If the head publishes p, swap
// removes the changes of the draft that are now live.
func (m *Manager) swap(ctx context.Context, v view, next head, p *proposal) error {
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
	m.notify(ctx, message{Brand: v.brand, Published: true})
	if next.Pending != nil || p == nil || p.Draft == 0 {
		return nil
	}
	return m.changeDraft(ctx, v.brand, func(d *draft) error {
		maps.DeleteFunc(d.Fields, func(_ string, v Value) bool { return v.Revision <= p.Draft })
		return nil
	})
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

// Publish publishes, proposes or schedules a draft.
func (m *Manager) Publish(ctx context.Context, by Editor, brand string, q Publication) error {
	v, err := m.writable(ctx, brand)
	if err != nil {
		return err
	}
	if v.draft.Revision != q.Revision {
		return changedSince(v.draft.Fields, q.Revision, anyField)
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
	i := slices.IndexFunc(v.History, func(v version) bool { return v.Number == number })
	next := fields{}
	if i >= 0 {
		next, err = m.fieldsOf(ctx, v.History[i].Overlay)
	} else if number != 0 {
		err = ErrUnknown
	}
	if err != nil {
		return err
	}
	var p proposal
	p.Of = &number
	return m.submit(ctx, by, "reverted", v, p, next)
}

// submit publishes an overlay, or stores the proposal or the schedule.
func (m *Manager) submit(ctx context.Context, by Editor, action string, v view, p proposal, next fields) error {
	if v.Pending != nil {
		return ErrProposed
	}
	now := m.Clock().UTC()
	changes, err := m.diff(ctx, v.brand, v.live, next, v.draft.Fields, Value{By: by.Name, At: now})
	if err == nil && len(changes) == 0 {
		err = ErrNoChanges
	}
	if err == nil {
		err = m.check(ctx, v.brand, next)
	}
	if err == nil {
		p.Overlay, err = m.freeze(ctx, next)
	}
	if err != nil {
		return err
	}
	h := v.head
	h.Revision++
	p.By, p.At, p.Changes, p.Revision, p.Scheduled = by.Name, now, len(changes), h.Revision, !m.needsTwoPeople()
	if p.Scheduled && !p.From.After(now) {
		h = h.published(p, now)
	} else {
		action, h.Pending = "publication proposed", &p
	}
	return audited(ctx, by, action, v.brand, changes, func(ctx context.Context) error { return m.swap(ctx, v, h, &p) })
}

// proposed returns the overlay and the changes of the proposal of a brand.
func (m *Manager) proposed(ctx context.Context, v view) (next fields, changes []Change, err error) {
	if next, err = m.fieldsOf(ctx, v.Pending.Overlay); err == nil {
		changes, err = m.diff(ctx, v.brand, v.live, next, next, Value{By: v.Pending.By, At: v.Pending.At})
	}
	return next, changes, err
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
	next, changes, err := m.proposed(ctx, v)
	if err != nil {
		return err
	}
	h, err := do(v, next)
	if err != nil {
		return err
	}
	return audited(ctx, by, action, brand, changes,
		func(ctx context.Context) error { return m.swap(ctx, v, h, v.Pending) })
}

// Approve approves the proposal of another account. It is published at once or at its time.
func (m *Manager) Approve(ctx context.Context, by Editor, brand string, revision int) error {
	return m.decide(ctx, by, "publication approved", brand, revision, func(v view, next fields) (h head, err error) {
		p, now := *v.Pending, m.Clock().UTC()
		if p.Scheduled {
			return h, ErrNoProposal
		}
		if err := by.SecondPerson(ctx, p.By, p.At); err != nil {
			return h, err
		}
		p.Scheduled, p.ApprovedBy = true, by.Name
		if h = v.head; p.From.After(now) {
			h.Pending = &p
		} else {
			h = h.published(p, now)
		}
		return h, m.check(ctx, brand, next)
	})
}

// Withdraw rejects a proposal or cancels a scheduled publication. The draft keeps its changes.
func (m *Manager) Withdraw(ctx context.Context, by Editor, brand string, revision int) error {
	return m.decide(ctx, by, "publication withdrawn", brand, revision, func(v view, _ fields) (head, error) {
		v.Pending.Draft, v.head.Pending = 0, nil
		return v.head, nil
	})
}

// publishDue publishes the scheduled publications whose time has come. Only one instance succeeds.
func (m *Manager) publishDue(ctx context.Context) {
	m.mu.Lock()
	pending := m.pending
	m.mu.Unlock()
	for brand, p := range pending {
		if !p.Scheduled || p.From.After(m.Clock()) {
			continue
		}
		err := m.publishScheduled(ctx, brand, p.Revision)
		if err != nil && ctx.Err() == nil && !errors.Is(err, ErrReadOnly) && !errors.Is(err, ErrContended) {
			m.Log.ErrorContext(ctx, "could not publish the scheduled changes of a brand", "brand", brand, "by", p.By,
				"error", err)
		}
	}
}

// publishScheduled publishes a proposal. An invalid one waits for another approval. The audit log gets
// the action of the instance that has changed the head.
func (m *Manager) publishScheduled(ctx context.Context, brand string, revision int) error {
	v, err := m.writable(ctx, brand)
	if err != nil || v.Pending == nil || v.Pending.Revision != revision {
		return err // without an error, another instance has published it
	}
	p, h := *v.Pending, v.head
	next, changes, err := m.proposed(ctx, v)
	if err != nil {
		return err
	}
	invalid := m.check(ctx, brand, next)
	if faults := config.Faults(nil); errors.As(invalid, &faults) {
		p.Scheduled, p.ApprovedBy, h.Pending = false, "", &p
	} else if invalid != nil {
		return invalid
	} else {
		h = h.published(p, m.Clock().UTC())
	}
	if err := m.swap(ctx, v, h, &p); err != nil {
		return err
	}
	return audited(ctx, Editor{Name: p.By, Audit: m.Audit}, "published", brand, changes,
		func(context.Context) error { return invalid })
}

// Fault prevents a publication.
type Fault struct {
	Field   string `json:"field"`
	Problem string `json:"problem"`
	Allowed string `json:"allowed,omitempty"`
	By      string `json:"by,omitempty"`
}

// Proposal is a publication that waits.
type Proposal struct {
	Version
	Revision int       `json:"revision"`
	From     time.Time `json:"from,omitzero"`
	Changes  []Change  `json:"changes"`
}

// State is the draft of a brand beside the version that players see.
type State struct {
	Brand     string                     `json:"brand"`
	Revision  int                        `json:"revision"`
	Version   int                        `json:"version"`
	ReadOnly  bool                       `json:"read_only"`
	TwoPeople bool                       `json:"two_people"`
	Fields    map[string]json.RawMessage `json:"fields"`
	Changes   []Change                   `json:"changes"`
	Faults    []Fault                    `json:"faults"`
	Pairs     []config.ColourPair        `json:"pairs"`
	Languages []Language                 `json:"languages"`
	History   []Version                  `json:"history"`
	Scheduled *Proposal                  `json:"scheduled,omitempty"`
	Proposal  *Proposal                  `json:"proposal,omitempty"`
}

// State returns the state of a brand.
func (m *Manager) State(ctx context.Context, brand string) (*State, error) {
	v, err := m.read(ctx, brand)
	if err != nil {
		return nil, err
	}
	o, err := m.overlay(ctx, v.all)
	if err != nil {
		return nil, err
	}
	conf := m.Live.Config()
	s := &State{
		Brand: brand, Revision: v.draft.Revision, Version: v.head.live().Number, ReadOnly: m.isReadOnly(),
		TwoPeople: m.needsTwoPeople(), Fields: conf.StudioFields(brand, o), Faults: []Fault{},
		Pairs: conf.ContrastPairs(), History: []Version{},
	}
	b, faults := conf.WithOverlay(brand, o)
	for _, f := range faults {
		s.Faults = append(s.Faults, Fault{f.Field, f.Problem, f.Allowed, f.Editor})
	}
	if b == nil {
		b, _ = conf.ByID(brand)
	}
	s.Languages = m.Texts.Languages(b)
	for _, one := range v.History {
		s.History = append(s.History, one.Version)
	}
	if p := v.Pending; p != nil {
		out := &Proposal{Version: p.Version, Revision: p.Revision, From: p.From}
		if _, out.Changes, err = m.proposed(ctx, v); err != nil {
			return nil, err
		}
		if s.Proposal = out; p.Scheduled {
			s.Proposal, s.Scheduled = nil, out
		}
	}
	s.Changes, err = m.diff(ctx, brand, v.live, v.all, v.draft.Fields, Value{})
	return s, err
}

// Changes returns the changes of a version of the history. It fails with ErrUnknown.
func (m *Manager) Changes(ctx context.Context, brand string, number int) ([]Change, error) {
	v, err := m.read(ctx, brand)
	if err != nil {
		return nil, err
	}
	i := slices.IndexFunc(v.History, func(v version) bool { return v.Number == number })
	if i < 0 {
		return nil, ErrUnknown
	}
	of := v.History[i]
	before, err := m.fieldsOf(ctx, of.Previous)
	if err != nil {
		return nil, err
	}
	after, err := m.fieldsOf(ctx, of.Overlay)
	if err != nil {
		return nil, err
	}
	return m.diff(ctx, brand, before, after, after, Value{By: of.By, At: of.At})
}
