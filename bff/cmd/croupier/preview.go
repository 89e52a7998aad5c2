package main

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/url"
	"time"

	"croupier/bff"
	"croupier/bff/config"
	"croupier/bff/contract"
	"croupier/bff/gateway"
	"croupier/bff/ops/admin"
	"croupier/bff/ops/staff"
	"croupier/bff/site"
)

// adminPreviews is the path of admin requests for passes.
const adminPreviews = "/previews"

// previews are the drafts of the configuration, for the gateway and for the command line.
type previews struct {
	live     *config.Live
	passes   site.PreviewPasses
	auditLog *staff.AuditLog
}

var _ gateway.Previews = (*previews)(nil)

// Draft returns a valid draft; nil otherwise.
func (p *previews) Draft(brand string) *bff.Brand {
	b, err := p.live.Config().Draft(brand)
	if err != nil {
		return nil
	}
	return b
}

// PassValidUntil returns the expiry of a pass.
func (p *previews) PassValidUntil(brand, pass string) (time.Time, bool) {
	return p.passes.ValidUntil(brand, pass)
}

// previewRequest asks for a pass to the draft of a brand.
type previewRequest struct {
	Brand string `json:"brand"`
	By    string `json:"by"`
}

// previewResponse is a pass, and the host of the brand that it is for.
type previewResponse struct {
	Pass   string    `json:"pass"`
	Host   string    `json:"host"`
	Secure bool      `json:"secure"`
	Until  time.Time `json:"until"`
}

// Do makes a pass. It fails for a brand that is not published, or whose draft is missing or invalid.
func (p *previews) Do(ctx context.Context, q previewRequest) (previewResponse, error) {
	conf := p.live.Config()
	published, ok := conf.ByID(q.Brand)
	if !ok {
		return previewResponse{}, fmt.Errorf("%s is not published: a preview is shown at the hosts of its published version", q.Brand)
	}
	draft, err := conf.Draft(q.Brand)
	if err != nil {
		return previewResponse{}, err
	}
	if draft == nil {
		return previewResponse{}, fmt.Errorf("the running server sees no draft of %s; brand draft %s makes it", q.Brand, q.Brand)
	}
	out := previewResponse{Host: published.Hosts[0], Secure: published.Sessions.Secure}
	err = p.auditLog.Do(ctx, staff.Entry{Who: q.By}, staff.Action{Action: "brand.preview", Subject: q.Brand}, func(context.Context) (any, error) {
		out.Pass, out.Until = p.passes.New(q.Brand)
		return struct {
			Until time.Time `json:"until"`
		}{out.Until}, nil
	})
	return out, err
}

type brandPreviewCmd struct {
	Brand string `arg:"" help:"Brand id, or the folder of its draft."`
	serverFlags
}

// Validate requires a server file: the built-in demo has no drafts.
func (c *brandPreviewCmd) Validate() error {
	if c.Config == "" {
		return errors.New("missing flag --config=FILE")
	}
	return nil
}

// Run prints the link.
func (c *brandPreviewCmd) Run(w commandContext) error {
	server := serveCmd{DataDir: c.DataDir}
	w.env = server.env(w.env)
	conf, err := (brandConfigFlags{Config: c.Config}).load(w)
	if err != nil {
		return err
	}
	named := draftFlags{Brand: c.Brand}
	id, _, _, err := named.draft(conf)
	if err != nil {
		return err
	}
	if _, err := conf.Draft(id); err != nil { // its faults, also where the server has not read them yet
		return err
	}
	out, err := adminCall(w, c.serverFlags, adminPreviews, previewRequest{Brand: id, By: operator(w.env)},
		func(context.Context, *config.Config, *contract.Catalogue, previewRequest) (previewResponse, error) {
			return previewResponse{}, errors.New("no server of this configuration runs here: a preview needs one")
		})
	if err != nil {
		return err
	}
	endpoint, _, err := admin.Find(conf.Server.DataDir)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(w.out, "%s\nuntil %s, in the browser that opens it; ?preview=off ends it\n", out.link(endpoint.Public), out.Until.Format(time.RFC3339))
	return err
}

// link returns the address that begins the preview; public is that of the server's listener. A brand whose TLS is
// that of a proxy is reached at the proxy's port, which is the usual one.
func (r previewResponse) link(public string) string {
	to := url.URL{Scheme: "http", Host: r.Host, Path: "/", RawQuery: url.Values{"preview": {r.Pass}}.Encode()}
	at, err := url.Parse(public)
	if r.Secure {
		to.Scheme = "https"
	}
	if err == nil && at.Scheme == to.Scheme && at.Port() != "" {
		to.Host = net.JoinHostPort(r.Host, at.Port())
	}
	return to.String()
}
