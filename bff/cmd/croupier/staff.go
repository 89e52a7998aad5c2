package main

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"os"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/pquerna/otp/totp"

	"croupier/bff"
	"croupier/bff/config"
	"croupier/bff/contract"
	"croupier/bff/staff"
	"croupier/bff/store/embedded"
	"croupier/bff/store/redis"
)

// staffCmd keeps the accounts of the console. With the embedded store the server has to be
// stopped for it: its file has one owner.
type staffCmd struct {
	Add     staffAddCmd     `cmd:"" help:"Make an account; its password is printed unless a file has it."`
	List    staffListCmd    `cmd:"" help:"List the accounts; never their secrets."`
	Disable staffDisableCmd `cmd:"" help:"End an account and its logins."`
}

// staffStore says where the accounts lie.
type staffStore struct {
	Config  string `help:"The server file; without it the demo's." type:"path" placeholder:"FILE"`
	DataDir string `help:"What outlives the process; over the file's." type:"path" placeholder:"DIR"`
}

// with opens the accounts for do.
func (s *staffStore) with(w world, do func(context.Context, *staff.Accounts) error) (err error) {
	calls, err := contract.Load()
	if err != nil {
		return err
	}
	flags := serveCmd{DataDir: s.DataDir}
	conf, err := source(s.Config, flags.env(w.env), calls).Load()
	if err != nil {
		return err
	}
	records, closed, err := staffAccounts(w.ctx, conf)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, closed()) }()
	accounts, err := staff.OpenAccounts(w.ctx, records, false, time.Now())
	if err != nil {
		return err
	}
	return do(w.ctx, accounts)
}

// staffAccounts opens the records of the accounts alone.
func staffAccounts(ctx context.Context, conf *config.Config) (bff.Records, func() error, error) {
	if url := conf.Server.Redis.URL; url != "" {
		store, err := redis.Open(ctx, url, redis.Options{})
		if err != nil {
			return nil, nil, err
		}
		return store.Records(staffRecords), store.Close, nil
	}
	if err := os.MkdirAll(conf.Server.DataDir, 0o700); err != nil {
		return nil, nil, fmt.Errorf("data folder: %w", err)
	}
	store, err := embedded.Open(conf.Server.DataDir, embedded.Options{})
	if err != nil {
		return nil, nil, err
	}
	records, err := store.Records(staffRecords)
	if err != nil {
		return nil, nil, errors.Join(err, store.Close())
	}
	return records, store.Close, nil
}

type staffAddCmd struct {
	staffStore
	Name         string     `arg:"" help:"2 to 32 of a-z, 0-9, dot, dash and underscore."`
	Role         staff.Role `required:"" help:"viewer, support or admin." placeholder:"ROLE"`
	PasswordFile string     `help:"A file with the password; without it one is made and printed." type:"path" placeholder:"FILE"`
	TOTP         bool       `name:"totp" help:"Ask for an authenticator's code too; its address is printed."`
}

// Run makes the account.
func (c *staffAddCmd) Run(w world) error {
	account := staff.Account{Name: c.Name, Role: c.Role, Since: time.Now().UTC()}
	password := rand.Text()
	if c.PasswordFile != "" {
		raw, err := os.ReadFile(c.PasswordFile)
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
	err := c.with(w, func(ctx context.Context, all *staff.Accounts) error { return all.Add(ctx, account, password) })
	if err != nil {
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

type staffListCmd struct{ staffStore }

// Run lists the accounts.
func (c *staffListCmd) Run(w world) error {
	return c.with(w, func(ctx context.Context, all *staff.Accounts) error {
		accounts, err := all.List(ctx)
		if err != nil {
			return err
		}
		t := tabwriter.NewWriter(w.out, 0, 0, 2, ' ', 0)
		_, _ = fmt.Fprintln(t, "NAME\tROLE\tAUTHENTICATOR\tSTATE\tSINCE") // the writer keeps its error for Flush
		for _, a := range accounts {
			code, state := "no", "active"
			if a.TOTP != "" {
				code = "yes"
			}
			if a.Disabled {
				state = "disabled"
			}
			_, _ = fmt.Fprintf(t, "%s\t%s\t%s\t%s\t%s\n", a.Name, a.Role, code, state, a.Since.Format(time.RFC3339))
		}
		return t.Flush()
	})
}

type staffDisableCmd struct {
	staffStore
	Name string `arg:"" help:"The account."`
}

// Run ends the account.
func (c *staffDisableCmd) Run(w world) error {
	return c.with(w, func(ctx context.Context, all *staff.Accounts) error { return all.Disable(ctx, c.Name) })
}
