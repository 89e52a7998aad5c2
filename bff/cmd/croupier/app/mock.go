//go:build !nomock

package app

import (
	"errors"
	"io/fs"
	"log/slog"
	"net/http"
	"strings"

	"croupier/bff"
	"croupier/bff/config"
	"croupier/bff/contract"
	"croupier/bff/mock"
	"croupier/bff/ops/staff"
	"croupier/bff/platform/envelope"
	"croupier/bff/platform/transport"
	"croupier/configs"
)

// demoFiles is the demo's configuration.
var demoFiles fs.FS = configs.FS

// demoAccounts are the demo's accounts of the console (calls.md §8).
var demoAccounts = []staff.DemoAccount{
	{Name: "destek", Password: "Destek123!", Role: staff.Support},
	{Name: "izleyici", Password: "Izleyici123!", Role: staff.Viewer},
	{Name: "yonetici", Password: "Yonetici123!", Role: staff.Admin},
}

// requestedWorld returns the world of the mock that a tester requests.
var requestedWorld = mock.TestersWorld

// mockUnavailable is nil: this binary contains the mock.
var mockUnavailable error

// openMock builds the casino in this process if an upstream uses it; the handler is nil otherwise.
func openMock(conf *config.Config, calls *contract.Catalogue, log *slog.Logger) (http.Handler, error) {
	for _, up := range conf.Server.Upstreams {
		if up.Adapter == MockAdapter {
			return mock.New(mock.Options{Seed: up.Seed, Control: up.Control, Log: log, Contract: calls})
		}
	}
	return nil, nil //nolint:nilnil // a nil handler is no mock
}

// newMockAdapter reaches the casino through the same adapter as a platform elsewhere, over a
// transport that calls its handler.
func newMockAdapter(casino http.Handler, traced func(http.RoundTripper) http.RoundTripper) (bff.Upstream, error) {
	if casino == nil {
		return nil, errors.New("no mock runs in this process")
	}
	return envelope.New(envelope.Settings{URL: transport.InProcessURL, World: mock.WorldHeader, Transport: traced(transport.InProcess(casino))})
}

// mockHandler serves the paths of the mock that browsers use; nil without a mock. A control
// request that changes a world's content (scenario, clock, reset, snapshot, end) also drops
// the world's cached responses and the state of its breakers, so that the change is visible
// at once; for the world that visitors share it drops the detected maintenance too. Faults
// drop nothing: the cache and the breakers exist for a failing platform.
func (s *server) mockHandler() http.Handler {
	if s.casino == nil {
		return nil
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		s.casino.ServeHTTP(w, r)
		part, control := strings.CutPrefix(r.URL.Path, mock.ControlPath)
		if control && part != "fault" && r.Method != http.MethodGet {
			s.protection.Forget()
			changed := bff.ScopeOf(r.Context()).World
			if part == "worlds" { // a world is ended by the name in the query
				changed = r.URL.Query().Get("name")
			}
			s.platforms.ResetWorld(MockAdapter, changed)
			if changed == "" { // only calls in the shared world detect maintenance, for every visitor
				for _, where := range servedBy(MockAdapter, s.live.Brands()) {
					s.maintenance.ClearDetected(where)
				}
			}
			if _, err := s.cache.PurgeWorld(r.Context(), changed); err != nil {
				s.log.WarnContext(r.Context(), "other instances may still answer as before", "error", err)
			}
		}
	})
}

// servedBy lists the brands, and the parts of brands, whose platforms an adapter reaches, as
// bff.Brand.MaintenanceTarget returns them.
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
