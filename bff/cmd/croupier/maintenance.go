package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"maps"
	"net/netip"
	"slices"
	"strings"
	"text/tabwriter"
	"time"

	"croupier/bff"
	"croupier/bff/config"
	"croupier/bff/contract"
	"croupier/bff/maintenance"
)

// maintenanceCmd closes and opens brands. A running server is told, a stopped one finds it
// in its store.
type maintenanceCmd struct {
	On       maintenanceOnCmd       `cmd:"" help:"Close a brand, or part of it, now."`
	Off      maintenanceOffCmd      `cmd:"" help:"Open a brand again, and forget what was scheduled."`
	Schedule maintenanceScheduleCmd `cmd:"" help:"Close a brand, or part of it, later."`
	Status   maintenanceStatusCmd   `cmd:"" help:"Print the state of brands."`
	Link     maintenanceLinkCmd     `cmd:"" help:"Print a link that lets a tester in for an hour."`
}

// reach is which brands are meant, and where their server keeps what it knows.
type reach struct {
	Brand string `help:"The brand." xor:"which" placeholder:"ID"`
	All   bool   `help:"Every brand." xor:"which"`
	home
}

// brand gives the brand of an order.
func (r *reach) brand() (string, error) {
	if r.All {
		return maintenance.Everywhere, nil
	}
	if r.Brand == "" {
		return "", errors.New("say --brand ID or --all")
	}
	return r.Brand, nil
}

// words is what players read, and who and what is not concerned.
type words struct {
	MessageTR string   `name:"message-tr" help:"What players read in Turkish." placeholder:"TEXT"`
	MessageEN string   `name:"message-en" help:"In English." placeholder:"TEXT"`
	MessageDE string   `name:"message-de" help:"In German." placeholder:"TEXT"`
	MessageRU string   `name:"message-ru" help:"In Russian." placeholder:"TEXT"`
	MessageAR string   `name:"message-ar" help:"In Arabic." placeholder:"TEXT"`
	Until     string   `help:"When it ends: a moment (2026-03-01T06:00:00+03:00) or how long from its beginning (90m)." placeholder:"WHEN"`
	Calls     []string `help:"Only these classes or calls, for example livecasino." placeholder:"CLASS[/METHOD]"`
	Bypass    []string `help:"Addresses that are let in, for example 203.0.113.0/24." placeholder:"CIDR"`
}

// notice makes the notice that begins at from, which is zero for now.
func (w *words) notice(env config.Environment, from, now time.Time) (n maintenance.Notice, err error) {
	n = maintenance.Notice{From: from, Calls: w.Calls, Message: map[string]string{}, By: operator(env)}
	for lang, text := range map[string]string{"tr": w.MessageTR, "en": w.MessageEN, "de": w.MessageDE, "ru": w.MessageRU, "ar": w.MessageAR} {
		if text != "" {
			n.Message[lang] = text
		}
	}
	for _, s := range w.Bypass {
		p, err := prefix(s)
		if err != nil {
			return n, fmt.Errorf("--bypass: %w", err)
		}
		n.Bypass = append(n.Bypass, p)
	}
	if w.Until != "" {
		begin := now
		if !from.IsZero() {
			begin = from
		}
		if n.Until, err = moment(w.Until, begin); err != nil {
			return n, fmt.Errorf("--until: %w", err)
		}
	}
	return n, nil
}

// prefix reads a range of addresses, or one address.
func prefix(s string) (netip.Prefix, error) {
	if a, err := netip.ParseAddr(s); err == nil {
		return netip.PrefixFrom(a, a.BitLen()), nil
	}
	p, err := netip.ParsePrefix(s)
	return p.Masked(), err
}

// moment reads a moment with its zone, or how long it is after begin.
func moment(s string, begin time.Time) (time.Time, error) {
	if d, err := time.ParseDuration(s); err == nil {
		return begin.Add(d).UTC().Truncate(time.Second), nil
	}
	t, err := time.Parse(time.RFC3339, s)
	if err != nil {
		return t, fmt.Errorf("%q is neither a moment such as 2026-03-01T06:00:00+03:00 nor a time such as 90m", s)
	}
	return t, nil
}

type maintenanceOnCmd struct {
	reach
	words
}

// Validate refuses what could not be meant of any server.
func (c *maintenanceOnCmd) Validate() error { return c.check(&c.words, time.Time{}) }

// Run closes a brand now.
func (c *maintenanceOnCmd) Run(w world) error { return c.set(w, &c.words, time.Time{}) }

type maintenanceScheduleCmd struct {
	reach
	From string `help:"When it begins: a moment (2026-03-01T03:00:00+03:00) or how long from now (2h)." required:"" placeholder:"WHEN"`
	words
}

// Validate refuses what could not be meant of any server.
func (c *maintenanceScheduleCmd) Validate() error {
	from, err := moment(c.From, time.Now())
	if err != nil {
		return fmt.Errorf("--from: %w", err)
	}
	return c.check(&c.words, from)
}

// Run closes a brand later.
func (c *maintenanceScheduleCmd) Run(w world) error {
	from, err := moment(c.From, time.Now())
	if err != nil {
		return fmt.Errorf("--from: %w", err)
	}
	return c.set(w, &c.words, from)
}

// check refuses an order that names no brand, or says what cannot be read.
func (r *reach) check(said *words, from time.Time) error {
	_, err := r.brand()
	if err == nil {
		_, err = said.notice(nobody, from, time.Now())
	}
	return err
}

// nobody is an environment without variables.
func nobody(string) (string, bool) { return "", false }

// set declares maintenance.
func (r *reach) set(w world, said *words, from time.Time) error {
	brand, err := r.brand()
	if err != nil {
		return err
	}
	n, err := said.notice(w.env, from, time.Now())
	if err != nil {
		return err
	}
	return r.show(w, order{Do: doSet, Brand: brand, Notice: n})
}

type maintenanceOffCmd struct{ reach }

// Validate refuses an order that names no brand.
func (c *maintenanceOffCmd) Validate() error {
	_, err := c.brand()
	return err
}

// Run opens a brand again.
func (c *maintenanceOffCmd) Run(w world) error {
	brand, err := c.brand()
	if err != nil {
		return err
	}
	return c.show(w, order{Do: doClear, Brand: brand})
}

type maintenanceStatusCmd struct{ reach }

// Run prints the state of one brand, or of all.
func (c *maintenanceStatusCmd) Run(w world) error {
	brand := c.Brand
	if brand == "" {
		brand = maintenance.Everywhere
	}
	return c.show(w, order{Do: doStatus, Brand: brand})
}

type maintenanceLinkCmd struct{ reach }

// Validate refuses an order that names no brand, or all.
func (c *maintenanceLinkCmd) Validate() error {
	if c.All {
		return errors.New("a link is for one brand: say --brand ID")
	}
	_, err := c.brand()
	return err
}

// Run prints a link for a tester.
func (c *maintenanceLinkCmd) Run(w world) error {
	brand, err := c.brand()
	if err != nil {
		return err
	}
	out, err := c.carryOut(w, order{Do: doPass, Brand: brand})
	if err != nil {
		return err
	}
	scheme := "http"
	if out.Pass.Secure {
		scheme = "https"
	}
	_, err = fmt.Fprintf(w.out, "%s://%s/?%s\nuntil %s\n", scheme, out.Pass.Host, out.Pass.Query, out.Pass.Until.Format(time.RFC3339))
	return err
}

// show carries o out and prints the states that came of it.
func (r *reach) show(w world, o order) error {
	out, err := r.carryOut(w, o)
	if err != nil {
		return err
	}
	return printStates(w.out, out.Brands)
}

// carryOut has the running server do it, or does it where none runs.
func (r *reach) carryOut(w world, o order) (outcome, error) {
	o.By = operator(w.env)
	return haveDone(w, r.home, deskPath, o, func(ctx context.Context, conf *config.Config, calls *contract.Catalogue, o order) (outcome, error) {
		return carryOutHere(ctx, conf, calls, o, slog.New(slog.NewTextHandler(w.errOut, nil)))
	})
}

// carryOutHere changes the store of a server that does not run.
func carryOutHere(ctx context.Context, conf *config.Config, calls *contract.Catalogue, o order, log *slog.Logger) (out outcome, err error) {
	s, err := openShelf(ctx, conf)
	if err != nil {
		return outcome{}, err
	}
	defer func() { err = errors.Join(err, s.close()) }()
	notices, err := s.records(maintenanceRecords)
	if err != nil {
		return outcome{}, err
	}
	if _, err := notices.All(ctx); err != nil {
		return outcome{}, err // a store that may come later is of no use here
	}
	states, err := maintenance.New(ctx, maintenance.Settings{Store: notices, Bus: s.bus})
	if err != nil {
		return outcome{}, err
	}
	room, err := openStaffRoom(ctx, s, false, log)
	if err != nil {
		return outcome{}, err
	}
	d := &desk{states: states, calls: calls, brands: func() []*bff.Brand { return conf.Brands }}
	return witnessed(d, room.trail)(ctx, o)
}

// printStates prints one line a brand.
func printStates(to io.Writer, all []maintenance.Status) error {
	t := tabwriter.NewWriter(to, 0, 0, 2, ' ', 0)
	_, _ = fmt.Fprintln(t, "BRAND\tSTATE\tFROM\tUNTIL\tCALLS\tBY\tMESSAGE")
	for _, s := range all {
		langs := slices.Sorted(maps.Keys(s.Message))
		said := ""
		if len(langs) > 0 {
			said = s.Message[langs[0]]
		}
		by := s.By
		if s.All {
			by += ", for all"
		}
		_, _ = fmt.Fprintf(t, "%s\t%s\t%s\t%s\t%s\t%s\t%s\n", s.Brand, s.State, shown(s.From), shown(s.Until), strings.Join(s.Calls, ","), by, said)
	}
	return t.Flush() // what failed before is told here
}

func shown(t time.Time) string {
	if t.IsZero() {
		return "-"
	}
	return t.Format(time.RFC3339)
}
