package app

import (
	"context"
	"errors"
	"log/slog"
	"slices"
	"strings"
	"time"

	"croupier/bff"
	"croupier/bff/config"
	"croupier/bff/contract"
	"croupier/bff/ops/maintenance"
	"croupier/bff/ops/staff"
)

// openMaintenance loads the declared maintenance. Its probe calls platforms that are opened later.
func (s *server) openMaintenance(ctx context.Context) (err error) {
	platforms := bff.UpstreamFunc(
		func(ctx context.Context, r *bff.UpstreamRequest) (*bff.Answer, error) { return s.platforms.Do(ctx, r) },
	)
	s.maintenance, err = maintenance.New(ctx, maintenance.Settings{
		Store: s.stores.records(maintenanceRecords), Bus: s.stores.bus, Now: time.Now, Log: s.log, Contract: s.calls,
		Probe: maintenance.NewProbe(s.calls, platforms, s.live.ByID), Brands: s.live.BrandIDs,
		Retention: func() time.Duration { return config.Days(s.live.Config().Server.Retention.Windows) },
	})
	if err != nil {
		return err
	}
	s.every(time.Second, s.maintenance.Run)
	return nil
}

func newMaintenanceAdmin(
	manager *maintenance.Manager, brands func() []*bff.Brand, calls *contract.Catalogue, auditLog *staff.AuditLog,
) *maintenance.Admin {
	return &maintenance.Admin{
		Manager: manager, Brands: brands,
		KnownCall: func(name string) bool {
			return slices.ContainsFunc(calls.Calls(),
				func(c *bff.Call) bool { return c.Class == name || c.Name() == name })
		},
		Audit: func(
			ctx context.Context, by, action, subject string, before, requested any,
			do func(context.Context) (any, error),
		) (any, error) {
			brand, _, _ := strings.Cut(subject, "/")
			return auditLog.Do(ctx, staff.Entry{Who: by},
				staff.Action{Action: action, Brand: brand, Subject: subject, Before: before, Requested: requested}, do)
		},
	}
}

// DoMaintenance sends a maintenance request to the running server, or to the store if no server
// runs.
func DoMaintenance(
	ctx context.Context, conf *config.Config, q maintenance.AdminRequest, log *slog.Logger,
) (maintenance.AdminResponse, error) {
	return call(ctx, conf, adminMaintenance, q, func() (out maintenance.AdminResponse, err error) {
		calls := contract.MustLoad()
		s, err := openRecords(ctx, conf)
		if err != nil {
			return out, err
		}
		defer func() { err = errors.Join(err, s.close()) }()
		notices := s.records(maintenanceRecords)
		if _, err := notices.All(ctx); err != nil {
			return out, err // maintenance.New tolerates an unavailable store; a command must not
		}
		settings := maintenance.Settings{Store: notices, Bus: s.bus, Now: time.Now, Log: log, Contract: calls}
		manager, err := maintenance.New(ctx, settings)
		if err != nil {
			return out, err
		}
		accounts, err := openAccounts(s, log)
		if err != nil {
			return out, err
		}
		brands := func() []*bff.Brand { return conf.Brands }
		return newMaintenanceAdmin(manager, brands, calls, accounts.AuditLog).Do(ctx, q)
	})
}
