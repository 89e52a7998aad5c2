// Command croupier stands between the players of online casinos and the platform that
// runs them. This is the one place where the parts are joined.
//
// Exit status: 0 fine, 1 a check failed or the server could not go on, 2 wrong use.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"slices"
	"syscall"

	// Brands name time zones, and a minimal image has no table of them.
	_ "time/tzdata"

	"github.com/spf13/cobra"

	"croupier/bff/config"
)

// version is set by the build.
var version = "unknown"

// cli is every command and its flags.
type cli struct {
	Serve serveCmd `cmd:"" help:"Serve the brands."`
	mockCommands
	Check       checkCmd       `cmd:"" help:"Validate the configuration: file, line, field and what is allowed."`
	Keys        keysCmd        `cmd:"" help:"Make, list and rotate the keys that sessions are sealed with."`
	Maintenance maintenanceCmd `cmd:"" help:"Close and open brands, on a running or a stopped server."`
	Staff       staffCmd       `cmd:"" help:"Add, list and disable the accounts of the console."`
	Contract    contractCmd    `cmd:"" help:"Write the contract to a folder, or hold a platform against it."`
	Version     versionCmd     `cmd:"" help:"Print the version."`
}

// commandContext is the environment of a command: context, streams and variables.
type commandContext struct {
	ctx    context.Context
	out    io.Writer
	errOut io.Writer
	env    config.Environment
}

// The exit statuses of calls.md §7.
const (
	exitOK      = 0
	exitFailure = 1
	exitUsage   = 2
)

func main() {
	ctx, end := context.WithCancel(context.Background())
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM)
	go func() {
		<-signals
		signal.Stop(signals) // before anybody can be told of the first: a second one ends the process at once
		end()
	}()
	code := run(commandContext{ctx: ctx, out: os.Stdout, errOut: os.Stderr, env: os.LookupEnv}, os.Args[1:])
	end()
	os.Exit(code)
}

// run is the whole program as a value: it gives the exit status.
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

// errReported is the error of a command that has already printed what is wrong.
var errReported = errors.New("the fault has been told already")

type versionCmd struct{}

// Run prints the version.
func (versionCmd) Run(w commandContext) error {
	_, err := fmt.Fprintln(w.out, "croupier", version)
	return err
}
