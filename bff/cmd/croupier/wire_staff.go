package main

import (
	"context"
	"encoding/json"
	"log/slog"
	"net/http"
	"slices"
	"time"

	"croupier/bff"
	"croupier/bff/config"
	"croupier/bff/contract"
	"croupier/bff/maintenance"
	"croupier/bff/staff"
)

// Records of the console's API.
const (
	staffRecords = "staff"
	staffKeys    = "staff-keys"
	staffEarlier = "staff-trail" // of an earlier version
)

// Trails of the console's API.
const (
	staffDeeds    = "staff"
	staffRefusals = "staff-refusals"
)

// openStaff makes the console's API over the joined parts.
func openStaff(ctx context.Context, p *parts, live *config.Live, calls *contract.Catalogue, log *slog.Logger) (http.Handler, error) {
	keys, err := p.stores.records(staffKeys)
	if err != nil {
		return nil, err
	}
	d := &desk{states: p.maintenance, brands: live.Brands, calls: calls}
	return staff.New(ctx, staff.Options{
		Accounts: p.staff.accounts, Keys: keys, AuditLog: p.staff.trail,
		Revocations: p.stores.revocations, Bus: p.stores.bus, Limiter: p.stores.limiter, IdempotencyStore: p.stores.journal, RequestLog: p.seen,
		Brands: live.Brands, KnownCall: func(name string) bool { return d.known([]string{name}) == nil },
		Maintenance: staffDesk{d}, Breakers: staffBreakers{p.platforms}, Purge: p.answers.Purge,
		Sessions: p.sessions,
		Watch:    watchStates(p), Stopped: p.ending.Done(), Text: calls.ReasonText, Log: log, Clock: time.Now,
	})
}

// demoProfile is the profile that has accounts everybody knows.
const demoProfile = "demo"

// staffDesk has the console's maintenance done at the operators' desk.
type staffDesk struct{ *desk }

// Status gives what operators see of a brand.
func (d staffDesk) Status(brand string) any { return d.states.Status(brand) }

// Close declares maintenance.
func (d staffDesk) Close(ctx context.Context, brand string, n staff.Notice) error {
	_, err := d.carryOut(ctx, order{Do: doSet, Brand: brand, Notice: maintenance.Notice{
		Message: n.Message, From: n.From, Until: n.Until, Calls: n.Calls, Bypass: n.Bypass, By: n.By,
	}})
	return err
}

// Open ends maintenance.
func (d staffDesk) Open(ctx context.Context, brand string) error {
	_, err := d.carryOut(ctx, order{Do: doClear, Brand: brand})
	return err
}

// Pass lets a tester into a brand.
func (d staffDesk) BypassToken(ctx context.Context, brand string) (query string, until time.Time, err error) {
	out, err := d.carryOut(ctx, order{Do: doPass, Brand: brand})
	if err != nil {
		return "", time.Time{}, err
	}
	return out.Pass.Query, out.Pass.Until, nil
}

// staffBreakers are the platforms with what is held of them.
type staffBreakers struct{ *platforms }

// Of gives the hold on the breakers between a brand and an upstream.
func (b staffBreakers) Of(brand, upstream string) bff.BreakerOverride {
	return b.holds.Of(brand, upstream)
}

// watchStates tells of what changes here or on another instance.
func watchStates(p *parts) func(func(staff.Change)) func() {
	return func(fn func(staff.Change)) func() {
		ends := []func(){p.maintenance.Subscribe(func(string) {
			fn(staff.Change{Name: "maintenance", Data: struct{}{}}) // consoles ask for what they show
		})}
		ends = append(ends, p.stores.bus.Subscribe(bff.TopicStaff, func([]byte) { fn(staff.Change{Name: staff.ChangeLogins}) }))
		for topic, name := range map[bff.Topic]string{bff.TopicPurge: "purge", bff.TopicSessions: "sessions"} {
			ends = append(ends, p.stores.bus.Subscribe(topic, func(payload []byte) {
				if json.Valid(payload) { // whose session it was is for those who may look
					fn(staff.Change{Name: name, Data: struct{}{}})
				}
			}))
		}
		return func() {
			for _, end := range slices.Backward(ends) {
				end()
			}
		}
	}
}
