package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"croupier/bff/cmd/croupier/app"
)

type brandPreviewCmd struct {
	Brand string `arg:"" help:"Brand id, or the folder of its draft."`
	serverFlags
}

// Validate requires a server file: the built-in demo has no drafts.
func (c *brandPreviewCmd) Validate() error {
	if c.Config == "" {
		return errors.New("missing flag --config=FILE")
	}
	return nil
}

func (c *brandPreviewCmd) Run(w commandContext) error {
	conf, err := c.load(w)
	if err != nil {
		return err
	}
	named := draftFlags{Brand: c.Brand}
	id, _, _, err := named.draft(conf)
	if err != nil {
		return err
	}
	if _, err := conf.Draft(id); err != nil { // its faults, also where the server has not read them yet
		return err
	}
	link, until, err := app.PreviewLink(w.ctx, conf, id, operator(w.env))
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(w.out, "%s\nuntil %s, in the browser that opens it; ?preview=off ends it\n", link, until.Format(time.RFC3339))
	return err
}

type brandPublishCmd struct{ draftFlags }

// Run exchanges the published folder and the draft in one step, so that no reader sees a part of each. A running
// server applies it within a second. The version before stays beside the drafts as .<id>.before, which brands and
// drafts leave out.
func (c *brandPublishCmd) Run(w commandContext) error {
	conf, err := c.load(w)
	if err != nil {
		return err
	}
	id, before, after, err := c.draft(conf)
	if err != nil {
		return err
	}
	if _, err := conf.Draft(id); err != nil { // its faults
		return err
	}
	changes, err := brandChanges(before, after)
	if err != nil {
		return err
	}
	if len(changes) == 0 {
		return fmt.Errorf("the draft of %s changes nothing", id)
	}
	kept, err := publishFolder(filepath.Join(conf.BrandsDir(), id), after)
	if err != nil {
		return err
	}
	text := fmt.Sprintf("%s: %s live", id, numbered(len(changes), "change"))
	if kept != "" {
		text += ", before: " + kept
	}
	_, err = fmt.Fprintln(w.out, text)
	return err
}

// publishFolder puts a draft in the place of the published folder, and returns where the version before is kept; ""
// for a brand that is new.
func publishFolder(published, draft string) (kept string, err error) {
	if _, err := os.Stat(published); errors.Is(err, fs.ErrNotExist) {
		return "", os.Rename(draft, published)
	}
	kept = filepath.Join(filepath.Dir(draft), "."+filepath.Base(draft)+".before")
	if err := os.RemoveAll(kept); err != nil {
		return "", err
	}
	if err := exchange(draft, published, kept); err != nil {
		return "", &os.LinkError{Op: "publish", Old: draft, New: published, Err: err}
	}
	return kept, nil
}

// replaceFolder puts draft in the place of published, and published into kept, in two steps: between them a reload finds
// no folder and keeps the configuration that is in force. Where the second fails, the first is undone.
func replaceFolder(draft, published, kept string) error {
	if err := os.Rename(published, kept); err != nil {
		return err
	}
	if err := os.Rename(draft, published); err != nil {
		return errors.Join(err, os.Rename(kept, published))
	}
	return nil
}
