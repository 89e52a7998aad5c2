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
	"croupier/bff/content"
	"croupier/bff/contract"
)

// noMaintenance reports that no brand is in maintenance.
type noMaintenance struct{}

func (noMaintenance) State(string, string) bff.MaintenanceState { return bff.MaintenanceState{} }

func TestJackpotsUseTheCurrentConfiguration(t *testing.T) {
	file := writeConfig(t, "profile: demo\nbrands: brands\nupstreams:\n  mock: { adapter: mock }\n")
	calls, err := contract.Load()
	if err != nil {
		t.Fatal(err)
	}
	live, err := config.OpenLive(source(configFile(file), func(string) (string, bool) { return "", false }, calls), slog.New(slog.DiscardHandler), time.Now)
	if err != nil {
		t.Fatal(err)
	}
	responses := cache.New(cache.Settings{})
	defer responses.Close()
	upstream := bff.UpstreamFunc(func(_ context.Context, r *bff.UpstreamRequest) (*bff.Answer, error) {
		raw, err := json.Marshal(r.Brand.SiteID)
		return &bff.Answer{Result: true, Data: raw}, err
	})
	read := jackpots(live, &content.Reader{Calls: calls, Cache: responses, Upstream: upstream, Maintenance: noMaintenance{}})
	want := func(siteID string) {
		t.Helper()
		if data, ok := read(t.Context(), "marmara", "tr", ""); !ok || string(data) != siteID {
			t.Fatalf("%s, %v, want site id %s", data, ok, siteID)
		}
	}
	want("889")
	rewrite(t, filepath.Join(filepath.Dir(file), "brands", "marmara", "brand.yaml"), func(s string) string {
		return strings.Replace(s, "site_id: 889", "site_id: 777", 1)
	})
	if err := live.Reload(); err != nil {
		t.Fatal(err)
	}
	want("777")
	if data, ok := read(t.Context(), "unknown", "tr", ""); ok {
		t.Errorf("jackpots of an unknown brand: %s", data)
	}
}
