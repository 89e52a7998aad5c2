package main

import (
	"cmp"
	"errors"
	"fmt"
	"net/netip"
	"time"

	"croupier/bff"
	"croupier/bff/cmd/croupier/app"
	"croupier/bff/config"
	"croupier/bff/internal/lists"
	"croupier/bff/ops/maintenance"
)

// maintenanceCmd starts and ends maintenance through the running server, or in its store.
type maintenanceCmd struct {
	On       maintenanceOnCmd       `cmd:"" help:"Start maintenance of a brand or some of its parts."`
	Off      maintenanceOffCmd      `cmd:"" help:"End manual maintenance. Scheduled windows remain."`
	Schedule maintenanceScheduleCmd `cmd:"" help:"Schedule a maintenance window."`
	Extend   maintenanceExtendCmd   `cmd:"" help:"Change the end of a maintenance window."`
	End      maintenanceEndCmd      `cmd:"" help:"End a maintenance window, or cancel it before it starts."`
	Status   maintenanceStatusCmd   `cmd:"" help:"Print the state of brands and their maintenance windows."`
	Link     maintenanceLinkCmd     `cmd:"" help:"Create a link that bypasses maintenance for one hour."`
	Links    maintenanceLinksCmd    `cmd:"" help:"List active bypass links and their creators."`
	Revoke   maintenanceRevokeCmd   `cmd:"" help:"Revoke a bypass link."`
}

// maintenanceRequest is a command that creates its request in Validate, before it contacts the
// server.
type maintenanceRequest struct {
	serverFlags
	request maintenance.AdminRequest
}

// Run sends the request and prints the resulting states.
func (r *maintenanceRequest) Run(w commandContext, conf *config.Config) error {
	out, err := maintenanceCall(w, conf, r.request)
	if err != nil {
		return err
	}
	return printStates(w.out, out.Brands)
}

type brandFlags struct {
	Brand string `help:"Id of the brand." xor:"which" placeholder:"ID"`
	All   bool   `help:"All brands." xor:"which"`
	maintenanceRequest
}

func (r *brandFlags) Validate() error {
	r.request.Brand = r.Brand
	if r.All {
		r.request.Brand = maintenance.Everywhere
	}
	if r.request.Brand == "" {
		return errors.New("--brand ID or --all is required")
	}
	return nil
}

// noticeFlags describe the maintenance of a brand.
type noticeFlags struct {
	MessageTR string `help:"Message for players in Turkish." placeholder:"TEXT"`
	MessageEN string `help:"Message for players in English." placeholder:"TEXT"`
	MessageDE string `help:"Message for players in German." placeholder:"TEXT"`
	MessageRU string `help:"Message for players in Russian." placeholder:"TEXT"`
	MessageAR string `help:"Message for players in Arabic." placeholder:"TEXT"`
	partFlags
	Bypass []string `placeholder:"CIDR"`
	Why    string   `help:"Reason, which only staff see." placeholder:"TEXT"`
}

type partFlags struct {
	Parts []string `placeholder:"PART"`
}

// closed returns a notice for the selected parts, or for the whole site.
func (p *partFlags) closed() bff.MaintenanceNotice {
	return bff.MaintenanceNotice{Parts: lists.Map(p.Parts, func(part string) bff.Part { return bff.Part(part) })}
}

func (w *noticeFlags) notice() (n bff.MaintenanceNotice, err error) {
	n = w.closed()
	n.Message, n.Why = map[string]string{}, w.Why
	for lang, text := range map[string]string{
		"tr": w.MessageTR, "en": w.MessageEN, "de": w.MessageDE, "ru": w.MessageRU, "ar": w.MessageAR,
	} {
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
	return n, nil
}

// parsePrefix parses an address range or a single address.
func parsePrefix(s string) (netip.Prefix, error) {
	if a, err := netip.ParseAddr(s); err == nil {
		return netip.PrefixFrom(a.Unmap(), a.Unmap().BitLen()), nil
	}
	p, err := netip.ParsePrefix(s)
	if err != nil || p.Addr().Is4In6() { // addresses of clients are never IPv4 inside IPv6
		return p, fmt.Errorf("%q is neither an address nor a range such as 10.0.0.0/8", s)
	}
	return p.Masked(), nil
}

type maintenanceOnCmd struct {
	brandFlags
	noticeFlags
}

func (c *maintenanceOnCmd) Validate() (err error) {
	if err = c.brandFlags.Validate(); err == nil {
		c.request.Operation = maintenance.OpSet
		c.request.Notice, err = c.notice()
	}
	return err
}

type maintenanceOffCmd struct {
	brandFlags
	partFlags
}

func (c *maintenanceOffCmd) Validate() error {
	c.request.Operation, c.request.Notice = maintenance.OpClear, c.closed()
	return c.brandFlags.Validate()
}

type maintenanceStatusCmd struct{ brandFlags }

// Validate creates the request. The default is all brands.
func (c *maintenanceStatusCmd) Validate() error {
	c.request = maintenance.AdminRequest{
		Operation: maintenance.OpStatus, Brand: cmp.Or(c.Brand, maintenance.Everywhere),
	}
	return nil
}

// maintenanceCall sends a request to the running server, or to the store if no server runs.
func maintenanceCall(
	w commandContext, conf *config.Config, q maintenance.AdminRequest,
) (maintenance.AdminResponse, error) {
	q.By = operator(w.env)
	return app.DoMaintenance(w.ctx, conf, q, w.log())
}

type oneBrandFlags struct{ brandFlags }

func (c *oneBrandFlags) Validate() error {
	if c.All {
		return errors.New("a bypass link is for one brand: use --brand ID instead of --all")
	}
	return c.brandFlags.Validate()
}

type maintenanceLinkCmd struct{ oneBrandFlags }

func (c *maintenanceLinkCmd) Run(w commandContext, conf *config.Config) error {
	out, err := maintenanceCall(w, conf, maintenance.AdminRequest{Operation: maintenance.OpBypass, Brand: c.Brand})
	if err != nil {
		return err
	}
	return w.printf("%s/?%s\nlink %s until %s\n", siteURL(conf, out.Bypass.Host, out.Bypass.Secure), out.Bypass.Query,
		out.Bypass.ID, out.Bypass.Until.Format(time.RFC3339))
}

type maintenanceLinksCmd struct{ oneBrandFlags }

// Run prints the active links of a brand, without their addresses.
func (c *maintenanceLinksCmd) Run(w commandContext, conf *config.Config) error {
	out, err := maintenanceCall(w, conf, maintenance.AdminRequest{Operation: maintenance.OpLinks, Brand: c.Brand})
	if err != nil {
		return err
	}
	rows := [][]string{{"LINK", "UNTIL", "BY"}}
	for _, l := range out.Links {
		rows = append(rows, []string{l.ID, formatTime(l.Until), l.By})
	}
	return printTable(w.out, rows)
}

type maintenanceRevokeCmd struct {
	ID string `arg:"" help:"Id of the link, from maintenance link or maintenance links."`
	oneBrandFlags
}

func (c *maintenanceRevokeCmd) Run(w commandContext, conf *config.Config) error {
	_, err := maintenanceCall(w, conf,
		maintenance.AdminRequest{Operation: maintenance.OpRevoke, Brand: c.Brand, ID: c.ID})
	if err != nil {
		return err
	}
	return w.printf("revoked %s\n", c.ID)
}
