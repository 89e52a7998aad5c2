package main

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/pquerna/otp/totp"

	"croupier/bff/config"
	"croupier/bff/contract"
	"croupier/bff/staff"
)

// staffCmd keeps the accounts of the console. A running server is told, a stopped one finds
// them in its store.
type staffCmd struct {
	Add     staffAddCmd     `cmd:"" help:"Make an account; its password is printed unless a file has it."`
	List    staffListCmd    `cmd:"" help:"List the accounts; never their secrets."`
	Disable staffDisableCmd `cmd:"" help:"End an account and its logins."`
}

// haveStaffDone has the running server do it, or does it where none runs.
func haveStaffDone(w world, h home, o staffOrder) (staffOutcome, error) {
	o.By = operator(w.env)
	return haveDone(w, h, staffPath, o, func(ctx context.Context, conf *config.Config, _ *contract.Catalogue, o staffOrder) (out staffOutcome, err error) {
		s, err := openShelf(ctx, conf)
		if err != nil {
			return staffOutcome{}, err
		}
		defer func() { err = errors.Join(err, s.close()) }()
		room, err := openStaffRoom(ctx, s, false, slog.New(slog.NewTextHandler(w.errOut, nil)))
		if err != nil {
			return staffOutcome{}, err
		}
		return room.carryOut(ctx, o)
	})
}

type staffAddCmd struct {
	home
	Name         string     `arg:"" help:"2 to 32 of a-z, 0-9, dot, dash and underscore."`
	Role         staff.Role `required:"" help:"viewer, support or admin." placeholder:"ROLE"`
	PasswordFile string     `help:"A file with the password, - for the standard input; without it one is made and printed." type:"path" placeholder:"FILE"`
	TOTP         bool       `name:"totp" help:"Ask for an authenticator's code too; its address is printed."`
}

// Run makes the account. Its password does not leave this process but as a hash.
func (c *staffAddCmd) Run(w world) error {
	account := staff.Account{Name: c.Name, Role: c.Role, Since: time.Now().UTC()}
	password := rand.Text()
	if c.PasswordFile != "" {
		raw, err := readPassword(c.PasswordFile)
		if err != nil {
			return fmt.Errorf("--password-file: %w", err)
		}
		password = strings.TrimRight(string(raw), "\r\n")
	}
	address := ""
	if c.TOTP {
		key, err := totp.Generate(totp.GenerateOpts{Issuer: "Croupier", AccountName: c.Name})
		if err != nil {
			return fmt.Errorf("--totp: %w", err)
		}
		account.TOTP, address = key.Secret(), key.URL()
	}
	account, err := account.WithPassword(password)
	if err != nil {
		return err
	}
	if _, err = haveStaffDone(w, c.home, staffOrder{Do: doAdd, Account: account}); err != nil {
		return err
	}
	if c.PasswordFile == "" {
		_, err = fmt.Fprintln(w.out, "password", password)
	}
	if address != "" && err == nil {
		_, err = fmt.Fprintln(w.out, "authenticator", address)
	}
	return err
}

// readPassword reads a file, or the standard input for "-".
func readPassword(file string) ([]byte, error) {
	if file == "-" {
		return io.ReadAll(io.LimitReader(os.Stdin, 1<<12))
	}
	return os.ReadFile(file) //nolint:gosec // the operator's own file
}

type staffListCmd struct{ home }

// Run lists the accounts.
func (c *staffListCmd) Run(w world) error {
	out, err := haveStaffDone(w, c.home, staffOrder{Do: doList})
	if err != nil {
		return err
	}
	t := tabwriter.NewWriter(w.out, 0, 0, 2, ' ', 0)
	_, _ = fmt.Fprintln(t, "NAME\tROLE\tAUTHENTICATOR\tSTATE\tSINCE") // the writer keeps its error for Flush
	for _, a := range out.Accounts {
		code, state := "no", "active"
		if a.Authenticator {
			code = "yes"
		}
		if a.Disabled {
			state = "disabled"
		}
		_, _ = fmt.Fprintf(t, "%s\t%s\t%s\t%s\t%s\n", a.Name, a.Role, code, state, a.Since.Format(time.RFC3339))
	}
	return t.Flush()
}

type staffDisableCmd struct {
	home
	Name string `arg:"" help:"The account."`
}

// Run ends the account.
func (c *staffDisableCmd) Run(w world) error {
	_, err := haveStaffDone(w, c.home, staffOrder{Do: doDisable, Account: staff.Account{Name: c.Name}})
	return err
}
