package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

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
