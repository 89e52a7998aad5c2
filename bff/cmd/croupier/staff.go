package main

import (
	"crypto/rand"
	"fmt"
	"io"
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

// staffCmd manages staff accounts through the running server, or in its store.
type staffCmd struct {
	Add     staffAddCmd     `cmd:"" help:"Create an account with a password."`
	List    staffListCmd    `cmd:"" help:"List the accounts without their secrets."`
	Disable staffDisableCmd `cmd:"" help:"Disable an account and sign it out everywhere."`
	Enable  staffEnableCmd  `cmd:"" help:"Enable a disabled account."`
	Invite  staffInviteCmd  `cmd:"" help:"Create an account and print a link to set its password."`
	Reset   staffResetCmd   `cmd:"" help:"Reset a password and print a link to set a new one."`

	BreakGlass staffBreakGlassCmd `cmd:"" help:"Let an account log in while local_accounts is break_glass."`
	Token      staffTokenCmd      `cmd:"" help:"Manage machine accounts, which log in with a token."`
	RemoveDemo staffRemoveDemoCmd `cmd:"" help:"Remove the demo accounts, which have public passwords."`
}

// accounts sends a request about an account to the running server, or to the store if no server
// runs.
func (w commandContext) accounts(
	conf *config.Config, operation staff.AccountOperation, account staff.Account,
) (staff.AccountResponse, error) {
	return w.staff(conf, staff.AccountRequest{Operation: operation, Account: account})
}

func (w commandContext) staff(conf *config.Config, q staff.AccountRequest) (staff.AccountResponse, error) {
	q.By = operator(w.env)
	return app.DoAccounts(w.ctx, conf, q, w.log())
}

type staffAddCmd struct {
	newAccountFlags
	PasswordFile string `type:"path" placeholder:"FILE"`
	TOTP         bool   `help:"Require an authenticator code and print its otpauth URL."`
}

// Run creates the account. Only the hash of the password leaves this process.
func (c *staffAddCmd) Run(w commandContext, conf *config.Config) error {
	account, err := c.account(conf)
	if err != nil {
		return err
	}
	password := rand.Text()
	if c.PasswordFile != "" {
		if password, err = readPassword(c.PasswordFile); err != nil {
			return err
		}
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
	if _, err = w.accounts(conf, staff.OpAdd, account); err != nil {
		return err
	}
	printed := ""
	if c.PasswordFile == "" {
		printed = "password " + password + "\n"
	}
	if address != "" {
		printed += "authenticator " + address + "\n"
	}
	return w.printf("%s", printed)
}

// readPassword reads the file of the flag --password-file, or standard input for "-".
func readPassword(file string) (password string, err error) {
	var raw []byte
	if file == "-" {
		raw, err = io.ReadAll(io.LimitReader(os.Stdin, 1<<12))
	} else {
		raw, err = os.ReadFile(file) //nolint:gosec // the path is set by the operator
	}
	if err != nil {
		return "", fmt.Errorf("--password-file: %w", err)
	}
	return strings.TrimRight(string(raw), "\r\n"), nil
}

type staffListCmd struct{ serverFlags }

func (c *staffListCmd) Run(w commandContext, conf *config.Config) error {
	out, err := w.accounts(conf, staff.OpList, staff.Account{})
	if err != nil {
		return err
	}
	rows := [][]string{{"NAME", "ROLE", "AUTHENTICATOR", "STATE", "SINCE"}}
	for _, a := range out.Accounts {
		code, state := "no", "active"
		switch {
		case a.Company != nil:
			code = "provider"
		case a.Authenticator:
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
		if a.BreakGlass {
			state += " (break glass)"
		}
		rows = append(rows, []string{a.Name, a.Roles.String(), code, state, a.Since.Format(time.RFC3339)})
	}
	return printTable(w.out, rows)
}

type accountFlags struct {
	serverFlags
	Name string `arg:"" help:"Name of the account."`
}

type staffDisableCmd struct{ accountFlags }

func (c *staffDisableCmd) Run(w commandContext, conf *config.Config) error {
	_, err := w.accounts(conf, staff.OpDisable, staff.Account{Name: c.Name})
	return err
}

type staffEnableCmd struct{ accountFlags }

func (c *staffEnableCmd) Run(w commandContext, conf *config.Config) error {
	_, err := w.accounts(conf, staff.OpEnable, staff.Account{Name: c.Name})
	return err
}

type staffBreakGlassCmd struct {
	accountFlags
	Off bool `help:"Remove the mark."`
}

func (c *staffBreakGlassCmd) Run(w commandContext, conf *config.Config) error {
	_, err := w.accounts(conf, staff.OpBreakGlass, staff.Account{Name: c.Name, BreakGlass: !c.Off})
	return err
}

type staffRemoveDemoCmd struct{ serverFlags }

func (c *staffRemoveDemoCmd) Run(w commandContext, conf *config.Config) error {
	out, err := w.accounts(conf, staff.OpRemoveDemo, staff.Account{})
	for _, a := range out.Accounts {
		_, _ = fmt.Fprintln(w.out, "removed", a.Name)
	}
	return err
}

type staffInviteCmd struct{ newAccountFlags }

func (c *staffInviteCmd) Run(w commandContext, conf *config.Config) error {
	account, err := c.account(conf)
	if err != nil {
		return err
	}
	return printInvitation(w, conf, staff.OpInvite, account)
}

type staffResetCmd struct {
	accountFlags
	Authenticator bool `help:"Remove the authenticator instead of the password."`
}

func (c *staffResetCmd) Run(w commandContext, conf *config.Config) error {
	if c.Authenticator {
		_, err := w.accounts(conf, staff.OpResetCode, staff.Account{Name: c.Name})
		return err
	}
	return printInvitation(w, conf, staff.OpReset, staff.Account{Name: c.Name})
}

// printInvitation prints the invitation link of an operation. It is valid at every host.
func printInvitation(
	w commandContext, conf *config.Config, operation staff.AccountOperation, account staff.Account,
) error {
	out, err := w.accounts(conf, operation, account)
	if err != nil {
		return err
	}
	b := conf.Brands[0]
	link := siteURL(conf, b.Hosts[0], b.Sessions.Secure) + staff.InvitationPath(out.Token)
	return w.printf("invitation %s\nuntil %s\n", link, out.Until.Format(time.RFC3339))
}

type newAccountFlags struct {
	serverFlags
	Name string `arg:"" help:"Name of the account: 2 to 32 of a-z, 0-9, dot, dash and underscore."`
	Role string `required:"" placeholder:"ROLE"`
}

// account returns the new account without a password. Its roles may name only configured brands.
func (f *newAccountFlags) account(conf *config.Config) (a staff.Account, err error) {
	roles, err := staff.ParseRoles(f.Role)
	if err != nil {
		return a, fmt.Errorf("--role: %w", err)
	}
	for _, id := range slices.Sorted(maps.Keys(roles)) {
		if _, err := conf.KnownBrand(id); id != staff.Everywhere && err != nil {
			return a, fmt.Errorf("--role: %w", err)
		}
	}
	return staff.Account{Name: f.Name, Roles: roles, Since: time.Now().UTC()}, nil
}
