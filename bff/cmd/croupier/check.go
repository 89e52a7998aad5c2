package main

import (
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"slices"
	"time"

	"croupier/bff"
	"croupier/bff/cmd/croupier/app"
	"croupier/bff/config"
	"croupier/bff/contract"
	"croupier/bff/platform/conformance"
)

type checkCmd struct {
	configFlag
	Upstream bool
	platformFlags
	Strict  bool   `help:"Fail if there are warnings."`
	Offline bool   `help:"Do not connect to Redis."`
	Format  string `help:"Output format: text or json." enum:"text,json" default:"text"`
	Schema  string `enum:"server,brand,content,mapping" placeholder:"KIND"`
}

// checked is the result of a check.
type checked struct {
	Faults    config.Faults                  `json:"faults"`              // errors, or only warnings
	Upstreams map[string]*conformance.Report `json:"upstreams,omitempty"` // by brand
	Hosts     map[string]*foreignHosts       `json:"hosts,omitempty"`     // not allowed, by brand
	Pictures  map[string][]screen            `json:"pictures,omitempty"`  // first screens, by brand
}

// failed reports whether a platform violates the contract or has an unreachable address.
func (c *checked) failed() bool {
	isError := func(f config.Fault) bool { return f.Severity == config.SeverityError }
	return slices.ContainsFunc(c.Faults, isError) ||
		slices.ContainsFunc(slices.Collect(maps.Values(c.Upstreams)), (*conformance.Report).Failed)
}

// Run reports every error and warning in one pass. It calls platforms only if there are no errors.
func (c *checkCmd) Run(w commandContext) error {
	if c.Schema != "" {
		raw, err := config.Schema(c.Schema)
		if err != nil {
			return err
		}
		return w.printf("%s", raw)
	}
	calls := contract.MustLoad()
	found := &checked{Faults: config.Faults{}}
	var conf *config.Config
	from := c.source(w, w.env)
	from.AtStart = func(next *config.Config) config.Faults {
		conf = next
		return app.CheckStart(w.ctx, conf, calls, !c.Offline)
	}
	live, err := config.OpenLive(from, slog.New(slog.DiscardHandler), time.Now)
	if err != nil && !errors.As(err, &found.Faults) {
		return err
	}
	if conf != nil {
		found.Faults = append(found.Faults, conf.Warnings()...)
	}
	if live != nil && c.Upstream {
		if err := c.askPlatforms(w, live, calls, found); err != nil {
			return err
		}
	}
	if c.Format == "json" {
		err = printJSON(w.out, found)
	} else {
		err = found.write(w, live, c.Strict)
	}
	if err == nil && (live == nil || found.failed() || c.Strict && len(found.Faults) > 0) {
		return errReported
	}
	return err
}

// write prints the result, one line per fault. live is nil if there are errors.
func (c *checked) write(w commandContext, live *config.Live, strict bool) error {
	for _, f := range c.Faults {
		_, _ = fmt.Fprintln(w.errOut, f)
	}
	if live == nil {
		isWarning := func(f config.Fault) bool { return f.Severity == config.SeverityWarning }
		_, err := fmt.Fprintln(w.errOut, numbered(len(slices.DeleteFunc(slices.Clone(c.Faults), isWarning)), "error"))
		return err
	}
	for _, b := range live.Brands() {
		if report := c.Upstreams[b.ID]; report != nil {
			_, _ = fmt.Fprintf(w.out, "%s: ", b.ID)
			if err := report.Write(w.out); err != nil {
				return err
			}
			c.Hosts[b.ID].write(w.out, b)
			for _, s := range c.Pictures[b.ID] {
				s.write(w.out, b)
			}
		}
	}
	if c.failed() {
		return nil
	}
	text := "Configuration is valid: " + numbered(len(live.Brands()), "brand")
	if n := len(c.Faults); n > 0 {
		text += ", " + numbered(n, "warning")
		if strict {
			text += ". --strict fails on warnings"
		}
	}
	return w.printf("%s.\n", text)
}

func numbered(n int, noun string) string {
	if n != 1 {
		noun += "s"
	}
	return fmt.Sprintf("%d %s", n, noun)
}

// platformFlags select the platform that check --upstream calls, and the player.
type platformFlags struct {
	Brand string `help:"With --upstream, call only the platform of this brand." placeholder:"ID"`
	loginFlags
}

// askPlatforms calls the platforms of all brands, or of the selected brand.
func (c *checkCmd) askPlatforms(w commandContext, live *config.Live, calls *contract.Catalogue, found *checked) error {
	brands := live.Brands()
	if c.Brand != "" || c.Login != "" { // a player is one of a brand
		b, err := chosenBrand(live, c.Brand)
		if err != nil {
			return err
		}
		brands = []*bff.Brand{b}
	}
	found.Upstreams, found.Hosts = map[string]*conformance.Report{}, map[string]*foreignHosts{}
	found.Pictures = map[string][]screen{}
	found.Faults = append(found.Faults, app.CheckAddresses(w.ctx, live.Config())...)
	for _, b := range brands {
		o, err := configuredOptions(w, live, calls, b, &c.loginFlags)
		if err != nil {
			return err
		}
		found.Pictures[b.ID] = weighScreens(w.ctx, b, calls, o.Upstream)
		hosts := collectForeignHosts(o.Upstream, calls)
		o.Upstream, found.Hosts[b.ID] = hosts, hosts
		if found.Upstreams[b.ID], err = conformance.Run(w.ctx, o); err != nil {
			return err
		}
	}
	return nil
}
