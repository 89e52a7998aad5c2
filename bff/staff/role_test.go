package staff_test

import (
	"encoding/json"
	"errors"
	"net/http"
	"strings"
	"testing"
	"time"

	"croupier/bff"
	"croupier/bff/staff"
)

func TestTheHigherRoleOfABrandHolds(t *testing.T) {
	r := staff.Roles{staff.Everywhere: staff.Support, "marmara": staff.Viewer, "zephyr": staff.Admin}
	for brand, want := range map[string]staff.Role{"marmara": staff.Support, "zephyr": staff.Admin, "pera": staff.Support, staff.Everywhere: staff.Support} {
		if got := r.Of(brand); got != want {
			t.Errorf("%s: %s, want %s", brand, got, want)
		}
	}
	if got := (staff.Roles{"marmara": staff.Viewer}).Of("marmara"); got != staff.Viewer {
		t.Errorf("role at the only brand: %q", got)
	}
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
		if (err == nil) != ok || ok && r.String() != text || !ok && !errors.Is(err, staff.ErrRole) {
			t.Errorf("%q: %v %v", text, r, err)
		}
	}
}

func TestAccountsOfEarlierVersionsKeepTheirRole(t *testing.T) {
	var a staff.Account
	if err := json.Unmarshal([]byte(`{"name":"eski","role":"support","hash":"h","since":"2026-01-02T03:04:05Z"}`), &a); err != nil {
		t.Fatal(err)
	}
	if a.Roles.Of("marmara") != staff.Support || a.Name != "eski" || a.Hash != "h" || a.Since.IsZero() {
		t.Errorf("%+v", a)
	}
	raw, err := json.Marshal(a)
	if err != nil || strings.Contains(string(raw), `"role"`) {
		t.Errorf("%s %v", raw, err)
	}
}

// addAccount adds an account with a password and returns its login.
func (r *rig) addAccount(name string, roles staff.Roles) *http.Cookie {
	r.t.Helper()
	account, err := staff.Account{Name: name, Roles: roles, Since: r.now()}.WithPassword("Uzun bir parola")
	if err == nil {
		err = r.accounts.Add(r.t.Context(), account)
	}
	if err != nil {
		r.t.Fatal(err)
	}
	return r.login(name, "Uzun bir parola")
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
		{"GET", "/drift", "", 200, 200, "main", "other"},
		{"POST", "/sessions/revoke", `{"session":"S1"}`, 404, 404, "", ""},
		{"POST", "/sessions/revoke", `{"username":"ayse","brand":"zephyr"}`, 403, 403, "", ""},
	} {
		t.Run(row.method+row.path+row.body, func(t *testing.T) {
			got := r.do(row.method, row.path, row.body, limited)
			if got.status != row.limited || !strings.Contains(string(got.body), row.has) || row.not != "" && strings.Contains(string(got.body), row.not) {
				t.Errorf("account of one brand: %d %s, want %d", got.status, got.body, row.limited)
			}
			if got := r.do(row.method, row.path, row.body, mixed); got.status != row.mixed {
				t.Errorf("viewer of all, support of one: %d %s, want %d", got.status, got.body, row.mixed)
			}
		})
	}
	if got := r.do("POST", "/sessions/revoke", `{"username":"ayse"}`, limited); string(got.body) != `{"ended":2}` || strings.Join(r.players.ids(), " ") != "S1 S3" {
		t.Errorf("sessions of ayse: %s; left %v", got.body, r.players.ids())
	}
	if strings.Join(r.purged, ",") != "marmara ,marmara " || len(r.held) != 1 || len(r.windows.switches) != 1 {
		t.Errorf("done: %v %v %v", r.purged, r.held, r.windows.switches)
	}
}

func TestConsolesHearOfBrandsThatTheyMaySee(t *testing.T) {
	r := newRig(t)
	r.brands = append(r.brands, &bff.Brand{ID: "zephyr"})
	limited := r.addAccount("yerel", staff.Roles{"marmara": staff.Viewer})
	stream := r.listen(limited)
	for _, brand := range []string{"zephyr", "marmara", staff.Everywhere, ""} {
		r.watchers[0](staff.Change{Name: "purge", Brand: brand, Data: brand})
	}
	if got := stream.next(t, 3); got != `"marmara" "*" ""` {
		t.Errorf("heard %s", got)
	}
	r.watchers[0](staff.Change{Name: staff.ChangeMaintenance})
	if got := stream.next(t, 1); !strings.Contains(got, "marmara") || strings.Contains(got, "zephyr") {
		t.Errorf("heard %s", got)
	}
	// A role that is taken away ends the stream, at once where the change is announced.
	if err := r.accounts.Remove(t.Context(), "yerel"); err != nil {
		t.Fatal(err)
	}
	r.watchers[0](staff.Change{Name: staff.ChangeLogins})
	<-stream.done
}

func TestUnknownAndRepeatedQueryFieldsAreRefused(t *testing.T) {
	r := newRig(t)
	admin := r.login("yonetici", "Yonetici123!")
	for _, row := range staff.RouteRows() {
		path := strings.NewReplacer(":brand", "marmara", ":upstream", "main", ":override", "open", ":id", "x", ":name", "destek", ":uid", "u", ":key", "k").Replace(row.Path)
		cookie := admin
		if row.Path == "/logout" {
			cookie = r.login("destek", "Destek123!")
		}
		got := r.do(row.Method, path+"?sort=at", "", cookie)
		if _, _, field := got.refusal(t); got.status != http.StatusBadRequest || field != "sort" {
			t.Errorf("%s %s: %d %s", row.Method, path, got.status, got.body)
		}
		for _, field := range row.Query {
			got := r.do(row.Method, path+"?"+field+"=1&"+field+"=1", "", cookie)
			if _, _, named := got.refusal(t); got.status != http.StatusBadRequest || named != field {
				t.Errorf("%s %s, %s twice: %d %s", row.Method, path, field, got.status, got.body)
			}
		}
		if got := r.do(row.Method, path+"?%zz", "", cookie); got.status != http.StatusBadRequest {
			t.Errorf("%s %s, a malformed query: %d", row.Method, path, got.status)
		}
	}
	if len(r.held) != 0 || len(r.purged) != 0 {
		t.Errorf("something was done: %v %v", r.held, r.purged)
	}
	r.advance(time.Second)
}
