// Command croupier stands between the players of online casinos and the platform that runs them. Its commands parse
// flags and print; package app does the work.
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

// release is the version of this source, the top one of CHANGELOG.md. A test compares them.
const release = "0.1.0"

// version is the release with the commit that was built.
var version = withCommit(release, build)

// build is set by the build to what git describes the commit as; unknown without git.
var build = "unknown"

// withCommit adds what git describes the commit as, unless that is the release's own tag.
func withCommit(release, build string) string {
	if build == "unknown" || build == release || build == "v"+release {
		return release
	}
	return release + "+" + build
}

// cli holds every command with its flags.
type cli struct {
	Serve serveCmd `cmd:"" help:"Serve the brands."`
	mockCommands
	Check       checkCmd       `cmd:"" help:"Validate the configuration: file, line, field and what is allowed."`
	Brand       brandCmd       `cmd:"" help:"Make brands; draft, compare, preview and publish their changes."`
	Keys        keysCmd        `cmd:"" help:"Create, list and rotate the session keys."`
	Maintenance maintenanceCmd `cmd:"" help:"Close and open brands, on a running or a stopped server."`
	Staff       staffCmd       `cmd:"" help:"Add, list and disable the accounts of the console."`
	Mapping     mappingCmd     `cmd:"" help:"Try the mapping of a platform without the envelope."`
	Contract    contractCmd    `cmd:"" help:"Export the contract, or verify a platform against it."`
	Backup      backupCmd      `cmd:"" help:"Copy the store into a file, of a running or a stopped server."`
	Restore     restoreCmd     `cmd:"" help:"Put a backup in place of the store of a stopped server."`
	Store       storeCmd       `cmd:"" help:"Move the records of a stopped server between its data folder and Redis."`
	Health      healthCmd      `cmd:"" help:"Ask the server on this machine whether it works."`
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

// log returns the logger of commands.
func (w commandContext) log() *slog.Logger { return slog.New(slog.NewTextHandler(w.errOut, nil)) }

// The exit statuses of calls.md §7.
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

// run runs the program and returns its exit status.
func run(w commandContext, args []string) int {
	var commands cli
	root := newCommand(w, "croupier", "The backend-for-frontend of online casinos, and the mock they are built against.", &commands)
	root.SilenceErrors, root.SilenceUsage = true, true
	root.CompletionOptions.DisableDefaultCmd = true
	root.SetHelpCommand(&cobra.Command{Hidden: true})
	root.SetOut(w.out)
	root.SetErr(w.errOut)
	if len(args) == 0 || args[0] == "help" { // "help keys" is "keys --help"
		args = append(slices.Clone(args[min(1, len(args)):]), "--help")
	}
	root.SetArgs(args)
	err := root.ExecuteContext(w.ctx)
	var failed *runError
	switch {
	case err == nil:
		return exitOK
	case !errors.As(err, &failed):
		_, _ = fmt.Fprintf(w.errOut, "croupier: %v\nTry croupier --help.\n", err)
		return exitUsage
	case !errors.Is(err, errReported):
		_, _ = fmt.Fprintln(w.errOut, "croupier:", err)
	}
	return exitFailure
}

// errReported is the error of a command that has already printed its faults.
var errReported = errors.New("faults reported")

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

// printFaults prints faults of files below dir and returns errReported, or returns any other error as it is.
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
