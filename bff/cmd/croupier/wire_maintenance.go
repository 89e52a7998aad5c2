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
	"croupier/bff/maintenance"
	"croupier/bff/store/embedded"
	"croupier/bff/store/redis"
)

// openMaintenance reads what is declared from the store. The platforms are asked through
// upstream, which may be joined later than this.
func openMaintenance(ctx context.Context, store bff.Records, bus bff.Bus, live *config.Live, calls *contract.Catalogue, upstream bff.Upstream, log *slog.Logger) (*maintenance.Manager, error) {
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
func prober(live *config.Live, calls *contract.Catalogue, upstream bff.Upstream) func(context.Context, string) maintenance.Finding {
	return func(ctx context.Context, id string) maintenance.Finding {
		b, ok := live.ByID(id)
		if !ok {
			return maintenance.Open // the brand is gone from the configuration
		}
		call, ok := calls.Lookup("maintenance", "check_status")
		if !ok {
			return maintenance.Silent
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
func finding(a *bff.Answer, err error) maintenance.Finding {
	switch {
	case errors.Is(err, bff.ReasonMaintenance):
		return maintenance.Closed
	case err != nil:
		return maintenance.Silent
	case a.Result:
		return maintenance.Open
	case slices.Contains(saysClosed, a.Code):
		return maintenance.Closed
	}
	return maintenance.Silent
}

// openEvents joins the hub of /v1/events to what happens. It lives until its Run ends.
func openEvents(bus bff.Bus, states *maintenance.Manager, calls *contract.Catalogue, answers bff.Answers, upstream bff.Upstream, log *slog.Logger) *events.Hub {
	hub := events.New(events.Settings{Bus: bus, Jackpots: jackpots(states, calls, answers, upstream), Log: log})
	states.Subscribe(hub.Maintenance)
	return hub
}

// jackpotsEvery is how often the jackpots of listeners are looked at: as long as an answer
// is kept (calls.md §2, getJackpots).
const jackpotsEvery = 5 * time.Second

// jackpots asks for a brand's jackpots through what is kept, unless the brand is closed.
func jackpots(states bff.Maintenance, calls *contract.Catalogue, answers bff.Answers, upstream bff.Upstream) events.Jackpots {
	return func(ctx context.Context, b *bff.Brand, lang string) (json.RawMessage, bool) {
		call, ok := calls.Lookup("habanero", "getJackpots")
		if !ok || states.State(b.ID, call.Name()).On {
			return nil, false
		}
		data := calls.Complete(call, map[string]any{"Lang": lang}, lang)
		reply, err := answers.Do(ctx, &bff.UpstreamRequest{
			RequestID: "events", Brand: b, Call: call, Rules: calls.Resolve(call, data), Data: data, Lang: lang,
		}, upstream)
		if err != nil || !reply.Answer.Result {
			return nil, false
		}
		return reply.Answer.Data, true
	}
}

// maintenanceRecords is what the store calls the notices.
const maintenanceRecords = "maintenance"

// openNotices opens what a stopped server keeps of maintenance; with Redis also the bus,
// for other servers may run.
func openNotices(ctx context.Context, conf *config.Config) (notices bff.Records, bus bff.Bus, closed func() error, err error) {
	if url := conf.Server.Redis.URL; url != "" {
		store, err := redis.Open(ctx, url, redis.Options{})
		if err != nil {
			return nil, nil, nil, err
		}
		return store.Records(maintenanceRecords), store.Bus(), store.Close, nil
	}
	store, err := embedded.Open(conf.Server.DataDir, embedded.Options{})
	if err != nil {
		return nil, nil, nil, err
	}
	records, err := store.Records(maintenanceRecords)
	if err != nil {
		return nil, nil, nil, errors.Join(err, store.Close())
	}
	return records, new(embedded.Bus), store.Close, nil
}

// orders puts the desk that takes operators' orders before their other paths.
func orders(states *maintenance.Manager, live *config.Live, calls *contract.Catalogue, token string, others http.Handler) http.Handler {
	d := desk{states: states, brands: live.Brands, calls: calls}
	return d.serve(token, others)
}
