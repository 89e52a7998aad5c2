package staff_test

import (
	"errors"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"croupier/bff"
	"croupier/bff/contract"
	"croupier/bff/staff"
)

func TestInvalidRequestsNameTheField(t *testing.T) {
	r := playing(t)
	admin := r.login("yonetici", "Yonetici123!")
	r.unknownPayment("7", 1)
	r.seenPlayer("of 7", "7", "ayse", "", "")
	paymentPath, long := "/payments/"+paymentKey(1), strings.Repeat("ş", 65)
	const at = `"at":"2026-01-02T03:04:05Z"`
	for _, row := range []struct {
		method, path, body string
		status             int
		field              string
	}{
		// Maintenance, cache, look-ups.
		{"PUT", "/maintenance/marmara", `{}`, 400, "on"},
		{"PUT", "/maintenance/marmara", `{"on":"yes"}`, 400, "on"},
		{"PUT", "/maintenance/marmara", `{"on":true,"when":1}`, 400, "when"},
		{"PUT", "/maintenance/marmara", `{"on":true,"until":"2030-01-01T00:00:00Z"}`, 400, "until"},
		{"PUT", "/maintenance/marmara", `{"on":false,"from":"2030-01-01T00:00:00Z"}`, 400, "from"},
		{"PUT", "/maintenance/marmara", `{"on":true,"message":{"fr":"x"}}`, 400, "message.fr"},
		{"PUT", "/maintenance/*", `{"on":true,"message":{"fr":"x"}}`, 400, "message.fr"},
		{"PUT", "/maintenance/marmara", `{"on":true,"why":"` + strings.Repeat("x", 201) + `"}`, 400, "why"},
		{"PUT", "/maintenance/marmara", `{"on":true,"bypass":["192.0.2.1/32"` + strings.Repeat(`,"192.0.2.1/32"`, 100) + `]}`, 400, "bypass"},
		{"POST", "/maintenance/marmara/windows", `{"until":"2020-01-01T00:00:00Z"}`, 400, "until"},
		{"POST", "/maintenance/marmara/windows", `{"from":"2030-01-01T00:00:00Z","until":"2029-01-01T00:00:00Z"}`, 400, "until"},
		{"POST", "/maintenance/marmara/windows", `{"until":"9999-12-31T23:59:59-01:00"}`, 400, "until"},
		{"POST", "/maintenance/marmara/windows", `{"from":"9999-12-31T23:59:59-01:00"}`, 400, "from"},
		{"POST", "/maintenance/marmara/windows", `{"from":"tomorrow"}`, 400, "from"},
		{"POST", "/maintenance/marmara/windows", `{"from":null}`, 400, "from"},
		{"POST", "/maintenance/marmara/windows", `{"on":true}`, 400, "on"},
		{"POST", "/maintenance/marmara/windows", `{"message":{"fr":"x"}}`, 400, "message.fr"},
		{"POST", "/maintenance/nowhere/windows", `{}`, 404, ""},
		{"POST", "/maintenance/marmara/windows/none/end", ``, 404, ""},
		{"POST", "/maintenance/*/bypass-links", ``, 404, ""},
		{"GET", "/maintenance/nowhere/bypass-links", ``, 404, ""},
		{"DELETE", "/maintenance/marmara/bypass-links/none", ``, 404, ""},
		{"POST", "/maintenance/marmara/bypass-link", ``, 404, ""},
		{"PUT", "/maintenance/marmara", `{"on":true,"calls":["casino","casin"]}`, 400, "calls[1]"},
		{"PUT", "/maintenance/marmara", `{"on":true,"bypass":["here"]}`, 400, "bypass"},
		{"PUT", "/maintenance/marmara", `{"on":true} x`, 400, ""},
		{"PUT", "/maintenance/marmara", `null`, 400, ""},
		{"PUT", "/maintenance/nowhere", `{"on":true}`, 404, ""},
		{"PUT", "/maintenance/marmara", `{"on":true,"message":{"tr":"` + strings.Repeat("x", 70_000) + `"}}`, 413, ""},
		{"PUT", "/maintenance/marmara", `{"on":true,"message":{"tr":"` + strings.Repeat("ş", 1001) + `"}}`, 400, "message.tr"},
		{"POST", "/cache/purge", `{"brand":"nowhere"}`, 400, "brand"},
		{"POST", "/cache/purge", `{"call":"casino"}`, 400, "call"},
		{"POST", "/cache/purge", `{"class":"casin"}`, 400, "class"},
		{"POST", "/cache/purge", `{"class":"casino/games_list"}`, 400, "class"},
		{"POST", "/cache/purge", `{"class":"casino","call":"casino/games_list"}`, 400, "class"},
		{"POST", "/breakers/marmara/other/open", ``, 404, ""},
		{"POST", "/breakers/marmara/main/ajar", ``, 404, ""},
		{"GET", "/audit?limit=0", ``, 400, "limit"},
		{"GET", "/audit?limit=501", ``, 400, "limit"},
		{"GET", "/audit?limit=x", ``, 400, "limit"},
		{"GET", "/audit?from=yesterday", ``, 400, "from"},
		{"GET", "/audit.csv?until=1", ``, 400, "until"},
		{"GET", "/requests/none", ``, 404, ""},
		{"GET", "/traffic?minutes=x", ``, 400, "minutes"},
		{"GET", "/traffic?minutes=0", ``, 400, "minutes"},
		{"GET", "/traffic?minutes=61", ``, 400, "minutes"},
		{"GET", "/players", ``, 400, "q"},
		{"GET", "/players?q=ayse&brand=nowhere", ``, 400, "brand"},
		{"GET", "/players?q=%ff", ``, 400, "q"},
		{"GET", "/players?q=" + strings.Repeat("x", 255), ``, 400, "q"},
		{"GET", "/players/marmara/none", ``, 404, ""},
		{"GET", "/players/nowhere/known", ``, 404, ""},
		{"GET", "/maintenance/*", ``, 404, ""},
		// Accounts.
		{"POST", "/accounts", `{"name":"Öz","roles":{"*":"viewer"}}`, 400, "name"},
		{"POST", "/accounts", `{"roles":{"*":"viewer"}}`, 400, "name"},
		{"POST", "/accounts", `{"name":"ayse"}`, 400, "roles"},
		{"POST", "/accounts", `{"name":"ayse","roles":{"nowhere":"viewer"}}`, 400, "roles.nowhere"},
		{"POST", "/accounts", `{"name":"ayse","roles":{"marmara":"king"}}`, 400, "roles.marmara"},
		{"POST", "/accounts", `{"name":"destek","roles":{"*":"viewer"}}`, 409, ""},
		{"PATCH", "/accounts/destek", `{}`, 400, "roles"},
		{"PATCH", "/accounts/destek", `{"roles":{}}`, 400, "roles"},
		{"PATCH", "/accounts/destek", `{"hash":"x"}`, 400, "hash"},
		{"PATCH", "/accounts/nobody", `{"disabled":true}`, 404, ""},
		{"PATCH", "/accounts/*admins", `{"disabled":true}`, 404, ""},
		{"POST", "/accounts/nobody/reset-password", ``, 404, ""},
		{"POST", "/invitation", `{"password":"Uzun bir parola"}`, 400, "token"},
		// Sessions.
		{"GET", "/sessions", "", 400, "username"},
		{"GET", "/sessions?username=", "", 400, "username"},
		{"GET", "/sessions?username=" + long, "", 400, "username"},
		{"GET", "/sessions?username=%ff", "", 400, "username"},
		{"GET", "/sessions?username=ayse&brand=nowhere", "", 400, "brand"},
		{"POST", "/sessions/revoke", `{}`, 400, "session"},
		{"POST", "/sessions/revoke", `{"session":"a b"}`, 400, "session"},
		{"POST", "/sessions/revoke", `{"session":1}`, 400, "session"},
		{"POST", "/sessions/revoke", `{"session":"S0","username":"ayse"}`, 400, "session"},
		{"POST", "/sessions/revoke", `{"username":"` + long + `"}`, 400, "username"},
		{"POST", "/sessions/revoke", `{"username":["ayse"]}`, 400, "username"},
		{"POST", "/sessions/revoke", `{"username":"ayse","brand":"nowhere"}`, 400, "brand"},
		{"POST", "/sessions/revoke", `{"username":"ayse","all":true}`, 400, "all"},
		{"POST", "/sessions/revoke", `{"session":"S9"}`, 404, ""},
		{"POST", "/sessions/revoke", `{"session":"S0","brand":"zephyr"}`, 404, ""},
		// Limits of a player.
		{"POST", limitsPath + "/tighten", `{"reason":"x"}`, 400, "kind"},
		{"POST", limitsPath + "/tighten", `{"kind":"deposits","period":"day","amount":1,"reason":"x"}`, 400, "kind"},
		{"POST", limitsPath + "/tighten", `{"kind":"deposit","amount":1,"reason":"x"}`, 400, "period"},
		{"POST", limitsPath + "/tighten", `{"kind":"deposit","period":"year","amount":1,"reason":"x"}`, 400, "period"},
		{"POST", limitsPath + "/tighten", `{"kind":"deposit","period":"day","reason":"x"}`, 400, "amount"},
		{"POST", limitsPath + "/tighten", `{"kind":"deposit","period":"day","amount":0,"reason":"x"}`, 400, "amount"},
		{"POST", limitsPath + "/tighten", `{"kind":"deposit","period":"day","amount":1.005,"reason":"x"}`, 400, "amount"},
		{"POST", limitsPath + "/tighten", `{"kind":"deposit","period":"day","amount":"5","reason":"x"}`, 400, "amount"},
		{"POST", limitsPath + "/tighten", `{"kind":"deposit","period":"day","amount":1000000001,"reason":"x"}`, 400, "amount"},
		{"POST", limitsPath + "/tighten", `{"kind":"deposit","period":"day","minutes":5,"reason":"x"}`, 400, "minutes"},
		{"POST", limitsPath + "/tighten", `{"kind":"session_time","period":"day","amount":5,"reason":"x"}`, 400, "amount"},
		{"POST", limitsPath + "/tighten", `{"kind":"session_time","period":"day","reason":"x"}`, 400, "minutes"},
		{"POST", limitsPath + "/tighten", `{"kind":"session_time","period":"day","minutes":0,"reason":"x"}`, 400, "minutes"},
		{"POST", limitsPath + "/tighten", `{"kind":"session_time","period":"day","minutes":44641,"reason":"x"}`, 400, "minutes"},
		{"POST", limitsPath + "/tighten", `{"kind":"deposit","period":"day","amount":5}`, 400, "reason"},
		{"POST", limitsPath + "/tighten", `{"break_hours":24,"reason":"  "}`, 400, "reason"},
		{"POST", limitsPath + "/tighten", `{"break_hours":24,"reason":"` + strings.Repeat("ş", 501) + `"}`, 400, "reason"},
		{"POST", limitsPath + "/tighten", `{"break_hours":25,"reason":"x"}`, 400, "break_hours"},
		{"POST", limitsPath + "/tighten", `{"break_hours":24,"kind":"deposit","reason":"x"}`, 400, "break_hours"},
		{"POST", limitsPath + "/tighten", `{"exclude_months":1,"reason":"x"}`, 400, "exclude_months"},
		{"POST", limitsPath + "/tighten", `{"exclude_months":6,"break_hours":24,"reason":"x"}`, 400, "exclude_months"},
		{"POST", limitsPath + "/tighten", `{"exclude_forever":false,"reason":"x"}`, 400, "exclude_forever"},
		{"POST", limitsPath + "/tighten", `{"exclude_forever":true,"exclude_months":6,"reason":"x"}`, 400, "exclude_forever"},
		{"POST", limitsPath + "/tighten", `{"removal":true,"reason":"x"}`, 400, "removal"},
		{"POST", limitsPath + "/propose", `{"reason":"x"}`, 400, "subject"},
		{"POST", limitsPath + "/propose", `{"subject":"limits","reason":"x"}`, 400, "subject"},
		{"POST", limitsPath + "/propose", `{"subject":"limit","reason":"x"}`, 400, "kind"},
		{"POST", limitsPath + "/propose", `{"subject":"limit","kind":"deposit","period":"day","reason":"x"}`, 400, "amount"},
		{"POST", limitsPath + "/propose", `{"subject":"limit","kind":"deposit","period":"day","removal":false,"reason":"x"}`, 400, "removal"},
		{"POST", limitsPath + "/propose", `{"subject":"limit","kind":"deposit","period":"day","removal":true,"amount":5,"reason":"x"}`, 400, "removal"},
		{"POST", limitsPath + "/propose", `{"subject":"break","kind":"deposit","reason":"x"}`, 400, "kind"},
		{"POST", limitsPath + "/propose", `{"subject":"exclusion","removal":true,"reason":"x"}`, 400, "removal"},
		{"POST", limitsPath + "/propose", `{"subject":"break"}`, 400, "reason"},
		{"POST", limitsPath + "/approve", `{"subject":"break"}`, 400, "at"},
		{"POST", limitsPath + "/approve", `{"subject":"break","at":"now"}`, 400, "at"},
		{"POST", limitsPath + "/approve", `{"subject":"limit",` + at + `}`, 400, "kind"},
		{"POST", limitsPath + "/approve", `{"subject":"break","period":"day",` + at + `}`, 400, "period"},
		{"POST", limitsPath + "/reject", `{"subject":"limit","kind":"deposit",` + at + `}`, 400, "period"},
		{"POST", limitsPath + "/reject", `{"subject":"break","reason":"x",` + at + `}`, 400, "reason"},
		{"GET", "/limits.csv", ``, 400, "brand"},
		{"GET", "/limits.csv?brand=nowhere", ``, 400, "brand"},
		{"GET", "/limits.csv?brand=marmara&from=x", ``, 400, "from"},
		{"GET", "/limits.csv?brand=marmara&from=2026-01-02T00:00:00Z&until=2026-01-02T00:00:00Z", ``, 400, "until"},
		{"GET", "/players/nowhere/7/limits", ``, 404, ""},
		// Players: unlock, block, erase.
		{"POST", "/players/nobody/unlock", `{"username":"demo"}`, 404, ""},
		{"POST", "/players/marmara/unlock", `{}`, 400, "username"},
		{"POST", "/players/marmara/unlock", `{"username":"demo","uid":"7"}`, 400, "uid"},
		{"POST", "/players/nobody/7/block", `{"reason":"fraud"}`, 404, ""},
		{"POST", "/players/marmara/7/block", `{"reason":" "}`, 400, "reason"},
		{"POST", "/players/marmara/7/block", `{"reason":"fraud","until":"2020-01-01T00:00:00Z"}`, 400, "until"},
		{"POST", "/players/marmara/7/block?by=email", `{"reason":"fraud"}`, 400, "by"},
		{"DELETE", "/players/marmara/7/block", ``, 404, ""},
		{"GET", "/players/marmara/9/export", ``, 404, ""},
		{"GET", "/players/nowhere/7/export", ``, 404, ""},
		{"POST", "/players/marmara/9/erase", `{"confirm":"9"}`, 404, ""},
		{"POST", "/players/marmara/7/erase", `{}`, 400, "confirm"},
		{"POST", "/players/marmara/7/erase", `{"confirm":"ayse"}`, 400, "confirm"},
		{"POST", "/players/marmara/7/erase", `{"confirm":"7","force":true}`, 400, "force"},
		// Payments.
		{"POST", paymentPath + "/settle", `{"outcome":"unknown","reference":"P-1"}`, 400, "outcome"},
		{"POST", paymentPath + "/settle", `{"outcome":"executed","reference":"  "}`, 400, "reference"},
		{"POST", paymentPath + "/settle", `{"outcome":"executed","reference":"P-1","note":"` + strings.Repeat("n", 501) + `"}`, 400, "note"},
		{"POST", paymentPath + "/settle", `{"outcome":"executed","reference":"P-1","player":"7"}`, 400, "player"},
		{"GET", "/payments/nothing", ``, 404, ""},
		{"GET", "/payments/" + paymentKey(2), ``, 404, ""},
		{"GET", "/payments/" + strings.Repeat("g", 36), ``, 404, ""},
		{"GET", "/payments?state=lost", ``, 400, "state"},
		{"GET", "/payments?brand=nobody", ``, 400, "brand"},
		{"GET", "/payments?limit=0", ``, 400, "limit"},
		// Deviations and brands.
		{"GET", "/drift?call=x/y", ``, 400, "call"},
		{"GET", "/brands/none/bootstrap", ``, 404, ""},
	} {
		got := r.do(row.method, row.path, row.body, admin)
		_, message, field := got.refusal(t)
		assert.True(t, got.status == row.status && field == row.field && message != "",
			"%s %s %s: %d %s", row.method, row.path, row.body[:min(len(row.body), 90)], got.status, got.body)
	}
	assert.True(t, len(r.windows.switches) == 0 && len(r.windows.windows) == 0 && len(r.windows.links) == 0 && len(r.purged) == 0,
		"something was done: %+v %v", r.windows, r.purged)
	all, err := r.accounts.List(t.Context())
	assert.True(t, err == nil && len(all) == 3, "accounts: %v %v", all, err)
	if got := r.players.ids(); len(got) != 4 || len(r.players.ended) != 0 {
		t.Errorf("sessions left: %v, ended: %v", got, r.players.ended)
	}
	l := r.limitsOf(admin)
	assert.True(t, len(l.Limits) == 0 && len(l.History) == 0 && l.Break == nil && l.Exclusion == nil, "limits: %+v", l)
	p := read[payment](r, paymentPath, admin)
	assert.Equal(t, "unknown", p.State, "payment: %+v", p)
	r.want(http.StatusOK, "GET", "/players/marmara/7", "", admin) // not erased
	r.world = "elsewhere"
	r.want(http.StatusNotFound, "POST", "/sessions/revoke", `{"session":"S2"}`, admin) // of another world
	r.world, r.players.fault = "", bff.ReasonUnavailable.WithCause(errors.New("no answer"))
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
	r := newRig(t)
	support := r.login("destek", "Destek123!")
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
		{"too deep", `{"on":true,"message":` + strings.Repeat(`{"a":`, 20) + `1` + strings.Repeat(`}`, 20) + `}`, 400, ""},
		{"a text for a boolean", `{"on":"true"}`, 400, "on"},
		{"null", `{"on":null}`, 400, "on"},
		{"a number for a time", `{"on":true,"until":1}`, 400, "until"},
		{"a list for texts", `{"on":true,"message":["a"]}`, 400, "message"},
		{"no object", `[true]`, 400, ""},
		{"nothing", ``, 400, ""},
		{"an object", `{"on":true}`, 200, ""},
	} {
		t.Run(row.name, func(t *testing.T) {
			clear(r.windows.switches)
			got := r.do("PUT", "/maintenance/marmara", row.body, support)
			require.Equal(t, row.status, got.status, "%d %s", got.status, got.body)
			if row.status != 200 {
				_, _, field := got.refusal(t)
				assert.Equal(t, row.field, field, "field %q, want %q", field, row.field)
				assert.True(t, len(r.windows.switches) <= 0, "the brand was closed")
			}
		})
	}
}

func TestUnknownAndRepeatedQueryFieldsAreRefused(t *testing.T) {
	r := newRig(t)
	admin := r.login("yonetici", "Yonetici123!")
	for _, row := range staff.RouteRows() {
		path, cookie := placeholders.Replace(row.Path), admin
		if row.Path == "/logout" {
			cookie = r.login("destek", "Destek123!")
		}
		r.wantField("sort", row.Method, path+"?sort=at", "", cookie)
		for _, field := range row.Query {
			r.wantField(field, row.Method, path+"?"+field+"=1&"+field+"=1", "", cookie)
		}
		r.want(http.StatusBadRequest, row.Method, path+"?%zz", "", cookie)
	}
	assert.True(t, len(r.held) == 0 && len(r.purged) == 0, "something was done: %v %v", r.held, r.purged)
}

func TestEveryReasonHasTextInEveryLanguage(t *testing.T) {
	calls, err := contract.Load()
	noError(t, err)
	for _, r := range []*bff.Reason{staff.ReasonWrongLogin, staff.ReasonCodeRequired, staff.ReasonLoginRequired, staff.ReasonForbidden, staff.ReasonNotFound, staff.ReasonVersionRequired, staff.ReasonChanged, staff.ReasonWindowEnded, staff.ReasonTooMany, staff.ReasonInvitation, staff.ReasonSetupRequired, staff.ReasonLastAdmin, staff.ReasonAccountExists} {
		for _, lang := range []string{"tr", "en", "de", "ru", "ar"} {
			text := calls.ReasonText(lang, r)
			assert.NotEqual(t, r.Key, text, "%s has no text for %s", lang, r.Key)
		}
	}
}
