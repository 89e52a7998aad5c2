package main

import (
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestCountersOfABrandExistFromTheStartAndFromItsReload(t *testing.T) {
	file := writeConfig(t, validConfig+"data_dir: "+t.TempDir()+"\n")
	p, live := joined(t, file, slog.New(slog.DiscardHandler), nil)
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
