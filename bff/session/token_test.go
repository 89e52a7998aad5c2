package session

import (
	"encoding/base64"
	"encoding/json"
	"strings"
	"testing"
	"time"

	"croupier/bff/testkit"

	"github.com/golang-jwt/jwt/v5"
	"github.com/stretchr/testify/assert"

	"croupier/bff"
)

func TestTokenRoundTripHidesTheIdentity(t *testing.T) {
	f := newFixture(t)
	s := f.pending(t)
	token := f.token(t, s)
	want := *s
	want.Kid = f.kid()
	got := f.mustOpen(t, token)
	assert.True(t, *got == want, "got  %+v\nwant %+v", got, want)
	for _, part := range strings.Split(token, ".") {
		plain, err := base64.RawURLEncoding.DecodeString(part)
		must(t, err)
		for _, secret := range []string{ayse.UID, ayse.SID, ayse.UIP, ayse.Username} {
			assert.NotContains(t, string(plain), secret, "%q can be read in the token", secret)
		}
	}
	assert.NotEqual(t, token, f.token(t, s), "the same session gives the same token twice: the nonce is fixed")
}

// forgery changes the header and the claims of a valid token, its method and the secret that signs it.
type forgery struct {
	change func(h map[string]any, c jwt.MapClaims)
	method jwt.SigningMethod // nil: HS256
	secret any               // nil: that of the key
}

// forge returns the token of a forgery.
func forge(t *testing.T, k *key, f forgery) string {
	t.Helper()
	if f.method == nil {
		f.method = jwt.SigningMethodHS256
	}
	if f.secret == nil {
		f.secret = k.sign
	}
	now := newClock().now()
	tok := jwt.NewWithClaims(f.method, jwt.MapClaims{
		"iss": issuer, "aud": "marmara", "jti": "FAMILY.MEMBER", "iat": now.Unix(), "exp": now.Add(time.Hour).Unix(),
		"ses": sealedFor(k, "marmara", "FAMILY.MEMBER"),
	})
	tok.Header["typ"], tok.Header["kid"] = tokenType, k.Kid
	if f.change != nil {
		f.change(tok.Header, tok.Claims.(jwt.MapClaims))
	}
	signed, err := tok.SignedString(f.secret)
	must(t, err)
	return signed
}

func sealedFor(k *key, brand, id string) string {
	plain, _ := json.Marshal(sealedClaims{Identity: ayse, LoginAt: newClock().now().UnixMilli()})
	nonce := make([]byte, k.seal.NonceSize())
	return base64.RawURLEncoding.EncodeToString(k.seal.Seal(nonce, nonce, plain, boundTo(brand, id)))
}

func claim(name string, v any) forgery {
	return forgery{change: func(_ map[string]any, c jwt.MapClaims) { c[name] = v }}
}

func without(name string) forgery {
	return forgery{change: func(_ map[string]any, c jwt.MapClaims) { delete(c, name) }}
}

func header(name string, v any) forgery {
	return forgery{change: func(h map[string]any, _ jwt.MapClaims) { h[name] = v }}
}

func (f forgery) signedWith(secret any) forgery {
	f.secret = secret
	return f
}

func TestOpenRejectsForgedTokens(t *testing.T) {
	f := newFixture(t)
	k, now := f.ring.Load().newest(f.clock.now()), f.clock.now()
	anotherSecret := []byte(strings.Repeat("k", 32))
	f.mustOpen(t, forge(t, k, forgery{})) // so that the rest fails for its own reason
	for name, forged := range map[string]forgery{
		"no exp":          without("exp"),
		"no iat":          without("iat"),
		"no jti":          without("jti"),
		"no iss":          without("iss"),
		"no aud":          without("aud"),
		"no ses":          without("ses"),
		"HS512":           {method: jwt.SigningMethodHS512},
		"none":            {method: jwt.SigningMethodNone, secret: jwt.UnsafeAllowNoneSignatureType},
		"an empty secret": {secret: []byte{}},
		"another secret":  {secret: anotherSecret},
		"a key in jwk": header("jwk", map[string]string{"kty": "oct", "k": base64.RawURLEncoding.EncodeToString(anotherSecret)}).
			signedWith(anotherSecret),
		"a key at jku":                  header("jku", "https://evil.test/keys").signedWith(anotherSecret),
		"an unknown kid":                header("kid", "20200101-XXXXXXXX"),
		"a kid of no text":              header("kid", 7),
		"another typ":                   header("typ", "JWT"),
		"another issuer":                claim("iss", "someone"),
		"another brand":                 claim("aud", "zephyr"),
		"two brands":                    claim("aud", []string{"marmara", "zephyr"}),
		"issued tomorrow":               claim("iat", now.Add(24*time.Hour).Unix()),
		"expired":                       claim("exp", now.Add(-time.Minute).Unix()),
		"an identity elsewhere":         claim("ses", sealedFor(k, "marmara", "OTHER.MEMBER")),
		"a brand's identity in another": claim("ses", sealedFor(k, "zephyr", "FAMILY.MEMBER")),
		"a short identity":              claim("ses", "AAAA"),
		"an identity of no base64":      claim("ses", "!"),
	} {
		f.mustReject(t, forge(t, k, forged), name)
	}
	for name, token := range map[string]string{"nothing": "", "no token": "a.b.c", "a very long one": strings.Repeat("a", 1<<16)} {
		f.mustReject(t, token, name)
	}
}

// golang-jwt accepts each token by default. The ring rejects it. A row that fails after a library update may be removed.
func TestLibraryDefaultsThatAreOverridden(t *testing.T) {
	f := newFixture(t)
	k := f.ring.Load().newest(f.clock.now())
	for _, trap := range []struct {
		name       string
		forged     forgery
		claimsOnly bool // the library refuses the token, but returns its claims
	}{
		{"no exp", without("exp"), false},
		{"HS512 for HS256", forgery{method: jwt.SigningMethodHS512}, false},
		{"HS384 for HS256", forgery{method: jwt.SigningMethodHS384}, false},
		{"an empty key", forgery{secret: []byte{}}, false},
		{"another brand", claim("aud", "zephyr"), false},
		{"another issuer", claim("iss", "someone"), false},
		{"expired claims", claim("exp", f.clock.now().Add(-time.Hour).Unix()), true},
	} {
		token, secret := forge(t, k, trap.forged), trap.forged.secret
		if secret == nil {
			secret = k.sign
		}
		var plain jwt.MapClaims
		_, err := jwt.NewParser(jwt.WithTimeFunc(f.clock.now)).
			ParseWithClaims(token, &plain, func(*jwt.Token) (any, error) { return secret, nil })
		assert.True(t, (err != nil) == trap.claimsOnly && plain["jti"] == "FAMILY.MEMBER",
			"%s is no trap any more: %v, %v", trap.name, plain, err)
		if s, err := f.ring.Load().read(token, marmara.ID, f.clock.now); err == nil || s != nil {
			t.Errorf("%s: %+v, %v", trap.name, s, err)
		}
		f.mustReject(t, token, trap.name)
	}
}

func TestOpenRejectsUnsignedTokens(t *testing.T) {
	f := newFixture(t)
	_, token := f.login(t)
	parts := strings.Split(token, ".")
	for _, alg := range []string{"none", "None", "NONE", "nOnE", "", "HS256 "} {
		head, err := json.Marshal(map[string]string{"alg": alg, "typ": tokenType, "kid": f.kid()})
		must(t, err)
		unsigned := base64.RawURLEncoding.EncodeToString(head) + "." + parts[1] + "."
		f.mustReject(t, unsigned, "alg "+alg)
		f.mustReject(t, unsigned+parts[2], "alg "+alg+" with a signature")
	}
}

func TestOpenRejectsModifiedTokens(t *testing.T) {
	f := newFixture(t)
	_, token := f.login(t)
	for i := range token {
		b := []byte(token)
		if b[i] == 'A' {
			b[i] = 'B'
		} else {
			b[i] = 'A'
		}
		f.mustReject(t, string(b), "byte "+string(token[i]))
	}
}

func TestOpenRejectsTokensOfAnotherBrand(t *testing.T) {
	f := newFixture(t)
	_, token := f.login(t)
	for range 2 { // the second time it is remembered
		_, err := f.Open(t.Context(), zephyr, token)
		wantError(t, "another brand", err, bff.ReasonAnonymous)
		f.mustOpen(t, token)
	}
}

func TestIdentityTooLongForACookieIsAnError(t *testing.T) {
	f := newFixture(t)
	long := ayse
	long.SID = strings.Repeat("s", 4000)
	_, err := f.Token(t.Context(), f.begin(t, marmara, long))
	wantError(t, "a long identity", err, errTooLong)
}

func TestSealIsRandomizedAndReversible(t *testing.T) {
	f := newFixture(t)
	one, err := f.Seal(ayse)
	must(t, err)
	two, _ := f.Seal(ayse)
	assert.True(t, one.UID != two.UID && one.SID != two.SID && one.UIP != two.UIP, "sealed twice to the same text")
	assert.NotContains(t, one.UID+one.SID+one.UIP, ayse.UID, "the uid stays readable")
	got, err := f.unsealUser(one)
	assert.True(t, err == nil && got == (bff.Identity{UID: ayse.UID, SID: ayse.SID, UIP: ayse.UIP}), "got %+v, %v", got, err)
}

func TestUnsealRejectsForeignValues(t *testing.T) {
	f, stranger := newFixture(t), newFixture(t)
	good, _ := f.Seal(ayse)
	foreign, _ := stranger.Seal(ayse)
	last := good.UID[len(good.UID)-20:]
	for name, u := range map[string]bff.SealedUser{
		"nothing":           {},
		"clear values":      {UID: ayse.UID, SID: ayse.SID, UIP: ayse.UIP},
		"another ring's":    foreign,
		"fields exchanged":  {UID: good.SID, SID: good.UID, UIP: good.UIP},
		"a changed text":    {UID: strings.TrimSuffix(good.UID, last) + strings.Repeat("A", 20), SID: good.SID, UIP: good.UIP},
		"text of no base64": {UID: good.UID + "!", SID: good.SID, UIP: good.UIP},
	} {
		id, err := f.unsealUser(u)
		assert.Error(t, err, "%s: %+v", name, id)
	}
}

// unsealUser opens all fields of a sealed user.
func (m *Manager) unsealUser(u bff.SealedUser) (id bff.Identity, err error) {
	for _, f := range []struct {
		name, value string
		dst         *string
	}{{fieldUID, u.UID, &id.UID}, {fieldSID, u.SID, &id.SID}, {fieldUIP, u.UIP, &id.UIP}} {
		if *f.dst, err = m.ring.Load().unseal(f.name, f.value); err != nil {
			return bff.Identity{}, err
		}
	}
	return id, nil
}

// FuzzOpen checks that only tokens of this ring open.
func FuzzOpen(f *testing.F) {
	testkit.AddCorpus(f)
	x := newFixture(f)
	_, token := x.login(f)
	f.Add(token)
	f.Add(token[:len(token)-1])
	f.Add(strings.ToUpper(token))
	f.Add("..")
	f.Fuzz(func(t *testing.T, in string) {
		if s, err := x.Open(t.Context(), marmara, in); err == nil && in != token {
			t.Fatalf("%q opened as %+v", in, s)
		}
	})
}

func BenchmarkOpen(b *testing.B) {
	f := newFixture(b)
	_, token := f.login(b)
	b.Run("remembered", func(b *testing.B) {
		for b.Loop() {
			f.mustOpen(b, token)
		}
	})
	b.Run("read", func(b *testing.B) {
		for b.Loop() {
			f.opened.Clear()
			f.mustOpen(b, token)
		}
	})
}
