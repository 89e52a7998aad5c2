package app

import (
	"context"
	"encoding/json"
	"log/slog"
	"net/http"
	"time"

	"croupier/bff"
	"croupier/bff/config"
	"croupier/bff/contract"
	"croupier/bff/internal/bounded"
	"croupier/bff/internal/indexkey"
	"croupier/bff/ops/telemetry"
	"croupier/bff/platform/cache"
	"croupier/bff/platform/pictures"
	"croupier/bff/platform/sanitise"
	"croupier/bff/player/events"
	"croupier/bff/site"
	"croupier/bff/site/search"
)

// openResponses opens the response cache, and the page content, search and events that use it.
func (s *server) openResponses(ctx context.Context) error {
	bus := s.stores.bus
	s.cache = cache.New(cache.Settings{Checker: s.calls, Bus: bus, Shared: s.metrics.SharedCache(s.stores.shared)})
	s.onClose(s.cache.Close)
	s.repeat(2*time.Second, s.cache.Synchronize) // for purges of other instances whose message was missed
	before := s.live.Config()
	s.live.Subscribe(func(after *config.Config) {
		if err := s.cache.PurgeChanged(context.WithoutCancel(ctx), before.Brands, after.Brands); err != nil {
			s.log.Warn("could not purge the cache of other instances after a reload, they may serve old responses "+
				"until these expire", "error", err)
		}
		before = after
	})
	s.publishState()
	colours := pictures.NewColours(http.DefaultTransport, time.Now)
	for range 2 {
		s.tasks = append(s.tasks, colours.Run)
	}
	s.sanitised = openSanitised(s.platforms, s.calls, s.metrics, s.log, colours.Of)
	s.reader = &site.GuestReader{
		Calls: s.calls, Cache: s.cache.Do, Upstream: s.sanitised, Maintenance: s.maintenance.State,
		Clock: time.Now,
	}
	s.search = search.New(search.Options{ReadAll: s.reader.ReadAll, Clock: time.Now, Log: s.log})
	s.onClose(s.search.Close)
	context.AfterFunc(ctx, bus.Subscribe(bff.TopicPurge, func([]byte) { s.search.Expire() }, s.search.Expire))
	s.events = events.New(events.Settings{
		Bus: bus, Jackpots: jackpots(s.live, s.reader), Log: s.log,
		HashPlayer: func(brand, player string) string { return s.index.Hash(indexkey.Money, brand, player) },
	})
	s.maintenance.Subscribe(s.events.Maintenance)
	s.every(5*time.Second, s.events.Run) // the cache time of jackpots
	return nil
}

// jackpots reads the jackpots of a brand of the current configuration.
func jackpots(live *config.Live, reader *site.GuestReader) events.Jackpots {
	return func(ctx context.Context, p bff.Partition, lang string) (json.RawMessage, bool) {
		b, ok := live.ByID(p.Brand())
		if !ok {
			return nil, false
		}
		s := &bff.Scope{RequestID: "events", Brand: b, Lang: lang, Partition: p}
		a := reader.ReadAll(ctx, s, time.Minute, bff.GuestRead{Class: "habanero", Method: "getJackpots"})[0]
		if a == nil {
			return nil, false
		}
		return a.Data, true
	}
}

// openSanitised returns the platforms with sanitised responses. It logs each removed field at most
// once per minute.
func openSanitised(
	platforms bff.Upstream, calls *contract.Catalogue, metrics *telemetry.Metrics, log *slog.Logger,
	colour func(picture string) string,
) *sanitise.Upstream {
	logged := bounded.New(bounded.Options[string, struct{}]{MaxEntries: 10_000, TTL: time.Minute, Now: time.Now})
	return sanitise.NewUpstream(platforms, calls, func(r *bff.UpstreamRequest, path string) {
		metrics.LinkRefused(r.Brand.ID, r.Call.Name())
		field := r.Brand.ID + " " + r.Call.Name() + " " + path
		if _, recently := logged.Get(field); !recently {
			logged.Put(field, struct{}{})
			log.Warn("removed a link from a response: origins of the brand does not list its host", "brand", r.Brand.ID,
				"call", r.Call.Name(), "field", path)
		}
	}, colour)
}
