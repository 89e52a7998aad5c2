package main

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

	"croupier/bff/config"
	"croupier/bff/contract"
	"croupier/bff/ops/admin"
)

// Paths of admin requests on the admin listener.
const (
	adminMaintenance = "/maintenance"
	adminAccounts    = "/staff"
)

// adminHandler serves the admin listener: metrics, profiles and admin requests. On a loopback address it
// answers only to local names, so that no web page reads it by a name of its own (DNS rebinding).
func adminHandler(p *parts, metrics http.Handler) http.Handler {
	mux := http.NewServeMux()
	mux.Handle("GET /metrics", metrics)
	mux.HandleFunc("GET /debug/pprof/", pprof.Index)
	mux.HandleFunc("GET /debug/pprof/cmdline", pprof.Cmdline)
	mux.HandleFunc("GET /debug/pprof/profile", pprof.Profile)
	mux.HandleFunc("GET /debug/pprof/symbol", pprof.Symbol)
	mux.HandleFunc("GET /debug/pprof/trace", pprof.Trace)
	mux.Handle("POST "+adminMaintenance, admin.Handler(p.adminToken, p.maintenanceAdmin.Do))
	mux.Handle("POST "+adminPreviews, admin.Handler(p.adminToken, p.previews.Do))
	mux.Handle("POST "+adminAccounts, admin.Handler(p.adminToken, p.staff.Do))
	mux.Handle("POST "+adminBackup, admin.StreamHandler(p.adminToken, func(_ context.Context, w io.Writer) error { return p.stores.copyTo(w) }))
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !isLocalHost(r) {
			http.Error(w, "the admin listener on this machine answers to localhost and IP addresses only", http.StatusMisdirectedRequest)
			return
		}
		mux.ServeHTTP(w, r)
	})
}

// isLocalHost reports whether the Host of a request names this machine, or the request has come to an
// address that other machines reach by names.
func isLocalHost(r *http.Request) bool {
	to, _ := r.Context().Value(http.LocalAddrContextKey).(*net.TCPAddr)
	if to == nil || !to.IP.IsLoopback() {
		return true
	}
	host := (&url.URL{Host: r.Host}).Hostname()
	_, err := netip.ParseAddr(host)
	return err == nil || strings.EqualFold(host, "localhost")
}

// serverFlags name the server that a command is for.
type serverFlags struct {
	configFlag
	DataDir string `help:"Data folder of the server; overrides the file." type:"path" placeholder:"DIR"`
}

// adminCall sends request to the running server of flags. Where none runs, it calls offline,
// which works on the store itself.
func adminCall[Q, R any](c commandContext, flags serverFlags, path string, request Q, offline func(context.Context, *config.Config, *contract.Catalogue, Q) (R, error)) (out R, err error) {
	calls, err := contract.Load()
	if err != nil {
		return out, err
	}
	server := serveCmd{DataDir: flags.DataDir}
	conf, err := source(flags.Config, server.env(c.env), calls).Load()
	if err != nil {
		return out, err
	}
	if faults := dataDirFaults(conf); len(faults) > 0 {
		return out, faults
	}
	endpoint, ok, err := admin.Find(conf.Server.DataDir)
	if err != nil {
		return out, err
	}
	if ok {
		if err := endpoint.Call(c.ctx, path, request, &out); !errors.Is(err, admin.ErrNotRunning) {
			return out, err
		}
	}
	return offline(c.ctx, conf, calls, request)
}

// siteURL returns the address of a brand's site at one of its hosts. Behind a proxy that adds TLS, the
// port of the listener is not part of it.
func siteURL(conf *config.Config, host string, secure bool) string {
	_, port, _ := net.SplitHostPort(conf.Server.Listen) // valid, because the configuration was loaded
	switch {
	case secure && (port == "443" || !conf.Server.TLS.Enabled()):
		return "https://" + host
	case secure:
		return "https://" + net.JoinHostPort(host, port)
	case port == "80":
		return "http://" + host
	}
	return "http://" + net.JoinHostPort(host, port)
}

// operator names the user of the command line in the audit log.
func operator(env config.Environment) string {
	if user, ok := env("USER"); ok && user != "" {
		return "command line (" + user + ")"
	}
	return "command line"
}

// loopbackAddress returns the address by which this machine reaches a listener.
func loopbackAddress(a net.Addr) string {
	t, ok := a.(*net.TCPAddr)
	if !ok || !t.IP.IsUnspecified() {
		return a.String()
	}
	return net.JoinHostPort("127.0.0.1", fmt.Sprint(t.Port))
}
