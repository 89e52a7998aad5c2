package main

import (
	"context"
	"log/slog"
	"net/http"
	"slices"
	"strings"
	"time"

	"croupier/bff"
	"croupier/bff/player/protection"
	"croupier/bff/player/session"
)

// protectionRecords is the set of the limits, breaks and exclusions of players.
const protectionRecords = "protection"

// mockWorlds are the worlds of a mock in this process.
type mockWorlds interface {
	Now(world string) time.Time
	Conditions(world, brand, uid string) []string
}

// openProtection returns the limits, breaks and exclusions of players. If the mock runs in this process, they follow
// the clock of a player's world and its scenario.
func (p *parts) openProtection(ctx context.Context, ring *session.KeyRing, casino http.Handler, log *slog.Logger) *protection.Service {
	register := protection.NewRegister(p.stores.players(protectionRecords), ring.IndexKey())
	mocked, ok := casino.(mockWorlds)
	isMocked := func(b *bff.Brand) bool { return ok && b.Upstream.Adapter == mockAdapter }
	players := protection.NewService(register, p.stores.bus, log, func(brand *bff.Brand, player string) time.Time {
		if !isMocked(brand) {
			return time.Now()
		}
		world, _ := worldOf(player)
		return mocked.Now(world)
	})
	if ok {
		players.Override(func(brand *bff.Brand, player string, p *protection.Player, now time.Time) {
			if isMocked(brand) {
				world, uid := worldOf(player)
				simulate(p, mocked.Conditions(world, brand.ID, uid), now)
			}
		})
	}
	context.AfterFunc(ctx, players.Follow(ctx))
	return players
}

// worldOf returns the mock world and the id of a player, see bff.Identity.Player.
func worldOf(player string) (world, uid string) {
	world, uid, named := strings.Cut(player, "/")
	if !named {
		return "", player
	}
	return world, uid
}

// simulate adds the conditions of the mock's scenarios to a state. Limits of the player's own replace the simulated ones.
func simulate(p *protection.Player, conditions []string, now time.Time) {
	limit := func(kind string, value int64, used bff.MinorUnits) {
		id := bff.LimitID{Kind: kind, Period: bff.PeriodDay}
		if !slices.ContainsFunc(p.Limits, func(l bff.PlayerLimit) bool { return l.LimitID == id }) {
			p.Limits = append(p.Limits, bff.PlayerLimit{LimitID: id, Value: value})
			p.Deposits = append(p.Deposits, protection.Deposit{Key: "simulated", Amount: used, At: now})
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
