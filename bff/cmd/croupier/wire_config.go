package main

import (
	"context"
	"log/slog"
	"maps"
	"net/netip"
	"slices"

	"croupier/bff"
	"croupier/bff/cache"
	"croupier/bff/config"
)

// allowances gives each brand's own limits, as they are configured now.
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

// exemptions tells which visitors a brand never limits, as it is configured now.
func exemptions(live *config.Live) func(string, netip.Addr) bool {
	return func(brand string, visitor netip.Addr) bool {
		b, ok := live.ByID(brand)
		return ok && slices.ContainsFunc(b.Exempt, func(p netip.Prefix) bool { return p.Contains(visitor) })
	}
}

// purgeMoved drops what is kept of a brand whose questions are answered otherwise since a
// configuration was applied: by another platform, for another site, or for another time.
func purgeMoved(ctx context.Context, live *config.Live, kept *cache.Cache, log *slog.Logger) {
	ctx = context.WithoutCancel(ctx) // a purge is done whole
	before := live.Config()
	live.Subscribe(func(now *config.Config) {
		for _, b := range now.Brands {
			old, ok := before.ByID(b.ID)
			if !ok || !moved(old, b) {
				continue
			}
			if _, err := kept.Purge(ctx, b.ID, ""); err != nil {
				log.Warn("kept answers of a changed brand may be shown elsewhere for a while", "brand", b.ID, "error", err)
			}
		}
		before = now
	})
}

func moved(old, now *bff.Brand) bool {
	return old.Upstream != now.Upstream || old.SiteID != now.SiteID || old.SiteType != now.SiteType ||
		!maps.Equal(old.Routing, now.Routing) || !maps.Equal(old.Cache, now.Cache)
}
