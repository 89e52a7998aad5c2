package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"croupier/bff/cmd/croupier/app"
	"croupier/bff/config"
	"croupier/bff/ops/studio"
)

// brandCmd manages the directories of brands.
type brandCmd struct {
	New     brandNewCmd     `cmd:"" help:"Create a brand as a copy of another brand."`
	Draft   brandDraftCmd   `cmd:"" help:"Copy a published brand to the drafts directory, where you can change it."`
	Diff    brandDiffCmd    `cmd:"" help:"Print the changes of a draft, setting by setting."`
	Preview brandPreviewCmd `cmd:"" help:"Print a link that shows the draft in one browser for an hour."`
	Publish brandPublishCmd `cmd:"" help:"Replace the published brand by its draft."`
}

type brandConfigFlags struct {
	Config configFile `help:"Server file of your brands." type:"path" placeholder:"FILE" required:""`
}

func (f brandConfigFlags) load(w commandContext) (*config.Config, error) {
	return app.Source(string(f.Config), w.env).Load()
}

type brandDraftCmd struct {
	Brand string `arg:"" help:"Id of the brand."`
	brandConfigFlags
}

// Run copies the directory of a published brand. It never overwrites a draft.
func (c *brandDraftCmd) Run(w commandContext, conf *config.Config) error {
	if _, ok := conf.ByID(c.Brand); !ok {
		return unknownBrand(conf, c.Brand)
	}
	to := filepath.Join(conf.DraftsDir(), c.Brand)
	err := placeFolder(to, func(dir string) error {
		return os.CopyFS(dir, os.DirFS(filepath.Join(conf.BrandsDir(), c.Brand)))
	})
	if err != nil {
		return err
	}
	return w.printf("%s\n", to)
}

// placeFolder creates a directory atomically: fill writes to a temporary directory, which is then
// renamed.
func placeFolder(to string, fill func(dir string) error) error {
	if _, err := os.Stat(to); !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("%s already exists", to)
	}
	if err := os.MkdirAll(filepath.Dir(to), 0o755); err != nil { //nolint:gosec // readable by the server
		return err
	}
	tmp, err := os.MkdirTemp(filepath.Dir(to), ".new-") // hidden folders are not brands
	if err != nil {
		return err
	}
	defer os.RemoveAll(tmp)                      //nolint:errcheck // gone after the rename
	if err := os.Chmod(tmp, 0o755); err != nil { //nolint:gosec // readable by the server
		return err
	}
	if err := fill(tmp); err != nil {
		return err
	}
	return os.Rename(tmp, to)
}

func unknownBrand(conf *config.Config, id string) error {
	return fmt.Errorf("unknown brand %s (allowed: %s)", id, strings.Join(conf.BrandIDs(), ", "))
}

type draftFlags struct {
	Brand string `arg:"" help:"Id of the brand, or the directory of its draft."`
	brandConfigFlags
}

// draft is a changed version of a brand.
type draft struct{ id, folder string }

// findDraft returns a draft by the id of its brand or by its directory.
func findDraft(conf *config.Config, brand string) (d draft, err error) {
	d.id = filepath.Base(brand)
	d.folder = filepath.Join(conf.DraftsDir(), d.id)
	if strings.ContainsRune(brand, filepath.Separator) {
		given, err := filepath.Abs(brand)
		if err != nil {
			return d, err
		}
		if wanted, err := filepath.Abs(d.folder); err != nil || given != wanted {
			return d, fmt.Errorf("%s is not a draft of this configuration: drafts are in %s", brand, conf.DraftsDir())
		}
	}
	if info, err := os.Stat(d.folder); err != nil || !info.IsDir() {
		return d, fmt.Errorf("brand %s has no draft in %s: run croupier brand draft %s", d.id, d.folder, d.id)
	}
	return d, nil
}

func (d draft) changes(conf *config.Config) ([]config.Change, error) {
	var published fs.FS // nil for a brand that is not published yet
	if _, ok := conf.ByID(d.id); ok {
		published = os.DirFS(filepath.Join(conf.BrandsDir(), d.id))
	}
	return config.DiffBrands(published, os.DirFS(d.folder))
}

type brandDiffCmd struct{ draftFlags }

func (c *brandDiffCmd) Run(w commandContext, conf *config.Config) error {
	d, err := findDraft(conf, c.Brand)
	if err != nil {
		return err
	}
	changes, err := d.changes(conf)
	if err != nil {
		return err
	}
	for _, change := range changes {
		text := change.String()
		if !change.Previewed() {
			text += "   (not in a preview)"
		}
		_, _ = fmt.Fprintln(w.out, text)
	}
	return w.printf("%s: %s\n", d.id, numbered(len(changes), "change"))
}

type brandPreviewCmd struct {
	Brand string `arg:"" help:"Id of the brand, or the directory of its draft."`
	serverFlags
}

// Validate requires a server file, because the built-in demo has no drafts.
func (c *brandPreviewCmd) Validate() error {
	if c.Config == "" {
		return errors.New("--config is required, because the built-in demo has no drafts")
	}
	return nil
}

func (c *brandPreviewCmd) Run(w commandContext, conf *config.Config) error {
	d, err := findDraft(conf, c.Brand)
	if err != nil {
		return err
	}
	if _, err := conf.Draft(d.id); err != nil { // its faults, also where the server has not read them yet
		return err
	}
	out, link, err := app.DoStudio(w.ctx, conf, studio.Request{Do: "preview", Brand: d.id, By: operator(w.env)})
	if err != nil {
		return err
	}
	return w.printf("%s\nvalid until %s in the first browser that opens it, ?preview=off ends the preview\n", link,
		out.Until.Format(time.RFC3339))
}

type brandPublishCmd struct{ draftFlags }

// Run exchanges the published directory and the draft atomically. The old version remains next to
// the drafts as .<id>.before.
func (c *brandPublishCmd) Run(w commandContext, conf *config.Config) error {
	d, err := findDraft(conf, c.Brand)
	if err != nil {
		return err
	}
	if _, err := conf.Draft(d.id); err != nil { // its faults
		return err
	}
	changes, err := d.changes(conf)
	if err != nil {
		return err
	}
	if len(changes) == 0 {
		return fmt.Errorf("the draft of %s has no changes", d.id)
	}
	kept, err := publishFolder(filepath.Join(conf.BrandsDir(), d.id), d.folder)
	if err != nil {
		return err
	}
	text := fmt.Sprintf("%s: published %s", d.id, numbered(len(changes), "change"))
	if kept != "" {
		text += ", the old version is in " + kept
	}
	return w.printf("%s\n", text)
}

// publishFolder replaces the published directory by a draft. It returns the path of the old
// version, if any.
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

// replaceFolder moves published to kept and draft to published, in two steps. A reload between them
// finds no directory and keeps the current configuration. If the second step fails, it undoes the
// first.
func replaceFolder(draft, published, kept string) error {
	if err := os.Rename(published, kept); err != nil {
		return err
	}
	if err := os.Rename(draft, published); err != nil {
		return errors.Join(err, os.Rename(kept, published))
	}
	return nil
}
