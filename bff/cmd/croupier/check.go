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
	Upstream bool   `help:"Also ask each brand's platform what guests may ask, and tell where its answers break the contract."`
	Format   string `help:"How faults are told: text or json." enum:"text,json" default:"text"`
}

// checked is what a check found.
type checked struct {
	Faults    config.Faults                  `json:"faults"`
	Upstreams map[string]*conformance.Report `json:"upstreams,omitempty"` // by brand
}

// broken tells whether anything has to be mended.
func (c *checked) broken() bool {
	for _, r := range c.Upstreams {
		if r.Count(conformance.Broken) > 0 {
			return true
		}
	}
	return len(c.Faults) > 0
}

// Run tells every fault of the configuration at once; platforms are asked only where there
// is none.
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

// write tells what was found, a line each. live is nil where there are faults.
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

// askPlatforms asks the platforms of every brand what guests may ask, as the server would:
// by the brand's routes, with its timeouts.
func askPlatforms(ctx context.Context, live *config.Live, calls *contract.Catalogue) (map[string]*conformance.Report, error) {
	log := slog.New(slog.DiscardHandler)
	casino, err := openMock(live.Config(), calls, log)
	if err != nil {
		return nil, err
	}
	routes, err := openPlatforms(ctx, live, calls, casino, noHolds{}, nil, nil, log)
	if err != nil {
		return nil, err
	}
	reports := map[string]*conformance.Report{}
	for _, b := range live.Brands() {
		reports[b.ID], err = conformance.Run(ctx, conformance.Options{
			Upstream: routes, Calls: calls, Brand: b, Lang: b.DefaultLang(), Visitor: netip.AddrFrom4([4]byte{127, 0, 0, 1}),
		})
		if err != nil {
			return nil, err
		}
	}
	return reports, nil
}

// noHolds are the overrides of a program that emptyEnv overrides breakers of.
type noHolds struct{ bff.RecordStore }

// All gives none.
func (noHolds) All(context.Context) (map[string][]byte, error) { return nil, nil }
