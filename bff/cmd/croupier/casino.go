package main

import (
	"log/slog"
	"net/http"
	"strings"

	"croupier/bff"
	"croupier/bff/cache"
	"croupier/bff/config"
	"croupier/bff/contract"
	"croupier/bff/maintenance"
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
// what was kept is forgotten, and what had failed, so that the change shows at once; of the
// world that visitors share also that its platform was under maintenance. Not so for a fault:
// that a platform fails is what answers are kept for, and breakers are there for.
func mockHandler(casino *mock.Casino, kept *cache.Cache, routes *platforms, states *maintenance.Manager, live *config.Live, log *slog.Logger) http.Handler {
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
			if changed == "" { // maintenance is detected for everybody, by the calls of those in no world of their own
				for _, where := range servedBy(mockAdapter, live.Brands()) {
					states.Forget(where)
				}
			}
			if _, err := kept.PurgeWorld(r.Context(), changed); err != nil {
				log.WarnContext(r.Context(), "other instances may still answer as before", "error", err)
			}
		}
	})
}

// servedBy lists the brands, and the parts of brands, whose platforms an adapter reaches, as
// bff.Brand.PartServed names them.
func servedBy(adapter string, brands []*bff.Brand) (where []string) {
	for _, b := range brands {
		if b.Upstream.Adapter == adapter {
			where = append(where, b.ID)
		}
		for part, rules := range b.Routing {
			if rules.Adapter == adapter && rules != b.Upstream {
				where = append(where, b.ID+"/"+part)
			}
		}
	}
	return where
}
