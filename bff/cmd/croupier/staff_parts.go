package main

import (
	"context"
	"encoding/json"
	"log/slog"
	"net/http"
	"slices"
	"strings"
	"time"

	"croupier/bff"
	"croupier/bff/config"
	"croupier/bff/contract"
	"croupier/bff/ops/staff"
	"croupier/bff/ops/telemetry"
	"croupier/bff/player/session"
	"croupier/bff/site"
)

// Names of the console's records and audit logs in the store.
const (
	staffRecords  = "staff"
	staffKeys     = "staff-keys"
	staffLogins   = "staff-logins"
	staffActions  = "staff"
	staffRefusals = "staff-refusals"
)

// auditRetentions returns the retention of each audit log.
func auditRetentions(r config.Retention) map[string]staff.AuditRetention {
	return map[string]staff.AuditRetention{
		staffActions:  {MaxEntries: staff.MaxActions, MaxAge: config.Days(r.Audit)},
		staffRefusals: {MaxEntries: staff.MaxRefusals, MaxAge: config.Days(r.RefusedLogins)},
	}
}

// openAccounts opens the staff accounts and the audit log.
func openAccounts(s *stores, log *slog.Logger) (*staff.AccountAdmin, error) {
	records, err := s.records(staffRecords)
	if err != nil {
		return nil, err
	}
	accounts, err := staff.OpenAccounts(records, time.Now)
	if err != nil {
		return nil, err
	}
	auditLog := &staff.AuditLog{Clock: time.Now, Log: log}
	bounds := auditRetentions(s.retention)
	if auditLog.Actions, err = s.auditStore(staffActions, bounds[staffActions]); err != nil {
		return nil, err
	}
	if auditLog.Refusals, err = s.auditStore(staffRefusals, bounds[staffRefusals]); err != nil {
		return nil, err
	}
	return &staff.AccountAdmin{Accounts: accounts, AuditLog: auditLog, Bus: s.bus, Log: log}, nil
}

// eraseDelay is the time that other instances have to write what they recorded of a player whose
// sessions have ended: several times the interval of activity.Log.
const eraseDelay = time.Second

// openStaff creates the console's API.
func openStaff(ctx context.Context, p *parts, metrics *telemetry.Metrics, live *config.Live, calls *contract.Catalogue) (http.Handler, error) {
	keys, err := p.stores.records(staffKeys)
	if err != nil {
		return nil, err
	}
	logins, err := p.stores.records(staffLogins)
	if err != nil {
		return nil, err
	}
	p.stores.resetter.Listen() // until the bus ends
	return staff.New(ctx, staff.Options{
		AccountAdmin: p.staff, DemoAllowed: func() bool { return demoAllowed(live.Config()) },
		AuthenticatorRequired: func() bool { return live.Config().Server.Profile != demoProfile },
		Keys:                  keys, Logins: logins, Revocations: p.stores.revocations, Limiter: p.stores.limiter, Limits: p.stores.resetter,
		Blocks: p.blocks, Protection: p.protection, Activity: p.activity, Traffic: p.traffic.Read, Deviations: p.deviations.List,
		Payments:       staffPayments{p.stores.idempotency, metrics.IdempotencyStore(p.stores.idempotency)},
		AuditRetention: config.Days(p.stores.retention.Audit), RevocationRetention: session.MaxLife, EraseDelay: eraseDelay,
		Brands: live.Brands, KnownCall: p.maintenanceAdmin.KnownCall,
		Maintenance: p.maintenance, Breakers: staffBreakers{p.platforms}, Purge: p.cache.Purge,
		Sessions: p.sessions, Bootstrap: site.PreviewBootstrap,
		Watch: watchChanges(p), Stopped: p.stopping.Done(), OpenAPI: calls.StaffAPI(), Text: calls.ReasonText, Clock: time.Now,
	})
}

// staffPayments implements staff.Payments.
type staffPayments struct {
	staff.Payments
	counted bff.IdempotencyStore
}

func (p staffPayments) Settle(ctx context.Context, key bff.IdempotencyKey, change func(bff.IdempotencyRecord) (*bff.Settlement, error)) (*bff.IdempotencyRecord, error) {
	return p.counted.Settle(ctx, key, change)
}

// staffBreakers implements staff.Breakers.
type staffBreakers struct{ *platforms }

func (b staffBreakers) Of(brand, upstream string) bff.BreakerOverride {
	return b.overrides.Of(brand, upstream)
}

// watchChanges reports changes of this and other instances to consoles. Consoles re-read what
// they show, so that the events carry no data.
func watchChanges(p *parts) func(func(staff.Change)) func() {
	return func(fn func(staff.Change)) func() {
		logins := func() { fn(staff.Change{Name: staff.ChangeLogins}) }
		cancels := []func(){
			p.maintenance.Subscribe(func(part string) {
				brand, _, _ := strings.Cut(part, "/")
				fn(staff.Change{Name: staff.ChangeMaintenance, Brand: brand})
			}),
			p.stores.bus.Subscribe(bff.TopicStaff, func([]byte) { logins() }, logins),
		}
		for topic, name := range map[bff.Topic]string{bff.TopicPurge: "purge", bff.TopicSessions: "sessions", bff.TopicPayment: "payments", bff.TopicProtection: "limits", bff.TopicBreakers: "breakers"} {
			cancels = append(cancels, p.stores.bus.Subscribe(topic, func(payload []byte) {
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
}
