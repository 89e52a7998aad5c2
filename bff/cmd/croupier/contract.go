package main

import (
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/goccy/go-yaml"

	"croupier/bff"
	"croupier/bff/contract"
	"croupier/bff/internal/names"
	"croupier/bff/platform/conformance"
	"croupier/bff/platform/envelope"
	"croupier/bff/platform/rest"
	"croupier/contracts"
)

type contractCmd struct {
	Export contractExportCmd `cmd:"" help:"Write the contract to a directory: openapi.yaml and the JSON Schemas."`
	Verify contractVerifyCmd `cmd:"" help:"Send every call to a platform and report contract violations."`
}

type contractExportCmd struct {
	Out string `required:"" type:"path" placeholder:"DIR"`
}

// Run writes the files and prints their number.
func (c *contractExportCmd) Run(w commandContext) error {
	names, err := fs.Glob(contracts.Files, "schemas/*.json")
	files := map[string][]byte{}
	for _, name := range append(names, "openapi.yaml") {
		if err == nil {
			files[name], err = fs.ReadFile(contracts.Files, name)
		}
	}
	if err == nil {
		err = writeFiles(c.Out, files)
	}
	if err != nil {
		return fmt.Errorf("could not write the contract: %w", err)
	}
	return w.printf("wrote %d files to %s\n", len(files), c.Out)
}

type contractVerifyCmd struct {
	Upstream string `xor:"platform" placeholder:"URL"`
	Config   string `xor:"platform" type:"existingfile" placeholder:"FILE"`
	Brand    string `help:"With --config, id of the brand. Default: the only brand." placeholder:"ID"`
	loginFlags
	Mapping   string   `help:"Mapping file of a REST API." type:"existingfile" placeholder:"FILE"`
	Username  string   `help:"User name of a player. Default: only guest calls." placeholder:"NAME"`
	Password  string   `help:"Password of the player." env:"CROUPIER_VERIFY_PASSWORD" placeholder:"WORD"`
	Overrides string   `type:"existingfile" placeholder:"FILE"`
	Offers    []string `help:"Optional call that the platform has. Repeatable." placeholder:"CLASS/METHOD"`
	Suggest   bool     `help:"Print contract_overrides and changed mapping calls that accept the deviations."`
	Writes    bool     `help:"Also send writes and payments. Use a test account."`
	Site      int      `help:"Number of the site on the platform." default:"889"`
	Lang      string   `help:"Language of the responses." default:"tr"`
	Zone      string   `help:"Time zone of dates in responses." default:"Europe/Istanbul"`
	Currency  string   `help:"Currency of the site." default:"TRY"`
	Format    string   `help:"Output format: text or json." enum:"text,json" default:"text"`
}

// Validate checks the URL, time zone and optional calls, or the flags that --config excludes.
func (c *contractVerifyCmd) Validate() error {
	switch {
	case c.Suggest && c.Format == "json":
		return errors.New("--suggest and --format json exclude each other")
	case c.Config != "" && c.Writes:
		return errors.New("--writes and --config exclude each other: use --upstream with a test account")
	case c.Config != "" && (c.Username != "" || c.Mapping != "" || c.Overrides != ""):
		return errors.New(
			"--username, --mapping and --overrides require --upstream: with --config, use --login and the server file",
		)
	case c.Config != "":
		return nil
	case c.Login != "", c.Brand != "":
		return errors.New("--login and --brand require --config: with --upstream, use --username")
	}
	u, err := url.Parse(c.Upstream)
	if err != nil || (u.Scheme != "http" && u.Scheme != "https") || u.Host == "" {
		return errors.New(
			"--upstream URL or --config FILE is required, and the URL must start with http:// or https://",
		)
	}
	if _, err := time.LoadLocation(c.Zone); err != nil {
		return fmt.Errorf("--zone: %w", err)
	}
	var optional []string
	for _, call := range contract.MustLoad().Calls() {
		if call.Optional {
			optional = append(optional, call.Name())
		}
	}
	for _, name := range c.Offers {
		if !slices.Contains(optional, name) {
			return fmt.Errorf("--offers: %q is not an optional call%s (allowed: %s)", name, names.Hint(name, optional),
				strings.Join(optional, ", "))
		}
	}
	return nil
}

// Run prints a report in the chosen form. It returns errReported if the platform violates the
// contract.
func (c *contractVerifyCmd) Run(w commandContext) error {
	calls, options := contract.MustLoad(), c.options
	if c.Config != "" {
		options = c.configured
	}
	o, err := options(w, calls)
	if err != nil {
		return err
	}
	report, err := conformance.Run(w.ctx, o)
	if err != nil {
		return err
	}
	switch {
	case c.Suggest:
		err = c.suggest(w.out, calls, report)
	case c.Format == "json":
		err = printJSON(w.out, report)
	default:
		err = report.Write(w.out)
	}
	if err == nil && report.Failed() {
		return errReported
	}
	return err
}

// configured returns the options for a brand of the configuration.
func (c *contractVerifyCmd) configured(w commandContext, calls *contract.Catalogue) (o conformance.Options, err error) {
	live, b, err := openConfiguration(w, configFile(c.Config), c.Brand)
	if err != nil {
		return o, err
	}
	c.Mapping = live.Config().Server.Upstreams[b.Upstream.Name].Mapping // for suggest
	return configuredOptions(w, live, calls, b, &c.loginFlags)
}

// options returns the options for the platform of --upstream.
func (c *contractVerifyCmd) options(w commandContext, calls *contract.Catalogue) (o conformance.Options, err error) {
	zone, err := time.LoadLocation(c.Zone)
	if err != nil {
		return o, fmt.Errorf("--zone: %w", err)
	}
	accepted, err := c.overrides()
	if err != nil {
		return o, err
	}
	platform, unsupported, err := c.platform(w, calls)
	return conformance.Options{
		Upstream: platform, Calls: calls, Lang: c.Lang,
		Brand:    &bff.Brand{ID: "verify", SiteID: c.Site, SiteType: "desktop", Currency: c.Currency, TimeZone: zone},
		Visitor:  localVisitor,
		Username: c.Username, Password: c.Password, Writes: c.Writes,
		Accepted: func(call *bff.Call) map[string]contract.Override { return accepted[call.Name()] },
		Unsupported: func(call *bff.Call) bool {
			return call.Optional && !slices.Contains(c.Offers, call.Name()) || unsupported != nil && unsupported(call)
		},
	}, err
}

func (c *contractVerifyCmd) overrides() (contract.Overrides, error) {
	if c.Overrides == "" {
		return nil, nil
	}
	raw, err := os.ReadFile(c.Overrides)
	if err != nil {
		return nil, fmt.Errorf("could not read the overrides: %w", err)
	}
	var file struct {
		Overrides contract.Overrides `yaml:"contract_overrides"`
	}
	if err := yaml.Unmarshal(raw, &file); err != nil {
		return nil, fmt.Errorf("could not read the overrides %s: %w", c.Overrides, err)
	}
	return file.Overrides, nil
}

// platform returns the adapter of the platform, and a function that reports whether its mapping
// declares a call as unsupported.
func (c *contractVerifyCmd) platform(
	w commandContext, calls *contract.Catalogue,
) (bff.Upstream, func(*bff.Call) bool, error) {
	if c.Mapping == "" {
		platform, err := envelope.New(envelope.Settings{URL: c.Upstream})
		return platform, nil, err
	}
	raw, err := os.ReadFile(c.Mapping)
	if err != nil {
		return nil, nil, fmt.Errorf("could not read the mapping: %w", err)
	}
	dir, file := filepath.Split(c.Mapping)
	mapping, err := rest.Parse(file, raw, calls)
	if err != nil {
		return nil, nil, printFaults(w, dir, err)
	}
	platform, err := rest.New(rest.Settings{URL: c.Upstream, Mapping: mapping})
	return platform, mapping.Declared, err
}
