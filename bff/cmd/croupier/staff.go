package main

import (
	"crypto/rand"
	"fmt"
	"io"
	"log/slog"
	"maps"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/pquerna/otp/totp"

	"croupier/bff/cmd/croupier/app"
	"croupier/bff/config"
	"croupier/bff/ops/staff"
)

// staffCmd manages the accounts of the console, through the running server or in its store.
type staffCmd struct {
	Add     staffAddCmd     `cmd:"" help:"Create an account; its password is printed unless it comes from a file."`
	List    staffListCmd    `cmd:"" help:"List the accounts, without secrets."`
	Disable staffDisableCmd `cmd:"" help:"Disable an account and end its logins."`
	Enable  staffEnableCmd  `cmd:"" help:"Enable a disabled account."`
	Invite  staffInviteCmd  `cmd:"" help:"Create an account and print a link, valid once for 24 hours, to set its password."`
	Reset   staffResetCmd   `cmd:"" help:"Make an account's password useless, end its logins and print a link to set a new one."`

	RemoveDemo staffRemoveDemoCmd `cmd:"" help:"Remove the demo's accounts, whose passwords are public."`
}

// accountCall runs a request on the running server, or on the store where none runs.
func accountCall(w commandContext, flags serverFlags, q staff.AccountRequest) (out staff.AccountResponse, err error) {
	conf, err := flags.load(w)
	if err != nil {
		return out, err
	}
	q.By = operator(w.env)
	return app.DoAccounts(w.ctx, conf, q, slog.New(slog.NewTextHandler(w.errOut, nil)))
}

type staffAddCmd struct {
	newAccountFlags
	PasswordFile string `help:"File with the password, - for standard input; default: a generated one, which is printed." type:"path" placeholder:"FILE"`
	TOTP         bool   `name:"totp" help:"Require an authenticator code; its otpauth URL is printed."`
}

// Run creates the account. Only the hash of the password leaves this process.
func (c *staffAddCmd) Run(w commandContext) error {
	account, _, err := c.account(w)
	if err != nil {
		return err
	}
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
	if account, err = account.WithPassword(password); err != nil {
		return err
	}
	if _, err = accountCall(w, c.serverFlags, staff.AccountRequest{Operation: staff.OpAdd, Account: account}); err != nil {
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

// readPassword reads a file, or standard input for "-".
func readPassword(file string) ([]byte, error) {
	if file == "-" {
		return io.ReadAll(io.LimitReader(os.Stdin, 1<<12))
	}
	return os.ReadFile(file) //nolint:gosec // the path is set by the operator
}

type staffListCmd struct{ serverFlags }

func (c *staffListCmd) Run(w commandContext) error {
	out, err := accountCall(w, c.serverFlags, staff.AccountRequest{Operation: staff.OpList})
	if err != nil {
		return err
	}
	rows := [][]string{{"NAME", "ROLE", "AUTHENTICATOR", "STATE", "SINCE"}}
	for _, a := range out.Accounts {
		code, state := "no", "active"
		if a.Authenticator {
			code = "yes"
		}
		switch {
		case a.Disabled:
			state = "disabled"
		case a.Invited:
			state = "invited"
		}
		if a.Demo {
			state += " (demo)"
		}
		rows = append(rows, []string{a.Name, a.Roles.String(), code, state, a.Since.Format(time.RFC3339)})
	}
	return printTable(w.out, rows)
}

// accountFlags name an account.
type accountFlags struct {
	serverFlags
	Name string `arg:"" help:"The account."`
}

// call runs a request about the account.
func (c *accountFlags) call(w commandContext, operation staff.AccountOperation) (staff.AccountResponse, error) {
	return accountCall(w, c.serverFlags, staff.AccountRequest{Operation: operation, Account: staff.Account{Name: c.Name}})
}

type staffDisableCmd struct{ accountFlags }

func (c *staffDisableCmd) Run(w commandContext) error {
	_, err := c.call(w, staff.OpDisable)
	return err
}

type staffRemoveDemoCmd struct{ serverFlags }

// Run removes the demo's accounts and prints their names.
func (c *staffRemoveDemoCmd) Run(w commandContext) error {
	out, err := accountCall(w, c.serverFlags, staff.AccountRequest{Operation: staff.OpRemoveDemo})
	for _, a := range out.Accounts {
		_, _ = fmt.Fprintln(w.out, "removed", a.Name)
	}
	return err
}

type staffEnableCmd struct{ accountFlags }

func (c *staffEnableCmd) Run(w commandContext) error {
	_, err := c.call(w, staff.OpEnable)
	return err
}

type staffInviteCmd struct{ newAccountFlags }

func (c *staffInviteCmd) Run(w commandContext) error {
	account, conf, err := c.account(w)
	if err != nil {
		return err
	}
	out, err := accountCall(w, c.serverFlags, staff.AccountRequest{Operation: staff.OpInvite, Account: account})
	if err != nil {
		return err
	}
	return printInvitation(w, conf, out)
}

type staffResetCmd struct {
	accountFlags
	Authenticator bool `help:"Remove the authenticator instead; the password stays."`
}

// Run resets the password or the authenticator.
func (c *staffResetCmd) Run(w commandContext) error {
	operation := staff.OpReset
	if c.Authenticator {
		operation = staff.OpResetCode
	}
	conf, err := c.load(w)
	if err != nil {
		return err
	}
	out, err := c.call(w, operation)
	if err != nil || c.Authenticator {
		return err
	}
	return printInvitation(w, conf, out)
}

// printInvitation prints the link of an invitation. It leads to the first brand; other hosts accept it too.
func printInvitation(w commandContext, conf *config.Config, out staff.AccountResponse) error {
	b := conf.Brands[0]
	link := siteURL(conf, b.Hosts[0], b.Sessions.Secure) + staff.InvitationPath(out.Token)
	_, err := fmt.Fprintf(w.out, "invitation %s\nuntil %s\n", link, out.Until.Format(time.RFC3339))
	return err
}

// newAccountFlags describe a new account.
type newAccountFlags struct {
	serverFlags
	Name string `arg:"" help:"2 to 32 of a-z, 0-9, dot, dash and underscore."`
	Role string `required:"" help:"viewer, support or admin; by brand as viewer,marmara=support." placeholder:"ROLE"`
}

// account returns the new account without a password. Its roles name configured brands only.
func (f *newAccountFlags) account(w commandContext) (a staff.Account, conf *config.Config, err error) {
	roles, err := staff.ParseRoles(f.Role)
	if err != nil {
		return a, nil, fmt.Errorf("--role: %w", err)
	}
	if conf, err = f.load(w); err != nil {
		return a, nil, err
	}
	for _, id := range slices.Sorted(maps.Keys(roles)) {
		if _, known := conf.ByID(id); id != staff.Everywhere && !known {
			return a, nil, fmt.Errorf("--role: %w", unknownBrand(conf, id))
		}
	}
	return staff.Account{Name: f.Name, Roles: roles, Since: time.Now().UTC()}, conf, nil
}
