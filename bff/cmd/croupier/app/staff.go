package app

import (
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"os"
	"slices"
	"strings"
	"time"

	"croupier/bff"
	"croupier/bff/config"
	"croupier/bff/ops/oidc"
	"croupier/bff/ops/staff"
	"croupier/bff/ops/studio"
	"croupier/bff/player/session"
	"croupier/bff/site"
)

// openAccounts opens the staff accounts and the audit log.
func openAccounts(s *stores, log *slog.Logger) (*staff.AccountAdmin, error) {
	accounts, err := staff.OpenAccounts(s.records(staffRecords))
	if err != nil {
		return nil, err
	}
	bounds, auditLog := auditRetentions(s.retention), newAuditLog(s.retention, log)
	auditLog.Heads = s.records(auditRecords)
	if auditLog.Actions, err = s.auditStore(staffActions, bounds[staffActions]); err != nil {
		return nil, err
	}
	if auditLog.Refusals, err = s.auditStore(staffRefusals, bounds[staffRefusals]); err != nil {
		return nil, err
	}
	return &staff.AccountAdmin{
		Accounts: accounts, Tokens: &staff.Tokens{Records: s.records(tokenRecords)}, AuditLog: auditLog, Bus: s.bus,
		Log: log,
	}, nil
}

// newAuditLog returns an audit log without stores.
func newAuditLog(r config.Retention, log *slog.Logger) *staff.AuditLog {
	bounds := auditRetentions(r)
	return &staff.AuditLog{
		ActionsRetention: bounds[staffActions], RefusalsRetention: bounds[staffRefusals], NewChain: instanceName,
		Clock: time.Now, Log: log,
	}
}

// DoAccounts sends a request about staff accounts to the running server, or to the store if no
// server runs.
func DoAccounts(
	ctx context.Context, conf *config.Config, q staff.AccountRequest, log *slog.Logger,
) (staff.AccountResponse, error) {
	return call(ctx, conf, adminAccounts, q, withAccounts(ctx, conf, log,
		func(a *staff.AccountAdmin) (staff.AccountResponse, error) { return a.Do(ctx, q) }))
}

// VerifyAudit verifies the audit log of the running server, or of the store if no server runs. If
// file is not nil, it verifies this download. Entries before from may be missing.
func VerifyAudit(
	ctx context.Context, conf *config.Config, file *os.File, from time.Time, log *slog.Logger,
) (staff.AuditReport, error) {
	if file != nil {
		return newAuditLog(conf.Server.Retention, log).VerifyFile(file, from)
	}
	return call(ctx, conf, adminAudit, from, withAccounts(ctx, conf, log,
		func(a *staff.AccountAdmin) (staff.AuditReport, error) { return a.AuditLog.Verify(ctx, from) }))
}

// withAccounts returns a function that calls do with the accounts in the store of a stopped server.
func withAccounts[R any](
	ctx context.Context, conf *config.Config, log *slog.Logger, do func(*staff.AccountAdmin) (R, error),
) func() (R, error) {
	return func() (out R, err error) {
		s, err := openRecords(ctx, conf)
		if err != nil {
			return out, err
		}
		defer func() { err = errors.Join(err, s.close()) }()
		accounts, err := openAccounts(s, log)
		if err != nil {
			return out, err
		}
		return do(accounts)
	}
}

// openAccounts opens the staff accounts and the functions that commands call on the running server.
func (s *server) openAccounts(ctx context.Context) (err error) {
	if s.accounts, err = openAccounts(s.stores, s.log); err != nil {
		return err
	}
	if err := guardDemoAccounts(ctx, s.accounts.Accounts, s.live); err != nil {
		return err
	}
	s.passes = site.PreviewPasses{Key: s.index, Clock: time.Now}
	s.maintenances = newMaintenanceAdmin(s.maintenance, s.live.Brands, s.calls, s.accounts.AuditLog)
	return nil
}

// openStudio applies the published changes of brands and follows them.
func (s *server) openStudio(ctx context.Context) error {
	manager := studio.New(ctx, studio.Options{
		Heads: s.stores.records(studioRecords), Contents: s.stores.keyed(studioContents), Bus: s.stores.bus,
		Live: s.live, Texts: site.BuiltTexts(), Clock: time.Now, Log: s.log,
		Audit: func(by string) studio.Audit { return s.accounts.AuditLog.Studio(staff.Entry{Who: by}) },
	})
	s.studio = &studio.Admin{Manager: manager, PreviewPass: s.passes.New}
	s.every(time.Second, manager.Run)
	return nil
}

// openConsole creates the API of the staff console.
func (s *server) openConsole(context.Context) error {
	s.console = staff.New(staff.Options{
		AccountAdmin: s.accounts, DemoAllowed: func() bool { return demoAllowed(s.live.Config()) },
		AuthenticatorRequired: func() bool { return s.live.Config().Server.Profile != demoProfile },
		DeviceKey:             s.index.Derive("staff-device"), Revocations: s.stores.revocations,
		OIDC: &oidc.Client{
			Settings: func() config.OIDC { return s.live.Config().Server.Staff.OIDC }, Clock: time.Now,
		},
		Limiter: s.stores.limiter, Limits: s.stores.resetter,
		Blocks: s.blocks, Protection: s.protection, Activity: s.activity, Traffic: s.traffic.Read, Speed: s.speed.Read,
		Deviations:     s.deviations.List,
		Payments:       s.metrics.IdempotencyStore(s.stores.idempotency),
		AuditRetention: config.Days(s.stores.retention.Audit), RevocationRetention: session.MaxLife,
		// for other instances to store their last records of the player
		EraseDelay: time.Second,
		Brands:     s.live.Brands, KnownCall: s.maintenances.KnownCall,
		Maintenance: s.maintenance, Breakers: s.platforms, Purge: s.cache.Purge,
		Studio: s.studio.Manager, PreviewPass: s.passes.New, ReadGuest: s.reader.ReadAll,
		ExplainCache: s.explainRecorded,
		Senders:      func() map[string]config.EventSender { return s.live.Config().Server.Events.Senders },
		Events:       s.stores.tickets, IndexKey: s.index, CountEvent: s.metrics.CountEvent,
		Sessions: s.sessions, Bootstrap: site.PreviewBootstrap, Watch: s.watchChanges, Stopped: s.stopping.Done(),
		OpenAPI: s.calls.StaffAPI(), Text: s.calls.ReasonText, Problem: s.calls.Problem, Clock: time.Now,
	})
	return nil
}

// watchChanges notifies fn of changes on all instances, so that consoles reload their data.
func (s *server) watchChanges(fn func(staff.Change)) (cancel func()) {
	logins := func() { fn(staff.Change{Name: staff.ChangeLogins}) }
	cancels := []func(){
		s.maintenance.Subscribe(func(part string) {
			brand, _, _ := strings.Cut(part, "/")
			fn(staff.Change{Name: staff.ChangeMaintenance, Brand: brand})
		}),
		s.stores.bus.Subscribe(bff.TopicStaff, func([]byte) { logins() }, logins),
	}
	for topic, name := range map[bff.Topic]string{
		bff.TopicPurge: "purge", bff.TopicSessions: "sessions", bff.TopicPayment: "payments",
		bff.TopicProtection: "limits", bff.TopicBreakers: "breakers", bff.TopicStudio: "studio",
	} {
		cancels = append(cancels, s.stores.bus.Subscribe(topic, func(payload []byte) {
			var of struct {
				Brand string `json:"brand"`
			}
			if json.Unmarshal(payload, &of) == nil {
				fn(staff.Change{Name: name, Brand: of.Brand, Data: struct{}{}})
			}
		}, func() { fn(staff.Change{Name: name, Data: struct{}{}}) }))
	}
	return func() {
		for _, cancel := range slices.Backward(cancels) {
			cancel()
		}
	}
}
