package main

import (
	"cmp"
	"errors"
	"fmt"
	"net/netip"
	"slices"
	"strconv"
	"strings"
	"time"

	"croupier/bff/config"
	"croupier/bff/internal/lists"
	"croupier/bff/ops/staff"
)

// staffTokenCmd manages machine accounts.
type staffTokenCmd struct {
	New    staffTokenNewCmd    `cmd:"" help:"Create a machine account and print its token."`
	List   staffTokenListCmd   `cmd:"" help:"List the machine accounts without their tokens."`
	Revoke staffTokenRevokeCmd `cmd:"" help:"Revoke a token on every instance at once."`
}

type staffTokenNewCmd struct {
	accountFlags
	Scope   []string `help:"Scope, for example cache:purge. Repeatable." required:"" placeholder:"SCOPE"`
	Brand   []string `help:"Id of a brand. Repeatable." xor:"which" placeholder:"ID"`
	All     bool     `help:"All brands, also brands that you add later." xor:"which"`
	Expires string   `help:"Days until the token expires, at most 366d." required:"" placeholder:"DAYS"`
	Address []string `help:"Address or range of the client. Repeatable. Default: any address." placeholder:"CIDR"`

	token staff.Token
}

// Validate creates the token, before the command contacts the server.
func (c *staffTokenNewCmd) Validate() error {
	c.token = staff.Token{Name: c.Name, Scopes: c.Scope, Brands: c.Brand}
	if c.All {
		c.token.Brands = []string{staff.Everywhere}
	}
	if len(c.token.Brands) == 0 {
		return errors.New("--brand ID or --all is required")
	}
	for _, scope := range c.Scope {
		if !slices.Contains(staff.TokenScopes, scope) {
			return fmt.Errorf("--scope: unknown scope %q (allowed: %s)", scope, strings.Join(staff.TokenScopes, ", "))
		}
	}
	text, isDays := strings.CutSuffix(c.Expires, "d")
	days, err := strconv.Atoi(text)
	if err != nil || !isDays || days < 1 || days > 366 {
		return errors.New("--expires: use a number of days from 1d to 366d")
	}
	c.token.Expires = time.Now().Add(config.Days(days)).UTC()
	for _, address := range c.Address {
		p, err := parsePrefix(address)
		if err != nil {
			return fmt.Errorf("--address: %w", err)
		}
		c.token.Addresses = append(c.token.Addresses, p)
	}
	return nil
}

func (c *staffTokenNewCmd) Run(w commandContext, conf *config.Config) error {
	for _, id := range c.Brand {
		if _, err := conf.KnownBrand(id); err != nil {
			return fmt.Errorf("--brand: %w", err)
		}
	}
	out, err := w.staff(conf, staff.AccountRequest{Operation: staff.OpCreateToken, Token: c.token})
	if err != nil {
		return err
	}
	return w.printf("token %s\nuntil %s\n", out.Tokens[0].Secret, formatTime(out.Tokens[0].Expires))
}

type staffTokenListCmd struct{ serverFlags }

func (c *staffTokenListCmd) Run(w commandContext, conf *config.Config) error {
	out, err := w.staff(conf, staff.AccountRequest{Operation: staff.OpListTokens})
	if err != nil {
		return err
	}
	rows := [][]string{{"NAME", "SCOPES", "BRANDS", "ADDRESSES", "EXPIRES", "LAST USE", "FROM"}}
	for _, t := range out.Tokens {
		addresses := strings.Join(lists.Map(t.Addresses, netip.Prefix.String), ",")
		from, _ := t.LastUse.From.MarshalText() // empty without an address
		rows = append(rows, []string{
			t.Name, strings.Join(t.Scopes, ","), strings.Join(t.Brands, ","), cmp.Or(addresses, "any"),
			formatTime(t.Expires), formatTime(t.LastUse.At), string(from),
		})
	}
	return printTable(w.out, rows)
}

type staffTokenRevokeCmd struct{ accountFlags }

func (c *staffTokenRevokeCmd) Run(w commandContext, conf *config.Config) error {
	_, err := w.staff(conf, staff.AccountRequest{Operation: staff.OpRevokeToken, Token: staff.Token{Name: c.Name}})
	return err
}
