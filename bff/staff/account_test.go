package staff_test

import (
	"encoding/json"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/pquerna/otp/totp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

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
	require.True(t, ok && len(token) >= 26, "address %q", i.URL)
	return token
}

// invite sends a request that is answered with an invitation.
func (r *rig) invite(cookie *http.Cookie, path, body string) (i invitationAnswer) {
	r.t.Helper()
	got := r.do("POST", path, body, cookie)
	require.True(r.t, json.Unmarshal(got.body, &i) == nil && got.status == http.StatusCreated,
		"%s: %d %s", path, got.status, got.body)
	return i
}

// wantAccepted accepts an invitation and reports a response with another status.
func (r *rig) wantAccepted(status int, token, password string) answer {
	r.t.Helper()
	return r.want(status, "POST", "/invitation", `{"token":"`+token+`","password":"`+password+`"}`, nil)
}

func TestInvitationIsAcceptedOnce(t *testing.T) {
	r := newRig(t)
	admin := r.login("yonetici", "Yonetici123!")
	made := r.invite(admin, "/accounts", `{"name":"ayse","roles":{"marmara":"support"}}`)
	assert.True(t, made.Account.Invited && made.Account.Roles["marmara"] == staff.Support && made.Until.Equal(r.now().Add(24*time.Hour)),
		"%+v", made)
	token := made.token(t)
	for _, list := range []string{string(r.do("GET", "/accounts", "", admin).body), string(r.do("GET", "/audit.jsonl", "", admin).body)} {
		assert.True(t, strings.Contains(list, "ayse") && !strings.Contains(list, token) && !strings.Contains(list, "hash"),
			list)
	}
	r.want(http.StatusUnauthorized, "POST", "/login", `{"username":"ayse","password":"Uzun bir parola"}`, nil)
	r.wantField("password", "POST", "/invitation", `{"token":"`+token+`","password":"short"}`, nil)
	r.wantAccepted(http.StatusUnauthorized, token+"x", "Uzun bir parola") // a wrong token
	got := r.wantAccepted(http.StatusOK, token, "Uzun bir parola")
	require.True(t, got.cookie != nil && strings.Contains(string(got.body), `"roles":{"marmara":"support"}`),
		"%d %s", got.status, got.body)
	r.want(http.StatusOK, "GET", "/me", "", got.cookie)
	r.wantAccepted(http.StatusUnauthorized, token, "Another password") // again
	r.login("ayse", "Uzun bir parola")

	made = r.invite(admin, "/accounts", `{"name":"veli","roles":{"*":"viewer"}}`)
	r.advance(24 * time.Hour)
	r.wantAccepted(http.StatusUnauthorized, made.token(t), "Uzun bir parola") // after its end
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
			r.want(row.status, row.method, "/accounts/destek"+row.path, row.body, admin)
			r.want(http.StatusUnauthorized, "GET", "/me", "", support)
		})
	}
	r := newRig(t)
	admin, support := r.login("yonetici", "Yonetici123!"), r.login("destek", "Destek123!")
	r.do("PATCH", "/accounts/destek", `{"disabled":true}`, admin)
	got := r.do("PATCH", "/accounts/destek", `{"disabled":false,"roles":{"marmara":"viewer"}}`, admin)
	assert.Contains(t, string(got.body), `"disabled":false`, "%s", got.body)
	r.want(http.StatusUnauthorized, "GET", "/me", "", support) // a login from before
	support = r.login("destek", "Destek123!")
	r.want(http.StatusForbidden, "PUT", "/maintenance/marmara", `{"on":true}`, support) // with a taken role
	// After a reset the old password is useless, the new one is not.
	token := r.invite(admin, "/accounts/destek/reset-password", "").token(t)
	r.want(http.StatusUnauthorized, "POST", "/login", `{"username":"destek","password":"Destek123!"}`, nil) // the old password
	r.wantAccepted(http.StatusOK, token, "Uzun bir parola")                                                 // the new one
}

func TestTheLastAdminStays(t *testing.T) {
	r := newRig(t)
	admin := r.login("yonetici", "Yonetici123!")
	for _, row := range [][3]string{
		{"PATCH", "", `{"disabled":true}`}, {"PATCH", "", `{"roles":{"*":"support","marmara":"admin"}}`}, {"POST", "/reset-password", ""},
	} {
		r.wantReason("last admin", row[0], "/accounts/yonetici"+row[1], row[2], admin)
	}
	r.want(http.StatusCreated, "POST", "/accounts", `{"name":"davetli","roles":{"*":"admin"}}`, admin)
	r.wantReason("last admin", "PATCH", "/accounts/yonetici", `{"disabled":true}`, admin)
	r.addAccount("ikinci", staff.ForAllBrands(staff.Admin))
	r.want(http.StatusOK, "PATCH", "/accounts/yonetici", `{"disabled":true}`, admin) // beside another
	assert.ErrorIs(t, r.disable("ikinci"), staff.ErrLastAdmin, "the other")
}

func TestConcurrentRemovalsLeaveAnAdmin(t *testing.T) {
	names := []string{"bir", "iki", "son"}
	for range 20 {
		r := &rig{t: t}
		var err error
		r.accounts, err = staff.OpenAccounts(&memoryRecords{}, r.now)
		require.NoError(t, err)
		for _, name := range names {
			r.newAccount(staff.Account{Name: name, Roles: staff.ForAllBrands(staff.Admin)}, "Uzun bir parola")
		}
		var wg sync.WaitGroup
		for _, name := range names {
			wg.Go(func() { _ = r.disable(name) })
		}
		wg.Wait()
		enabled := 0
		for _, name := range names {
			a, err := r.accounts.Find(t.Context(), name)
			noError(t, err)
			if !a.Disabled {
				enabled++
			}
		}
		require.NotEqual(t, 0, enabled, "no admin is left")
	}
}

// setUp sets up an authenticator and returns its secret.
func (r *rig) setUp(cookie *http.Cookie, password string) string {
	r.t.Helper()
	var made struct{ Secret, Otpauth string }
	got := r.do("POST", "/me/authenticator", `{"password":"`+password+`"}`, cookie)
	require.True(r.t, json.Unmarshal(got.body, &made) == nil && got.status == http.StatusOK && strings.HasPrefix(made.Otpauth, "otpauth://totp/Croupier:"),
		"%d %s", got.status, got.body)
	if got := r.do("POST", "/me/authenticator/confirm", `{"code":"`+r.code(made.Secret)+`"}`, cookie); got.status != http.StatusOK {
		r.t.Fatalf("confirm: %d %s", got.status, got.body)
	}
	r.advance(30 * time.Second) // to the next code
	return made.Secret
}

func (r *rig) code(secret string) string {
	r.t.Helper()
	code, err := totp.GenerateCode(secret, r.now())
	noError(r.t, err)
	return code
}

func TestProductionRequiresAnAuthenticator(t *testing.T) {
	r := newRig(t)
	r.production = true
	first, other := r.login("yonetici", "Yonetici123!"), r.login("yonetici", "Yonetici123!")
	assert.Contains(t, string(r.do("GET", "/me", "", first).body), `"authenticator":false,"authenticator_required":true,"setup":true`,
		"me")
	for _, row := range staff.RouteRows() {
		if row.Public || row.AnyLogin {
			continue
		}
		path := placeholders.Replace(row.Path)
		r.wantReason("authenticator required", row.Method, path, "", first) // before the set-up
	}
	secret := r.setUp(first, "Yonetici123!")
	r.want(http.StatusOK, "GET", "/accounts", "", first)     // after the set-up
	r.want(http.StatusUnauthorized, "GET", "/me", "", other) // another login from before the set-up
	r.wantReason("code required", "POST", "/login", `{"username":"yonetici","password":"Yonetici123!"}`, nil)
	r.want(http.StatusOK, "POST", "/login", `{"username":"yonetici","password":"Yonetici123!","code":"`+r.code(secret)+`"}`, nil)
	r.advance(30 * time.Second)
	r.want(http.StatusForbidden, "DELETE", "/me/authenticator", `{"code":"`+r.code(secret)+`"}`, first) // production keeps it
}

func TestOwnAuthenticatorIsGuarded(t *testing.T) {
	r := newRig(t)
	cookie := r.login("destek", "Destek123!")
	r.wantField("password", "POST", "/me/authenticator", `{"password":"wrong"}`, cookie)
	r.want(http.StatusNotFound, "POST", "/me/authenticator/confirm", `{"code":"123456"}`, cookie) // nothing to confirm
	r.do("POST", "/me/authenticator", `{"password":"Destek123!"}`, cookie)
	r.wantField("code", "POST", "/me/authenticator/confirm", `{"code":"12345x"}`, cookie)
	r.login("destek", "Destek123!") // what is not confirmed is not in force
	secret := r.setUp(cookie, "Destek123!")
	r.wantField("code", "POST", "/me/authenticator", `{"password":"Destek123!"}`, cookie) // replacing it needs a code
	r.wantField("code", "DELETE", "/me/authenticator", `{"code":"000000"}`, cookie)
	if got := r.do("DELETE", "/me/authenticator", `{"code":"`+r.code(secret)+`"}`, cookie); got.status != http.StatusOK || !strings.Contains(string(got.body), `"authenticator":false`) {
		t.Errorf("removed: %d %s", got.status, got.body)
	}
	for range 5 {
		r.do("POST", "/me/password", `{"password":"wrong","new_password":"Uzun bir parola"}`, cookie)
	}
	got := r.do("POST", "/me/password", `{"password":"Destek123!","new_password":"Uzun bir parola"}`, cookie)
	assert.True(t, got.status == http.StatusTooManyRequests && got.header.Get("Retry-After") != "",
		"after many guesses: %d %v", got.status, got.header)
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
	list := func(cookie *http.Cookie) []login { return read[[]login](r, "/me/logins", cookie) }
	all := list(first)
	require.True(t, len(all) == 3 && all[2].Current && !all[0].Current && all[0].From == "192.0.2.7", "%+v", all)
	r.want(http.StatusNotFound, "DELETE", "/me/logins/"+all[0].ID, "", stranger) // another account's
	r.want(http.StatusOK, "DELETE", "/me/logins/"+all[0].ID, "", first)
	r.want(http.StatusUnauthorized, "GET", "/me", "", third)
	r.want(http.StatusOK, "GET", "/me", "", second)
	r.want(http.StatusOK, "DELETE", "/me/logins/others", "", first)
	r.want(http.StatusUnauthorized, "GET", "/me", "", second)
	assert.Len(t, list(first), 1, "after the others were ended")
	second = r.login("destek", "Destek123!")
	for body, field := range map[string]string{
		`{"password":"wrong","new_password":"Uzun bir parola"}`: "password",
		`{"password":"Destek123!","new_password":"short"}`:      "new_password",
		`{"new_password":"Uzun bir parola"}`:                    "password",
	} {
		r.wantField(field, "POST", "/me/password", body, first)
	}
	r.want(http.StatusOK, "POST", "/me/password", `{"password":"Destek123!","new_password":"Uzun bir parola"}`, first)
	r.want(http.StatusOK, "GET", "/me", "", first) // the change ends the other logins only
	r.want(http.StatusUnauthorized, "GET", "/me", "", second)
	r.login("destek", "Uzun bir parola")
	assert.Len(t, list(first), 2)
	r.advance(8 * time.Hour)
	assert.Len(t, list(r.login("destek", "Uzun bir parola")), 1, "expired logins are listed")
}
