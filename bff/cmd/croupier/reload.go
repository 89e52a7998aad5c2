package main

import (
	"context"
	"log/slog"
	"net/netip"
	"slices"
	"time"

	"croupier/bff"
	"croupier/bff/config"
	"croupier/bff/contract"
	"croupier/bff/platform/cache"
)

// purgesInterval is the time between checks for purges of other instances whose message was missed.
const purgesInterval = 2 * time.Second

// openCache creates the response cache of this instance. shared may be nil.
func openCache(ctx context.Context, calls *contract.Catalogue, live *config.Live, bus bff.Bus, shared bff.SharedCache, log *slog.Logger) *cache.Cache {
	responses := cache.New(cache.Settings{
		Checker: calls,
		Bus:     bus, Shared: shared,
	})
	before := live.Config()
	live.Subscribe(func(after *config.Config) {
		if err := responses.PurgeChanged(context.WithoutCancel(ctx), before.Brands, after.Brands); err != nil {
			log.Warn("purge after reload: failed; other instances may serve old responses until they expire", "error", err)
		}
		before = after
	})
	return responses
}

// allowances returns the brands' own rate limits in the current configuration.
func allowances(live *config.Live) func(string, bff.LimitRule) (bff.Allowance, bool) {
	return func(brand string, rule bff.LimitRule) (bff.Allowance, bool) {
		b, ok := live.ByID(brand)
		if !ok {
			return bff.Allowance{}, false
		}
		a, ok := b.Limits[rule]
		return a, ok
	}
}

// exemptions reports which visitors a brand exempts from limits by address in the current configuration.
func exemptions(live *config.Live) func(string, netip.Addr) bool {
	return func(brand string, visitor netip.Addr) bool {
		b, ok := live.ByID(brand)
		return ok && slices.ContainsFunc(b.Exempt, func(p netip.Prefix) bool { return p.Contains(visitor) })
	}
}
