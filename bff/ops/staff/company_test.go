package staff_test

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"encoding/pem"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"croupier/bff"
	"croupier/bff/config"
	"croupier/bff/ops/staff"
)

func TestForgedTokensOfTheProviderAreRefused(t *testing.T) {
	p := newProvider(t)
	stranger, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	require.NoError(t, err)
	der, err := x509.MarshalPKIXPublicKey(p.key.Public())
	require.NoError(t, err)
	public := pem.EncodeToMemory(&pem.Block{Type: "PUBLIC KEY", Bytes: der})
	ayse, used := p.person, "" // a token of an earlier login
	p.forge = func(valid claims) string { used = signed(p.key, es256, valid); return used }
	p.want(http.StatusOK, "GET", "/me", "", p.by(ayse))

	changed := func(changes claims) func(claims) string {
		return func(valid claims) string { return signed(p.key, es256, with(valid, changes)) }
	}
	by := func(key any, header claims) func(claims) string {
		return func(valid claims) string { return signed(key, header, valid) }
	}
	hs256, later := claims{"alg": "HS256", "kid": "one"}, p.Now().Add(time.Hour).Unix()
	forgeries := []func(valid claims) string{
		changed(claims{"exp": p.Now().Add(-time.Second).Unix()}), changed(claims{"exp": nil}),
		changed(claims{"iat": later}), changed(claims{"nbf": later}),
		changed(claims{"aud": "another"}), changed(claims{"aud": nil}),
		changed(claims{"aud": []string{"croupier", "another"}}), changed(claims{"azp": "another"}),
		changed(claims{"nonce": "another"}), changed(claims{"nonce": nil}),
		changed(claims{"iss": p.URL + "/"}), changed(claims{"iss": "https://another.example"}),
		changed(claims{"sub": nil}), changed(claims{"at_hash": "another"}),
		func(claims) string { return used },
		by(nil, claims{"alg": "none"}), by(nil, claims{"alg": "None", "kid": "one"}), by(nil, es256),
		by(public, hs256), by(der, hs256), by([]byte("client secret"), hs256),
		by(stranger, es256), by(stranger, claims{"alg": "ES256", "kid": "two"}),
		by(stranger, claims{"alg": "ES256", "jwk": publicJWK(stranger)}),
		func(valid claims) string { // the signature of another token
			token := signed(nil, es256, with(valid, claims{"groups": []string{"admins"}}))
			return strings.TrimSuffix(token, ".") + used[strings.LastIndex(used, "."):]
		},
		func(valid claims) string { token := signed(p.key, es256, valid); return token[:len(token)-4] },
		func(claims) string { return "" },
	}
	accepted := 0
	p.limits = map[bff.LimitRule]bff.Allowance{bff.LimitPasswordAddress: {Count: 1001, Window: time.Hour}}
	for i := range 1000 {
		p.forge = forgeries[i%len(forgeries)]
		p.person = with(ayse, claims{"sub": fmt.Sprint("person ", i), "preferred_username": fmt.Sprint("person", i)})
		if _, failure := p.logIn(nil); failure != "failed" {
			accepted++
			t.Errorf("forgery %d: failure %q", i%len(forgeries), failure)
		}
	}
	assert.Zero(t, accepted, "of 1000 tokens")
	all, err := p.accounts.List(t.Context())
	require.NoError(t, err)
	assert.Len(t, all, len(demoAccounts)+1, "a refused token made an account")
	p.forge = nil
	p.by(ayse)
}

func TestCompanyAccounts(t *testing.T) {
	p := newProvider(t)
	ayse := p.person
	for _, row := range []struct {
		name    string
		person  claims
		changes url.Values
		failure string
	}{
		{"a denied login", ayse, url.Values{"error": {"access_denied"}}, "denied"},
		{"another state", ayse, url.Values{"state": {"x"}}, "expired"},
		{"another provider", ayse, url.Values{"iss": {"https://another.example"}}, "failed"},
		{"an unknown code", ayse, url.Values{"code": {"x"}}, "failed"},
		{"no group with a role", with(ayse, claims{"groups": []string{"other", "viewer"}}), nil, "no_role"},
		{"no groups", with(ayse, claims{"groups": nil}), nil, "no_role"},
		{"no name", with(ayse, claims{"preferred_username": nil, "email": "ayse@x.example"}), nil, "name"},
		{"a name with a space", with(ayse, claims{"preferred_username": "ay se"}), nil, "name"},
		{"a person", ayse, nil, ""},
		{"the same name of another person", with(ayse, claims{"sub": "8"}), nil, "other_person"},
		{"another name of the same person", with(ayse, claims{"preferred_username": "veli"}), nil, ""},
	} {
		p.person = row.person
		cookie, failure := p.logIn(row.changes)
		assert.Equal(t, row.failure, failure, row.name)
		if failure == "" {
			assert.Contains(t, string(p.do("GET", "/me", "", cookie).body), `"oidc:ayse","roles":{"*":"support"}`, row.name)
		} else {
			assert.Contains(t, string(p.do("GET", "/login?failure="+failure, "", nil).body), `"message":"`, row.name)
		}
	}
	accounts := p.records.Values()["accounts"] // as if the provider had another issuer before
	moved := strings.ReplaceAll(string(accounts), p.URL, "https://old.example")
	require.NoError(t, p.records.Put(t.Context(), "accounts", []byte(moved)))
	p.by(with(ayse, claims{"sub": "8"}))
	require.NoError(t, p.records.Put(t.Context(), "accounts", accounts))
	p.limits = map[bff.LimitRule]bff.Allowance{bff.LimitPasswordAddress: {Count: 1, Window: time.Hour}}
	groups := append(slices.Repeat([]string{"x"}, 60), "support")
	p.by(with(ayse, claims{"groups": groups}))
	assert.Contains(t, string(p.do("GET", "/accounts", "", p.as("yonetici")).body), `"x","and 11 more"],`)
	p.person = ayse
	for _, want := range []string{"", "", "failed", "unavailable"} {
		code := url.Values{}
		if want != "" {
			code.Set("code", "guessed")
		}
		_, failure := p.logIn(code)
		assert.Equal(t, want, failure)
	}
	p.limits = nil
	p.production = true // the provider asks for the second factor
	cookie := p.by(ayse)
	p.want(http.StatusOK, "GET", "/brands", "", cookie)
	p.production = false

	admin, path := p.as("yonetici"), "/accounts/oidc:ayse"
	assert.Contains(t, string(p.do("GET", "/accounts", "", admin).body), `"company":{"issuer":"`+p.URL+
		`","subject":"7","at":"2026-01-02T03:04:05Z","claims":{"groups":["support","other"],"preferred_username":"Ayse"}`)
	for _, refused := range []answer{
		p.do("POST", path+"/reset-password", "", admin), p.do("POST", path+"/reset-authenticator", "", admin),
		p.do("PATCH", path, `{"roles":{"*":"admin"}}`, admin), p.do("POST", "/me/authenticator", `{"password":"x"}`, cookie),
	} {
		refused.wantRefusal(t, "company account", "")
	}
	p.want(http.StatusOK, "PATCH", path, `{"disabled":true}`, admin)
	p.want(http.StatusUnauthorized, "GET", "/me", "", cookie)
	_, failure := p.logIn(nil)
	assert.Equal(t, "disabled", failure)
	p.want(http.StatusOK, "PATCH", path, `{"disabled":false}`, admin)
	p.by(ayse)

	p.oidc.LocalAccounts = config.LocalBreakGlass
	p.tryLogin(http.StatusForbidden, "yonetici", "Yonetici123!", "").wantRefusal(t, "local login disabled", "")
	p.want(http.StatusUnauthorized, "GET", "/me", "", admin)
	_, err := p.options.Do(t.Context(), staff.AccountRequest{
		Operation: staff.OpBreakGlass, Account: staff.Account{Name: "yonetici", BreakGlass: true},
	})
	require.NoError(t, err)
	p.as("yonetici")
	p.oidc.Groups["all"] = "admin"
	boss := p.by(with(ayse, claims{"groups": []string{"all"}}))
	p.want(http.StatusForbidden, "POST", "/accounts/yonetici/reset-password", "", boss)
	p.oidc.LocalAccounts = config.LocalOff
	p.tryLogin(http.StatusForbidden, "yonetici", "Yonetici123!", "")
	p.wantBody(`{"company":true,"local":false}`, "GET", "/login", "", nil)
	p.oidc = config.OIDC{}
	p.wantBody(`{"company":false,"local":true}`, "GET", "/login", "", nil)
	p.as("yonetici")
}

// second returns another instance on the same store.
func (r *rig) second() *rig {
	r.t.Helper()
	accounts, err := staff.OpenAccounts(&r.records)
	require.NoError(r.t, err)
	options, admin := r.options, *r.options.AccountAdmin
	admin.Accounts, options.AccountAdmin = accounts, &admin
	return &rig{t: r.t, Clock: r.Clock, brands: r.brands, visitor: r.visitor, handler: staff.New(options)}
}

func TestALeaverIsOutWithin15MinutesOnAllInstances(t *testing.T) {
	p := newProvider(t)
	two, ayse := p.second(), p.person
	var cookie *http.Cookie
	for _, row := range []struct {
		name  string
		leave func()
		after time.Duration
		isOut bool
	}{
		{"a person who stays", func() {}, time.Hour, false},
		{
			"a request while another instance checks",
			func() { p.during = func() { two.want(http.StatusOK, "GET", "/me", "", cookie) } }, 11 * time.Minute, false,
		},
		{"a person who stays too long", func() {}, 9 * time.Hour, true}, // a login lasts 8 hours
		{"a disabled person", func() { p.refresh = "" }, 11 * time.Minute, true},
		{"an instance with a slow clock", func() { p.refresh = "" }, -time.Hour, true},
		{"no group", func() { p.person = with(ayse, claims{"groups": nil}) }, 11 * time.Minute, true},
		{"a provider that is down shortly", func() { p.isDown = true }, 14 * time.Minute, false},
		{"a provider that is down", func() { p.isDown = true }, 15 * time.Minute, true},
		{"another person", func() { p.person = with(ayse, claims{"sub": "8"}) }, 15 * time.Minute, true},
	} {
		cookie = p.by(ayse)
		p.Advance(9 * time.Minute)
		p.want(http.StatusOK, "GET", "/me", "", cookie)
		two.want(http.StatusOK, "GET", "/me", "", cookie)
		row.leave()
		p.Advance(row.after - 9*time.Minute)
		used := p.used
		var wg sync.WaitGroup
		for i := range 6 {
			wg.Go(func() {
				status := []*rig{p.rig, two}[i%2].do("GET", "/me", "", cookie).status
				if row.after >= 15*time.Minute { // until then, the others need not wait for the check
					assert.Equal(t, row.isOut, status != http.StatusOK, row.name)
				}
			})
		}
		wg.Wait()
		assert.LessOrEqual(t, p.used, used+1, "%s: refresh tokens of concurrent requests", row.name)
		p.mu.Lock()
		p.isDown = false
		p.mu.Unlock()
		assert.Equal(t, row.isOut, two.do("GET", "/me", "", cookie).status != http.StatusOK, row.name)
	}
	cookie = p.by(ayse)
	p.person = with(ayse, claims{"groups": []string{"support", "admins", "editors"}})
	p.Advance(11 * time.Minute)
	assert.Contains(t, string(two.do("GET", "/me", "", cookie).body), `"roles":{"*":"support+editor","marmara":"admin"}`)
	p.noToken = true
	cookie = p.by(ayse)
	p.Advance(14 * time.Minute)
	p.want(http.StatusOK, "GET", "/me", "", cookie)
	p.Advance(time.Minute)
	p.want(http.StatusUnauthorized, "GET", "/me", "", cookie)
	refused := p.audit(p.as("destek"), "?action=login+ended")[0]
	assert.JSONEq(t, `{"reason":"the provider sent no refresh token"}`, string(refused.After))
}

func TestOneRequestWaitsForAProviderThatIsDown(t *testing.T) {
	p := newProvider(t)
	for _, row := range []struct {
		after  time.Duration
		isDown bool
		to     string
	}{{0, true, "?login=unavailable"}, {time.Second, false, "?login=unavailable"}, {time.Second, false, p.URL}} {
		p.Advance(row.after)
		p.isDown = row.isDown
		begin := p.want(http.StatusFound, "GET", "/login/company", "", nil)
		assert.Contains(t, begin.header.Get("Location"), row.to)
	}
}

func TestBackChannelLogout(t *testing.T) {
	p := newProvider(t)
	two, ayse := p.second(), p.person
	at := func(d time.Duration) int64 { return p.Now().Add(d).Unix() }
	valid := claims{
		"iss": p.URL, "aud": "croupier", "iat": at(0), "exp": at(time.Minute), "sub": "7", "sid": "s",
		"events": claims{"http://schemas.openid.net/event/backchannel-logout": claims{}},
	}
	post := func(token string) int {
		hr := two.newRequest("POST", "/login/backchannel", url.Values{"logout_token": {token}}.Encode(), nil)
		hr.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		w := httptest.NewRecorder()
		two.handler.ServeHTTP(w, hr)
		return w.Code
	}
	for i, row := range []struct {
		name    string
		changes claims
		status  int
		isOut   bool
	}{
		{"both", claims{}, 200, true},
		{"a subject", claims{"sid": nil}, 200, true},
		{"a session", claims{"sub": nil}, 200, true},
		{"another session", claims{"sid": "x"}, 200, false},
		{"another subject", claims{"sub": "8"}, 200, false},
		{"neither", claims{"sid": nil, "sub": nil}, 400, false},
		{"no event", claims{"events": claims{}}, 400, false},
		{"a nonce", claims{"nonce": "x"}, 400, false},
		{"no id", claims{"jti": nil}, 400, false},
		{"another issuer", claims{"iss": "https://another.example"}, 400, false},
		{"another client", claims{"aud": "another"}, 400, false},
		{"an expired token", claims{"exp": at(-time.Second)}, 400, false},
		{"an old token", claims{"iat": at(-2 * time.Minute)}, 400, false},
		{"a token of the future", claims{"iat": at(time.Minute)}, 400, false},
	} {
		cookie := p.by(ayse)
		token := signed(p.key, es256, with(with(valid, claims{"jti": fmt.Sprint(i)}), row.changes))
		assert.Equal(t, row.status, post(token), row.name)
		assert.Equal(t, row.isOut, p.do("GET", "/me", "", cookie).status == http.StatusUnauthorized, row.name)
		assert.Equal(t, 400, post(token), "%s, the second time", row.name)
	}
	assert.Equal(t, 400, post(signed(nil, claims{"alg": "none"}, with(valid, claims{"jti": "none"}))))
	repeated, cookie := signed(p.key, es256, with(valid, claims{"jti": "repeated"})), p.by(ayse)
	p.records.Fail(errors.New("no store"))
	assert.Equal(t, 503, post(repeated))
	p.records.Fail(nil)
	assert.Equal(t, 200, post(repeated))
	p.want(http.StatusUnauthorized, "GET", "/me", "", cookie)
	p.limits = map[bff.LimitRule]bff.Allowance{bff.LimitPasswordAddress: {Count: 1, Window: time.Hour}}
	p.tryLogin(http.StatusUnauthorized, "nobody", "Wrong12345!", "")
	p.tryLogin(http.StatusTooManyRequests, "nobody", "Wrong12345!", "")
	assert.Equal(t, 200, post(signed(p.key, es256, with(valid, claims{"jti": "after wrong passwords"}))))
	assert.Equal(t, 400, post("x"))
	assert.Equal(t, 429, post("x"))
}

func TestCompanyAndLocalAccountOfAPersonDoNotApproveEachOther(t *testing.T) {
	p := newProvider(t)
	local := p.addAccount("ayse", staff.ForAllBrands(staff.Support))
	ayse := with(p.person, claims{"preferred_username": "ayse.kaya@casino.example"})
	p.unknownPayment("7", 1)
	path := "/payments/" + paymentKey(1)
	p.want(http.StatusOK, "POST", path+"/settle", executed, local)
	p.do("POST", path+"/approve", approval, p.by(ayse)).wantRefusal(t, "second person required", "a settlement")
	p.want(http.StatusOK, "POST", path+"/approve", approval, p.as("destek"))
	p.want(http.StatusOK, "POST", limitsPath+"/tighten", tightened, local)
	p.want(http.StatusOK, "POST", limitsPath+"/propose", loosened, local)
	decided := `{"subject":"limit","kind":"deposit","period":"day","at":"` + p.Now().Format(time.RFC3339) + `"}`
	p.Advance(24 * time.Hour)
	p.do("POST", limitsPath+"/approve", decided, p.by(ayse)).wantRefusal(t, "second person required", "a limit")
	p.want(http.StatusOK, "POST", limitsPath+"/approve", decided, p.as("yonetici"))
	// A company account can act as the local account that it has changed.
	p.oidc.Groups["all"] = "admin"
	admin := p.by(with(ayse, claims{"groups": []string{"all"}}))
	p.want(http.StatusOK, "PATCH", "/accounts/destek", `{"roles":{"*":"support"}}`, admin)
	p.unknownPayment("7", 2)
	p.want(http.StatusOK, "POST", "/payments/"+paymentKey(2)+"/settle", executed, p.as("yonetici"))
	refused := p.do("POST", "/payments/"+paymentKey(2)+"/approve", approval, p.as("destek"))
	refused.wantRefusal(t, "second person required", "an account that a company account changed")
}
