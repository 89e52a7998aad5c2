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

// maintenanceCmd closes and opens brands, through the running server or in its store.
type maintenanceCmd struct {
	On       maintenanceOnCmd       `cmd:"" help:"Close a brand, or part of it, now."`
	Off      maintenanceOffCmd      `cmd:"" help:"Open a brand and remove its schedule."`
	Schedule maintenanceScheduleCmd `cmd:"" help:"Close a brand, or part of it, later."`
	Status   maintenanceStatusCmd   `cmd:"" help:"Print the state of brands."`
	Link     maintenanceLinkCmd     `cmd:"" help:"Print a link that bypasses maintenance for an hour."`
}

// brandFlags select the brands of a request.
type brandFlags struct {
	Brand string `help:"Brand id." xor:"which" placeholder:"ID"`
	All   bool   `help:"All brands." xor:"which"`
	serverFlags
}

// brand returns the brand of a request.
func (r *brandFlags) brand() (string, error) {
	if r.All {
		return maintenance.Everywhere, nil
	}
	if r.Brand == "" {
		return "", errors.New("--brand ID or --all is required")
	}
	return r.Brand, nil
}

// noticeFlags describe a maintenance notice.
type noticeFlags struct {
	MessageTR string   `name:"message-tr" help:"Message for players in Turkish." placeholder:"TEXT"`
	MessageEN string   `name:"message-en" help:"In English." placeholder:"TEXT"`
	MessageDE string   `name:"message-de" help:"In German." placeholder:"TEXT"`
	MessageRU string   `name:"message-ru" help:"In Russian." placeholder:"TEXT"`
	MessageAR string   `name:"message-ar" help:"In Arabic." placeholder:"TEXT"`
	Until     string   `help:"End: a time (2026-03-01T06:00:00+03:00) or a duration from the start (90m)." placeholder:"WHEN"`
	Calls     []string `help:"Only these classes or calls, for example livecasino." placeholder:"CLASS[/METHOD]"`
	Bypass    []string `help:"Addresses that bypass it, for example 203.0.113.0/24." placeholder:"CIDR"`
}

// notice returns the notice that starts at from; zero means now.
func (w *noticeFlags) notice(env config.Environment, from, now time.Time) (n maintenance.Notice, err error) {
	n = maintenance.Notice{From: from, Calls: w.Calls, Message: map[string]string{}, By: operator(env)}
	for lang, text := range map[string]string{"tr": w.MessageTR, "en": w.MessageEN, "de": w.MessageDE, "ru": w.MessageRU, "ar": w.MessageAR} {
		if text != "" {
			n.Message[lang] = text
		}
	}
	for _, s := range w.Bypass {
		p, err := parsePrefix(s)
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
		if n.Until, err = parseTime(w.Until, begin); err != nil {
			return n, fmt.Errorf("--until: %w", err)
		}
	}
	return n, nil
}

// parsePrefix parses an address range or a single address.
func parsePrefix(s string) (netip.Prefix, error) {
	if a, err := netip.ParseAddr(s); err == nil {
		return netip.PrefixFrom(a, a.BitLen()), nil
	}
	p, err := netip.ParsePrefix(s)
	return p.Masked(), err
}

// parseTime parses a time with zone, or a duration after begin.
func parseTime(s string, begin time.Time) (time.Time, error) {
	if d, err := time.ParseDuration(s); err == nil {
		return begin.Add(d).UTC().Truncate(time.Second), nil
	}
	t, err := time.Parse(time.RFC3339, s)
	if err != nil {
		return t, fmt.Errorf("%q: want a time such as 2026-03-01T06:00:00+03:00 or a duration such as 90m", s)
	}
	return t, nil
}

type maintenanceOnCmd struct {
	brandFlags
	noticeFlags
}

// Validate checks the flags before the server is contacted.
func (c *maintenanceOnCmd) Validate() error { return c.check(&c.noticeFlags, time.Time{}) }

// Run closes a brand now.
func (c *maintenanceOnCmd) Run(w commandContext) error { return c.set(w, &c.noticeFlags, time.Time{}) }

type maintenanceScheduleCmd struct {
	brandFlags
	From string `help:"Start: a time (2026-03-01T03:00:00+03:00) or a duration from now (2h)." required:"" placeholder:"WHEN"`
	noticeFlags
}

// Validate checks the flags before the server is contacted.
func (c *maintenanceScheduleCmd) Validate() error {
	from, err := parseTime(c.From, time.Now())
	if err != nil {
		return fmt.Errorf("--from: %w", err)
	}
	return c.check(&c.noticeFlags, from)
}

// Run schedules maintenance.
func (c *maintenanceScheduleCmd) Run(w commandContext) error {
	from, err := parseTime(c.From, time.Now())
	if err != nil {
		return fmt.Errorf("--from: %w", err)
	}
	return c.set(w, &c.noticeFlags, from)
}

// check validates the brand and the notice.
func (r *brandFlags) check(flags *noticeFlags, from time.Time) error {
	_, err := r.brand()
	if err == nil {
		_, err = flags.notice(emptyEnv, from, time.Now())
	}
	return err
}

// emptyEnv is an environment without variables.
func emptyEnv(string) (string, bool) { return "", false }

// set declares maintenance.
func (r *brandFlags) set(w commandContext, flags *noticeFlags, from time.Time) error {
	brand, err := r.brand()
	if err != nil {
		return err
	}
	n, err := flags.notice(w.env, from, time.Now())
	if err != nil {
		return err
	}
	return r.show(w, maintenance.AdminRequest{Operation: maintenance.OpSet, Brand: brand, Notice: n})
}

type maintenanceOffCmd struct{ brandFlags }

// Validate checks that a brand is named.
func (c *maintenanceOffCmd) Validate() error {
	_, err := c.brand()
	return err
}

// Run opens a brand.
func (c *maintenanceOffCmd) Run(w commandContext) error {
	brand, err := c.brand()
	if err != nil {
		return err
	}
	return c.show(w, maintenance.AdminRequest{Operation: maintenance.OpClear, Brand: brand})
}

type maintenanceStatusCmd struct{ brandFlags }

// Run prints the state of one brand, or of all.
func (c *maintenanceStatusCmd) Run(w commandContext) error {
	brand := c.Brand
	if brand == "" {
		brand = maintenance.Everywhere
	}
	return c.show(w, maintenance.AdminRequest{Operation: maintenance.OpStatus, Brand: brand})
}

type maintenanceLinkCmd struct{ brandFlags }

// Validate checks that one brand is named.
func (c *maintenanceLinkCmd) Validate() error {
	if c.All {
		return errors.New("a link needs one brand: --brand ID")
	}
	_, err := c.brand()
	return err
}

// Run prints a bypass link.
func (c *maintenanceLinkCmd) Run(w commandContext) error {
	brand, err := c.brand()
	if err != nil {
		return err
	}
	out, err := c.call(w, maintenance.AdminRequest{Operation: maintenance.OpBypass, Brand: brand})
	if err != nil {
		return err
	}
	scheme := "http"
	if out.Bypass.Secure {
		scheme = "https"
	}
	_, err = fmt.Fprintf(w.out, "%s://%s/?%s\nuntil %s\n", scheme, out.Bypass.Host, out.Bypass.Query, out.Bypass.Until.Format(time.RFC3339))
	return err
}

// show runs a request and prints the resulting states.
func (r *brandFlags) show(w commandContext, q maintenance.AdminRequest) error {
	out, err := r.call(w, q)
	if err != nil {
		return err
	}
	return printStates(w.out, out.Brands)
}

// call runs a request on the running server, or on the store where none runs.
func (r *brandFlags) call(w commandContext, q maintenance.AdminRequest) (maintenance.AdminResponse, error) {
	q.By = operator(w.env)
	return adminCall(w, r.serverFlags, adminMaintenance, q, func(ctx context.Context, conf *config.Config, calls *contract.Catalogue, q maintenance.AdminRequest) (maintenance.AdminResponse, error) {
		return maintenanceOffline(ctx, conf, calls, q, slog.New(slog.NewTextHandler(w.errOut, nil)))
	})
}

// maintenanceOffline runs a request on the store of a server that does not run.
func maintenanceOffline(ctx context.Context, conf *config.Config, calls *contract.Catalogue, q maintenance.AdminRequest, log *slog.Logger) (out maintenance.AdminResponse, err error) {
	s, err := openRecords(ctx, conf)
	if err != nil {
		return out, err
	}
	defer func() { err = errors.Join(err, s.close()) }()
	notices, err := s.records(maintenanceRecords)
	if err != nil {
		return out, err
	}
	if _, err := notices.All(ctx); err != nil {
		return out, err // maintenance.New tolerates an unavailable store; a command must not
	}
	manager, err := maintenance.New(ctx, maintenance.Settings{Store: notices, Bus: s.bus})
	if err != nil {
		return out, err
	}
	accounts, err := openAccounts(s, log)
	if err != nil {
		return out, err
	}
	brands := func() []*bff.Brand { return conf.Brands }
	return newMaintenanceAdmin(manager, brands, calls, accounts.AuditLog).Do(ctx, q)
}

// printStates prints one line per brand.
func printStates(to io.Writer, all []maintenance.Status) error {
	t := tabwriter.NewWriter(to, 0, 0, 2, ' ', 0)
	_, _ = fmt.Fprintln(t, "BRAND\tSTATE\tFROM\tUNTIL\tCALLS\tBY\tMESSAGE")
	for _, s := range all {
		langs := slices.Sorted(maps.Keys(s.Message))
		flags := ""
		if len(langs) > 0 {
			flags = s.Message[langs[0]]
		}
		by := s.By
		if s.All {
			by += ", for all"
		}
		_, _ = fmt.Fprintf(t, "%s\t%s\t%s\t%s\t%s\t%s\t%s\n", s.Brand, s.State, formatTime(s.From), formatTime(s.Until), strings.Join(s.Calls, ","), by, flags)
	}
	return t.Flush() // returns earlier write errors too
}

func formatTime(t time.Time) string {
	if t.IsZero() {
		return "-"
	}
	return t.Format(time.RFC3339)
}
