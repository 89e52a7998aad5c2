package app

import (
	"context"
	"slices"
	"strings"
	"time"

	"croupier/bff"
	"croupier/bff/config"
	"croupier/bff/contract"
	"croupier/bff/ops/maintenance"
	"croupier/bff/ops/staff"
)

// maintenanceRecords is the name of switches, windows and bypass links in the store.
const maintenanceRecords = "maintenance"

// maintenanceInterval is the time between checks of schedules and detected maintenance.
const maintenanceInterval = time.Second

// openMaintenance loads what is declared. Its probe calls the platforms, which report maintenance and are opened later.
func (s *server) openMaintenance(ctx context.Context) error {
	notices, err := s.stores.records(maintenanceRecords)
	if err != nil {
		return err
	}
	platforms := bff.UpstreamFunc(func(ctx context.Context, r *bff.UpstreamRequest) (*bff.Answer, error) { return s.platforms.Do(ctx, r) })
	s.maintenance, err = maintenance.New(ctx, maintenance.Settings{
		Store: notices, Bus: s.stores.bus, Log: s.log, Contract: s.calls, Probe: maintenance.NewProbe(s.calls, platforms, s.live.ByID),
		Brands:    s.live.BrandIDs,
		Retention: func() time.Duration { return config.Days(s.live.Config().Server.Retention.Windows) },
	})
	if err != nil {
		return err
	}
	s.every(maintenanceInterval, s.maintenance.Run)
	return nil
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
