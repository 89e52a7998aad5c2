package staff_test

import (
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"croupier/bff"
	"croupier/bff/ops/staff"
)

func TestInvalidRequestsNameTheField(t *testing.T) {
	r := playing(t)
	admin := r.as("yonetici")
	r.unknownPayment("7", 1)
	r.seenPlayer("of 7", "7", "ayse", "", "")
	refused := func(status int, field, method, path string, bodies ...string) {
		t.Helper()
		for _, body := range bodies {
			got := r.want(status, method, path, body, admin)
			_, message, at := got.refusal(t)
			assert.True(t, at == field && message != "", "%s %s %s: %s", method, path, body[:min(len(body), 90)],
				got.body)
		}
	}
	// each returns a body for each of the parts.
	each := func(format string, parts ...string) (bodies []string) {
		for _, part := range parts {
			bodies = append(bodies, fmt.Sprintf(format, part))
		}
		return bodies
	}
	const (
		closure, windows, purge, revoke = "/maintenance/marmara", "/maintenance/marmara/windows", "/cache/purge",
			"/sessions/revoke"
		tighten, propose, approve, reject = limitsPath + "/tighten", limitsPath + "/propose", limitsPath + "/approve",
			limitsPath + "/reject"
		at = `"at":"2026-01-02T03:04:05Z"`
	)
	paymentPath, long := "/payments/"+paymentKey(1), strings.Repeat("ş", 65)
	for path, field := range map[string]string{
		"/audit?limit=0": "limit", "/audit?limit=501": "limit", "/audit?limit=x": "limit",
		"/audit?from=yesterday": "from",
		"/audit.csv?until=1":    "until", "/traffic?minutes=x": "minutes", "/traffic?minutes=0": "minutes",
		"/traffic?minutes=61": "minutes", "/players": "q", "/players?q=%ff": "q",
		"/players?q=" + strings.Repeat("x", 255): "q", "/players?q=ayse&brand=nowhere": "brand",
		"/sessions":           "username",
		"/sessions?username=": "username", "/sessions?username=" + long: "username",
		"/sessions?username=%ff":                "username",
		"/sessions?username=ayse&brand=nowhere": "brand", "/limits.csv": "brand", "/limits.csv?brand=nowhere": "brand",
		"/payments?state=lost": "state", "/payments?brand=nobody": "brand", "/payments?limit=0": "limit",
		"/drift?call=x/y":      "call",
		"/payments?amount=1,5": "amount", "/requests?brand=nobody": "brand",
		"/locks": "username",
	} {
		refused(400, field, "GET", path, "")
	}
	refused(400, "from", "GET", "/limits.csv?brand=marmara&from=x", "")
	refused(400, "until", "GET", "/limits.csv?brand=marmara&from=2026-01-02T00:00:00Z&until=2026-01-02T00:00:00Z", "")
	for _, request := range []string{
		"POST /maintenance/marmara/windows/none/end", "POST /maintenance/*/bypass-links",
		"POST /maintenance/marmara/bypass-link", "POST /breakers/marmara/other/open",
		"POST /breakers/marmara/main/ajar",
		"GET /maintenance/nowhere/bypass-links", "GET /requests/none", "GET /players/marmara/none",
		"GET /players/nowhere/known", "GET /maintenance/*", "DELETE /maintenance/marmara/bypass-links/none",
		"POST /accounts/nobody/reset-password", "GET /players/nowhere/7/limits", "DELETE /players/marmara/7/block",
		"GET /players/marmara/9/export", "GET /players/nowhere/7/export", "GET /payments/nothing",
		"GET /payments/" + paymentKey(2), "GET /payments/" + strings.Repeat("g", 36), "GET /brands/none/bootstrap",
	} {
		method, path, _ := strings.Cut(request, " ")
		refused(404, "", method, path, "")
	}
	// Maintenance, cache, look-ups.
	refused(400, "on", "PUT", closure, `{}`, `{"on":"yes"}`)
	refused(400, "when", "PUT", closure, `{"on":true,"when":1}`)
	refused(400, "until", "PUT", closure, `{"on":true,"until":"2030-01-01T00:00:00Z"}`)
	refused(400, "from", "PUT", closure, `{"on":false,"from":"2030-01-01T00:00:00Z"}`)
	refused(400, "message.fr", "PUT", closure, `{"on":true,"message":{"fr":"x"}}`)
	refused(400, "message.fr", "PUT", "/maintenance/*", `{"on":true,"message":{"fr":"x"}}`)
	refused(400, "why", "PUT", closure, `{"on":true,"why":"`+strings.Repeat("x", 201)+`"}`)
	refused(400, "bypass", "PUT", closure,
		`{"on":true,"bypass":["192.0.2.1/32"`+strings.Repeat(`,"192.0.2.1/32"`, 100)+`]}`)
	refused(400, "bypass", "PUT", closure, `{"on":true,"bypass":["here"]}`)
	refused(400, "until", "POST", windows,
		each(`{%s}`, `"until":"2020-01-01T00:00:00Z"`, `"until":"9999-12-31T23:59:59-01:00"`,
			`"from":"2030-01-01T00:00:00Z","until":"2029-01-01T00:00:00Z"`)...)
	refused(400, "from", "POST", windows, `{"from":"9999-12-31T23:59:59-01:00"}`, `{"from":"tomorrow"}`,
		`{"from":null}`)
	refused(400, "on", "POST", windows, `{"on":true}`)
	refused(400, "message.fr", "POST", windows, `{"message":{"fr":"x"}}`)
	refused(404, "", "POST", "/maintenance/nowhere/windows", `{}`)
	refused(400, "calls[1]", "PUT", closure, `{"on":true,"calls":["casino","casin"]}`)
	refused(400, "", "PUT", closure, `{"on":true} x`, `null`)
	refused(404, "", "PUT", "/maintenance/nowhere", `{"on":true}`)
	refused(413, "", "PUT", closure, `{"on":true,"message":{"tr":"`+strings.Repeat("x", 70_000)+`"}}`)
	refused(400, "message.tr", "PUT", closure, `{"on":true,"message":{"tr":"`+strings.Repeat("ş", 1001)+`"}}`)
	refused(400, "brand", "POST", purge, `{"brand":"nowhere"}`)
	refused(400, "call", "POST", purge, `{"call":"casino"}`)
	refused(400, "class", "POST", purge,
		each(`{"class":%s}`, `"casin"`, `"casino/games_list"`, `"casino","call":"casino/games_list"`)...)
	// Tokens and accounts.
	const token = `{"name":"cms","scopes":["cache:purge"],"brands":%s,"expires":"%s"}`
	refused(400, "name", "POST", "/tokens", `{}`, `{"name":"CMS"}`)
	refused(400, "scopes", "POST", "/tokens", `{"name":"cms"}`, `{"name":"cms","scopes":["accounts:write"]}`)
	for _, brands := range []string{`[]`, `["nowhere"]`, `["*","marmara"]`} {
		refused(400, "brands", "POST", "/tokens", fmt.Sprintf(token, brands, "2026-01-03T03:04:05Z"))
	}
	refused(400, "expires", "POST", "/tokens", fmt.Sprintf(token, `["*"]`, "2026-01-02T03:04:05Z"),
		fmt.Sprintf(token, `["*"]`, "2027-01-04T00:00:00Z"))
	refused(400, "addresses", "POST", "/tokens", `{"addresses":["10.0.0.1"]}`,
		`{"name":"cms","scopes":["cache:purge"],"brands":["*"],"addresses":["::ffff:10.0.0.0/104"]}`,
		`{"name":"cms","scopes":["cache:purge"],"brands":["*"],"addresses":[""]}`)
	refused(400, "name", "POST", "/accounts", `{"name":"Öz","roles":{"*":"viewer"}}`, `{"roles":{"*":"viewer"}}`)
	refused(400, "roles", "POST", "/accounts", `{"name":"ayse"}`)
	refused(400, "roles.nowhere", "POST", "/accounts", `{"name":"ayse","roles":{"nowhere":"viewer"}}`)
	refused(400, "roles.marmara", "POST", "/accounts", `{"name":"ayse","roles":{"marmara":"king"}}`)
	refused(409, "", "POST", "/accounts", `{"name":"destek","roles":{"*":"viewer"}}`)
	refused(400, "roles", "PATCH", "/accounts/destek", `{}`, `{"roles":{}}`)
	refused(400, "hash", "PATCH", "/accounts/destek", `{"hash":"x"}`)
	refused(404, "", "PATCH", "/accounts/nobody", `{"disabled":true}`)
	refused(404, "", "PATCH", "/accounts/*admins", `{"disabled":true}`)
	refused(400, "token", "POST", "/invitation", `{"password":"Uzun bir parola"}`)
	// Sessions.
	refused(400, "session", "POST", revoke, `{}`, `{"session":"a b"}`, `{"session":1}`,
		`{"session":"S0","username":"ayse"}`)
	refused(400, "username", "POST", revoke, `{"username":"`+long+`"}`, `{"username":["ayse"]}`)
	refused(400, "brand", "POST", revoke, `{"username":"ayse","brand":"nowhere"}`)
	refused(400, "all", "POST", revoke, `{"username":"ayse","all":true}`)
	refused(404, "", "POST", revoke, `{"session":"S9"}`, `{"session":"S0","brand":"zephyr"}`)
	// Limits of a player.
	refused(400, "kind", "POST", tighten, `{"reason":"x"}`,
		`{"kind":"deposits","period":"day","amount":1,"reason":"x"}`)
	refused(400, "period", "POST", tighten,
		each(`{"kind":"deposit",%s"amount":1,"reason":"x"}`, "", `"period":"year",`)...)
	refused(400, "amount", "POST", tighten, each(`{"kind":"deposit","period":"day",%s"reason":"x"}`,
		"", `"amount":0,`, `"amount":1.005,`, `"amount":"5",`, `"amount":1000000001,`)...)
	refused(400, "amount", "POST", tighten, `{"kind":"session_time","period":"day","amount":5,"reason":"x"}`)
	refused(400, "minutes", "POST", tighten, `{"kind":"deposit","period":"day","minutes":5,"reason":"x"}`)
	refused(400, "minutes", "POST", tighten, each(`{"kind":"session_time","period":"day",%s"reason":"x"}`,
		"", `"minutes":0,`, `"minutes":44641,`)...)
	refused(400, "reason", "POST", tighten, `{"kind":"deposit","period":"day","amount":5}`,
		`{"break_hours":24,"reason":"  "}`)
	refused(400, "reason", "POST", tighten, `{"break_hours":24,"reason":"`+strings.Repeat("ş", 501)+`"}`)
	refused(400, "break_hours", "POST", tighten,
		each(`{"break_hours":%s,"reason":"x"}`, `25`, `24,"kind":"deposit"`)...)
	refused(400, "exclude_months", "POST", tighten,
		each(`{"exclude_months":%s,"reason":"x"}`, `1`, `6,"break_hours":24`)...)
	refused(400, "exclude_forever", "POST", tighten,
		each(`{"exclude_forever":%s,"reason":"x"}`, `false`, `true,"exclude_months":6`)...)
	refused(400, "removal", "POST", tighten, `{"removal":true,"reason":"x"}`)
	refused(400, "subject", "POST", propose, `{"reason":"x"}`, `{"subject":"limits","reason":"x"}`)
	refused(400, "kind", "POST", propose, each(`{"subject":%s,"reason":"x"}`, `"limit"`, `"break","kind":"deposit"`)...)
	refused(400, "amount", "POST", propose, `{"subject":"limit","kind":"deposit","period":"day","reason":"x"}`)
	refused(400, "removal", "POST", propose, each(`{"subject":%s,"reason":"x"}`, `"exclusion","removal":true`,
		`"limit","kind":"deposit","period":"day","removal":false`,
		`"limit","kind":"deposit","period":"day","removal":true,"amount":5`)...)
	refused(400, "reason", "POST", propose, `{"subject":"break"}`)
	refused(400, "at", "POST", approve, `{"subject":"break"}`, `{"subject":"break","at":"now"}`)
	refused(400, "kind", "POST", approve, `{"subject":"limit",`+at+`}`)
	refused(400, "period", "POST", approve, `{"subject":"break","period":"day",`+at+`}`)
	refused(400, "period", "POST", reject, `{"subject":"limit","kind":"deposit",`+at+`}`)
	refused(400, "reason", "POST", reject, `{"subject":"break","reason":"x",`+at+`}`)
	// Players: unlock, block, erase.
	refused(404, "", "POST", "/players/nobody/unlock", `{"username":"demo"}`)
	refused(400, "username", "POST", "/players/marmara/unlock", `{}`)
	refused(400, "uid", "POST", "/players/marmara/unlock", `{"username":"demo","uid":"7"}`)
	refused(404, "", "POST", "/players/nobody/7/block", `{"reason":"fraud"}`)
	refused(400, "reason", "POST", "/players/marmara/7/block", `{"reason":" "}`)
	refused(400, "until", "POST", "/players/marmara/7/block", `{"reason":"fraud","until":"2020-01-01T00:00:00Z"}`)
	refused(400, "by", "POST", "/players/marmara/7/block?by=email", `{"reason":"fraud"}`)
	refused(404, "", "POST", "/players/marmara/9/erase", `{"confirm":"9"}`)
	refused(400, "confirm", "POST", "/players/marmara/7/erase", `{}`, `{"confirm":"ayse"}`)
	refused(400, "force", "POST", "/players/marmara/7/erase", `{"confirm":"7","force":true}`)
	// Payments.
	refused(400, "outcome", "POST", paymentPath+"/settle", `{"outcome":"unknown","reference":"P-1"}`)
	refused(400, "reference", "POST", paymentPath+"/settle", `{"outcome":"executed","reference":"  "}`)
	refused(400, "note", "POST", paymentPath+"/settle",
		`{"outcome":"executed","reference":"P-1","note":"`+strings.Repeat("n", 501)+`"}`)
	refused(400, "player", "POST", paymentPath+"/settle", `{"outcome":"executed","reference":"P-1","player":"7"}`)
	// Deviations and brands.
	r.untouched()
	all, err := r.accounts.List(t.Context())
	require.NoError(t, err)
	assert.Len(t, all, 3)
	assert.Len(t, r.players.ids(), 4)
	assert.Empty(t, r.players.ended)
	l := r.limitsOf(admin)
	assert.True(t, len(l.Limits) == 0 && len(l.History) == 0 && l.Break == nil && l.Exclusion == nil, "limits: %+v", l)
	assert.Equal(t, "unknown", read[payment](r, paymentPath, admin).State)
	r.want(http.StatusOK, "GET", "/players/marmara/7", "", admin) // not erased
	r.partition = "marmara/elsewhere"
	r.want(http.StatusNotFound, "POST", "/sessions/revoke", `{"session":"S2"}`, admin) // of another tester
	r.partition, r.players.fault = "marmara", bff.ReasonUnavailable.WithCause(errors.New("no answer"))
	r.want(http.StatusServiceUnavailable, "GET", "/sessions?username=ayse", "", admin)
	r.want(http.StatusServiceUnavailable, "POST", "/sessions/revoke", `{"username":"ayse"}`, admin)
	assert.Len(t, r.players.ids(), 4, "sessions left")
	req := r.newRequest("GET", "/me", "", nil)
	req.Header.Set("Accept-Language", "fr, tr;q=0.5")
	w := httptest.NewRecorder()
	r.handler.ServeHTTP(w, req)
	assert.Contains(t, w.Body.String(), "giriş", "in Turkish: %s", w.Body)
}

// Two readers of one body must not see different values.
func TestBodiesAreDecodedStrictly(t *testing.T) {
	r, support := rigFor(t, "destek")
	for _, row := range []struct {
		name, body string
		status     int
		field      string
	}{
		{"duplicate keys", `{"on":false,"on":true}`, 400, ""},
		{"duplicate keys by an escape", `{"on":false,"\u006fn":true}`, 400, ""},
		{"duplicate keys below", `{"on":true,"message":{"tr":"a","tr":"b"}}`, 400, ""},
		{"another case", `{"On":true}`, 400, "On"},
		{"a folded letter", `{"meſſage":{"tr":"a"},"on":true}`, 400, "meſſage"},
		{"an unknown field", `{"on":true,"force":true}`, 400, "force"},
		{"bytes after the object", `{"on":true}{}`, 400, ""},
		{"a comma after the object", `{"on":true},`, 400, ""},
		{"invalid UTF-8", "{\"on\":true,\"message\":{\"tr\":\"\xff\"}}", 400, ""},
		{"a lone surrogate", `{"on":true,"message":{"tr":"\ud800"}}`, 400, ""},
		{
			"too deep", `{"on":true,"message":` + strings.Repeat(`{"a":`, 20) + `1` + strings.Repeat(`}`, 20) + `}`,
			400,
			"",
		},
		{"a text for a boolean", `{"on":"true"}`, 400, "on"},
		{"null", `{"on":null}`, 400, "on"},
		{"a number for a time", `{"on":true,"until":1}`, 400, "until"},
		{"a list for texts", `{"on":true,"message":["a"]}`, 400, "message"},
		{"no object", `[true]`, 400, ""},
		{"nothing", ``, 400, ""},
		{"an object", `{"on":true}`, 200, ""},
	} {
		got := r.want(row.status, "PUT", "/maintenance/marmara", row.body, support)
		if row.status != 200 {
			_, _, field := got.refusal(t)
			assert.Equal(t, row.field, field, row.name)
			r.untouched()
		}
	}
}

func TestUnknownAndRepeatedQueryFieldsAreRefused(t *testing.T) {
	r, admin := rigFor(t, "yonetici")
	for _, row := range staff.RouteRows() {
		path, cookie := placeholders.Replace(row.Path), admin
		if row.Path == "/login/callback" { // providers may add parameters
			continue
		}
		if row.Path == "/logout" {
			cookie = r.as("destek")
		}
		r.wantField("sort", row.Method, path+"?sort=at", "", cookie)
		for _, field := range row.Query {
			r.wantField(field, row.Method, path+"?"+field+"=1&"+field+"=1", "", cookie)
		}
		r.want(http.StatusBadRequest, row.Method, path+"?%zz", "", cookie)
	}
	r.untouched()
}
