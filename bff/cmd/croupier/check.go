package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net/netip"
	"time"

	"croupier/bff"
	"croupier/bff/config"
	"croupier/bff/conformance"
	"croupier/bff/contract"
)

type checkCmd struct {
	configFlag
	Upstream bool   `help:"Also call each brand's platform as a guest and report contract violations."`
	Format   string `help:"Output format: text or json." enum:"text,json" default:"text"`
}

// checked is the result of a check.
type checked struct {
	Faults    config.Faults                  `json:"faults"`
	Upstreams map[string]*conformance.Report `json:"upstreams,omitempty"` // by brand
}

// broken reports whether anything must be fixed.
func (c *checked) broken() bool {
	for _, r := range c.Upstreams {
		if r.Failed() {
			return true
		}
	}
	return len(c.Faults) > 0
}

// Run reports every fault of the configuration; platforms are called only without faults.
func (c *checkCmd) Run(w commandContext) error {
	calls, err := contract.Load()
	if err != nil {
		return err
	}
	found := &checked{Faults: config.Faults{}}
	live, err := config.OpenLive(source(c.Config, w.env, calls), slog.New(slog.DiscardHandler), time.Now)
	if err != nil && !errors.As(err, &found.Faults) {
		return err
	}
	if err == nil {
		found.Faults = append(found.Faults, preflight(w.ctx, live.Config(), calls)...)
		found.Faults = append(found.Faults, storedDemoAccounts(w.ctx, live.Config())...)
	}
	if len(found.Faults) == 0 && c.Upstream {
		if found.Upstreams, err = askPlatforms(w.ctx, live, calls); err != nil {
			return err
		}
	}
	if c.Format == "json" {
		out := json.NewEncoder(w.out)
		out.SetIndent("", "  ")
		err = out.Encode(found)
	} else {
		err = found.write(w, live)
	}
	if err == nil && found.broken() {
		return errReported
	}
	return err
}

// write prints the result, one line per fault. live is nil where there are faults.
func (c *checked) write(w commandContext, live *config.Live) error {
	if len(c.Faults) > 0 {
		for _, f := range c.Faults {
			_, _ = fmt.Fprintln(w.errOut, f)
		}
		noun := "faults"
		if len(c.Faults) == 1 {
			noun = "fault"
		}
		_, err := fmt.Fprintf(w.errOut, "%d %s\n", len(c.Faults), noun)
		return err
	}
	for _, b := range live.Brands() {
		if report := c.Upstreams[b.ID]; report != nil {
			_, _ = fmt.Fprintf(w.out, "%s: ", b.ID)
			if err := report.Write(w.out); err != nil {
				return err
			}
		}
	}
	if c.broken() {
		return nil
	}
	_, err := fmt.Fprintf(w.out, "fine: %d brands\n", len(live.Brands()))
	return err
}

// askPlatforms makes the guest calls of every brand as the server would: through its routes and
// with its timeouts.
func askPlatforms(ctx context.Context, live *config.Live, calls *contract.Catalogue) (map[string]*conformance.Report, error) {
	log := slog.New(slog.DiscardHandler)
	casino, err := openMock(live.Config(), calls, log)
	if err != nil {
		return nil, err
	}
	routes, err := openPlatforms(ctx, live, calls, casino, noOverrides{}, nil, nil, nil, log)
	if err != nil {
		return nil, err
	}
	reports := map[string]*conformance.Report{}
	for _, b := range live.Brands() {
		reports[b.ID], err = conformance.Run(ctx, conformance.Options{
			Upstream: routes, Calls: calls, Accepted: acceptedBy(live, b), Brand: b, Lang: b.DefaultLang(), Visitor: netip.AddrFrom4([4]byte{127, 0, 0, 1}),
		})
		if err != nil {
			return nil, err
		}
	}
	return reports, nil
}

// acceptedBy returns the contract overrides of the upstreams of a brand.
func acceptedBy(live *config.Live, b *bff.Brand) func(*bff.Call) map[string]contract.Override {
	return func(call *bff.Call) map[string]contract.Override {
		return live.Config().Server.Upstreams[b.RulesFor(call).Name].ContractOverrides[call.Name()]
	}
}

// noOverrides is an empty override store, for commands without breaker overrides.
type noOverrides struct{ bff.RecordStore }

// All returns no records.
func (noOverrides) All(context.Context) (map[string][]byte, error) { return nil, nil }
