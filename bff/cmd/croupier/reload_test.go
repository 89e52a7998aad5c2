package main

import (
	"log/slog"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"croupier/bff/config"
	"croupier/bff/contract"
)

func TestReloadedRoutingTakesEffectImmediately(t *testing.T) {
	says := func(name string) string {
		platform := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "application/json")
			_, _ = w.Write([]byte(`{"result":true,"message":"","data":[{"id":1,"title":"` + name + `","text":"","image":"/a.svg","link":"","button":"","Status":1,` +
				`"Start_date":"2026-01-01 00:00:00","End_date":"2026-12-31 00:00:00","sliderPlace":"sol","order":1}],"code":200,"debug":null,"pagination":null}`))
		}))
		t.Cleanup(platform.Close)
		return platform.URL
	}
	first, second := says("first"), says("second")
	server := "profile: demo\nbrands: brands\ndata_dir: " + t.TempDir() + "\nupstreams:\n  mock:\n    adapter: envelope\n    url: " + first +
		"\n  other:\n    adapter: envelope\n    url: " + second + "\n"
	file := configured(t, server)
	calls, err := contract.Load()
	if err != nil {
		t.Fatal(err)
	}
	log := slog.New(slog.DiscardHandler)
	live, err := config.OpenLive(source(configFile(file), func(string) (string, bool) { return "", false }, calls), log, time.Now)
	if err != nil {
		t.Fatal(err)
	}
	p, err := join(t.Context(), calls, live, log, "")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = p.close() }()
	ask := func(host string) (cache, body string) {
		r := httptest.NewRequest(http.MethodPost, "http://"+host+"/endpoint/v1", strings.NewReader(`{"api":{"class":"cmscontroller","method":"getSlider"},"data":{}}`))
		r.Header.Set("Content-Type", "application/json")
		r.Header.Set("Panel", "frontend")
		w := httptest.NewRecorder()
		p.gateway.ServeHTTP(w, r)
		return w.Header().Get("Croupier-Cache"), w.Body.String()
	}
	for _, host := range []string{"localhost", "zephyr.localhost"} {
		ask(host)
		if cache, body := ask(host); cache != "HIT" || !strings.Contains(body, "first") {
			t.Fatalf("%s is not kept: %s %s", host, cache, body)
		}
	}
	rewrite(t, filepath.Join(filepath.Dir(file), "brands", "marmara", "brand.yaml"), func(s string) string {
		return strings.Replace(s, "upstream: mock", "upstream: mock\nrouting: { cmscontroller: other }", 1)
	})
	if err := live.Reload(); err != nil {
		t.Fatal(err)
	}
	if cache, body := ask("localhost"); cache != "MISS" || !strings.Contains(body, "second") {
		t.Errorf("marmara is still answered by its old platform: %s %s", cache, body)
	}
	if cache, _ := ask("zephyr.localhost"); cache != "HIT" {
		t.Errorf("zephyr, which has not changed, has lost what was kept: %s", cache)
	}
}
