package staff_test

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/pquerna/otp/totp"

	"croupier/bff"
	"croupier/bff/contract"
	"croupier/bff/staff"
)

func TestEveryRouteRequiresItsRole(t *testing.T) {
	r := newRig(t)
	r.seen.Observe(t.Context(), &bff.Observation{At: r.now(), RequestID: "known", Brand: "marmara", Call: "user/login", Status: 200, Code: 200, Player: bff.Player{UID: "known", Username: "ayse"}})
	cookies := map[string]*http.Cookie{
		"nobody": nil, "viewer": r.login("izleyici", "Izleyici123!"),
		"support": r.login("destek", "Destek123!"), "admin": r.login("yonetici", "Yonetici123!"),
	}
	order := []string{"nobody", "viewer", "support", "admin"}
	for _, row := range []struct {
		method, path, body string
		least              int // in order
	}{
		{"GET", "/me", "", 1},
		{"GET", "/brands", "", 1},
		{"GET", "/maintenance", "", 1},
		{"GET", "/maintenance/marmara", "", 1},
		{"PUT", "/maintenance/marmara", `{"on":true}`, 2},
		{"PUT", "/maintenance/*", `{"on":false}`, 2},
		{"POST", "/maintenance/marmara/windows", `{"why":"one"}`, 2},
		{"POST", "/maintenance/*/windows", `{}`, 2},
		{"PATCH", "/maintenance/marmara/windows/old", `{"why":"two"}`, 2},
		{"POST", "/maintenance/marmara/windows/old/end", "", 2},
		{"GET", "/maintenance/marmara/bypass-links", "", 1},
		{"POST", "/maintenance/marmara/bypass-links", "", 2},
		{"DELETE", "/maintenance/marmara/bypass-links/old", "", 2},
		{"POST", "/cache/purge", `{}`, 2},
		{"GET", "/sessions?username=ayse", "", 2},
		{"POST", "/sessions/revoke", `{"username":"ayse"}`, 2},
		{"GET", "/players/marmara/7/export", "", 3},
		{"POST", "/players/marmara/7/erase", `{"confirm":"7"}`, 3},
		{"GET", "/requests/known", "", 2},
		{"GET", "/players?q=ayse", "", 2},
		{"GET", "/traffic", "", 1},
		{"GET", "/players/marmara/known", "", 2},
		{"POST", "/breakers/marmara/main/open", "", 3},
		{"GET", "/drift", "", 1},
		{"GET", "/audit", "", 1},
		{"POST", "/logout", "", 1},
	} {
		for at, who := range order {
			t.Run(row.method+" "+row.path+" "+who, func(t *testing.T) {
				r.ifMatch = `"1"`
				r.windows.windows["old"] = bff.MaintenanceWindow{ID: "old", Brand: "marmara", Version: 1}
				r.windows.links["marmara/old"] = bff.BypassLink{ID: "old"}
				r.seenPlayer("of 7", "7", "ayse", "", "")
				got := r.do(row.method, row.path, row.body, cookies[who])
				want := http.StatusOK
				switch {
				case at == 0:
					want = http.StatusUnauthorized
				case at < row.least:
					want = http.StatusForbidden
				}
				if got.status != want && (got.status != http.StatusCreated || want != http.StatusOK) {
					t.Errorf("%d, want %d: %s", got.status, want, got.body)
				}
			})
		}
	}
	for _, path := range []string{"/", "/nothing", "/breakers/marmara/main"} {
		if got := r.do("GET", path, "", cookies["admin"]); got.status != http.StatusNotFound {
			t.Errorf("%s: %d", path, got.status)
		}
	}
	if got := r.do("GET", "/events", "", nil); got.status != http.StatusUnauthorized {
		t.Errorf("events: %d", got.status)
	}
	if got := r.do("GET", "/me", "", cookies["viewer"]); got.status != http.StatusUnauthorized {
		t.Errorf("after the logout: %d", got.status)
	}
}

func TestFiveWrongPasswordsLockAnAccountForTenMinutes(t *testing.T) {
	r := newRig(t)
	try := func(name, password string) answer {
		return r.do("POST", "/login", `{"username":"`+name+`","password":"`+password+`"}`, nil)
	}
	for _, name := range []string{"destek", "nobody.here"} {
		for i := range 5 {
			if got := try(name, "wrong"); got.status != http.StatusUnauthorized {
				t.Fatalf("%s, %d: %d", name, i, got.status)
			}
			r.advance(time.Second)
		}
		if got := try(strings.ToUpper(name), "wrong"); got.status != http.StatusTooManyRequests || got.header.Get("Retry-After") != "595" {
			t.Errorf("%s: %d %v", name, got.status, got.header)
		}
	}
	if got := try("destek", "Destek123!"); got.status != http.StatusTooManyRequests {
		t.Errorf("the right one: %d", got.status)
	}
	for range 10 { // what was right counts nothing
		r.login("izleyici", "Izleyici123!")
	}
	r.advance(10 * time.Minute)
	r.login("destek", "Destek123!")
}

func TestLoginEnds(t *testing.T) {
	r := newRig(t)
	cookie := r.login("destek", "Destek123!")
	if cookie.Name != "croupier-staff" || !cookie.HttpOnly || cookie.SameSite != http.SameSiteStrictMode || cookie.MaxAge != 8*60*60 {
		t.Errorf("cookie %+v", cookie)
	}
	me := func(c *http.Cookie) int { return r.do("GET", "/me", "", c).status }
	r.advance(8*time.Hour - time.Second)
	if got := me(cookie); got != http.StatusOK {
		t.Fatalf("before its end: %d", got)
	}
	r.advance(2 * time.Second)
	if got := me(cookie); got != http.StatusUnauthorized {
		t.Errorf("after eight hours: %d", got)
	}
	cookie = r.login("destek", "Destek123!")
	forged := *cookie
	forged.Value = cookie.Value[:len(cookie.Value)-4] + "AAAA"
	if got := me(&forged); got != http.StatusUnauthorized {
		t.Errorf("forged: %d", got)
	}
	if err := r.disable("destek"); err != nil {
		t.Fatal(err)
	}
	if got := me(cookie); got != http.StatusUnauthorized {
		t.Errorf("disabled: %d", got)
	}
	if got := r.do("POST", "/login", `{"username":"destek","password":"Destek123!"}`, nil); got.status != http.StatusUnauthorized {
		t.Errorf("login of a disabled account: %d", got.status)
	}
	r.brands[0].Sessions.Secure = true
	if c := r.login("yonetici", "Yonetici123!"); c.Name != "__Host-croupier-staff" || !c.Secure || c.Path != "/" {
		t.Errorf("behind TLS: %+v", c)
	}
}

func TestAuthenticatorCodeIsRequiredAndSingleUse(t *testing.T) {
	r := newRig(t)
	secret := "JBSWY3DPEHPK3PXP"
	account, err := staff.Account{Name: "ikili", Roles: staff.ForAllBrands(staff.Viewer), TOTP: secret}.WithPassword("Gizli12345")
	if err == nil {
		err = r.accounts.Add(t.Context(), account)
	}
	if err != nil {
		t.Fatal(err)
	}
	try := func(code string) answer {
		return r.do("POST", "/login", `{"username":"ikili","password":"Gizli12345","code":"`+code+`"}`, nil)
	}
	if word, _, _ := try("").refusal(t); word != "code required" {
		t.Errorf("without code: %s", word)
	}
	code, err := totp.GenerateCode(secret, r.now())
	if err != nil {
		t.Fatal(err)
	}
	if got := try(code); got.status != http.StatusOK {
		t.Fatalf("right: %d %s", got.status, got.body)
	}
	if got := try(code); got.status != http.StatusUnauthorized {
		t.Errorf("again: %d", got.status)
	}
	if got := try("12345x"); got.status != http.StatusUnauthorized {
		t.Errorf("wrong: %d", got.status)
	}
}

func TestEveryReasonHasTextInEveryLanguage(t *testing.T) {
	calls, err := contract.Load()
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range []*bff.Reason{staff.ReasonWrongLogin, staff.ReasonCodeRequired, staff.ReasonLoginRequired, staff.ReasonForbidden, staff.ReasonNotFound, staff.ReasonVersionRequired, staff.ReasonChanged, staff.ReasonWindowEnded, staff.ReasonTooMany, staff.ReasonInvitation, staff.ReasonSetupRequired, staff.ReasonLastAdmin, staff.ReasonAccountExists} {
		for _, lang := range []string{"tr", "en", "de", "ru", "ar"} {
			if text := calls.ReasonText(lang, r); text == r.Key {
				t.Errorf("%s has no text for %s", lang, r.Key)
			}
		}
	}
}

func TestEveryActionIsAuditedWithBeforeAndAfter(t *testing.T) {
	r := newRig(t)
	admin := r.login("yonetici", "Yonetici123!")
	for _, deed := range [][3]string{
		{"PUT", "/maintenance/marmara", `{"on":true,"calls":["casino"]}`},
		{"POST", "/maintenance/marmara/bypass-links", ""},
		{"DELETE", "/maintenance/marmara/bypass-links/l1", ""},
		{"POST", "/maintenance/marmara/windows", `{"why":"db"}`},
		{"POST", "/maintenance/marmara/windows/w1/end", ""},
		{"POST", "/cache/purge", `{"brand":"marmara","call":"casino/games_list"}`},
		{"POST", "/breakers/marmara/main/close", ""},
	} {
		r.advance(time.Second)
		got := r.do(deed[0], deed[1], deed[2], admin)
		if got.status/100 != 2 {
			t.Fatalf("%v: %d %s", deed, got.status, got.body)
		}
		if strings.HasSuffix(deed[1], "links") && !strings.Contains(string(got.body), "http://marmara.test:8080/?bypass=word") {
			t.Errorf("link: %s", got.body)
		}
	}
	list := func(query string) (all []staff.Entry) {
		t.Helper()
		if err := json.Unmarshal(r.do("GET", "/audit"+query, "", admin).body, &all); err != nil {
			t.Fatal(err)
		}
		return all
	}
	all := list("")
	want := []struct{ action, subject, before, after string }{
		{"breaker", "marmara/main", `"auto"`, `"close"`},
		{"purge", "casino/games_list", "", `{"dropped":3}`},
		{
			"maintenance window ended", "marmara/w1",
			`{"id":"w1","version":1,"brand":"marmara","state":"open","created":"0001-01-01T00:00:00Z","why":"db","by":"yonetici"}`,
			`{"id":"w1","version":2,"brand":"marmara","state":"ended","created":"0001-01-01T00:00:00Z","why":"db","by":"yonetici","ended":{"by":"yonetici","at":"2026-01-02T03:04:10Z"}}`,
		},
		{"maintenance window", "marmara", "", `{"id":"w1","version":1,"brand":"marmara","state":"open","created":"0001-01-01T00:00:00Z","why":"db","by":"yonetici"}`},
		{"bypass link revoked", "marmara/l1", "", ""},
		{"bypass link", "marmara", "", `{"id":"l1","by":"yonetici","until":"2026-01-02T04:04:07Z"}`},
		{"maintenance", "marmara", `[{"brand":"marmara","state":"open","switches":[],"windows":[]}]`, `[{"brand":"marmara","state":"maintenance","by":"yonetici","switches":[],"windows":[]}]`},
		{"login", "", "", ""},
	}
	if len(all) != len(want) {
		t.Fatalf("%d entries", len(all))
	}
	for i, w := range want {
		e := all[i]
		if e.Action != w.action || e.Subject != w.subject || string(e.Before) != w.before || string(e.After) != w.after ||
			e.Who != "yonetici" || e.From.String() != "192.0.2.7" || e.Request != "r-1" {
			t.Errorf("%d: %+v\nbefore %s\nafter %s", i, e, e.Before, e.After)
		}
	}
	if page := list("?limit=2&before=" + all[1].ID); len(page) != 2 || page[0].ID != all[2].ID {
		t.Errorf("a page: %+v", page)
	}
}

func TestEventStreamSendsChanges(t *testing.T) {
	r := newRig(t)
	viewer := r.login("izleyici", "Izleyici123!")
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	w := httptest.NewRecorder()
	done := make(chan struct{})
	req := r.newRequest("GET", "/events", "", viewer)
	req = req.WithContext(bff.WithScope(ctx, bff.ScopeOf(req.Context())))
	go func() {
		defer close(done)
		r.handler.ServeHTTP(flushed{w, cancel}, req)
	}()
	<-r.watching
	r.watchers[0](staff.Change{Name: "maintenance", Data: struct{}{}})
	<-done
	if got := w.Body.String(); !strings.Contains(got, "event: maintenance\ndata: [{\"brand\":\"marmara\"") || w.Header().Get("Content-Type") != "text/event-stream" {
		t.Errorf("heard %q", got)
	}
	close(r.shutdown)
	r.do("GET", "/events", "", viewer) // ends by itself
}

// flushed cancels the request after the first event.
type flushed struct {
	*httptest.ResponseRecorder
	leave func()
}

func (f flushed) Write(b []byte) (int, error) { return f.WriteString(string(b)) }

func (f flushed) WriteString(s string) (int, error) {
	if strings.HasPrefix(s, "event:") {
		defer f.leave()
	}
	return f.ResponseRecorder.WriteString(s)
}

func TestAddValidatesAccounts(t *testing.T) {
	r := newRig(t)
	for _, row := range []struct {
		account  staff.Account
		password string
		want     error
	}{
		{staff.Account{Name: "Öz", Roles: staff.ForAllBrands(staff.Viewer)}, "long enough 1", staff.ErrName},
		{staff.Account{Name: "someone", Roles: staff.ForAllBrands("king")}, "long enough 1", staff.ErrRole},
		{staff.Account{Name: "someone", Roles: staff.ForAllBrands(staff.Viewer)}, "short", staff.ErrPassword},
		{staff.Account{Name: "destek", Roles: staff.ForAllBrands(staff.Viewer)}, "long enough 1", staff.ErrExists},
	} {
		account, err := row.account.WithPassword(row.password)
		if err == nil {
			err = r.accounts.Add(t.Context(), account)
		}
		if !errors.Is(err, row.want) {
			t.Errorf("%+v: %v", row.account, err)
		}
	}
	if err := r.accounts.Add(t.Context(), staff.Account{Name: "someone", Roles: staff.ForAllBrands(staff.Viewer)}); !errors.Is(err, staff.ErrPassword) {
		t.Errorf("without a password: %v", err)
	}
	if err := r.disable("nobody"); !errors.Is(err, staff.ErrUnknown) {
		t.Errorf("disable: %v", err)
	}
}
