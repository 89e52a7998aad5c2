package app

import (
	"context"
	"errors"
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
	"croupier/bff/ops/studio"
)

// Paths of admin requests on the admin listener.
const (
	adminMaintenance = "/maintenance"
	adminAccounts    = "/staff"
	adminStudio      = "/studio"
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
	mux.Handle("POST "+adminStudio, admin.Handler(s.adminToken, s.studio.Do))
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

// ErrNoServer is the error of DoStudio without a running server.
var ErrNoServer = errors.New(
	"the studio needs a running server, but no server with this configuration runs on this machine: start it first",
)

// DoStudio sends a request to the running server.
func DoStudio(ctx context.Context, conf *config.Config, q studio.Request) (out studio.Response, err error) {
	return call(ctx, conf, adminStudio, q, func() (studio.Response, error) { return out, ErrNoServer })
}

// PreviewLink returns the address that starts a preview, at the port of the public listener or of a
// proxy with TLS.
func PreviewLink(conf *config.Config, r studio.Response) (string, error) {
	endpoint, _, err := admin.Find(conf.Server.DataDir)
	if err != nil {
		return "", err
	}
	origin, public := r.Origin, endpoint.Public
	if at, err := url.Parse(public); err == nil && at.Port() != "" && strings.HasPrefix(origin, at.Scheme+"://") {
		origin += ":" + at.Port()
	}
	return origin + "/?" + url.Values{"preview": {r.Pass}}.Encode(), nil
}
