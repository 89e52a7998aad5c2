package staff_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/netip"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/pquerna/otp/totp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"croupier/bff"
	"croupier/bff/ops/staff"
)

func TestWrongPasswordsLockAnAccountButNoKnownBrowser(t *testing.T) {
	r := newRig(t)
	for _, name := range []string{"destek", "nobody.here"} {
		for range 5 {
			r.tryLogin(http.StatusUnauthorized, name, "wrong", "")
			r.Advance(time.Second)
		}
		got := r.tryLogin(http.StatusTooManyRequests, strings.ToUpper(name), "wrong", "")
		assert.Equal(t, "595", got.header.Get("Retry-After"), name)
	}
	r.tryLogin(http.StatusTooManyRequests, "destek", "Destek123!", "") // the right one
	r.visitor = netip.MustParseAddr("192.0.2.8")
	known := r.tryLogin(http.StatusOK, "destek", "Destek123!", "").device // at another address
	for i := range 25 {
		r.visitor = netip.AddrFrom4([4]byte{198, 51, 100, byte(i)})
		r.tryLogin(http.StatusUnauthorized, "destek", "wrong", "")
	}
	r.tryLogin(http.StatusTooManyRequests, "destek", "Destek123!", "") // 30 from all addresses in an hour
	const right, wrong = `{"username":"destek","password":"Destek123!"}`, `{"username":"destek","password":"wrong"}`
	r.want(http.StatusOK, "POST", "/login", right, known)
	for range 5 {
		r.want(http.StatusUnauthorized, "POST", "/login", wrong, known)
	}
	r.want(http.StatusTooManyRequests, "POST", "/login", right, known)
	// of another account
	r.want(http.StatusUnauthorized, "POST", "/login", `{"username":"yonetici","password":"wrong"}`, known)
	// right logins do not count
	for range 10 {
		r.as("izleyici")
	}
	r.Advance(10 * time.Minute)
	r.want(http.StatusOK, "POST", "/login", right, known)
	r.Advance(50 * time.Minute)
	r.as("destek")
}

func TestALockedStaffAccountIsUnlocked(t *testing.T) {
	r := newRig(t)
	admin, support := r.as("yonetici"), r.as("destek")
	for range 6 {
		r.do("POST", "/login", `{"username":"izleyici","password":"Wrong-1234"}`, nil)
	}
	r.tryLogin(http.StatusTooManyRequests, "izleyici", "Izleyici123!", "")
	r.want(http.StatusForbidden, "POST", "/accounts/izleyici/unlock", "", support)
	r.want(http.StatusNotFound, "POST", "/accounts/nobody/unlock", "", admin)
	r.want(http.StatusOK, "POST", "/accounts/izleyici/unlock", "", admin)
	r.as("izleyici")
}

func TestGuessesOfANetworkAreCountedTogether(t *testing.T) {
	r := newRig(t)
	r.limits = map[bff.LimitRule]bff.Allowance{bff.LimitPasswordAddress: {Count: 2, Window: time.Minute}}
	for i, one := range []struct {
		from string
		want int
	}{
		{"2001:db8:1:2::1", http.StatusUnauthorized},
		{"2001:db8:1:2::2", http.StatusUnauthorized},
		{"2001:db8:1:2:ffff::3", http.StatusTooManyRequests},
		{"2001:db8:1:3::1", http.StatusUnauthorized},
		{"192.0.2.8", http.StatusUnauthorized},
		{"192.0.2.9", http.StatusUnauthorized},
	} {
		r.visitor = netip.MustParseAddr(one.from)
		r.tryLogin(one.want, fmt.Sprint("nobody", i), "a guess of many", "")
	}
}

func TestLoginEnds(t *testing.T) {
	r, cookie := rigFor(t, "destek")
	assert.Regexp(t, `^croupier-staff=[^;]+; Path=/; Max-Age=28800; HttpOnly; SameSite=Strict$`, cookie.String())
	r.Advance(8*time.Hour - time.Second)
	r.want(http.StatusOK, "GET", "/me", "", cookie)
	r.Advance(2 * time.Second)
	r.want(http.StatusUnauthorized, "GET", "/me", "", cookie) // after eight hours
	cookie = r.as("destek")
	forged := *cookie
	forged.Value = cookie.Value[:len(cookie.Value)-4] + "AAAA"
	r.want(http.StatusUnauthorized, "GET", "/me", "", &forged)
	require.NoError(t, r.disable("destek"))
	r.want(http.StatusUnauthorized, "GET", "/me", "", cookie) // of a disabled account
	r.tryLogin(http.StatusUnauthorized, "destek", "Destek123!", "")
	r.brands[0].Sessions.Secure = true
	assert.Regexp(t, `^__Host-croupier-staff=[^;]+; Path=/; .*Secure`, r.as("yonetici").String(), "behind TLS")
}

func TestAuthenticatorCodeIsRequiredAndSingleUse(t *testing.T) {
	r := newRig(t)
	secret := "JBSWY3DPEHPK3PXP"
	r.newAccount(staff.Account{Name: "ikili", Roles: staff.ForAllBrands(staff.Viewer), TOTP: secret}, "Gizli12345")
	code := r.code(secret)
	r.tryLogin(http.StatusUnauthorized, "ikili", "Gizli12345", "").wantRefusal(t, "code required", "without a code")
	r.tryLogin(http.StatusOK, "ikili", "Gizli12345", code)
	for _, spelling := range []string{
		code, " " + code, code + "\t", code[:3] + "\u00a0" + code[3:],
		"\uff10" + code[1:],
	} {
		r.tryLogin(http.StatusUnauthorized, "ikili", "Gizli12345", spelling) // again
	}
	r.Advance(10 * time.Minute)
	code = r.code(secret)
	r.tryLogin(http.StatusOK, "ikili", "Gizli12345", " "+code[:3]+" "+code[3:])
	r.tryLogin(http.StatusUnauthorized, "ikili", "Gizli12345", "12345x")
}

// The hashes of passwords cost no less than OWASP recommends.
func TestPasswordHashesAreExpensive(t *testing.T) {
	got := staff.HashParams
	assert.True(t, got.Memory >= 19*1024 && got.Iterations >= 2 && got.SaltLength >= 16 && got.KeyLength >= 32, "%+v",
		got)
}

// The server compares complete passwords, with spaces and letters of any alphabet.
func TestPasswordsAreComparedAsGiven(t *testing.T) {
	r := newRig(t)
	for name, password := range map[string]string{
		"long": strings.Repeat("a", 100), "spaces": "  uzun bir parola  ", "letters": "şifreşifre",
		"digits": "1234567890",
	} {
		r.newAccount(staff.Account{Name: name, Roles: staff.ForAllBrands(staff.Viewer)}, password)
		r.login(name, password)
		for _, other := range []string{
			password[:len(password)-1] + "x", password[:9], strings.ToUpper(password) + "x",
			strings.TrimSpace(password) + "x",
		} {
			r.tryLogin(http.StatusUnauthorized, name, other, "")
		}
	}
}

func TestDemoAccountsAreRefusedInFrontOfARealPlatform(t *testing.T) {
	r := newRig(t)
	names, err := r.accounts.Demo(t.Context())
	require.NoError(t, err)
	require.Equal(t, []string{"destek", "izleyici", "yonetici"}, names)
	ayse, demo := r.addAccount("ayse", staff.ForAllBrands(staff.Viewer)), r.as("yonetici")
	r.realPlatform = true                                   // another instance ran the demo with the same store
	r.want(http.StatusUnauthorized, "GET", "/me", "", demo) // login of before
	r.tryLogin(http.StatusUnauthorized, "yonetici", "Yonetici123!", "")
	r.want(http.StatusOK, "GET", "/me", "", ayse)
}

func TestDemoAccountsAreCreatedInAnEmptyStoreOnly(t *testing.T) {
	r, records := withoutAccounts(t)
	require.Empty(t, records.Values())
	r.newAccount(staff.Account{Name: "ayse", Roles: staff.ForAllBrands(staff.Viewer)}, "Uzun bir parola")
	require.NoError(t, r.accounts.AddDemo(t.Context(), demoAccounts, r.Now()))
	names, err := r.accounts.Demo(t.Context())
	require.NoError(t, err)
	assert.Empty(t, names)
	assert.Len(t, records.Values(), 1)
}

func TestAddValidatesAccounts(t *testing.T) {
	r := newRig(t)
	for _, row := range []struct {
		name     string
		role     staff.Role
		password string
		want     error
	}{
		{"Öz", staff.Viewer, "long enough 1", staff.ErrName},
		{"someone", "king", "long enough 1", staff.ErrRole},
		{"someone", staff.Viewer, "short", staff.ErrPassword},
		{"destek", staff.Viewer, "long enough 1", staff.ErrExists},
	} {
		account, err := staff.Account{Name: row.name, Roles: staff.ForAllBrands(row.role)}.WithPassword(row.password)
		if err == nil {
			err = r.accounts.Add(t.Context(), account)
		}
		assert.ErrorIs(t, err, row.want, row.name)
	}
	none := staff.Account{Name: "someone", Roles: staff.ForAllBrands(staff.Viewer)}
	assert.ErrorIs(t, r.accounts.Add(t.Context(), none), staff.ErrPassword, "without a password")
	assert.ErrorIs(t, r.disable("nobody"), staff.ErrUnknown, "disable")
}

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
	got := r.want(http.StatusCreated, "POST", path, body, cookie)
	require.NoError(r.t, json.Unmarshal(got.body, &i))
	return i
}

// wantAccepted accepts an invitation and reports a response with another status.
func (r *rig) wantAccepted(status int, token, password string) answer {
	r.t.Helper()
	return r.want(status, "POST", "/invitation", `{"token":"`+token+`","password":"`+password+`"}`, nil)
}

func TestInvitationIsAcceptedOnce(t *testing.T) {
	r, admin := rigFor(t, "yonetici")
	made := r.invite(admin, "/accounts", `{"name":"ayse","roles":{"marmara":"support"}}`)
	assert.True(t, made.Account.Invited && made.Account.Roles["marmara"] == staff.Support, "%+v", made)
	assert.Equal(t, r.Now().Add(24*time.Hour), made.Until)
	token := made.token(t)
	for _, path := range []string{"/accounts", "/audit.jsonl"} {
		list := string(r.do("GET", path, "", admin).body)
		assert.True(t, strings.Contains(list, "ayse") && !strings.Contains(list, token) &&
			!strings.Contains(list, "hash"), list)
	}
	r.tryLogin(http.StatusUnauthorized, "ayse", "Uzun bir parola", "")
	r.wantField("password", "POST", "/invitation", `{"token":"`+token+`","password":"short"}`, nil)
	r.wantAccepted(http.StatusUnauthorized, token+"x", "Uzun bir parola") // a wrong token
	got := r.wantAccepted(http.StatusOK, token, "Uzun bir parola")
	require.NotNil(t, got.cookie)
	require.Contains(t, string(got.body), `"roles":{"marmara":"support"}`)
	r.want(http.StatusOK, "GET", "/me", "", got.cookie)
	r.wantAccepted(http.StatusUnauthorized, token, "Another password") // again
	r.login("ayse", "Uzun bir parola")

	made = r.invite(admin, "/accounts", `{"name":"veli","roles":{"*":"viewer"}}`)
	r.Advance(24 * time.Hour)
	r.wantAccepted(http.StatusUnauthorized, made.token(t), "Uzun bir parola") // after its end
}

func TestChangedAccountsLoseTheirLogins(t *testing.T) {
	r, admin := rigFor(t, "yonetici")
	support := r.as("destek")
	r.want(http.StatusOK, "POST", "/accounts/destek/reset-authenticator", "", admin)
	r.want(http.StatusUnauthorized, "GET", "/me", "", support)
	support = r.as("destek")
	r.want(http.StatusOK, "PATCH", "/accounts/destek", `{"disabled":true}`, admin)
	r.want(http.StatusUnauthorized, "GET", "/me", "", support)
	got := r.do("PATCH", "/accounts/destek", `{"disabled":false,"roles":{"marmara":"viewer"}}`, admin)
	assert.Contains(t, string(got.body), `"disabled":false`)
	r.want(http.StatusUnauthorized, "GET", "/me", "", support) // a login from before
	support = r.as("destek")
	r.want(http.StatusForbidden, "PUT", "/maintenance/marmara", `{"on":true}`, support) // with a taken role
	// After a reset only the new password works.
	token := r.invite(admin, "/accounts/destek/reset-password", "").token(t)
	r.want(http.StatusUnauthorized, "GET", "/me", "", support)
	r.tryLogin(http.StatusUnauthorized, "destek", "Destek123!", "") // the old password
	r.wantAccepted(http.StatusOK, token, "Uzun bir parola")         // the new one
}

func TestTheLastAdminStays(t *testing.T) {
	r, admin := rigFor(t, "yonetici")
	for _, row := range [][3]string{
		{"PATCH", "", `{"disabled":true}`},
		{"PATCH", "", `{"roles":{"*":"support","marmara":"admin"}}`},
		{"POST", "/reset-password", ""},
	} {
		r.do(row[0], "/accounts/yonetici"+row[1], row[2], admin).wantRefusal(t, "last admin", "")
	}
	r.want(http.StatusCreated, "POST", "/accounts", `{"name":"davetli","roles":{"*":"admin"}}`, admin)
	r.do("PATCH", "/accounts/yonetici", `{"disabled":true}`, admin).wantRefusal(t, "last admin", "")
	r.addAccount("ikinci", staff.ForAllBrands(staff.Admin))
	r.want(http.StatusOK, "PATCH", "/accounts/yonetici", `{"disabled":true}`, admin) // beside another
	assert.ErrorIs(t, r.disable("ikinci"), staff.ErrLastAdmin, "the other")
}

func TestConcurrentRemovalsLeaveAnAdmin(t *testing.T) {
	names := []string{"bir", "iki", "son"}
	for range 20 {
		r, _ := withoutAccounts(t)
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
			require.NoError(t, err)
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
	got := r.want(http.StatusOK, "POST", "/me/authenticator", `{"password":"`+password+`"}`, cookie)
	require.NoError(r.t, json.Unmarshal(got.body, &made))
	require.Contains(r.t, made.Otpauth, "otpauth://totp/Croupier:")
	r.want(http.StatusOK, "POST", "/me/authenticator/confirm", `{"code":"`+r.code(made.Secret)+`"}`, cookie)
	r.Advance(30 * time.Second) // to the next code
	return made.Secret
}

func (r *rig) code(secret string) string {
	r.t.Helper()
	code, err := totp.GenerateCode(secret, r.Now())
	require.NoError(r.t, err)
	return code
}

func TestProductionRequiresAnAuthenticator(t *testing.T) {
	r := newRig(t)
	r.production = true
	first, other := r.as("yonetici"), r.as("yonetici")
	assert.Contains(t, string(r.do("GET", "/me", "", first).body),
		`"authenticator":false,"authenticator_required":true,"setup":true`)
	for _, row := range staff.RouteRows() {
		if !row.Public && !row.AnyLogin {
			// before the set-up
			r.do(row.Method, placeholders.Replace(row.Path), "", first).wantRefusal(t, "authenticator required", "")
		}
	}
	secret := r.setUp(first, "Yonetici123!")
	r.want(http.StatusOK, "GET", "/accounts", "", first)     // after the set-up
	r.want(http.StatusUnauthorized, "GET", "/me", "", other) // another login from before the set-up
	r.tryLogin(http.StatusUnauthorized, "yonetici", "Yonetici123!", "").wantRefusal(t, "code required", "login")
	r.tryLogin(http.StatusOK, "yonetici", "Yonetici123!", r.code(secret))
	r.Advance(30 * time.Second)
	// production keeps it
	r.want(http.StatusForbidden, "DELETE", "/me/authenticator", `{"code":"`+r.code(secret)+`"}`, first)
}

func TestOwnAuthenticatorIsGuarded(t *testing.T) {
	r, cookie := rigFor(t, "destek")
	r.wantField("password", "POST", "/me/authenticator", `{"password":"wrong"}`, cookie)
	r.want(http.StatusNotFound, "POST", "/me/authenticator/confirm", `{"code":"123456"}`, cookie) // nothing to confirm
	r.do("POST", "/me/authenticator", `{"password":"Destek123!"}`, cookie)
	r.wantField("code", "POST", "/me/authenticator/confirm", `{"code":"12345x"}`, cookie)
	r.as("destek") // an unconfirmed authenticator does not apply
	secret := r.setUp(cookie, "Destek123!")
	r.wantField("code", "POST", "/me/authenticator", `{"password":"Destek123!"}`, cookie) // replacing it needs a code
	r.wantField("code", "DELETE", "/me/authenticator", `{"code":"000000"}`, cookie)
	got := r.want(http.StatusOK, "DELETE", "/me/authenticator", `{"code":"`+r.code(secret)+`"}`, cookie)
	assert.Contains(t, string(got.body), `"authenticator":false`)
	for range 5 {
		r.do("POST", "/me/password", `{"password":"wrong","new_password":"Uzun bir parola"}`, cookie)
	}
	const change = `{"password":"Destek123!","new_password":"Uzun bir parola"}`
	got = r.want(http.StatusTooManyRequests, "POST", "/me/password", change, cookie) // after many guesses
	assert.NotEmpty(t, got.header.Get("Retry-After"))
}

func TestOwnPasswordAndLogins(t *testing.T) {
	r, first := rigFor(t, "destek")
	r.Advance(time.Second)
	second := r.as("destek")
	r.Advance(time.Second)
	third := r.as("destek")
	stranger := r.as("izleyici")
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
	second = r.as("destek")
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
	r.Advance(8 * time.Hour)
	assert.Len(t, list(r.login("destek", "Uzun bir parola")), 1, "expired logins are listed")
}
