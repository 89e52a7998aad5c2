package studio

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"path"
	"time"

	"croupier/bff/config"
)

// Request is a request of a command.
type Request struct {
	Do      string                     `json:"do"` // import, export, diff, preview, publish, revert or discard
	Brand   string                     `json:"brand"`
	By      string                     `json:"by"`
	Fields  map[string]json.RawMessage `json:"fields,omitempty"` // of import: all fields that differ from the files
	Files   map[string][]byte          `json:"files,omitempty"`  // of import: pictures and language packs by name
	Draft   bool                       `json:"draft,omitempty"`  // of export: with the changes of the draft
	Version int                        `json:"version,omitempty"`
	From    time.Time                  `json:"from,omitzero"`
	Note    string                     `json:"note,omitempty"`
}

// Response is the response to a Request.
type Response struct {
	State *State            `json:"state"`           // after the request
	Files map[string][]byte `json:"files,omitempty"` // of export: the folder of the brand
	// Pass of preview shows the draft at Origin, which has no port.
	Pass   string    `json:"pass,omitempty"`
	Origin string    `json:"origin,omitempty"`
	Until  time.Time `json:"until,omitzero"`
}

// Admin implements the requests of commands.
type Admin struct {
	*Manager
	PreviewPass func(brand string) (pass string, until time.Time)
}

// Do runs a request.
func (a *Admin) Do(ctx context.Context, q Request) (out Response, err error) {
	b, err := a.Live.Config().KnownBrand(q.Brand)
	if err != nil {
		return out, err
	}
	v, err := a.read(ctx, q.Brand)
	if err != nil {
		return out, err
	}
	by, revision := Editor{Name: q.By, Audit: a.Audit(q.By)}, v.draft.Revision
	switch q.Do {
	case "diff":
	case "import":
		err = a.importFields(ctx, q, v)
	case "export":
		of := v.live
		if q.Draft {
			of = v.all
		}
		var o config.Overlay
		if o, err = a.overlay(ctx, of); err == nil {
			out.Files, err = a.Live.Config().ExportFolder(q.Brand, o)
		}
	case "preview":
		out.Origin = b.Origin(b.Hosts[0])
		err = by.Audit(ctx, "brand.preview", q.Brand, nil, nil, func(context.Context) error {
			out.Pass, out.Until = a.PreviewPass(q.Brand)
			return nil
		})
	case "publish":
		err = a.Publish(ctx, by, q.Brand, Publication{Revision: revision, From: q.From, Note: q.Note})
	case "revert":
		err = a.Revert(ctx, by, q.Brand, q.Version)
	case "discard":
		err = a.Discard(ctx, by, q.Brand, revision)
	default:
		err = fmt.Errorf("unknown request %q", q.Do)
	}
	if err == nil {
		out.State, err = a.State(ctx, q.Brand, InEnglish)
	}
	return out, err
}

// importFields replaces a draft by fields relative to the files. It fails with a *ConflictError if the
// draft has changes of others.
func (a *Admin) importFields(ctx context.Context, q Request, v view) error {
	ofOthers := maps.Clone(v.draft.Fields)
	maps.DeleteFunc(ofOthers, func(_ string, value Value) bool { return value.By == q.By })
	if len(ofOthers) > 0 {
		return changedSince(ofOthers, 0)
	}
	for name, content := range q.Files {
		if _, err := a.putBlob(ctx, q.Brand, path.Dir(name), name, content); err != nil {
			return err
		}
	}
	changes := map[string]json.RawMessage{}
	for name := range v.all {
		changes[name] = nil
	}
	for name, value := range q.Fields {
		if changes[name] = value; string(config.Canonical(v.all[name].Value)) == string(config.Canonical(value)) {
			delete(changes, name) // keeps its editor
		}
	}
	return a.Patch(ctx, q.Brand, q.By, v.draft.Revision, changes)
}
