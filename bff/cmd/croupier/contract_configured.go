package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/netip"
	"time"

	"croupier/bff"
	"croupier/bff/config"
	"croupier/bff/contract"
	"croupier/bff/platform/conformance"
)

// localVisitor is the address of the visitor of calls that commands make.
var localVisitor = netip.AddrFrom4([4]byte{127, 0, 0, 1})

// validateConfigured checks the flags of a run with a configuration.
func (c *contractVerifyCmd) validateConfigured() error {
	switch {
	case c.Writes:
		return errors.New("--writes: not with --config, which sends reads only; give --upstream and a test account")
	case c.Username != "", c.Mapping != "", c.Overrides != "":
		return errors.New("--username, --mapping and --overrides: belong to --upstream; with --config they are --login and settings")
	case c.Suggest && c.Format == "json":
		return errors.New("--suggest: prints YAML, not --format json")
	}
	return nil
}

// runConfigured verifies the platform of a brand of the configuration.
func (c *contractVerifyCmd) runConfigured(w commandContext, calls *contract.Catalogue) error {
	live, b, err := openConfiguration(w, configFile(c.Config), calls, c.Brand)
	if err != nil {
		return err
	}
	o, err := configuredOptions(w, live, calls, b, &c.loginFlags)
	if err != nil {
		return err
	}
	report, err := conformance.Run(w.ctx, o)
	if err != nil {
		return err
	}
	c.Mapping = live.Config().Server.Upstreams[b.Upstream.Name].Mapping // for suggest
	return c.print(w, calls, report)
}

// openConfiguration loads a configuration and finds a brand in it, see chosenBrand. Its faults are printed as by check.
func openConfiguration(w commandContext, file configFile, calls *contract.Catalogue, brand string) (*config.Live, *bff.Brand, error) {
	live, err := config.OpenLive(source(file, w.env, calls), slog.New(slog.DiscardHandler), time.Now)
	var faults config.Faults
	if errors.As(err, &faults) {
		for _, f := range faults {
			_, _ = fmt.Fprintln(w.errOut, f)
		}
		return nil, nil, errReported
	}
	if err != nil {
		return nil, nil, err
	}
	b, err := chosenBrand(live, brand)
	return live, b, err
}

// chosenBrand returns the brand with an id, or the only one.
func chosenBrand(live *config.Live, id string) (*bff.Brand, error) {
	brands := live.Brands()
	if id == "" {
		if len(brands) != 1 {
			return nil, fmt.Errorf("--brand is required: the configuration has %d brands", len(brands))
		}
		return brands[0], nil
	}
	b, ok := live.ByID(id)
	if !ok {
		return nil, fmt.Errorf("--brand: no brand %s", id)
	}
	return b, nil
}

// configuredOptions returns what makes the calls of a brand as the server does: through its routes, with
// its headers, secrets and timeouts. They are reads only, those of players with a login.
func configuredOptions(w commandContext, live *config.Live, calls *contract.Catalogue, b *bff.Brand, login *loginFlags) (o conformance.Options, err error) {
	routes, err := commandRoutes(w.ctx, live, calls)
	if err != nil {
		return o, err
	}
	o = conformance.Options{
		Upstream: routes, Calls: calls, Accepted: acceptedBy(live, b), Brand: b, Lang: b.DefaultLang(), Visitor: localVisitor,
		Unsupported: func(call *bff.Call) bool { return !b.Supports(call) }, ReadsOnly: true, Username: login.Login,
	}
	if login.Login != "" {
		o.Password, err = login.password(w)
	}
	return o, err
}

// commandRoutes opens the platforms of a configuration for a command: without breaker overrides, and
// without anything that is stored.
func commandRoutes(ctx context.Context, live *config.Live, calls *contract.Catalogue) (*platforms, error) {
	log := slog.New(slog.DiscardHandler)
	casino, err := openMock(live.Config(), calls, log)
	if err != nil {
		return nil, err
	}
	return openPlatforms(ctx, live, calls, casino, noOverrides{}, nil, nil, nil, nil, log)
}
