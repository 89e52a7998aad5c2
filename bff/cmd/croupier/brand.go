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

type brandDraftCmd struct {
	Brand string `arg:"" help:"Brand id."`
	brandConfigFlags
}

// Run copies the folder of a published brand. It never overwrites a draft.
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
