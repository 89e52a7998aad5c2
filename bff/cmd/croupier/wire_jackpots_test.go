package main

import (
	"context"
	"encoding/json"
	"log/slog"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"croupier/bff"
	"croupier/bff/cache"
	"croupier/bff/config"
	"croupier/bff/contract"
)

// open is a site without maintenance.
type open struct{}

func (open) State(string, string) bff.MaintenanceState { return bff.MaintenanceState{} }
func (open) ReportDetected(string)                     {}

func TestJackpotsAreThoseOfThePlatformInForce(t *testing.T) {
	file := configured(t, "profile: demo\nbrands: brands\nupstreams:\n  mock: { adapter: mock }\n")
	calls, err := contract.Load()
	if err != nil {
		t.Fatal(err)
	}
	live, err := config.OpenLive(source(configFile(file), func(string) (string, bool) { return "", false }, calls), slog.New(slog.DiscardHandler), time.Now)
	if err != nil {
		t.Fatal(err)
	}
	kept := cache.New(cache.Settings{})
	defer kept.Close()
	look := jackpots(open{}, live, calls, kept, bff.UpstreamFunc(func(_ context.Context, r *bff.UpstreamRequest) (*bff.Answer, error) {
		raw, err := json.Marshal(r.Brand.SiteID)
		return &bff.Answer{Result: true, Data: raw}, err
	}))
	sees := func(want string) {
		t.Helper()
		if data, ok := look(t.Context(), "marmara", "tr", ""); !ok || string(data) != want {
			t.Fatalf("%s, %v, want those of %s", data, ok, want)
		}
	}
	sees("889")
	rewrite(t, filepath.Join(filepath.Dir(file), "brands", "marmara", "brand.yaml"), func(s string) string {
		return strings.Replace(s, "site_id: 889", "site_id: 777", 1)
	})
	if err := live.Reload(); err != nil {
		t.Fatal(err)
	}
	sees("777")
	if data, ok := look(t.Context(), "nobody", "tr", ""); ok {
		t.Errorf("a brand that is gone has %s", data)
	}
}
