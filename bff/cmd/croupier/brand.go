package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"croupier/bff/cmd/croupier/app"
	"croupier/bff/config"
)

// brandCmd manages the folders of brands.
type brandCmd struct {
	New     brandNewCmd     `cmd:"" help:"Make the folder of a brand from another brand's."`
	Draft   brandDraftCmd   `cmd:"" help:"Copy a published brand into the folder of drafts, to change it there."`
	Diff    brandDiffCmd    `cmd:"" help:"Print what the draft of a brand changes, setting by setting."`
	Preview brandPreviewCmd `cmd:"" help:"Print a link that shows the draft of a brand in one browser for an hour."`
	Publish brandPublishCmd `cmd:"" help:"Put the draft of a brand live, at once and as a whole."`
}

// brandConfigFlags read the configuration whose brands a command is for.
type brandConfigFlags struct {
	Config configFile `help:"Server file." type:"path" placeholder:"FILE" required:""`
}

// load reads the configuration.
func (f brandConfigFlags) load(w commandContext) (*config.Config, error) {
	return app.Source(string(f.Config), w.env).Load()
}

// draftFlags name the draft of a brand.
type draftFlags struct {
	Brand string `arg:"" help:"Brand id, or the folder of its draft."`
	brandConfigFlags
}

// draft returns the id of the brand, and the folders of its published and its changed version. before is "" for a
// brand that is not published yet. It fails without a draft.
func (f draftFlags) draft(conf *config.Config) (id, before, after string, err error) {
	id = filepath.Base(f.Brand)
	after = filepath.Join(conf.DraftsDir(), id)
	if strings.ContainsRune(f.Brand, filepath.Separator) {
		given, err := filepath.Abs(f.Brand)
		if err != nil {
			return "", "", "", err
		}
		if wanted, err := filepath.Abs(after); err != nil || given != wanted {
			return "", "", "", fmt.Errorf("%s is no draft of this configuration: its drafts are in %s", f.Brand, conf.DraftsDir())
		}
	}
	if info, err := os.Stat(after); err != nil || !info.IsDir() {
		return "", "", "", fmt.Errorf("%s has no draft: %s is missing; brand draft %s makes it", id, after, id)
	}
	if _, ok := conf.ByID(id); ok {
		before = filepath.Join(conf.BrandsDir(), id)
	}
	return id, before, after, nil
}

type brandDraftCmd struct {
	Brand string `arg:"" help:"Brand id."`
	brandConfigFlags
}

// Run copies the folder of a published brand. It never overwrites a draft.
func (c *brandDraftCmd) Run(w commandContext) error {
	conf, err := c.load(w)
	if err != nil {
		return err
	}
	if _, ok := conf.ByID(c.Brand); !ok {
		return unknownBrand(conf, c.Brand)
	}
	to := filepath.Join(conf.DraftsDir(), c.Brand)
	err = placeFolder(to, func(dir string) error {
		return os.CopyFS(dir, os.DirFS(filepath.Join(conf.BrandsDir(), c.Brand)))
	})
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(w.out, "%s\n", to)
	return err
}

// placeFolder makes a new folder that appears as a whole: fill fills another one beside it, which is then renamed.
func placeFolder(to string, fill func(dir string) error) error {
	if _, err := os.Stat(to); !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("%s is there already", to)
	}
	if err := os.MkdirAll(filepath.Dir(to), 0o755); err != nil { //nolint:gosec // configuration, readable by the server's user
		return err
	}
	tmp, err := os.MkdirTemp(filepath.Dir(to), ".new-") // hidden folders are no brands
	if err != nil {
		return err
	}
	defer os.RemoveAll(tmp)                      //nolint:errcheck // gone after the rename
	if err := os.Chmod(tmp, 0o755); err != nil { //nolint:gosec // configuration, readable by the server's user
		return err
	}
	if err := fill(tmp); err != nil {
		return err
	}
	return os.Rename(tmp, to)
}

// unknownBrand is the error for an id that no brand has.
func unknownBrand(conf *config.Config, id string) error {
	return fmt.Errorf("unknown brand %s: want one of %s", id, strings.Join(conf.BrandIDs(), ", "))
}

type brandDiffCmd struct{ draftFlags }

func (c *brandDiffCmd) Run(w commandContext) error {
	conf, err := c.load(w)
	if err != nil {
		return err
	}
	id, before, after, err := c.draft(conf)
	if err != nil {
		return err
	}
	changes, err := brandChanges(before, after)
	if err != nil {
		return err
	}
	hidden := 0
	for _, change := range changes {
		text := change.String()
		if !change.Previewed() {
			hidden++
			text += "   (not in a preview)"
		}
		_, _ = fmt.Fprintln(w.out, text)
	}
	_, err = fmt.Fprintf(w.out, "%s: %s\n", id, numbered(len(changes), "change"))
	return err
}

// brandChanges lists the differences between two brand folders; before is "" for a new brand.
func brandChanges(before, after string) ([]config.Change, error) {
	var published fs.FS
	if before != "" {
		published = os.DirFS(before)
	}
	return config.DiffBrands(published, os.DirFS(after))
}
