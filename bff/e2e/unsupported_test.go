package e2e_test

import (
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"croupier/bff/e2e"
)

// Optional calls that the brand does not offer are unsupported. Calls that the mapping or the settings of a platform declare as unsupported reach no platform, are
// named in the bootstrap, and open no circuit breaker for the other calls of their class.
func TestUnsupportedCallsAreAnsweredAndNamed(t *testing.T) {
	t.Parallel()
	var others atomic.Int64
	casino := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/studios" {
			others.Add(1)
		}
		w.Header().Set("Content-Type", "application/json")
		_, _ = io.WriteString(w, `{"rows":[{"id":"7c9e6679-7425-40de-944b-e07fc1f90ae7","name":"Lale"}]}`)
	}))
	t.Cleanup(casino.Close)
	mapping := filepath.Join(t.TempDir(), "mapping.yaml")
	const text = `version: 1
unsupported: [habanero, casino/category_list]
calls:
  casino/provider_list:
    method: GET
    path: /studios
    answer: '{result: true, data: (.body.rows | map({providerID: .id, providerName: .name, logo: "", gameCount: 1})),
      pagination: {limit: 100, offset: 0, total: 1}}'
`
	if err := os.WriteFile(mapping, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	p, v := startWithBrand(t, t.TempDir(), map[string]any{
		"adapter": "rest", "url": casino.URL, "mapping": mapping, "unsupported": []string{"user/register"},
	})
	c := e2e.NewClient(p.Address, v.host, "")
	for range 30 {
		for _, name := range []string{"habanero/getJackpots", "casino/category_list", "user/register", "casino/games_list", "crm/recent_wins"} {
			status, a := mustCall(t, c, name, nil, nil)
			if status != http.StatusNotFound || string(a["debug"]) != `"unsupported"` || len(a["message"]) < 3 {
				t.Fatalf("%s: %d %s %s", name, status, a["debug"], a["message"])
			}
		}
	}
	if n := others.Load(); n != 0 {
		t.Errorf("the platform received %d requests for them", n)
	}
	status, a := mustCall(t, c, "casino/provider_list", nil, nil)
	if status != http.StatusOK || !strings.Contains(string(a["data"]), `"7c9e6679-7425-40de-944b-e07fc1f90ae7"`) {
		t.Errorf("a supported call of the same class: %d %s", status, a["data"])
	}
	_, _, raw, err := c.Do(http.MethodGet, "/v1/bootstrap", nil, nil)
	var boot struct{ Unsupported []string }
	if err != nil || json.Unmarshal(raw, &boot) != nil || !slices.Equal(boot.Unsupported, []string{
		"casino/category_list", "crm/recent_wins", "finance/cancel_withdrawal", "habanero/getJackpots", "user/register", "virtualgames/preview",
	}) {
		t.Errorf("bootstrap: %v %v", err, boot.Unsupported)
	}
}
