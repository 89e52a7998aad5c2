//go:build !nomock

package app

import (
	"context"
	"errors"
	"io/fs"
	"log/slog"
	"net/http"
	"slices"
	"strings"
	"time"

	"croupier/bff"
	"croupier/bff/config"
	"croupier/bff/contract"
	"croupier/bff/mock"
	"croupier/bff/ops/staff"
	"croupier/bff/platform/envelope"
	"croupier/bff/platform/transport"
	"croupier/bff/player/protection"
	"croupier/configs"
)

var demoFiles fs.FS = configs.FS

// demoAccounts are the demo accounts of the staff console.
var demoAccounts = []staff.DemoAccount{
	{Name: "destek", Password: "Destek123!", Role: staff.Support},
	{Name: "izleyici", Password: "Izleyici123!", Role: staff.Viewer},
	{Name: "yonetici", Password: "Yonetici123!", Role: staff.Admin},
}

// partition returns the partition of a request. Each tester has a separate world of the mock.
func partition(r *http.Request, b *bff.Brand) bff.Partition {
	if !b.Upstream.Control { // without reading the cookies
		return bff.Partition(b.ID)
	}
	return bff.PartitionOf(b, mock.TestersWorld(r))
}

// mockUnavailable is nil: this binary contains the mock.
var mockUnavailable error

// openMock builds the mock if an upstream uses it. Otherwise the handler is nil.
func openMock(conf *config.Config, calls *contract.Catalogue, log *slog.Logger) (http.Handler, error) {
	for _, up := range conf.Server.Upstreams {
		if up.Adapter == MockAdapter {
			return mock.New(mock.Options{
				Seed: up.Seed, Scenario: up.Scenario, Control: up.Control, Log: log, Contract: calls,
			})
		}
	}
	return nil, nil //nolint:nilnil // a nil handler is not a mock
}

// newMockAdapter reaches the mock through the envelope adapter, like a platform.
func newMockAdapter(casino http.Handler, traced func(http.RoundTripper) http.RoundTripper) (bff.Upstream, error) {
	if casino == nil {
		return nil, errors.New("no mock runs in this process")
	}
	return envelope.New(envelope.Settings{
		URL: transport.InProcessURL, Tester: mock.WorldHeader, Transport: traced(transport.InProcess(casino)),
	})
}

// mockHandler serves the paths of the mock for browsers, or is nil without a mock. If a control
// request changes the data of a world, the handler also drops cached state. Faults do not, because
// cache and breakers must handle them.
func (s *server) mockHandler() http.Handler {
	if s.platforms.casino == nil {
		return nil
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		s.platforms.casino.ServeHTTP(w, r)
		part, control := strings.CutPrefix(r.URL.Path, mock.ControlPath)
		if control && part != "fault" && r.Method != http.MethodGet {
			s.protection.Forget()
			world := bff.ScopeOf(r.Context()).Partition.Tester()
			if part == "worlds" { // a world is ended by the name in the query
				world = r.URL.Query().Get("name")
			}
			for _, b := range s.live.Brands() {
				if p := bff.PartitionOf(b, world); p.Tester() == world {
					s.dropPartition(r.Context(), p)
				}
			}
			if world == "" { // only calls in the shared world detect maintenance, for every visitor
				for _, where := range servedBy(MockAdapter, s.live.Brands()) {
					s.maintenance.ClearDetected(where)
				}
			}
		}
	})
}

func (s *server) dropPartition(ctx context.Context, p bff.Partition) {
	s.platforms.Drop(MockAdapter, p)
	if _, err := s.cache.PurgePartition(ctx, p); err != nil {
		s.log.WarnContext(ctx, "could not notify other instances, they may still serve old responses", "partition", p,
			"error", err)
	}
}

// servedBy lists the maintenance targets of an adapter, see bff.Brand.MaintenanceTarget.
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

// mockedPlayers returns the clock of players and the simulated limits, by their world.
func (s *server) mockedPlayers() (protection.Clock, func(*bff.Brand, string, *protection.Player, time.Time)) {
	casino, ok := s.platforms.casino.(*mock.Casino)
	if !ok {
		return wallClock, nil
	}
	clock := func(brand *bff.Brand, player string) time.Time {
		if brand.Upstream.Adapter != MockAdapter {
			return time.Now()
		}
		world, _ := worldOf(player)
		return casino.Now(world)
	}
	return clock, func(brand *bff.Brand, player string, p *protection.Player, now time.Time) {
		if brand.Upstream.Adapter == MockAdapter {
			world, uid := worldOf(player)
			simulate(p, casino.Conditions(world, brand.ID, uid), now)
		}
	}
}

// worldOf returns the world and the id of a player, see bff.Partition.Qualify.
func worldOf(player string) (world, uid string) {
	world, uid, named := strings.Cut(player, "/")
	if !named {
		return "", player
	}
	return world, uid
}

// simulate adds the scenarios of the mock to a state. Own limits of the player have priority.
func simulate(p *protection.Player, conditions []string, now time.Time) {
	limit := func(kind string, value int64, used bff.MinorUnits) {
		id := bff.LimitID{Kind: kind, Period: bff.PeriodDay}
		if !slices.ContainsFunc(p.Limits, func(l bff.PlayerLimit) bool { return l.LimitID == id }) {
			p.Limits = append(p.Limits, bff.PlayerLimit{LimitID: id, Value: value})
			simulated := protection.DepositName{Key: "simulated", Amount: used}
			p.Deposits = append(p.Deposits, protection.Deposit{DepositName: simulated, At: now})
		}
	}
	later := func(end *time.Time, at time.Time) {
		if at.After(*end) {
			*end = at
		}
	}
	hour := now.Truncate(time.Hour)
	for _, c := range conditions {
		switch c {
		case "near-limit":
			limit(bff.LimitDeposit, 500_00, 450_00)
		case "limit-reached":
			limit(bff.LimitDeposit, 500_00, 500_00)
			limit(bff.LimitSessionTime, 0, 0)
		case "cool-off":
			later(&p.CoolOff, hour.Add(24*time.Hour))
		case "excluded":
			later(&p.Excluded, hour.AddDate(0, 6, 0))
		}
	}
}
