package main

import (
	"log/slog"

	"croupier/bff"
	"croupier/bff/cache"
	"croupier/bff/config"
	"croupier/bff/contract"
)

// openAnswers makes the kept answers of this instance. shared is nil where instances share
// none.
func openAnswers(calls *contract.Catalogue, live *config.Live, bus bff.Bus, shared cache.SharedCache, log *slog.Logger) *cache.Cache {
	return cache.New(cache.Settings{
		Checker: calls,
		OnInvalid: func(r *bff.UpstreamRequest, err error) {
			log.Warn("answer breaks the contract", "brand", r.Brand.ID, "call", r.Call.Name(), "error", err)
		},
		Bus: bus, Shared: shared,
		Brands: func() (ids []string) {
			for _, b := range live.Config().Brands {
				ids = append(ids, b.ID)
			}
			return ids
		},
	})
}
