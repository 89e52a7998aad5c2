package staff_test

import (
	"encoding/json"
	"errors"
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"croupier/bff"
	"croupier/bff/staff"
)

func TestTheHigherRoleOfABrandHolds(t *testing.T) {
	r := staff.Roles{staff.Everywhere: staff.Support, "marmara": staff.Viewer, "zephyr": staff.Admin}
	for brand, want := range map[string]staff.Role{"marmara": staff.Support, "zephyr": staff.Admin, "pera": staff.Support, staff.Everywhere: staff.Support} {
		assert.Equal(t, want, r.Of(brand), brand)
	}
	assert.Equal(t, staff.Viewer, (staff.Roles{"marmara": staff.Viewer}).Of("marmara"), "role at the only brand")
	if got := (staff.Roles{"marmara": staff.Admin}).Of(staff.Everywhere); got != "" {
		t.Errorf("role for all brands of an admin of one: %q", got)
	}
}

func TestRolesAreReadAsWritten(t *testing.T) {
	for text, ok := range map[string]bool{
		"admin": true, "viewer,marmara=support": true, "marmara=support,zephyr=viewer": true,
		"": false, "king": false, "viewer,marmara=king": false, "viewer,support": false, "=viewer": false, "marmara=": false,
	} {
		r, err := staff.ParseRoles(text)
		assert.True(t, (err == nil) == ok && (!ok || r.String() == text) && (ok || errors.Is(err, staff.ErrRole)),
			"%q: %v %v", text, r, err)
	}
}

func TestAccountsOfEarlierVersionsKeepTheirRole(t *testing.T) {
	var a staff.Account
	noError(t, json.Unmarshal([]byte(`{"name":"eski","role":"support","hash":"h","since":"2026-01-02T03:04:05Z"}`), &a))
	assert.True(t, a.Roles.Of("marmara") == staff.Support && a.Name == "eski" && a.Hash == "h" && !a.Since.IsZero(), "%+v", a)
	raw, err := json.Marshal(a)
	assert.True(t, err == nil && !strings.Contains(string(raw), `"role"`), "%s %v", raw, err)
}

// The document of the API pins the role of each route (TestEveryRouteIsInTheDocument).
func TestEveryRouteRequiresItsRole(t *testing.T) {
	r := newRig(t)
	cookies := map[string]*http.Cookie{
		"viewer": r.login("izleyici", "Izleyici123!"), "support": r.login("destek", "Destek123!"), "admin": r.login("yonetici", "Yonetici123!"),
	}
	r.players.keys = []bff.SealingKey{}
	ranks := map[staff.Role]int{staff.Viewer: 1, staff.Support: 2, staff.Admin: 3}
	routes := map[staff.Role]int{}
	for _, route := range staff.RouteRows() {
		if route.Public || route.AnyLogin || route.Path == "/events" {
			continue
		}
		routes[route.Role]++
		path := placeholders.Replace(strings.Replace(route.Path, ":name", "nobody", 1))
		r.want(http.StatusUnauthorized, route.Method, path, "", nil)
		for rank, name := range []string{"viewer", "support", "admin"} {
			got := r.do(route.Method, path, "", cookies[name])
			permitted := got.status != http.StatusUnauthorized && got.status != http.StatusForbidden
			assert.True(t, permitted == (rank+1 >= ranks[route.Role]) && (permitted || got.status == http.StatusForbidden),
				"%s %s as %s: %d %s", route.Method, path, name, got.status, got.body)
		}
	}
	assert.True(t, routes[staff.Viewer] >= 10 && routes[staff.Support] >= 15 && routes[staff.Admin] >= 8 && len(routes) == 3,
		"routes by role: %v", routes)
	for _, path := range []string{"/", "/nothing", "/breakers/marmara/main"} {
		r.want(http.StatusNotFound, "GET", path, "", cookies["admin"])
	}
	r.want(http.StatusUnauthorized, "GET", "/events", "", nil)
	r.want(http.StatusOK, "POST", "/logout", "", cookies["viewer"])
	r.want(http.StatusUnauthorized, "GET", "/me", "", cookies["viewer"])
}

func TestARoleAtOneBrandIsNoneAtOthers(t *testing.T) {
	r := playing(t)
	r.brands[1].Upstream.Name = "other"
	r.drift = []bff.Deviation{{Upstream: "main", Brand: "marmara", Call: "casino/games_list"}, {Upstream: "other", Brand: "zephyr", Call: "casino/games_list"}}
	r.seen.Observe(t.Context(), &bff.Observation{At: r.now(), RequestID: "here", Brand: "marmara", Call: "casino/games_list", Status: 502, Code: 502, Err: bff.ReasonBadUpstreamAnswer})
	r.seen.Observe(t.Context(), &bff.Observation{At: r.now(), RequestID: "there", Brand: "zephyr", Call: "casino/games_list", Status: 502, Code: 502, Err: bff.ReasonBadUpstreamAnswer})
	r.journal["paid"] = &bff.IdempotencyRecord{Key: bff.IdempotencyKey{Brand: "zephyr"}, RequestID: "paid", At: r.now()}
	limited := r.addAccount("yerel", staff.Roles{"marmara": staff.Admin})
	mixed := r.addAccount("karma", staff.Roles{staff.Everywhere: staff.Viewer, "marmara": staff.Support})
	for _, row := range []struct {
		method, path, body string
		limited, mixed     int
		has, not           string // what the answer to the limited account holds, and what not
	}{
		{"GET", "/brands", "", 200, 200, "marmara", "zephyr"},
		{"GET", "/maintenance", "", 200, 200, "marmara", "zephyr"},
		{"GET", "/maintenance/zephyr", "", 403, 200, "", ""},
		{"PUT", "/maintenance/zephyr", `{"on":true}`, 403, 403, "", ""},
		{"PUT", "/maintenance/*", `{"on":true}`, 403, 403, "", ""},
		{"PUT", "/maintenance/marmara", `{"on":true}`, 200, 200, "", ""},
		{"POST", "/maintenance/zephyr/bypass-links", "", 403, 403, "", ""},
		{"POST", "/cache/purge", `{}`, 403, 403, "", ""},
		{"POST", "/cache/purge", `{"brand":"zephyr"}`, 403, 403, "", ""},
		{"POST", "/cache/purge", `{"brand":"marmara"}`, 200, 200, "", ""},
		{"POST", "/breakers/zephyr/other/open", "", 403, 403, "", ""},
		{"POST", "/breakers/marmara/main/open", "", 200, 403, "", ""},
		{"GET", "/sessions?username=ayse&brand=zephyr", "", 403, 403, "", ""},
		{"GET", "/sessions?username=ayse", "", 200, 200, "S0", "S1"},
		{"GET", "/requests/here", "", 200, 200, "marmara", ""},
		{"GET", "/requests/there", "", 404, 404, "", ""},
		{"GET", "/requests/paid", "", 404, 404, "", ""},
		{"GET", "/players?q=ayse", "", 200, 200, "", ""},
		{"GET", "/players?q=ayse&brand=zephyr", "", 403, 403, "", ""},
		{"GET", "/players/zephyr/u-1", "", 403, 403, "", ""},
		{"GET", "/players/zephyr/u-1/limits", "", 403, 403, "", ""},
		{"POST", "/players/zephyr/u-1/limits/tighten", `{}`, 403, 403, "", ""},
		{"POST", "/players/zephyr/u-1/limits/propose", `{}`, 403, 403, "", ""},
		{"POST", "/players/zephyr/u-1/limits/approve", `{}`, 403, 403, "", ""},
		{"POST", "/players/zephyr/u-1/limits/reject", `{}`, 403, 403, "", ""},
		{"GET", "/limits.csv?brand=zephyr", "", 403, 403, "", ""},
		{"GET", "/drift", "", 200, 200, "main", "other"},
		{"POST", "/sessions/revoke", `{"session":"S1"}`, 404, 404, "", ""},
		{"POST", "/sessions/revoke", `{"username":"ayse","brand":"zephyr"}`, 403, 403, "", ""},
	} {
		t.Run(row.method+row.path+row.body, func(t *testing.T) {
			got := r.do(row.method, row.path, row.body, limited)
			assert.True(t, got.status == row.limited && strings.Contains(string(got.body), row.has) && (row.not == "" || !strings.Contains(string(got.body), row.not)),
				"account of one brand: %d %s, want %d", got.status, got.body, row.limited)
			r.want(row.mixed, row.method, row.path, row.body, mixed) // viewer of all, support of one
		})
	}
	r.wantBody(`{"ended":2}`, "POST", "/sessions/revoke", `{"username":"ayse"}`, limited)
	assert.Equal(t, "S1 S3", strings.Join(r.players.ids(), " "), "sessions left")
	assert.True(t, strings.Join(r.purged, ",") == "marmara ,marmara " && len(r.held) == 1 && len(r.windows.switches) == 1,
		"done: %v %v %v", r.purged, r.held, r.windows.switches)
}
