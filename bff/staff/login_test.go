package staff_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/netip"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"croupier/bff"
	"croupier/bff/staff"
)

func TestFiveWrongPasswordsLockAnAccountForTenMinutes(t *testing.T) {
	r := newRig(t)
	try := func(name, password string) answer {
		return r.do("POST", "/login", `{"username":"`+name+`","password":"`+password+`"}`, nil)
	}
	for _, name := range []string{"destek", "nobody.here"} {
		for i := range 5 {
			require.Equal(t, http.StatusUnauthorized, try(name, "wrong").status, "%s, %d", name, i)
			r.advance(time.Second)
		}
		if got := try(strings.ToUpper(name), "wrong"); got.status != http.StatusTooManyRequests || got.header.Get("Retry-After") != "595" {
			t.Errorf("%s: %d %v", name, got.status, got.header)
		}
	}
	assert.Equal(t, http.StatusTooManyRequests, try("destek", "Destek123!").status, "the right one")
	for range 10 { // what was right counts nothing
		r.login("izleyici", "Izleyici123!")
	}
	r.advance(10 * time.Minute)
	r.login("destek", "Destek123!")
}

func TestALockedStaffAccountIsUnlocked(t *testing.T) {
	r := newRig(t)
	admin, support := r.login("yonetici", "Yonetici123!"), r.login("destek", "Destek123!")
	for range 6 {
		r.do("POST", "/login", `{"username":"izleyici","password":"Wrong-1234"}`, nil)
	}
	const login = `{"username":"izleyici","password":"Izleyici123!"}`
	r.want(http.StatusTooManyRequests, "POST", "/login", login, nil)
	r.want(http.StatusForbidden, "POST", "/accounts/izleyici/unlock", "", support)
	r.want(http.StatusNotFound, "POST", "/accounts/nobody/unlock", "", admin)
	r.want(http.StatusOK, "POST", "/accounts/izleyici/unlock", "", admin)
	r.want(http.StatusOK, "POST", "/login", login, nil)
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
		a := r.do("POST", "/login", fmt.Sprintf(`{"username":"nobody%d","password":"a guess of many"}`, i), nil)
		assert.Equal(t, one.want, a.status, "a guess from %s", one.from)
	}
}

func TestLoginEnds(t *testing.T) {
	r := newRig(t)
	cookie := r.login("destek", "Destek123!")
	assert.True(t, cookie.Name == "croupier-staff" && cookie.HttpOnly && cookie.SameSite == http.SameSiteStrictMode && cookie.MaxAge == 8*60*60,
		"cookie %+v", cookie)
	r.advance(8*time.Hour - time.Second)
	r.want(http.StatusOK, "GET", "/me", "", cookie)
	r.advance(2 * time.Second)
	r.want(http.StatusUnauthorized, "GET", "/me", "", cookie) // after eight hours
	cookie = r.login("destek", "Destek123!")
	forged := *cookie
	forged.Value = cookie.Value[:len(cookie.Value)-4] + "AAAA"
	r.want(http.StatusUnauthorized, "GET", "/me", "", &forged)
	noError(t, r.disable("destek"))
	r.want(http.StatusUnauthorized, "GET", "/me", "", cookie) // of a disabled account
	r.want(http.StatusUnauthorized, "POST", "/login", `{"username":"destek","password":"Destek123!"}`, nil)
	r.brands[0].Sessions.Secure = true
	c := r.login("yonetici", "Yonetici123!")
	assert.True(t, c.Name == "__Host-croupier-staff" && c.Secure && c.Path == "/", "behind TLS: %+v", c)
}

func TestAuthenticatorCodeIsRequiredAndSingleUse(t *testing.T) {
	r := newRig(t)
	secret := "JBSWY3DPEHPK3PXP"
	r.newAccount(staff.Account{Name: "ikili", Roles: staff.ForAllBrands(staff.Viewer), TOTP: secret}, "Gizli12345")
	login := func(code string) string { return `{"username":"ikili","password":"Gizli12345","code":"` + code + `"}` }
	code := r.code(secret)
	r.wantReason("code required", "POST", "/login", login(""), nil)
	r.want(http.StatusOK, "POST", "/login", login(code), nil)
	r.want(http.StatusUnauthorized, "POST", "/login", login(code), nil) // again
	r.want(http.StatusUnauthorized, "POST", "/login", login("12345x"), nil)
}

// A token has one spelling: unused bits at its end must be zero.
func TestTokensAreDecodedStrictly(t *testing.T) {
	const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
	r := newRig(t)
	cookie := r.login("destek", "Destek123!")
	text := cookie.Value
	last := strings.IndexByte(alphabet, text[len(text)-1])
	for _, value := range []string{
		text[:len(text)-1] + string(alphabet[last^1]), // HS256: 43 characters with two unused bits
		text[:len(text)-1] + string(alphabet[last^2]),
		text + "=", text + ".", " " + text,
	} {
		other := *cookie
		other.Value = value
		r.want(http.StatusUnauthorized, "GET", "/me", "", &other)
	}
	r.want(http.StatusOK, "GET", "/me", "", cookie) // the token itself
}

// The hashes of passwords cost no less than OWASP recommends.
func TestPasswordHashesAreExpensive(t *testing.T) {
	got := staff.HashParams
	assert.True(t, got.Memory >= 19*1024 && got.Iterations >= 2 && got.SaltLength >= 16 && got.KeyLength >= 32, "%+v", got)
}

// Passwords are compared as they were given: long ones whole, with spaces and letters of any alphabet.
func TestPasswordsAreComparedAsGiven(t *testing.T) {
	r := newRig(t)
	for name, password := range map[string]string{
		"long": strings.Repeat("a", 100), "spaces": "  uzun bir parola  ", "letters": "şifreşifre", "digits": "1234567890",
	} {
		r.newAccount(staff.Account{Name: name, Roles: staff.ForAllBrands(staff.Viewer)}, password)
		try := func(status int, password string) {
			raw, err := json.Marshal(map[string]string{"username": name, "password": password})
			noError(t, err)
			r.want(status, "POST", "/login", string(raw), nil)
		}
		try(http.StatusOK, password)
		for _, other := range []string{password[:len(password)-1] + "x", password[:9], strings.ToUpper(password) + "x", strings.TrimSpace(password) + "x"} {
			try(http.StatusUnauthorized, other)
		}
	}
}

func TestDemoAccountsAreRefusedInFrontOfARealPlatform(t *testing.T) {
	r := newRig(t)
	names, err := r.accounts.Demo(t.Context())
	require.True(t, err == nil && slices.Equal(names, []string{"destek", "izleyici", "yonetici"}),
		"demo accounts: %v %v", names, err)
	ayse, demo := r.addAccount("ayse", staff.ForAllBrands(staff.Viewer)), r.login("yonetici", "Yonetici123!")
	r.realPlatform = true                                   // another instance ran the demo with the same store
	r.want(http.StatusUnauthorized, "GET", "/me", "", demo) // login of before
	r.want(http.StatusUnauthorized, "POST", "/login", `{"username":"yonetici","password":"Yonetici123!"}`, nil)
	r.want(http.StatusOK, "GET", "/me", "", ayse)
}

func TestDemoAccountsAreCreatedInAnEmptyStoreOnly(t *testing.T) {
	records := &memoryRecords{}
	r := &rig{t: t}
	var err error
	r.accounts, err = staff.OpenAccounts(records, r.now)
	require.True(t, err == nil && len(records.all) == 0, "%v, %d accounts", err, len(records.all))
	r.newAccount(staff.Account{Name: "ayse", Roles: staff.ForAllBrands(staff.Viewer)}, "Uzun bir parola")
	err = r.accounts.AddDemo(t.Context(), demoAccounts, r.now())
	names, _ := r.accounts.Demo(t.Context())
	assert.True(t, err == nil && len(names) == 0 && len(records.all) == 1,
		"%v, demo accounts %v of %d", err, names, len(records.all))
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
		assert.ErrorIs(t, err, row.want, "%+v", row.account)
	}
	assert.ErrorIs(t, r.accounts.Add(t.Context(), staff.Account{Name: "someone", Roles: staff.ForAllBrands(staff.Viewer)}), staff.ErrPassword,
		"without a password")
	assert.ErrorIs(t, r.disable("nobody"), staff.ErrUnknown, "disable")
}
