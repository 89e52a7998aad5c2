package studio

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"
	"time"

	"croupier/bff"
	"croupier/bff/config"
	"croupier/bff/internal/lists"
)

// Conflict is a field that another person has changed.
type Conflict struct {
	Field string          `json:"field"`
	Value json.RawMessage `json:"value,omitempty"`
	By    string          `json:"by"`
	At    time.Time       `json:"at"`
}

// ConflictError means that the draft has changed since a revision.
type ConflictError struct{ Conflicts []Conflict }

func (e *ConflictError) Error() string {
	if len(e.Conflicts) == 0 {
		return "the draft has changed"
	}
	first := e.Conflicts[0]
	return first.By + " has changed " + first.Field + " in the draft: publish or discard the draft first"
}

// changedSince returns an error with the fields that changed after a revision.
func changedSince(all fields, revision int) *ConflictError {
	out := new(ConflictError)
	for _, name := range slices.Sorted(maps.Keys(all)) {
		if v := all[name]; v.Revision > revision {
			out.Conflicts = append(out.Conflicts, Conflict{name, v.Value, v.By, v.At})
		}
	}
	return out
}

// publishedSince returns the published fields. Those that a version removed or published again after a
// revision of the draft have the editor, the time and the revision of that change.
func (m *Manager) publishedSince(ctx context.Context, v view, revision int) (fields, error) {
	out := maps.Clone(v.live)
	for _, of := range slices.Backward(v.History) {
		if of.Since <= revision {
			continue
		}
		c, err := m.contents(ctx, of)
		if err != nil {
			return nil, err
		}
		for _, change := range c.Changes {
			last, isPublished := out[change.Field]
			if last.Revision < of.Since && (of.Of != nil || !isPublished) {
				out[change.Field] = Value{last.Value, change.By, change.At, of.Since}
			}
		}
	}
	return out, nil
}

const (
	maxTexts     = 2000 // changed texts of a draft
	maxDiscarded = 5000 // discarded fields in the record of a draft
)

// Patch changes fields of a draft. null resets a field to its value in the files. It fails with a
// *ConflictError if another account has changed one of the fields after the revision.
func (m *Manager) Patch(
	ctx context.Context, brand, by string, revision int, changes map[string]json.RawMessage,
) error {
	v, err := m.writable(ctx, brand)
	if err != nil {
		return err
	}
	for name := range changes {
		if !config.IsField(name) {
			return config.Faults{{Field: name[:min(len(name), 64)], Problem: "unknown field", Editor: by}}
		}
	}
	published, err := m.publishedSince(ctx, v, revision)
	if err != nil {
		return err
	}
	return m.changeDraft(ctx, v, func(d *draft) error {
		latest := maps.Clone(published)
		for name, of := range d.Discarded {
			if was := latest[name]; of.Revision > was.Revision {
				of.Value = was.Value
				latest[name] = of
			}
		}
		maps.Copy(latest, d.Fields)
		maps.DeleteFunc(latest, func(name string, v Value) bool {
			_, isChanged := changes[name]
			return !isChanged || v.By == by
		})
		if conflict := changedSince(latest, revision); len(conflict.Conflicts) > 0 || revision > d.Revision {
			return conflict
		}
		for name, value := range changes {
			delete(d.Discarded, name)
			d.Fields[name] = Value{config.Canonical(value), by, m.Clock().UTC(), d.Revision + 1}
		}
		texts := maps.Clone(v.live)
		maps.Copy(texts, d.Fields)
		maps.DeleteFunc(texts, func(name string, v Value) bool {
			return v.Value == nil || !strings.HasPrefix(name, "texts.")
		})
		if len(texts) > maxTexts {
			problem := fmt.Sprintf("a draft can change at most %d texts", maxTexts)
			return config.Faults{{Field: "texts", Problem: problem, Editor: by}}
		}
		return nil
	})
}

// Discard removes all changes of a draft. It fails with a *ConflictError if the draft has changed
// after the revision.
func (m *Manager) Discard(ctx context.Context, by Editor, brand string, revision int) error {
	v, err := m.writable(ctx, brand)
	if err != nil {
		return err
	}
	changes := m.diff(v, v.all, v.live)
	return audited(ctx, by, "draft discarded", brand, changes, func(ctx context.Context) error {
		return m.changeDraft(ctx, v, func(d *draft) error {
			if d.Revision != revision {
				return changedSince(d.Fields, revision)
			}
			if len(d.Discarded)+len(d.Fields) > maxDiscarded {
				d.Discarded = fields{}
			}
			for name := range d.Fields {
				d.Discarded[name] = Value{By: by.Name, At: m.Clock().UTC(), Revision: d.Revision + 1}
			}
			d.Fields = fields{}
			return nil
		})
	})
}

// preview is the brand of a draft.
type preview struct {
	mu    sync.Mutex
	state string // draft and overlay of brand
	conf  *config.Config
	brand *bff.Brand
}

// Draft returns the brand of a draft for previews, or nil. While a draft is invalid or the store
// fails, it returns the last valid one. The previews of a brand do not wait for those of others.
func (m *Manager) Draft(brand string) *bff.Brand {
	ctx, cancel := context.WithTimeout(context.Background(), 2*time.Second)
	defer cancel()
	v, err := m.read(ctx, brand)
	state, conf := fmt.Sprint(v.draft.Revision, v.head.live().Contents), m.Live.Config()
	known, _ := m.previews.LoadOrStore(brand, new(preview))
	p, _ := known.(*preview)
	p.mu.Lock()
	defer p.mu.Unlock()
	if err == nil && (p.state != state || p.conf != conf) {
		var o config.Overlay
		if o, err = m.overlay(ctx, v.all); err == nil {
			if b, _ := conf.WithOverlay(brand, o); b != nil {
				p.brand = b
			}
			p.state, p.conf = state, conf
		}
	}
	if err != nil {
		m.Log.WarnContext(ctx, "could not read a draft, its preview shows the last known one", "brand", brand,
			"error", err)
	}
	return p.brand
}

// Language is a language of a brand.
type Language struct {
	Lang    string `json:"lang"`
	BuiltIn bool   `json:"built_in"`
	Missing int    `json:"missing"` // number of texts that its pack lacks
}

// languages returns the languages of a brand.
func (m *Manager) languages(b *bff.Brand) []Language {
	return lists.Map(b.Languages, func(l bff.Language) Language {
		out := Language{Lang: l.Lang, BuiltIn: b.BuiltInLanguage(l.Lang) == l.Lang}
		if !out.BuiltIn {
			out.Missing = len(m.Texts.Missing(b.Texts, l.Lang))
		}
		return out
	})
}

// SearchTexts finds texts of a draft, or of the published brand if the draft is invalid. See
// bff.SiteTexts.
func (m *Manager) SearchTexts(ctx context.Context, brand, lang, query, only string) (int, []bff.SiteText, error) {
	v, err := m.read(ctx, brand)
	if err != nil || m.Texts == nil {
		return 0, []bff.SiteText{}, err
	}
	published, _ := m.Live.ByID(brand)
	total, found := m.Texts.Search(cmp.Or(m.Draft(brand), published), lang, query, only)
	for i, t := range found {
		found[i].By = v.draft.Fields["texts."+lang+"."+t.Namespace+"."+t.Key].By
	}
	return total, found, nil
}

// PutLanguage adds a language with its pack (texts by namespace and key) to a draft, or replaces
// them. It fails like Patch, and with config.Faults if a text does not suit the language.
func (m *Manager) PutLanguage(
	ctx context.Context, brand, by string, revision int, language bff.Language, pack json.RawMessage,
) error {
	v, err := m.writable(ctx, brand)
	if err != nil {
		return err
	}
	pack = config.Canonical(pack)
	name := config.FileName("packs", "pack.json", pack)
	o, err := m.overlay(ctx, v.live) // faults of the draft would hide those of the pack
	if err != nil {
		return err
	}
	var languages []bff.Language
	listed := m.Live.Config().StudioFields(brand, overlayOf(v.all))["languages"]
	if err := json.Unmarshal(listed, &languages); err != nil {
		return config.Faults{{
			Field: "languages", Problem: "the languages of the draft are invalid: correct them first",
		}}
	}
	i := slices.IndexFunc(languages, func(l bff.Language) bool { return l.Lang == language.Lang })
	other := slices.IndexFunc(languages, func(l bff.Language) bool { return l.ID == language.ID })
	if other >= 0 && other != i {
		return config.Faults{{Field: "id", Problem: "is the id of the language " + languages[other].Lang}}
	}
	if i < 0 {
		i, languages = len(languages), append(languages, language)
	}
	languages[i] = language
	list, err := json.Marshal(languages)
	if err != nil {
		return err
	}
	field := "packs." + language.Lang
	changes := map[string]json.RawMessage{field: json.RawMessage(`"` + name + `"`), "languages": list}
	maps.Copy(o.Fields, changes)
	o.Files[name] = pack
	_, faults := m.Live.Config().WithOverlay(brand, o)
	for _, f := range faults {
		switch {
		case f.Field == field:
			f.Field = cmp.Or(f.Part, "namespaces")
			return config.Faults{f}
		case f.Field == "languages" && f.Part == fmt.Sprintf("%d.lang", i):
			return config.Faults{{Field: "lang", Problem: f.Problem, Allowed: f.Allowed}}
		}
	}
	if _, err := m.putBlob(ctx, brand, "packs", "pack.json", pack); err != nil {
		return err
	}
	return m.Patch(ctx, brand, by, revision, changes)
}
