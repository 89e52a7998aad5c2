package main

import (
	"context"
	"log/slog"
	"net/http"
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

// openProtection returns the limits, breaks and exclusions of players. Where the mock runs in this process, they go by
// the clock of a player's world, and pretend what it says of players.
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
		players.Pretend(func(brand *bff.Brand, player string) []string {
			if !isMocked(brand) {
				return nil
			}
			world, uid := worldOf(player)
			return mocked.Conditions(world, brand.ID, uid)
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
