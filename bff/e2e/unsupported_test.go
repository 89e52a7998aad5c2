package e2e_test

import (
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"croupier/bff/e2e"
)

// Optional calls that the brand does not offer, and calls that the mapping or the settings of a platform
// declare as unsupported, reach no platform, are named in the bootstrap, and open no circuit breaker for
// the other calls of their class. A money call that a mapping lacks was not sent: its key stays free,
// also for the server that has the mapping later.
func TestUnsupportedAndUnmappedCalls(t *testing.T) {
	parallel(t)
	var paid, others atomic.Int64
	casino := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		switch r.URL.Path {
		case "/studios":
			_, _ = io.WriteString(w, `{"rows":[{"id":"7c9e6679-7425-40de-944b-e07fc1f90ae7","name":"Lale"}]}`)
			return
		case "/claim":
			paid.Add(1)
		case "/login":
		default:
			others.Add(1)
		}
		_, _ = io.WriteString(w, `{"id":"7"}`)
	}))
	t.Cleanup(casino.Close)
	dir := t.TempDir()
	const mapping = `version: 1
unsupported: [habanero, casino/category_list]
calls:
  user/login:
    method: POST
    path: /login
    body: '{name: .data.username}'
    data: '{rid: 1, uid: .body.id, sid: "s", uip: "", gtm: "3", language: "tr", username: "demo", lastlogin: null, gasecret: ""}'
  casino/provider_list:
    method: GET
    path: /studios
    answer: '{result: true, data: (.body.rows | map({providerID: .id, providerName: .name, logo: "", gameCount: 1})),
      pagination: {limit: 100, offset: 0, total: 1}}'
`
	startWith := func(text string) (*e2e.Process, visitor) {
		t.Helper()
		brand := e2e.Brand{ID: "delivery", Upstream: map[string]any{
			"adapter": "rest", "url": casino.URL, "mapping": writeFile(t, "mapping.yaml", text), "unsupported": []string{"user/register"},
		}}
		config, err := e2e.WriteConfig(t.TempDir(), []e2e.Brand{brand})
		require.NoError(t, err)
		p := startServer(t, nil, dir, "--config", config)
		return p, visitor{p.Address, brand.Host(), ""}
	}
	first, v := startWith(mapping)
	for range 30 {
		for _, name := range []string{
			"habanero/getJackpots", "casino/category_list", "user/register", "casino/games_list",
			"crm/recent_wins",
		} {
			status, a, _ := v.call(t, "", name, nil)
			require.True(t, status == http.StatusNotFound && string(a["debug"]) == `"unsupported"` && len(a["message"]) >= 3,
				"%s: %d %s %s", name, status, a["debug"], a["message"])
		}
	}
	assert.Contains(t, v.ok(t, "", "casino/provider_list", nil), `"7c9e6679-7425-40de-944b-e07fc1f90ae7"`,
		"a supported call of the same class")
	_, _, boot, err := v.client().Do(http.MethodGet, "/v1/bootstrap", nil, nil)
	const unsupported = `"unsupported":["casino/category_list","crm/recent_wins","finance/cancel_withdrawal","habanero/getJackpots","user/register","virtualgames/preview"]`
	assert.True(t, err == nil && strings.Contains(string(boot), unsupported), "bootstrap: %v %s", err, boot)

	token := v.login(t, "", "demo", "Demo123")
	for range 2 {
		p := v.mustPay(t, token, firstKey, 1)
		assert.True(t, p.Status == http.StatusServiceUnavailable && p.Debug == "upstream unavailable",
			"without a mapping: %s", p.raw)
	}
	n := others.Load() + paid.Load()
	assert.EqualValues(t, 0, n, "the platform received %d requests for them", n)
	kill(t, first)
	_, v = startWith(mapping + "  user/claim_bonus: { method: POST, path: /claim }\n")
	if p := v.mustPay(t, token, firstKey, 1); p.Status != http.StatusOK || paid.Load() != 1 {
		t.Errorf("the same key with a mapping: %s, paid %d times", p.raw, paid.Load())
	}
}
