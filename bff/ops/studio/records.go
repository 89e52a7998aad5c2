package studio

import (
	"context"
	"encoding/json"
	"errors"
	"maps"
	"slices"
	"time"

	"croupier/bff"
)

// Value is the value of a field in a draft or in a published overlay.
type Value struct {
	Value    json.RawMessage `json:"value,omitempty"` // empty in a draft: reset to the value of the files
	By       string          `json:"by"`
	At       time.Time       `json:"at"`
	Revision int             `json:"revision"` // of the draft that changed the field
}

type fields = map[string]Value

// draft is the record of the unpublished changes of a brand. It remains when it has no changes,
// because its revision must not repeat.
type draft struct {
	Revision  int    `json:"revision"`
	Fields    fields `json:"fields"`
	Discarded fields `json:"discarded,omitempty"` // who discarded the changes of fields, without values
}

// Version is a publication.
type Version struct {
	Number     int       `json:"version,omitzero"`
	By         string    `json:"by"`
	ApprovedBy string    `json:"approved_by,omitempty"`
	At         time.Time `json:"at"`
	Note       string    `json:"note,omitempty"`
	Of         *int      `json:"of,omitempty"` // the version that it published again
	Changes    int       `json:"changes"`
}

// version is a publication with the name of its contents.
type version struct {
	Version
	Contents string `json:"contents"`
	Since    int    `json:"since"` // revision of the draft that first shows it
}

// contents are the contents of a publication.
type contents struct {
	Fields  fields   `json:"fields"`
	Changes []Change `json:"changes"`
}

// proposal is a publication that waits for a second person or for its time. At is the time of the
// proposal.
type proposal struct {
	version
	Revision  int       `json:"revision"` // of the head
	Draft     int       `json:"draft"`    // revision of the draft, 0 for an earlier version
	From      time.Time `json:"from,omitzero"`
	Scheduled bool      `json:"scheduled"`
}

// head is the record of the publications of a brand.
type head struct {
	History  []version `json:"history"` // newest first. The first is live
	Pending  *proposal `json:"pending,omitempty"`
	Revision int       `json:"revision"` // number of proposals
	Draft    int       `json:"draft"`    // changes of the draft up to this revision are published
}

// live returns the published version. The zero version has no contents.
func (h head) live() version { return append(slices.Clip(h.History), version{})[0] }

const maxHistory = 100 // versions of a head

// view is the state of a brand in the store.
type view struct {
	head
	brand     string
	raw       []byte // the record of head
	draft     draft
	live, all fields // the published fields, and the draft on top of them
}

// with returns the head with p, which is published or waits for its approval or its time.
func (v view) with(p proposal, now time.Time) head {
	h := v.head
	if h.Pending = &p; p.Scheduled && !p.From.After(now) {
		next := p.version
		next.Number, next.At, next.Since = h.live().Number+1, now, p.Draft
		if p.Of != nil {
			next.Since = v.draft.Revision + 1
		}
		h.History = append([]version{next}, h.History[:min(len(h.History), maxHistory-1)]...)
		h.Pending, h.Draft = nil, max(h.Draft, p.Draft)
	}
	return h
}

// read returns the state of a brand.
func (m *Manager) read(ctx context.Context, brand string) (v view, err error) {
	raw, heads, err := m.readHeads(ctx)
	if err != nil {
		return v, err
	}
	v.head, v.brand, v.raw = heads[brand], brand, raw[brand]
	stored, err := m.Contents.Get(ctx, "draft/"+brand)
	if err == nil {
		v.draft, err = v.decodeDraft(stored)
	}
	if err != nil {
		return v, err
	}
	live, err := m.contents(ctx, v.head.live())
	if err != nil {
		return v, err
	}
	v.live, v.all = live.Fields, maps.Clone(live.Fields)
	for name, value := range v.draft.Fields {
		if v.all[name] = value; value.Value == nil {
			delete(v.all, name)
		}
	}
	return v, nil
}

func (m *Manager) readHeads(ctx context.Context) (raw map[string][]byte, heads map[string]head, err error) {
	raw, err = m.Heads.All(ctx)
	heads = map[string]head{}
	for brand, one := range raw {
		var h head
		err = errors.Join(err, json.Unmarshal(one, &h))
		heads[brand] = h
	}
	return raw, heads, err
}

// decodeDraft returns the draft in a record, or an empty one for nil, without published changes.
func (v view) decodeDraft(raw []byte) (d draft, err error) {
	d.Fields, d.Discarded = fields{}, fields{}
	if raw != nil {
		err = json.Unmarshal(raw, &d)
	}
	maps.DeleteFunc(d.Fields, func(_ string, value Value) bool { return value.Revision <= v.Draft })
	d.Revision = max(d.Revision, v.Draft, v.head.live().Since) // the store may have lost the draft
	return d, err
}

const maxDraft = 2 << 20 // bytes

// changeDraft applies f to a draft and increments its revision. f may run more than once.
func (m *Manager) changeDraft(ctx context.Context, v view, f func(*draft) error) error {
	err := m.update(ctx, "draft/"+v.brand, func(old []byte) ([]byte, error) {
		d, err := v.decodeDraft(old)
		if err == nil {
			err = f(&d)
		}
		if err != nil {
			return nil, err
		}
		d.Revision++
		raw, err := json.Marshal(d)
		if err == nil && len(raw) > maxDraft {
			err = ErrTooLarge
		}
		return raw, err
	})
	if err == nil {
		m.notify(ctx, v.brand)
	}
	return err
}

// MergeDrafts lets a store of the contents restore and merge records after a loss, and read mirrored
// ones without Redis. The later one of two drafts applies. Of other records, the one of Redis applies.
func MergeDrafts(contents bff.KeyedStore) {
	s, ok := contents.(interface {
		OnConflict(merge func(key string, mine, theirs []byte) (joined []byte, until time.Time, err error))
		AllowStaleReads()
	})
	if !ok {
		return
	}
	s.AllowStaleReads()
	s.OnConflict(func(_ string, mine, theirs []byte) (joined []byte, until time.Time, err error) {
		var known, present draft
		if json.Unmarshal(mine, &known) == nil && json.Unmarshal(theirs, &present) == nil &&
			known.Revision > present.Revision {
			return mine, until, nil
		}
		return nil, until, nil
	})
}
