package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"net/netip"
	"net/url"
	"os"
	"path/filepath"
	"time"

	"croupier/bff"
	"croupier/bff/config"
	"croupier/bff/conformance"
	"croupier/bff/contract"
	"croupier/bff/upstream/envelope"
	"croupier/bff/upstream/rest"
	"croupier/contracts"
)

type contractCmd struct {
	Export contractExportCmd `cmd:"" help:"Write the contract: openapi.yaml and the JSON Schemas."`
	Verify contractVerifyCmd `cmd:"" help:"Ask a platform every call and tell where its answers break the contract."`
}

type contractExportCmd struct {
	Out string `help:"The folder to write to; made where absent." required:"" type:"path" placeholder:"DIR"`
}

// Run writes the files and tells how many.
func (c *contractExportCmd) Run(w commandContext) error {
	names, err := fs.Glob(contracts.Files, "schemas/*.json")
	if err != nil {
		return fmt.Errorf("contract: %w", err)
	}
	names = append(names, "openapi.yaml")
	for _, name := range names {
		raw, err := fs.ReadFile(contracts.Files, name)
		if err != nil {
			return fmt.Errorf("contract: %w", err)
		}
		file := filepath.Join(c.Out, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil { //nolint:gosec // the contract is emptyEnv's secret
			return fmt.Errorf("contract: %w", err)
		}
		if err := os.WriteFile(file, raw, 0o644); err != nil { //nolint:gosec // the contract is emptyEnv's secret
			return fmt.Errorf("contract: %w", err)
		}
	}
	_, err = fmt.Fprintf(w.out, "%d files in %s\n", len(names), c.Out)
	return err
}

type contractVerifyCmd struct {
	Upstream string `help:"Where the platform is: of the envelope, or the base of the mapping's paths." required:"" placeholder:"URL"`
	Mapping  string `help:"How to speak to a platform that has no envelope." type:"existingfile" placeholder:"FILE"`
	Username string `help:"A player of the platform; without one only what guests may ask is asked." placeholder:"NAME"`
	Password string `help:"The player's password." env:"CROUPIER_VERIFY_PASSWORD" placeholder:"WORD"`
	Writes   bool   `help:"Also send what changes something, money included: for a player who is there to be tried."`
	Site     int    `help:"The number the platform knows the site by." default:"889"`
	Lang     string `help:"The language of the answers." default:"tr"`
	Zone     string `help:"The time zone of the dates in answers." default:"Europe/Istanbul"`
	Currency string `help:"The site's currency." default:"TRY"`
	Format   string `help:"How the report is told: text or json." enum:"text,json" default:"text"`
}

// Validate refuses an address or a zone that is none.
func (c *contractVerifyCmd) Validate() error {
	u, err := url.Parse(c.Upstream)
	if err != nil || (u.Scheme != "http" && u.Scheme != "https") || u.Host == "" {
		return errors.New("--upstream: want http://host/path or https://host/path")
	}
	if _, err := time.LoadLocation(c.Zone); err != nil {
		return fmt.Errorf("--zone: %w", err)
	}
	return nil
}

// Run asks every call and tells what is broken.
func (c *contractVerifyCmd) Run(w commandContext) error {
	calls, err := contract.Load()
	if err != nil {
		return err
	}
	zone, err := time.LoadLocation(c.Zone)
	if err != nil {
		return fmt.Errorf("contract: %w", err)
	}
	platform, err := c.platform(w, calls)
	if err != nil {
		return err
	}
	report, err := conformance.Run(w.ctx, conformance.Options{
		Upstream: platform, Calls: calls, Lang: c.Lang,
		Brand:    &bff.Brand{ID: "verify", SiteID: c.Site, SiteType: "desktop", Currency: c.Currency, TimeZone: zone},
		Visitor:  netip.AddrFrom4([4]byte{127, 0, 0, 1}),
		Username: c.Username, Password: c.Password, Writes: c.Writes,
	})
	if err != nil {
		return err
	}
	if c.Format == "json" {
		out := json.NewEncoder(w.out)
		out.SetIndent("", "  ")
		err = out.Encode(report)
	} else {
		err = report.Write(w.out)
	}
	if err == nil && report.Count(conformance.Broken) > 0 {
		return errReported
	}
	return err
}

// platform is the adapter to the platform. Faults of a mapping are told as a check tells them.
func (c *contractVerifyCmd) platform(w commandContext, calls *contract.Catalogue) (bff.Upstream, error) {
	if c.Mapping == "" {
		return envelope.New(envelope.Settings{URL: c.Upstream})
	}
	dir, file := filepath.Split(c.Mapping)
	mapping, err := rest.Load(os.DirFS(dir), file, calls)
	var faults config.Faults
	if errors.As(err, &faults) {
		for _, f := range faults {
			f.File = filepath.Join(dir, f.File)
			_, _ = fmt.Fprintln(w.errOut, f)
		}
		return nil, errReported
	}
	if err != nil {
		return nil, err
	}
	return rest.New(rest.Settings{URL: c.Upstream, Mapping: mapping})
}
