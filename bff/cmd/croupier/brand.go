package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"croupier/bff/cmd/croupier/app"
	"croupier/bff/config"
	"croupier/bff/ops/studio"
)

// brandCmd creates brands and changes them in the studio of the running server.
type brandCmd struct {
	New     brandNewCmd     `cmd:"" help:"Create a brand as a copy of another brand."`
	Export  brandExportCmd  `cmd:"" help:"Write a brand to a directory: its files and the published changes."`
	Import  brandImportCmd  `cmd:"" help:"Make the changes in a directory the draft of a brand."`
	Diff    brandDiffCmd    `cmd:"" help:"Print the changes of a draft, field by field."`
	Preview brandPreviewCmd `cmd:"" help:"Print a link that shows the draft in one browser for an hour."`
	Publish brandPublishCmd `cmd:"" help:"Publish the draft of a brand, now or later."`
	Revert  brandRevertCmd  `cmd:"" help:"Publish an earlier version of a brand again."`
	Discard brandDiscardCmd `cmd:"" help:"Remove the draft of a brand."`
}

type brandConfigFlags struct {
	Config configFile `help:"Server file of your brands." type:"path" placeholder:"FILE" required:""`
}

func (f brandConfigFlags) load(w commandContext) (*config.Config, error) {
	return app.Source(string(f.Config), w.env).Load()
}

// placeFolder creates a directory with files atomically: it renames a temporary directory.
func placeFolder(to string, files map[string][]byte) error {
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
	if err := writeFiles(tmp, files); err != nil {
		return err
	}
	return os.Rename(tmp, to)
}

// studioFlags select a brand of the running server.
type studioFlags struct {
	Brand string `arg:"" help:"Id of the brand."`
	serverFlags
}

// send sends a request for the brand to the running server.
func (f studioFlags) send(w commandContext, conf *config.Config, q studio.Request) (studio.Response, error) {
	if _, err := conf.KnownBrand(f.Brand); err != nil {
		return studio.Response{}, err
	}
	q.Brand, q.By = f.Brand, operator(w.env)
	return app.DoStudio(w.ctx, conf, q)
}

type brandExportCmd struct {
	studioFlags
	To    string `help:"Directory to create." required:"" type:"path" placeholder:"DIR"`
	Draft bool   `help:"Include the changes of the draft."`
}

// Run writes the folder of the running server. Without a server it writes the files alone.
func (c *brandExportCmd) Run(w commandContext, conf *config.Config) error {
	out, err := c.send(w, conf, studio.Request{Do: "export", Draft: c.Draft})
	if errors.Is(err, app.ErrNoServer) && !c.Draft {
		_, _ = fmt.Fprintln(w.errOut, "croupier: no server with this configuration runs on this machine, so the "+
			"export has no published changes")
		out.Files, err = conf.ExportFolder(c.Brand, config.Overlay{})
	}
	if err == nil {
		err = placeFolder(c.To, out.Files)
	}
	if err != nil {
		return err
	}
	return w.printf("%s\n", c.To)
}

type brandImportCmd struct {
	studioFlags
	Folder string `arg:"" help:"Directory, for example from croupier brand export." type:"existingdir"`
}

// Run sends the differences between a folder and the files of the brand.
func (c *brandImportCmd) Run(w commandContext, conf *config.Config) error {
	o, err := conf.ImportFields(c.Brand, os.DirFS(c.Folder))
	if err != nil {
		return printFaults(w, c.Folder, err)
	}
	return c.printDraft(w, conf, studio.Request{Do: "import", Fields: o.Fields, Files: o.Files})
}

type brandDiffCmd struct{ studioFlags }

func (c *brandDiffCmd) Run(w commandContext, conf *config.Config) error {
	return c.printDraft(w, conf, studio.Request{Do: "diff"})
}

// printDraft sends a request and prints the draft: its changes, and the faults that prevent its
// publication.
func (f studioFlags) printDraft(w commandContext, conf *config.Config, q studio.Request) error {
	out, err := f.send(w, conf, q)
	if err != nil {
		return err
	}
	for _, c := range out.State.Changes {
		_, _ = fmt.Fprintln(w.out, changeLine(c))
	}
	for _, fault := range out.State.Faults {
		f := config.Fault{Field: fault.Field, Part: fault.Part, Problem: fault.Problem, Allowed: fault.Allowed}
		_, _ = fmt.Fprintln(w.out, "! "+f.String())
	}
	return w.printf("%s: %s\n", f.Brand, numbered(len(out.State.Changes), "change"))
}

// changeLine describes a change in one line.
func changeLine(c studio.Change) string {
	before, after := shortened(c.Before), shortened(c.After)
	line := "~ " + c.Field + ": " + before + " → " + after
	switch {
	case before == "":
		line = "+ " + c.Field + ": " + after
	case after == "":
		line = "- " + c.Field + ": " + before
	}
	return line + "   (" + c.By + ")"
}

// shortened returns the first characters of a long value.
func shortened(value []byte) string {
	const most = 300
	if text := []rune(string(value)); len(text) > most {
		return string(text[:most]) + "…"
	}
	return string(value)
}

type brandPreviewCmd struct{ studioFlags }

func (c *brandPreviewCmd) Run(w commandContext, conf *config.Config) error {
	out, err := c.send(w, conf, studio.Request{Do: "preview"})
	if err != nil {
		return err
	}
	link, err := app.PreviewLink(conf, out)
	if err != nil {
		return err
	}
	return w.printf("%s\nvalid until %s in the first browser that opens it, ?preview=off ends the preview\n", link,
		out.Until.Format(time.RFC3339))
}

type brandPublishCmd struct {
	studioFlags
	At   string `help:"When to publish: a time, or a duration from now such as 2h. Default: now." placeholder:"WHEN"`
	Note string `help:"Note for the history." placeholder:"TEXT"`

	from time.Time
}

// Validate parses the time.
func (c *brandPublishCmd) Validate() (err error) {
	if c.At != "" {
		if c.from, err = parseTime(c.At, time.Now()); err != nil {
			return fmt.Errorf("--at: %w", err)
		}
	}
	return nil
}

func (c *brandPublishCmd) Run(w commandContext, conf *config.Config) error {
	return c.printPublication(w, conf, studio.Request{Do: "publish", From: c.from, Note: c.Note})
}

type brandRevertCmd struct {
	studioFlags
	Version int `arg:"" help:"Version in the history. 0 is the brand of its files."`
}

func (c *brandRevertCmd) Run(w commandContext, conf *config.Config) error {
	return c.printPublication(w, conf, studio.Request{Do: "revert", Version: c.Version})
}

// printPublication sends a request and prints the publication, which may have to wait.
func (f studioFlags) printPublication(w commandContext, conf *config.Config, q studio.Request) error {
	out, err := f.send(w, conf, q)
	switch s := out.State; {
	case err != nil:
		return err
	case s.Proposal != nil:
		return w.printf("%s: proposed %s, another person must approve them in the staff console\n", f.Brand,
			numbered(len(s.Proposal.Changes), "change"))
	case s.Scheduled != nil:
		return w.printf("%s: %s will be published at %s\n", f.Brand, numbered(len(s.Scheduled.Changes), "change"),
			s.Scheduled.From.Format(time.RFC3339))
	default:
		return w.printf("%s: published %s as version %d\n", f.Brand, numbered(s.History[0].Changes, "change"),
			s.Version)
	}
}

type brandDiscardCmd struct{ studioFlags }

func (c *brandDiscardCmd) Run(w commandContext, conf *config.Config) error {
	if _, err := c.send(w, conf, studio.Request{Do: "discard"}); err != nil {
		return err
	}
	return w.printf("%s: discarded the draft\n", c.Brand)
}
