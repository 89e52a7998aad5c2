package main

import (
	"log/slog"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"testing"
)

func TestReloadedRoutingTakesEffectImmediately(t *testing.T) {
	startPlatform := func(name string) string {
		platform := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "application/json")
			_, _ = w.Write([]byte(`{"result":true,"message":"","data":[{"id":1,"title":"` + name + `","text":"","image":"/a.svg","link":"","button":"","Status":1,` +
				`"Start_date":"2026-01-01 00:00:00","End_date":"2026-12-31 00:00:00","sliderPlace":"sol","order":1}],"code":200,"debug":null,"pagination":null}`))
		}))
		t.Cleanup(platform.Close)
		return platform.URL
	}
	first, second := startPlatform("first"), startPlatform("second")
	server := "profile: demo\nbrands: brands\ndata_dir: " + t.TempDir() + "\nupstreams:\n  mock:\n    adapter: envelope\n    url: " + first +
		"\n  other:\n    adapter: envelope\n    url: " + second + "\n"
	file := writeConfig(t, server)
	p, live := joined(t, file, slog.New(slog.DiscardHandler), nil)
	call := func(host string) (cache, body string) {
		r := httptest.NewRequest(http.MethodPost, "http://"+host+"/endpoint/v1", strings.NewReader(`{"api":{"class":"cmscontroller","method":"getSlider"},"data":{}}`))
		r.Header.Set("Content-Type", "application/json")
		r.Header.Set("Panel", "frontend")
		w := httptest.NewRecorder()
		p.gateway.ServeHTTP(w, r)
		return w.Header().Get("Croupier-Cache"), w.Body.String()
	}
	for _, host := range []string{"localhost", "zephyr.localhost"} {
		call(host)
		if cache, body := call(host); cache != "HIT" || !strings.Contains(body, "first") {
			t.Fatalf("%s is not cached: %s %s", host, cache, body)
		}
	}
	rewrite(t, filepath.Join(filepath.Dir(file), "brands", "marmara", "brand.yaml"), func(s string) string {
		return strings.Replace(s, "upstream: mock", "upstream: mock\nrouting: { cmscontroller: other }", 1)
	})
	if err := live.Reload(); err != nil {
		t.Fatal(err)
	}
	if cache, body := call("localhost"); cache != "MISS" || !strings.Contains(body, "second") {
		t.Errorf("marmara still uses the old platform: %s %s", cache, body)
	}
	if cache, _ := call("zephyr.localhost"); cache != "HIT" {
		t.Errorf("the cache of zephyr was purged without a change: %s", cache)
	}
}
