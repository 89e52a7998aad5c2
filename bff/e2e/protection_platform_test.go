package e2e_test

import (
	"encoding/json"
	"io"
	"maps"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"croupier/bff/e2e"
)

// responsiblePlatform is the mock with calls of its own, under which it holds limits of deposits by period.
type responsiblePlatform struct {
	mock http.Handler

	mu      sync.Mutex
	limits  map[string]json.Number
	coolOff string
	changes []string
}

// ServeHTTP implements http.Handler.
func (p *responsiblePlatform) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, _ := io.ReadAll(r.Body)
	var call struct {
		API  struct{ Class, Method string }
		Data struct {
			Period string
			Amount json.Number
			Until  string
		}
	}
	if json.Unmarshal(body, &call) != nil || call.API.Class != "responsible" {
		r.Body = io.NopCloser(strings.NewReader(string(body)))
		p.mock.ServeHTTP(w, r)
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	var data any
	switch call.API.Method {
	case "readLimits":
		held := []map[string]any{}
		for _, period := range slices.Sorted(maps.Keys(p.limits)) {
			held = append(held, map[string]any{"kind": "deposit", "period": period, "amount": p.limits[period]})
		}
		told := map[string]any{"kinds": []string{"deposit"}, "limits": held}
		if p.coolOff != "" {
			told["cool_off"] = map[string]string{"until": p.coolOff}
		}
		data = told
	case "writeLimit":
		p.limits[call.Data.Period] = call.Data.Amount
		p.changes = append(p.changes, call.Data.Period+" "+call.Data.Amount.String())
	case "takeBreak":
		p.coolOff = call.Data.Until
		p.changes = append(p.changes, "break")
	}
	w.Header().Set("Content-Type", "application/json")
	_ = json.NewEncoder(w).Encode(map[string]any{
		"result": true, "message": "", "data": data, "code": 200, "debug": nil,
		"pagination": nil,
	})
}

// changed returns what the platform was asked to change.
func (p *responsiblePlatform) changed() string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return strings.Join(p.changes, ", ")
}

// A platform holds limits itself, under names of its own: the tighter one holds before anything is sent, what is set here is set
// there, and staff sees where they differ.
func TestThePlatformsOwnLimitsHoldToo(t *testing.T) {
	parallel(t)
	platform := &responsiblePlatform{
		mock:   httputil.NewSingleHostReverseProxy(&url.URL{Scheme: "http", Host: startMock(t).Address}),
		limits: map[string]json.Number{"day": "300"},
	}
	at := httptest.NewServer(platform)
	t.Cleanup(at.Close)
	brand := e2e.Brand{ID: "marmara", Upstream: map[string]any{
		"adapter": "envelope", "url": at.URL + "/endpoint/v1",
		"platform_limits": map[string]string{
			"get": "responsible/readLimits", "set": "responsible/writeLimit",
			"cool_off": "responsible/takeBreak",
		},
	}, Settings: map[string]any{"site_id": 889}}
	file, err := e2e.WriteConfig(t.TempDir(), []e2e.Brand{brand})
	require.NoError(t, err)
	dir := t.TempDir()
	p := startServer(t, nil, dir, "--config", file)
	v := visitor{p.Address, brand.Host(), ""}
	token := v.login(t, "", "demo", "Demo123")
	want := func(what, got string, parts ...string) {
		t.Helper()
		for _, part := range parts {
			assert.Contains(t, got, part, "%s: want %s in %s", what, part, got)
		}
	}
	want("at first", v.ok(t, token, "limits/get", nil), `"amount":300,`, `"set_by_platform":true`)
	v.ok(t, token, "limits/set", depositLimit(500))
	v.depositOf(t, token, "400", http.StatusLocked, "limit reached") // of the platform's 300
	v.depositOf(t, token, "200", http.StatusOK, "")
	v.ok(t, token, "limits/set", map[string]any{"kind": "deposit", "period": "week", "amount": 1000})
	want("tighter than the platform's", v.ok(t, token, "limits/set", depositLimit(250)), `"amount":250,"used":200,"left":50,`)
	want("passed on", platform.changed(), "week 1000, day 250")

	platform.mu.Lock()
	platform.limits["week"] = "700" // by the platform's support
	platform.mu.Unlock()
	runStaff(t, dir, nil, "Uzun bir parola\n", "add", "ayse", "--role", "support", "--password-file", "-")
	staff := staffLogin(t, v, "ayse", "Uzun bir parola")
	uid := staff.uid(t, "demo")
	v.ok(t, token, "limits/cool_off", map[string]any{"hours": 24}) // the platform is asked again after a change that is passed on
	want("what staff sees", staff.must(t, http.MethodGet, "/players/marmara/"+uid+"/limits", "", http.StatusOK, nil),
		`"differences":[{"subject":"limit","kind":"deposit","period":"week","here":{"amount":1000},"there":{"amount":700},"state":"tighter_there"}]`)
	want("passed on", platform.changed(), "break")
	v.want(t, token, "casino/init_game", oneGame, http.StatusLocked, "cooling off")
}
