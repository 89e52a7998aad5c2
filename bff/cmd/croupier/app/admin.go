package app

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/pprof"
	"net/netip"
	"net/url"
	"strings"
	"time"

	"croupier/bff/config"
	"croupier/bff/ops/admin"
	"croupier/bff/ops/staff"
	"croupier/bff/site"
)

// Paths of admin requests on the admin listener.
const (
	adminMaintenance = "/maintenance"
	adminAccounts    = "/staff"
	adminPreviews    = "/previews"
	adminAudit       = "/audit"
	adminBackup      = "/backup"
	adminCache       = "/cache"
)

// adminHandler serves the admin listener. On a loopback address it accepts only local host names,
// to prevent DNS rebinding.
func (s *server) adminHandler() http.Handler {
	mux := http.NewServeMux()
	mux.Handle("GET /metrics", s.metrics.Handler())
	mux.HandleFunc("GET /debug/pprof/", pprof.Index)
	mux.HandleFunc("GET /debug/pprof/cmdline", pprof.Cmdline)
	mux.HandleFunc("GET /debug/pprof/profile", pprof.Profile)
	mux.HandleFunc("GET /debug/pprof/symbol", pprof.Symbol)
	mux.HandleFunc("GET /debug/pprof/trace", pprof.Trace)
	mux.Handle("POST "+adminMaintenance, admin.Handler(s.adminToken, s.maintenances.Do))
	mux.Handle("POST "+adminPreviews, admin.Handler(s.adminToken, s.previews.Do))
	mux.Handle("POST "+adminAccounts, admin.Handler(s.adminToken, s.accounts.Do))
	mux.Handle("POST "+adminCache, admin.Handler(s.adminToken, s.doCache))
	mux.Handle("POST "+adminAudit, admin.Handler(s.adminToken,
		func(ctx context.Context, from time.Time) (staff.AuditReport, error) {
			return s.accounts.AuditLog.Verify(ctx, from)
		}))
	mux.Handle("POST "+adminBackup,
		admin.StreamHandler(s.adminToken, func(_ context.Context, w io.Writer) error { return s.stores.copyTo(w) }))
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !isLocalHost(r) {
			http.Error(w, "the admin listener refuses this host name, use localhost or an IP address",
				http.StatusMisdirectedRequest)
			return
		}
		mux.ServeHTTP(w, r)
	})
}

// isLocalHost reports whether the Host header is local, or whether the listener may have other
// names.
func isLocalHost(r *http.Request) bool {
	to, _ := r.Context().Value(http.LocalAddrContextKey).(*net.TCPAddr)
	if to == nil || !to.IP.IsLoopback() {
		return true
	}
	host := (&url.URL{Host: r.Host}).Hostname()
	_, err := netip.ParseAddr(host)
	return err == nil || strings.EqualFold(host, "localhost")
}

// call sends a request to the running server, or calls offline if no server runs.
func call[Q, R any](
	ctx context.Context, conf *config.Config, path string, request Q, offline func() (R, error),
) (out R, err error) {
	endpoint, ok, err := admin.Find(conf.Server.DataDir)
	if err != nil {
		return out, err
	}
	if ok {
		if err := endpoint.Call(ctx, path, request, &out); !errors.Is(err, admin.ErrNotRunning) {
			return out, err
		}
	}
	return offline()
}

// PreviewLink returns a preview link and its expiry. It requires a running server.
func PreviewLink(ctx context.Context, conf *config.Config, brand, by string) (link string, until time.Time, err error) {
	out, err := call(ctx, conf, adminPreviews, previewRequest{Brand: brand, By: by}, func() (previewResponse, error) {
		return previewResponse{}, errors.New(
			"could not create a preview: no server with this configuration runs on this machine, so start it first",
		)
	})
	if err != nil {
		return "", until, err
	}
	endpoint, _, err := admin.Find(conf.Server.DataDir)
	return out.link(endpoint.Public), out.Until, err
}

// previews creates the passes to drafts.
type previews struct {
	live     *config.Live
	passes   site.PreviewPasses
	auditLog *staff.AuditLog
}

// previewRequest requests a pass to the draft of a brand.
type previewRequest struct {
	Brand string `json:"brand"`
	By    string `json:"by"`
}

// previewResponse contains a pass and the host of its brand.
type previewResponse struct {
	Pass   string    `json:"pass"`
	Host   string    `json:"host"`
	Secure bool      `json:"secure"`
	Until  time.Time `json:"until"`
}

// Do creates a pass. It fails if the brand is not published, or the draft is missing or invalid.
func (p *previews) Do(ctx context.Context, q previewRequest) (previewResponse, error) {
	conf := p.live.Config()
	published, ok := conf.ByID(q.Brand)
	if !ok {
		return previewResponse{}, fmt.Errorf(
			"could not preview %s: the brand is not published, so it has no host to show the preview at", q.Brand,
		)
	}
	draft, err := conf.Draft(q.Brand)
	if err != nil {
		return previewResponse{}, err
	}
	if draft == nil {
		return previewResponse{}, fmt.Errorf("the running server found no draft of %s: run croupier brand draft %s",
			q.Brand, q.Brand)
	}
	out := previewResponse{Host: published.Hosts[0], Secure: published.Sessions.Secure}
	_, err = p.auditLog.Do(ctx, staff.Entry{Who: q.By}, staff.Action{
		Action: "brand.preview", Subject: q.Brand,
	}, func(context.Context) (any, error) {
		out.Pass, out.Until = p.passes.New(q.Brand)
		return struct {
			Until time.Time `json:"until"`
		}{out.Until}, nil
	})
	return out, err
}

// link returns the address that starts the preview, at the port of the public listener or of a
// proxy with TLS.
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
