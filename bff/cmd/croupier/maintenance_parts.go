package main

import (
	"context"
	"encoding/json"
	"log/slog"
	"slices"
	"strings"
	"time"

	"croupier/bff"
	"croupier/bff/config"
	"croupier/bff/contract"
	"croupier/bff/internal/indexkey"
	"croupier/bff/ops/maintenance"
	"croupier/bff/ops/staff"
	"croupier/bff/player/events"
	"croupier/bff/site"
)

// maintenanceRecords is the name of switches, windows and bypass links in the store.
const maintenanceRecords = "maintenance"

// openMaintenance loads what is declared. The probe calls upstream, which may be set later.
func openMaintenance(ctx context.Context, store bff.SwapStore, bus bff.Bus, live *config.Live, calls *contract.Catalogue, upstream bff.Upstream, log *slog.Logger) (*maintenance.Manager, error) {
	return maintenance.New(ctx, maintenance.Settings{
		Store: store, Bus: bus, Log: log, Contract: calls, Probe: maintenance.NewProbe(calls, upstream, live.ByID),
		Brands:    func() []string { return brandIDs(live.Brands()) },
		Retention: func() time.Duration { return config.Days(live.Config().Server.Retention.Windows) },
	})
}

func brandIDs(brands []*bff.Brand) []string {
	ids := make([]string, len(brands))
	for i, b := range brands {
		ids[i] = b.ID
	}
	return ids
}

// newMaintenanceAdmin returns the admin service of maintenance; it records in auditLog.
func newMaintenanceAdmin(manager *maintenance.Manager, brands func() []*bff.Brand, calls *contract.Catalogue, auditLog *staff.AuditLog) *maintenance.Admin {
	return &maintenance.Admin{
		Manager: manager, Brands: brands,
		KnownCall: func(name string) bool {
			return slices.ContainsFunc(calls.Calls(), func(c *bff.Call) bool { return c.Class == name || c.Name() == name })
		},
		Audit: func(ctx context.Context, by, action, subject string, before, requested any, do func(context.Context) (any, error)) error {
			brand, _, _ := strings.Cut(subject, "/")
			return auditLog.Do(ctx, staff.Entry{Who: by}, staff.Action{Action: action, Brand: brand, Subject: subject, Before: before, Requested: requested}, do)
		},
	}
}

// jackpotsInterval is the time between two reads of the jackpots for event streams: the TTL of
// their cached answer (calls.md §2, getJackpots).
const jackpotsInterval = 5 * time.Second

// openEvents connects the hub of /v1/events to its sources.
func openEvents(bus bff.Bus, states *maintenance.Manager, live *config.Live, reader *site.GuestReader, index *indexkey.Key, log *slog.Logger) *events.Hub {
	hub := events.New(events.Settings{
		Bus: bus, Jackpots: jackpots(live, reader), Log: log,
		HashPlayer: func(brand, player string) string { return index.Hash(indexkey.Money, brand, player) },
	})
	states.Subscribe(hub.Maintenance)
	return hub
}

// jackpots reads the jackpots of the brand that an id names in the current configuration.
func jackpots(live *config.Live, reader *site.GuestReader) events.Jackpots {
	return func(ctx context.Context, brand, lang, world string) (json.RawMessage, bool) {
		b, ok := live.ByID(brand)
		if !ok {
			return nil, false
		}
		a, ok := reader.Read(ctx, &bff.Scope{RequestID: "events", Brand: b, Lang: lang, World: world}, "habanero", "getJackpots")
		if !ok {
			return nil, false
		}
		return a.Data, true
	}
}
