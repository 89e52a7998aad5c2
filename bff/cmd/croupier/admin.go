package main

import (
	"context"
	"crypto/subtle"
	"encoding/json"
	"net/http"
	"net/http/pprof"
	"net/netip"
	"strings"
)

// adminHandler answers operators: metrics and profiles, never on the public listener.
func adminHandler(metrics http.Handler) http.Handler {
	mux := http.NewServeMux()
	mux.Handle("GET /metrics", metrics)
	mux.HandleFunc("GET /debug/pprof/", pprof.Index)
	mux.HandleFunc("GET /debug/pprof/cmdline", pprof.Cmdline)
	mux.HandleFunc("GET /debug/pprof/profile", pprof.Profile)
	mux.HandleFunc("GET /debug/pprof/symbol", pprof.Symbol)
	mux.HandleFunc("GET /debug/pprof/trace", pprof.Trace)
	return mux
}

// takeOrders puts before the operators' other paths one at which orders of the command line
// are carried out. They come from this machine only, with the token that the data folder
// holds.
func takeOrders[O, R any](path, token string, do func(context.Context, O) (R, error), others http.Handler) http.Handler {
	mux := http.NewServeMux()
	mux.Handle("/", others)
	mux.HandleFunc("POST "+path, func(w http.ResponseWriter, r *http.Request) {
		given := strings.TrimPrefix(r.Header.Get("Authorization"), "Bearer ")
		if !local(r.RemoteAddr) || subtle.ConstantTimeCompare([]byte(given), []byte(token)) != 1 {
			reply(w, http.StatusForbidden, fault{Error: "orders come from this machine, with the token of the data folder"})
			return
		}
		var o O
		if err := json.NewDecoder(http.MaxBytesReader(w, r.Body, 1<<16)).Decode(&o); err != nil {
			reply(w, http.StatusBadRequest, fault{Error: err.Error()})
			return
		}
		out, err := do(r.Context(), o)
		if err != nil {
			reply(w, http.StatusUnprocessableEntity, fault{Error: err.Error()})
			return
		}
		reply(w, http.StatusOK, out)
	})
	return mux
}

// fault is why an order was refused.
type fault struct {
	Error string `json:"error"`
}

func reply(w http.ResponseWriter, status int, v any) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(v) // whoever no longer reads needs no answer
}

func local(remote string) bool {
	a, err := netip.ParseAddrPort(remote)
	return err == nil && a.Addr().Unmap().IsLoopback()
}
