package studio

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"time"

	"croupier/bff"
	"croupier/bff/config"
)

// fieldName matches the names of fields, see config.Overlay. The configuration checks the rest.
var fieldName = regexp.MustCompile(`^(?:languages|lobby|(?:theme|tagline|sections|content|texts|packs)\.` +
	`[A-Za-z0-9_./-]{1,200}|datas/(?:header|footer)-menu\.json|logo/[a-z0-9.-]{1,40})$`)

// Conflict is a field that another person has changed.
type Conflict struct {
	Field string          `json:"field"`
	Value json.RawMessage `json:"value,omitempty"`
	By    string          `json:"by"`
	At    time.Time       `json:"at"`
}

// ConflictError means that the draft has changed since a revision.
type ConflictError struct{ Conflicts []Conflict }

func (e *ConflictError) Error() string { return "another person has changed the draft" }

// changedSince returns an error with the fields that changed after a revision.
func changedSince(all fields, revision int, matches func(name string, v Value) bool) *ConflictError {
	out := new(ConflictError)
	for _, name := range slices.Sorted(maps.Keys(all)) {
		if v := all[name]; v.Revision > revision && matches(name, v) {
			out.Conflicts = append(out.Conflicts, Conflict{name, v.Value, v.By, v.At})
		}
	}
	return out
}

func anyField(string, Value) bool { return true }

// Patch changes fields of a draft. null resets a field to its value in the files. It fails with a
// *ConflictError if another account has changed one of the fields after the revision.
func (m *Manager) Patch(
	ctx context.Context, brand, by string, revision int, changes map[string]json.RawMessage,
) error {
	if m.isReadOnly() {
		return ErrReadOnly
	}
	for name := range changes {
		if !fieldName.MatchString(name) {
			return config.Faults{{Field: name[:min(len(name), 64)], Problem: "unknown field", Editor: by}}
		}
	}
	v, err := m.read(ctx, brand)
	if err != nil {
		return err
	}
	return m.changeDraft(ctx, brand, func(d *draft) error {
		latest := maps.Clone(v.live)
		maps.Copy(latest, d.Fields)
		conflict := changedSince(latest, revision, func(name string, v Value) bool {
			_, isChanged := changes[name]
			return isChanged && v.By != by
		})
		if len(conflict.Conflicts) > 0 {
			return conflict
		}
		for name, value := range changes {
			d.Fields[name] = Value{canonical(value), by, m.Clock().UTC(), d.Revision + 1}
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
	changes := m.diff(v, v.all, Value{})
	for i, c := range changes {
		changes[i].Before, changes[i].After = c.After, c.Before
	}
	return audited(ctx, by, "draft discarded", brand, changes, func(ctx context.Context) error {
		return m.changeDraft(ctx, brand, func(d *draft) error {
			if d.Revision != revision {
				return changedSince(d.Fields, revision, anyField)
			}
			d.Fields = nil
			return nil
		})
	})
}

// preview is the brand of a draft.
type preview struct {
	at    time.Time // of the last read
	state string    // draft and overlay of brand
	conf  *config.Config
	brand *bff.Brand
}

// expire lets Draft read a changed draft.
func (m *Manager) expire(brand string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if p := m.previews[brand]; p != nil {
		p.at = time.Time{}
	}
}

// Draft returns the brand of a draft for previews, or nil. It reads the store once per second and
// after changes. While a draft is invalid, it returns the last valid one.
func (m *Manager) Draft(brand string) *bff.Brand {
	m.mu.Lock()
	defer m.mu.Unlock()
	last, conf := m.previews[brand], m.Live.Config()
	if last == nil {
		last = new(preview)
		m.previews[brand] = last
	}
	if m.Clock().Sub(last.at) < time.Second {
		return last.brand
	}
	ctx, cancel := context.WithTimeout(context.Background(), 2*time.Second)
	defer cancel()
	last.at = m.Clock()
	v, err := m.read(ctx, brand)
	state := fmt.Sprint(v.draft.Revision, v.head.live().Contents)
	if err == nil && (state != last.state || conf != last.conf) {
		var o config.Overlay
		if o, err = m.overlay(ctx, v.all); err == nil {
			last.state, last.conf = state, conf
			if b, _ := conf.WithOverlay(brand, o); b != nil {
				last.brand = b
			}
		}
	}
	if err != nil {
		m.Log.WarnContext(ctx, "could not read a draft, its preview shows the last known one", "brand", brand,
			"error", err)
	}
	return last.brand
}

// Texts are the texts of the player site.
type Texts interface {
	// Languages returns the languages of a brand.
	Languages(b *bff.Brand) []Language
	// Search finds texts of a brand by what is shown and by key. total also counts texts beyond the
	// result.
	Search(b *bff.Brand, lang, query, only string) (total int, found []Text)
}

// Language is a language of a brand.
type Language struct {
	Lang    string `json:"lang"`
	BuiltIn bool   `json:"built_in"`
	Missing int    `json:"missing"` // number of texts that its pack lacks
}

// Text is a text of the player site for a brand.
type Text struct {
	Namespace string `json:"namespace"`
	Key       string `json:"key"`
	Text      string `json:"text,omitempty"`     // empty if it is missing
	BuiltIn   string `json:"built_in,omitempty"` // wording of the site, or of the default language if it is missing
	By        string `json:"by,omitempty"`       // who changed it in the draft
}

// SearchTexts finds texts of a draft, or of the published brand if the draft is invalid.
func (m *Manager) SearchTexts(ctx context.Context, brand, lang, query, only string) (int, []Text, error) {
	d, _, err := m.readDraft(ctx, brand)
	b, _ := m.Live.ByID(brand)
	if draft := m.Draft(brand); draft != nil {
		b = draft
	}
	total, found := m.Texts.Search(b, lang, query, only)
	for i, t := range found {
		found[i].By = d.Fields["texts."+lang+"."+t.Namespace+"."+t.Key].By
	}
	return total, found, err
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
	name, err := m.putBlob(ctx, "packs", "json", canonical(pack))
	if err != nil {
		return err
	}
	o, err := m.overlay(ctx, v.all)
	if err != nil {
		return err
	}
	var languages []bff.Language
	if err := json.Unmarshal(m.Live.Config().StudioFields(brand, o)["languages"], &languages); err != nil {
		return err
	}
	i := slices.IndexFunc(languages, func(l bff.Language) bool { return l.Lang == language.Lang })
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
	if o.Files[name], err = m.blob(ctx, name); err != nil {
		return err
	}
	_, faults := m.Live.Config().WithOverlay(brand, o)
	for _, f := range faults {
		if text, _, isText := strings.Cut(f.Problem, ": "); isText && f.Field == field {
			return config.Faults{{Field: text, Problem: f.Problem}}
		}
	}
	return m.Patch(ctx, brand, by, revision, changes)
}
