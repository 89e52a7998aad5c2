package main

import (
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"net/http"
	"slices"
	"time"

	"croupier/bff"
	"croupier/bff/config"
	"croupier/bff/contract"
	"croupier/bff/events"
	"croupier/bff/gateway"
	"croupier/bff/maintenance"
	"croupier/bff/staff"
)

// openMaintenance reads what is declared from the store. The platforms are asked through
// upstream, which may be joined later than this.
func openMaintenance(ctx context.Context, store bff.RecordStore, bus bff.Bus, live *config.Live, calls *contract.Catalogue, upstream bff.Upstream, log *slog.Logger) (*maintenance.Manager, error) {
	return maintenance.New(ctx, maintenance.Settings{
		Store: store, Bus: bus, Log: log,
		Probe: prober(live, calls, upstream),
		Brands: func() []string {
			var ids []string
			for _, b := range live.Config().Brands {
				ids = append(ids, b.ID)
			}
			return ids
		},
	})
}

// prober asks a brand's platform whether it is under maintenance.
func prober(live *config.Live, calls *contract.Catalogue, upstream bff.Upstream) func(context.Context, string) maintenance.ProbeResult {
	return func(ctx context.Context, id string) maintenance.ProbeResult {
		b, ok := live.ByID(id)
		if !ok {
			return maintenance.ProbeOpen // the brand is gone from the configuration
		}
		call, ok := calls.Lookup("maintenance", "check_status")
		if !ok {
			return maintenance.ProbeUnknown
		}
		data := calls.Complete(call, map[string]any{}, b.DefaultLang())
		a, err := upstream.Do(ctx, &bff.UpstreamRequest{
			RequestID: "probe", Brand: b, Call: call, Rules: calls.Resolve(call, data), Data: data, Lang: b.DefaultLang(),
		})
		return finding(a, err)
	}
}

// saysClosed are the codes that a plain `result:false` of check_status has: specification
// §7 calls it maintenance. Other codes refuse the question, for example as an unknown call.
var saysClosed = []int{http.StatusOK, http.StatusBadRequest, http.StatusServiceUnavailable}

// finding reads a platform's answer to check_status.
func finding(a *bff.Answer, err error) maintenance.ProbeResult {
	switch {
	case errors.Is(err, bff.ReasonMaintenance):
		return maintenance.ProbeClosed
	case err != nil:
		return maintenance.ProbeUnknown
	case a.Result:
		return maintenance.ProbeOpen
	case slices.Contains(saysClosed, a.Code):
		return maintenance.ProbeClosed
	}
	return maintenance.ProbeUnknown
}

// openEvents joins the hub of /v1/events to what happens. It lives until its Run ends.
func openEvents(bus bff.Bus, states *maintenance.Manager, live *config.Live, calls *contract.Catalogue, answers gateway.ResponseCache, upstream bff.Upstream, log *slog.Logger) *events.Hub {
	hub := events.New(events.Settings{Bus: bus, Jackpots: jackpots(states, live, calls, answers, upstream), Log: log})
	states.Subscribe(hub.Maintenance)
	return hub
}

// jackpotsEvery is how often the jackpots of listeners are looked at: as long as an answer
// is kept (calls.md §2, getJackpots).
const jackpotsEvery = 5 * time.Second

// jackpots asks for a brand's jackpots through what is kept, unless the brand is closed.
func jackpots(states gateway.Maintenance, live *config.Live, calls *contract.Catalogue, answers gateway.ResponseCache, upstream bff.Upstream) events.Jackpots {
	return func(ctx context.Context, brand, lang, world string) (json.RawMessage, bool) {
		b, there := live.ByID(brand)
		call, ok := calls.Lookup("habanero", "getJackpots")
		if !there || !ok || states.State(b.ID, call.Name()).On {
			return nil, false
		}
		data := calls.Complete(call, map[string]any{"Lang": lang}, lang)
		reply, err := answers.Do(ctx, &bff.UpstreamRequest{
			RequestID: "events", Brand: b, Call: call, Rules: calls.Resolve(call, data), Data: data, Lang: lang, World: world,
		}, upstream)
		if err != nil || !reply.Answer.Result {
			return nil, false
		}
		return reply.Answer.Data, true
	}
}

// maintenanceRecords is what the store calls the notices.
const maintenanceRecords = "maintenance"

// orders puts what takes operators' orders before their other paths.
func orders(p *parts, live *config.Live, calls *contract.Catalogue, others http.Handler) http.Handler {
	d := &desk{states: p.maintenance, brands: live.Brands, calls: calls}
	others = takeOrders(deskPath, p.token, witnessed(d, p.staff.trail), others)
	return takeOrders(staffPath, p.token, p.staff.carryOut, others)
}

// witnessed has a desk's orders carried out under lines of the console's trail.
func witnessed(d *desk, trail *staff.AuditLog) func(context.Context, order) (outcome, error) {
	return func(ctx context.Context, o order) (out outcome, err error) {
		if o.Do == doStatus {
			return d.carryOut(ctx, o)
		}
		before, err := d.carryOut(ctx, order{Do: doStatus, Brand: o.Brand})
		if err != nil {
			return outcome{}, err
		}
		deed := staff.Action{Action: "maintenance", Subject: o.Brand, Before: before.Brands}
		switch o.Do {
		case doSet:
			deed.Requested = o.Notice
		case doPass:
			deed.Action, deed.Before = "bypass link", nil
		}
		err = trail.Do(ctx, staff.Entry{Who: o.By}, deed, func(ctx context.Context) (any, error) {
			if out, err = d.carryOut(ctx, o); err == nil && out.Pass != nil {
				return map[string]time.Time{"until": out.Pass.Until}, nil // the link stays a secret of its holder
			}
			return out.Brands, err
		})
		return out, err
	}
}
