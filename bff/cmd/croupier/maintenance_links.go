package main

import (
	"errors"
	"fmt"
	"text/tabwriter"
	"time"

	"croupier/bff/ops/maintenance"
)

// oneBrandFlags select one brand.
type oneBrandFlags struct{ brandFlags }

// Validate checks that one brand is named.
func (c *oneBrandFlags) Validate() error {
	if c.All {
		return errors.New("a link needs one brand: --brand ID")
	}
	_, err := c.brand()
	return err
}

type maintenanceLinkCmd struct{ oneBrandFlags }

// Run prints a bypass link.
func (c *maintenanceLinkCmd) Run(w commandContext) error {
	out, err := maintenanceCall(w, c.serverFlags, maintenance.AdminRequest{Operation: maintenance.OpBypass, Brand: c.Brand})
	if err != nil {
		return err
	}
	conf, err := c.load(w)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(w.out, "%s/?%s\nlink %s until %s\n", siteURL(conf, out.Bypass.Host, out.Bypass.Secure), out.Bypass.Query, out.Bypass.ID, out.Bypass.Until.Format(time.RFC3339))
	return err
}

type maintenanceLinksCmd struct{ oneBrandFlags }

// Run prints the valid links of a brand, without their addresses.
func (c *maintenanceLinksCmd) Run(w commandContext) error {
	out, err := maintenanceCall(w, c.serverFlags, maintenance.AdminRequest{Operation: maintenance.OpLinks, Brand: c.Brand})
	if err != nil {
		return err
	}
	t := tabwriter.NewWriter(w.out, 0, 0, 2, ' ', 0)
	_, _ = fmt.Fprintln(t, "LINK\tUNTIL\tBY")
	for _, l := range out.Links {
		_, _ = fmt.Fprintf(t, "%s\t%s\t%s\n", l.ID, formatTime(l.Until), l.By)
	}
	return t.Flush() // returns earlier write errors too
}

type maintenanceRevokeCmd struct {
	ID string `arg:"" help:"Link, as link and links print it."`
	oneBrandFlags
}

// Run revokes a link.
func (c *maintenanceRevokeCmd) Run(w commandContext) error {
	_, err := maintenanceCall(w, c.serverFlags, maintenance.AdminRequest{Operation: maintenance.OpRevoke, Brand: c.Brand, ID: c.ID})
	if err == nil {
		_, err = fmt.Fprintf(w.out, "revoked %s\n", c.ID)
	}
	return err
}
