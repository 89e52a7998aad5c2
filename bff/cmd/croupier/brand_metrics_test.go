package main

import (
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"croupier/bff/config"
	"croupier/bff/contract"
)

func TestCountersOfABrandExistFromTheStartAndFromItsReload(t *testing.T) {
	file := writeConfig(t, validConfig+"data_dir: "+t.TempDir()+"\n")
	calls, err := contract.Load()
	if err != nil {
		t.Fatal(err)
	}
	log := slog.New(slog.DiscardHandler)
	live, err := config.OpenLive(source(configFile(file), func(string) (string, bool) { return "", false }, calls), log, time.Now)
	if err != nil {
		t.Fatal(err)
	}
	p, err := join(t.Context(), calls, live, log, nil, "")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = p.close() }()
	has := func(brand string) bool {
		w := httptest.NewRecorder()
		p.admin.ServeHTTP(w, httptest.NewRequest(http.MethodGet, "/metrics", nil))
		return strings.Contains(w.Body.String(), `croupier_money_total{brand="`+brand+`",outcome="unknown"} 0`) &&
			strings.Contains(w.Body.String(), `croupier_defects_total{brand="`+brand+`"} 0`)
	}
	if !has("pera") || has("bogaz") {
		t.Errorf("at the start: pera %v, bogaz %v", has("pera"), has("bogaz"))
	}
	brands := filepath.Join(filepath.Dir(file), "brands")
	if err := os.CopyFS(filepath.Join(brands, "bogaz"), os.DirFS(filepath.Join(brands, "pera"))); err != nil {
		t.Fatal(err)
	}
	rewrite(t, filepath.Join(brands, "bogaz", "brand.yaml"), func(s string) string {
		return strings.NewReplacer("id: pera\n", "id: bogaz\n", "pera.localhost", "bogaz.localhost").Replace(s)
	})
	if err := live.Reload(); err != nil {
		t.Fatal(err)
	}
	if !has("bogaz") {
		t.Error("the brand of the reload has no counters")
	}
}
