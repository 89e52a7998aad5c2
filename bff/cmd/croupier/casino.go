package main

import (
	"log/slog"
	"net/http"
	"strings"

	"croupier/bff"
	"croupier/bff/answers"
	"croupier/bff/config"
	"croupier/bff/contract"
	"croupier/bff/mock"
)

// mockAdapter is what the configuration calls the casino in this process.
const mockAdapter = "mock"

// openMock builds the casino in this process where an upstream is one; nil otherwise.
func openMock(conf *config.Config, calls *contract.Catalogue, log *slog.Logger) (*mock.Casino, error) {
	for _, up := range conf.Server.Upstreams {
		if up.Adapter == mockAdapter {
			return mock.New(mock.Options{Seed: up.Seed, Control: up.Control, Log: log, Contract: calls})
		}
	}
	return nil, nil //nolint:nilnil // no mock is a configuration like any other
}

// mockHandler is the part of the mock that browsers reach; nil where there is no mock. Of a
// world whose content changes under a tester's hand (scenario, clock, reset, snapshot, end)
// what was kept is forgotten, and what had failed, so that the change shows at once. Not so
// for a fault: that a platform fails is what answers are kept for, and breakers are there for.
func mockHandler(casino *mock.Casino, kept *answers.Cache, routes *platforms, log *slog.Logger) http.Handler {
	if casino == nil {
		return nil
	}
	h := casino.Handler()
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h.ServeHTTP(w, r)
		part, control := strings.CutPrefix(r.URL.Path, mock.ControlPath)
		if control && part != "fault" && r.Method != http.MethodGet {
			changed := bff.ScopeOf(r.Context()).World
			if part == "worlds" { // one is ended by its name, whichever is asked in
				changed = r.URL.Query().Get("name")
			}
			routes.ForgetWorld(mockAdapter, changed)
			if _, err := kept.PurgeWorld(r.Context(), changed); err != nil {
				log.WarnContext(r.Context(), "other instances may still answer as before", "error", err)
			}
		}
	})
}
