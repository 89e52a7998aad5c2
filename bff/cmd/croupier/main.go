// Command croupier is a backend-for-frontend for online casino sites. Its commands parse flags and
// print results. Package app does the work.
//
// Exit status: 0 success, 1 a check failed or the server stopped with an error, 2 wrong usage.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"os/signal"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"text/tabwriter"

	// The time zones of brands: a minimal image has no database.
	_ "time/tzdata"

	"github.com/spf13/cobra"

	"croupier/bff/config"
)

// release is the version of this source. A test compares it with the top of CHANGELOG.md.
const release = "0.1.0"

// version is the release and the commit that was built.
var version = withCommit(release, build)

// build is the output of git describe, set by the linker; "unknown" without git.
var build = "unknown"

// withCommit appends the commit to the release, unless the commit has the tag of the release.
func withCommit(release, build string) string {
	if build == "unknown" || build == release || build == "v"+release {
		return release
	}
	return release + "+" + build
}

// cli contains every command with its flags.
type cli struct {
	Serve serveCmd `cmd:"" help:"Start the server."`
	mockCommands
	Check       checkCmd       `cmd:"" help:"Validate the configuration and report every error with file and line."`
	Brand       brandCmd       `cmd:"" help:"Create brands, and export, import, preview and publish their changes."`
	Keys        keysCmd        `cmd:"" help:"Create, list and rotate the session keys."`
	Maintenance maintenanceCmd `cmd:"" help:"Start and end maintenance of brands."`
	Staff       staffCmd       `cmd:"" help:"Manage the accounts of the staff console."`
	Cache       cacheCmd       `cmd:"" help:"Purge and explain the response cache."`
	Audit       auditCmd       `cmd:"" help:"Verify the audit log."`
	Mapping     mappingCmd     `cmd:"" help:"Test a REST mapping file."`
	Contract    contractCmd    `cmd:"" help:"Export the contract or verify a platform against it."`
	Backup      backupCmd      `cmd:"" help:"Write a backup of the store to a file."`
	Restore     restoreCmd     `cmd:"" help:"Restore the store of a stopped server from a backup."`
	Store       storeCmd       `cmd:"" help:"Move the records between data directory and Redis."`
	Health      healthCmd      `cmd:"" help:"Check the health of the local server."`
	Version     versionCmd     `cmd:"" help:"Print the version."`
}

// commandContext is the environment of a command: context, streams and variables.
type commandContext struct {
	ctx    context.Context
	out    io.Writer
	errOut io.Writer
	env    config.Environment

	variables []string // the whole environment as NAME=value
}

// printf prints the result of a command.
func (w commandContext) printf(format string, args ...any) error {
	_, err := fmt.Fprintf(w.out, format, args...)
	return err
}

func (w commandContext) log() *slog.Logger { return slog.New(slog.NewTextHandler(w.errOut, nil)) }

// The exit statuses.
const (
	exitOK      = 0
	exitFailure = 1
	exitUsage   = 2
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, stop) // a second signal kills the process
	w := commandContext{ctx: ctx, out: os.Stdout, errOut: os.Stderr, env: os.LookupEnv, variables: os.Environ()}
	os.Exit(run(w, os.Args[1:]))
}

const rootHelp = "Backend-for-frontend for online casino sites."

// run runs the program and returns its exit status.
func run(w commandContext, args []string) int {
	var commands cli
	root := newCommand(w, "croupier", rootHelp, &commands)
	describe(root)
	root.SilenceErrors, root.SilenceUsage = true, true
	root.CompletionOptions.DisableDefaultCmd = true
	root.SetHelpCommand(&cobra.Command{Hidden: true})
	root.SetOut(w.out)
	root.SetErr(w.errOut)
	if len(args) == 0 || args[0] == "help" { // "help keys" is "keys --help"
		args = append(slices.Clone(args[min(1, len(args)):]), "--help")
	}
	root.SetArgs(args)
	command, err := root.ExecuteContextC(w.ctx)
	var failed *runError
	switch {
	case err == nil:
		return exitOK
	case !errors.As(err, &failed):
		_, _ = fmt.Fprintf(w.errOut, "croupier: %v\nTry %s --help.\n", err, command.CommandPath())
		return exitUsage
	case !errors.Is(err, errReported):
		_, _ = fmt.Fprintln(w.errOut, "croupier:", err)
	}
	return exitFailure
}

// errReported is the error of a command that has already printed its errors.
var errReported = errors.New("errors reported")

type versionCmd struct{}

func (versionCmd) Run(w commandContext) error {
	return w.printf("croupier %s\n", version)
}

// printTable prints rows in aligned columns.
func printTable(to io.Writer, rows [][]string) error {
	t := tabwriter.NewWriter(to, 0, 0, 2, ' ', 0)
	for _, row := range rows {
		_, _ = fmt.Fprintln(t, strings.Join(row, "\t"))
	}
	return t.Flush() // returns earlier write errors too
}

// printJSON prints a value for programs.
func printJSON(to io.Writer, v any) error {
	out := json.NewEncoder(to)
	out.SetEscapeHTML(false)
	out.SetIndent("", "  ")
	return out.Encode(v)
}

// printFaults prints faults of files below dir and returns errReported. It returns other errors
// unchanged.
func printFaults(w commandContext, dir string, err error) error {
	var faults config.Faults
	if !errors.As(err, &faults) {
		return err
	}
	for _, f := range faults {
		f.File = filepath.Join(dir, f.File)
		_, _ = fmt.Fprintln(w.errOut, f)
	}
	return errReported
}
