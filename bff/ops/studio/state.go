package studio

import (
	"cmp"
	"context"
	"encoding/json"
	"time"

	"croupier/bff"
	"croupier/bff/config"
	"croupier/bff/internal/lists"
)

// Fault prevents a publication.
type Fault struct {
	Field   string `json:"field"`
	Part    string `json:"part,omitempty"` // path within the field
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
	Faults   []Fault   `json:"faults"` // now, which may be later than the check of the proposal
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

// InEnglish leaves the texts of faults as the code words them.
func InEnglish(text string) string { return text }

// State returns the state of a brand, with the texts of faults as translate returns them.
func (m *Manager) State(ctx context.Context, brand string, translate func(string) string) (*State, error) {
	v, err := m.read(ctx, brand)
	if err != nil {
		return nil, err
	}
	b, faults, err := m.checked(ctx, brand, v.all, translate)
	if err != nil {
		return nil, err
	}
	conf := m.Live.Config()
	s := &State{
		Brand: brand, Revision: v.draft.Revision, Version: v.head.live().Number, ReadOnly: m.isReadOnly(),
		TwoPeople: m.needsTwoPeople(), Fields: conf.StudioFields(brand, overlayOf(v.all)), Pairs: config.ContrastPairs,
		History: lists.Map(v.History, func(v version) Version { return v.Version }),
		Changes: m.diff(v, v.live, v.all), Faults: faults,
	}
	published, _ := conf.ByID(brand)
	s.Languages = m.languages(cmp.Or(b, published))
	if p := v.Pending; p != nil {
		of, err := m.contents(ctx, p.version)
		if err != nil {
			return nil, err
		}
		out := &Proposal{Version: p.Version, Revision: p.Revision, From: p.From, Changes: of.Changes}
		if _, out.Faults, err = m.checked(ctx, brand, of.Fields, translate); err != nil {
			return nil, err
		}
		if s.Proposal = out; p.Scheduled {
			s.Proposal, s.Scheduled = nil, out
		}
	}
	return s, nil
}

// checked returns the brand with fields, and the faults that prevent a publication.
func (m *Manager) checked(
	ctx context.Context, brand string, f fields, translate func(string) string,
) (*bff.Brand, []Fault, error) {
	o, err := m.overlay(ctx, f)
	if err != nil {
		return nil, nil, err
	}
	b, faults := m.Live.Config().WithOverlay(brand, o)
	return b, lists.Map(faults, func(f config.Fault) Fault {
		return Fault{f.Field, f.Part, translate(f.Problem), translate(f.Allowed), f.Editor}
	}), nil
}

// Changes returns the changes of a version of the history. If again is set, it returns the changes from
// the live version to that version. It fails with ErrUnknown.
func (m *Manager) Changes(ctx context.Context, brand string, number int, again bool) ([]Change, error) {
	v, err := m.read(ctx, brand)
	if err != nil || number == 0 && !again {
		return nil, cmp.Or(err, ErrUnknown)
	}
	c, err := m.contentsOf(ctx, v, number)
	if err != nil || !again {
		return c.Changes, err
	}
	v.draft.Fields = nil // its editors did not make these changes
	return m.diff(v, v.live, c.Fields), nil
}
