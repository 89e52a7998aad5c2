package staff_test

import (
	"encoding/json"
	"errors"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/pquerna/otp/totp"

	"croupier/bff/staff"
)

// invitation is the answer to an invitation.
type invitationAnswer struct {
	Account staff.AccountInfo
	URL     string
	Until   time.Time
}

// token returns the token of the invitation's address.
func (i invitationAnswer) token(t *testing.T) string {
	t.Helper()
	token, ok := strings.CutPrefix(i.URL, "http://marmara.test:8080/maintenance-control/invitation#token=")
	if !ok || len(token) < 26 {
		t.Fatalf("address %q", i.URL)
	}
	return token
}

// invite sends a request that is answered with an invitation.
func (r *rig) invite(cookie *http.Cookie, path, body string) (i invitationAnswer) {
	r.t.Helper()
	got := r.do("POST", path, body, cookie)
	if err := json.Unmarshal(got.body, &i); err != nil || got.status != http.StatusCreated {
		r.t.Fatalf("%s: %d %s", path, got.status, got.body)
	}
	return i
}

func (r *rig) accept(token, password string) answer {
	r.t.Helper()
	return r.do("POST", "/invitation", `{"token":"`+token+`","password":"`+password+`"}`, nil)
}

func TestInvitationIsAcceptedOnce(t *testing.T) {
	r := newRig(t)
	admin := r.login("yonetici", "Yonetici123!")
	made := r.invite(admin, "/accounts", `{"name":"ayse","roles":{"marmara":"support"}}`)
	if !made.Account.Invited || made.Account.Roles["marmara"] != staff.Support || !made.Until.Equal(r.now().Add(24*time.Hour)) {
		t.Errorf("%+v", made)
	}
	token := made.token(t)
	for _, list := range []string{string(r.do("GET", "/accounts", "", admin).body), string(r.do("GET", "/audit.jsonl", "", admin).body)} {
		if !strings.Contains(list, "ayse") || strings.Contains(list, token) || strings.Contains(list, "hash") {
			t.Errorf("%s", list)
		}
	}
	if got := r.do("POST", "/login", `{"username":"ayse","password":"Uzun bir parola"}`, nil); got.status != http.StatusUnauthorized {
		t.Errorf("login before the password is set: %d", got.status)
	}
	if _, _, field := r.accept(token, "short").refusal(t); field != "password" {
		t.Errorf("a short password: field %q", field)
	}
	if got := r.accept(token+"x", "Uzun bir parola"); got.status != http.StatusUnauthorized {
		t.Errorf("a wrong token: %d", got.status)
	}
	got := r.accept(token, "Uzun bir parola")
	if got.status != http.StatusOK || got.cookie == nil || !strings.Contains(string(got.body), `"roles":{"marmara":"support"}`) {
		t.Fatalf("%d %s", got.status, got.body)
	}
	if me := r.do("GET", "/me", "", got.cookie); me.status != http.StatusOK {
		t.Errorf("me: %d", me.status)
	}
	if got := r.accept(token, "Another password"); got.status != http.StatusUnauthorized {
		t.Errorf("again: %d", got.status)
	}
	r.login("ayse", "Uzun bir parola")

	made = r.invite(admin, "/accounts", `{"name":"veli","roles":{"*":"viewer"}}`)
	r.advance(24 * time.Hour)
	if got := r.accept(made.token(t), "Uzun bir parola"); got.status != http.StatusUnauthorized {
		t.Errorf("after its end: %d", got.status)
	}
}

func TestInvalidAccountsAreRefused(t *testing.T) {
	r := newRig(t)
	admin := r.login("yonetici", "Yonetici123!")
	for _, row := range []struct {
		method, path, body string
		status             int
		field              string
	}{
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
	} {
		got := r.do(row.method, row.path, row.body, admin)
		if _, message, field := got.refusal(t); got.status != row.status || field != row.field || message == "" {
			t.Errorf("%s %s %s: %d %s", row.method, row.path, row.body, got.status, got.body)
		}
	}
	if all, err := r.accounts.List(t.Context()); err != nil || len(all) != 3 {
		t.Errorf("%v %v", all, err)
	}
}

func TestChangedAccountsLoseTheirLogins(t *testing.T) {
	for _, row := range []struct {
		name, method, path, body string
		status                   int
	}{
		{"disabled", "PATCH", "", `{"disabled":true}`, 200},
		{"a new password", "POST", "/reset-password", "", 201},
		{"no authenticator", "POST", "/reset-authenticator", "", 200},
	} {
		t.Run(row.name, func(t *testing.T) {
			r := newRig(t)
			admin, support := r.login("yonetici", "Yonetici123!"), r.login("destek", "Destek123!")
			if got := r.do(row.method, "/accounts/destek"+row.path, row.body, admin); got.status != row.status {
				t.Fatalf("%d %s", got.status, got.body)
			}
			if got := r.do("GET", "/me", "", support); got.status != http.StatusUnauthorized {
				t.Errorf("the login goes on: %d", got.status)
			}
		})
	}
	r := newRig(t)
	admin, support := r.login("yonetici", "Yonetici123!"), r.login("destek", "Destek123!")
	r.do("PATCH", "/accounts/destek", `{"disabled":true}`, admin)
	if got := r.do("PATCH", "/accounts/destek", `{"disabled":false,"roles":{"marmara":"viewer"}}`, admin); !strings.Contains(string(got.body), `"disabled":false`) {
		t.Errorf("%s", got.body)
	}
	if got := r.do("GET", "/me", "", support); got.status != http.StatusUnauthorized {
		t.Errorf("a login from before: %d", got.status)
	}
	support = r.login("destek", "Destek123!")
	if got := r.do("PUT", "/maintenance/marmara", `{"on":true}`, support); got.status != http.StatusForbidden {
		t.Errorf("with a taken role: %d", got.status)
	}
	// After a reset the old password is useless, the new one is not.
	token := r.invite(admin, "/accounts/destek/reset-password", "").token(t)
	if got := r.do("POST", "/login", `{"username":"destek","password":"Destek123!"}`, nil); got.status != http.StatusUnauthorized {
		t.Errorf("the old password: %d", got.status)
	}
	if got := r.accept(token, "Uzun bir parola"); got.status != http.StatusOK {
		t.Errorf("the new one: %d %s", got.status, got.body)
	}
}

func TestTheLastAdminStays(t *testing.T) {
	r := newRig(t)
	admin := r.login("yonetici", "Yonetici123!")
	for _, row := range [][3]string{
		{"PATCH", "", `{"disabled":true}`}, {"PATCH", "", `{"roles":{"*":"support","marmara":"admin"}}`}, {"POST", "/reset-password", ""},
	} {
		if word, _, _ := r.do(row[0], "/accounts/yonetici"+row[1], row[2], admin).refusal(t); word != "last admin" {
			t.Errorf("%v: %s", row, word)
		}
	}
	if got := r.do("POST", "/accounts", `{"name":"davetli","roles":{"*":"admin"}}`, admin); got.status != http.StatusCreated {
		t.Fatalf("%d", got.status)
	}
	if word, _, _ := r.do("PATCH", "/accounts/yonetici", `{"disabled":true}`, admin).refusal(t); word != "last admin" {
		t.Errorf("beside an admin who has not accepted: %s", word)
	}
	r.addAccount("ikinci", staff.ForAllBrands(staff.Admin))
	if got := r.do("PATCH", "/accounts/yonetici", `{"disabled":true}`, admin); got.status != http.StatusOK {
		t.Errorf("beside another: %d %s", got.status, got.body)
	}
	if err := r.disable("ikinci"); !errors.Is(err, staff.ErrLastAdmin) {
		t.Errorf("the other: %v", err)
	}
}

func TestConcurrentRemovalsLeaveAnAdmin(t *testing.T) {
	for range 20 {
		r := newRig(t)
		for _, name := range []string{"bir", "iki"} {
			account := staff.Account{Name: name, Roles: staff.ForAllBrands(staff.Admin), Hash: mustFind(t, r, "yonetici").Hash}
			if err := r.accounts.Add(t.Context(), account); err != nil {
				t.Fatal(err)
			}
		}
		var wg sync.WaitGroup
		for _, name := range []string{"bir", "iki", "yonetici"} {
			wg.Go(func() { _ = r.disable(name) })
		}
		wg.Wait()
		enabled := 0
		for _, name := range []string{"bir", "iki", "yonetici"} {
			if !mustFind(t, r, name).Disabled {
				enabled++
			}
		}
		if enabled == 0 {
			t.Fatal("no admin is left")
		}
	}
}

func mustFind(t *testing.T, r *rig, name string) staff.Account {
	t.Helper()
	a, err := r.accounts.Find(t.Context(), name)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

// setUp sets up an authenticator and returns its secret.
func (r *rig) setUp(cookie *http.Cookie, password string) string {
	r.t.Helper()
	var made struct{ Secret, Otpauth string }
	got := r.do("POST", "/me/authenticator", `{"password":"`+password+`"}`, cookie)
	if err := json.Unmarshal(got.body, &made); err != nil || got.status != http.StatusOK || !strings.HasPrefix(made.Otpauth, "otpauth://totp/Croupier:") {
		r.t.Fatalf("%d %s", got.status, got.body)
	}
	if got := r.do("POST", "/me/authenticator/confirm", `{"code":"`+r.code(made.Secret)+`"}`, cookie); got.status != http.StatusOK {
		r.t.Fatalf("confirm: %d %s", got.status, got.body)
	}
	r.advance(30 * time.Second) // to the next code
	return made.Secret
}

func (r *rig) code(secret string) string {
	r.t.Helper()
	code, err := totp.GenerateCode(secret, r.now())
	if err != nil {
		r.t.Fatal(err)
	}
	return code
}

func TestProductionRequiresAnAuthenticator(t *testing.T) {
	r := newRig(t)
	r.production = true
	first, other := r.login("yonetici", "Yonetici123!"), r.login("yonetici", "Yonetici123!")
	if got := string(r.do("GET", "/me", "", first).body); !strings.Contains(got, `"authenticator":false,"authenticator_required":true,"setup":true`) {
		t.Errorf("me: %s", got)
	}
	for _, row := range staff.RouteRows() {
		if row.Public || row.AnyLogin {
			continue
		}
		path := strings.NewReplacer(":brand", "marmara", ":upstream", "main", ":override", "open", ":id", "x", ":name", "destek", ":uid", "u", ":key", "k").Replace(row.Path)
		if word, _, _ := r.do(row.Method, path, "", first).refusal(t); word != "authenticator required" {
			t.Errorf("%s %s before the set-up: %s", row.Method, path, word)
		}
	}
	secret := r.setUp(first, "Yonetici123!")
	if got := r.do("GET", "/accounts", "", first); got.status != http.StatusOK {
		t.Errorf("after the set-up: %d %s", got.status, got.body)
	}
	if got := r.do("GET", "/me", "", other); got.status != http.StatusUnauthorized {
		t.Errorf("another login from before the set-up goes on: %d", got.status)
	}
	if word, _, _ := r.do("POST", "/login", `{"username":"yonetici","password":"Yonetici123!"}`, nil).refusal(t); word != "code required" {
		t.Errorf("login without a code: %s", word)
	}
	if got := r.do("POST", "/login", `{"username":"yonetici","password":"Yonetici123!","code":"`+r.code(secret)+`"}`, nil); got.status != http.StatusOK {
		t.Errorf("login with one: %d", got.status)
	}
	r.advance(30 * time.Second)
	if got := r.do("DELETE", "/me/authenticator", `{"code":"`+r.code(secret)+`"}`, first); got.status != http.StatusForbidden {
		t.Errorf("removed in production: %d", got.status)
	}
}

func TestOwnAuthenticatorIsGuarded(t *testing.T) {
	r := newRig(t)
	cookie := r.login("destek", "Destek123!")
	if _, _, field := r.do("POST", "/me/authenticator", `{"password":"wrong"}`, cookie).refusal(t); field != "password" {
		t.Errorf("wrong password: field %q", field)
	}
	if got := r.do("POST", "/me/authenticator/confirm", `{"code":"123456"}`, cookie); got.status != http.StatusNotFound {
		t.Errorf("nothing to confirm: %d", got.status)
	}
	r.do("POST", "/me/authenticator", `{"password":"Destek123!"}`, cookie)
	if _, _, field := r.do("POST", "/me/authenticator/confirm", `{"code":"12345x"}`, cookie).refusal(t); field != "code" {
		t.Errorf("wrong code: field %q", field)
	}
	r.login("destek", "Destek123!") // what is not confirmed is not in force
	secret := r.setUp(cookie, "Destek123!")
	if _, _, field := r.do("POST", "/me/authenticator", `{"password":"Destek123!"}`, cookie).refusal(t); field != "code" {
		t.Errorf("replaced without a code: field %q", field)
	}
	if _, _, field := r.do("DELETE", "/me/authenticator", `{"code":"000000"}`, cookie).refusal(t); field != "code" {
		t.Errorf("removed with a wrong code: field %q", field)
	}
	if got := r.do("DELETE", "/me/authenticator", `{"code":"`+r.code(secret)+`"}`, cookie); got.status != http.StatusOK || !strings.Contains(string(got.body), `"authenticator":false`) {
		t.Errorf("removed: %d %s", got.status, got.body)
	}
	for range 5 {
		r.do("POST", "/me/password", `{"password":"wrong","new_password":"Uzun bir parola"}`, cookie)
	}
	got := r.do("POST", "/me/password", `{"password":"Destek123!","new_password":"Uzun bir parola"}`, cookie)
	if got.status != http.StatusTooManyRequests || got.header.Get("Retry-After") == "" {
		t.Errorf("after many guesses: %d %v", got.status, got.header)
	}
}

func TestOwnPasswordAndLogins(t *testing.T) {
	r := newRig(t)
	first := r.login("destek", "Destek123!")
	r.advance(time.Second)
	second := r.login("destek", "Destek123!")
	r.advance(time.Second)
	third := r.login("destek", "Destek123!")
	stranger := r.login("izleyici", "Izleyici123!")
	type login struct {
		ID, From string
		Current  bool
	}
	list := func(cookie *http.Cookie) (all []login) {
		t.Helper()
		got := r.do("GET", "/me/logins", "", cookie)
		if err := json.Unmarshal(got.body, &all); err != nil || got.status != http.StatusOK {
			t.Fatalf("%d %s", got.status, got.body)
		}
		return all
	}
	all := list(first)
	if len(all) != 3 || !all[2].Current || all[0].Current || all[0].From != "192.0.2.7" {
		t.Fatalf("%+v", all)
	}
	if got := r.do("DELETE", "/me/logins/"+all[0].ID, "", stranger); got.status != http.StatusNotFound {
		t.Errorf("another account's: %d", got.status)
	}
	if got := r.do("DELETE", "/me/logins/"+all[0].ID, "", first); got.status != http.StatusOK {
		t.Errorf("one: %d %s", got.status, got.body)
	}
	if r.do("GET", "/me", "", third).status != http.StatusUnauthorized || r.do("GET", "/me", "", second).status != http.StatusOK {
		t.Error("the third login was to end, and not the second")
	}
	if got := r.do("DELETE", "/me/logins/others", "", first); got.status != http.StatusOK || len(list(first)) != 1 {
		t.Errorf("others: %d %+v", got.status, list(first))
	}
	if r.do("GET", "/me", "", second).status != http.StatusUnauthorized {
		t.Error("the second login goes on")
	}
	second = r.login("destek", "Destek123!")
	for body, field := range map[string]string{
		`{"password":"wrong","new_password":"Uzun bir parola"}`: "password",
		`{"password":"Destek123!","new_password":"short"}`:      "new_password",
		`{"new_password":"Uzun bir parola"}`:                    "password",
	} {
		if _, _, named := r.do("POST", "/me/password", body, first).refusal(t); named != field {
			t.Errorf("%s: field %q", body, named)
		}
	}
	if got := r.do("POST", "/me/password", `{"password":"Destek123!","new_password":"Uzun bir parola"}`, first); got.status != http.StatusOK {
		t.Errorf("%d %s", got.status, got.body)
	}
	if r.do("GET", "/me", "", first).status != http.StatusOK || r.do("GET", "/me", "", second).status != http.StatusUnauthorized {
		t.Error("the other login was to end, and not this one")
	}
	r.login("destek", "Uzun bir parola")
	if got := list(first); len(got) != 2 {
		t.Errorf("%+v", got)
	}
	r.advance(8 * time.Hour)
	if got := list(r.login("destek", "Uzun bir parola")); len(got) != 1 {
		t.Errorf("expired logins are listed: %+v", got)
	}
}
