package session

import (
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/golang-jwt/jwt/v5"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"croupier/bff"
	"croupier/bff/test/testkit"
)

func TestTokenRoundTripHidesTheIdentity(t *testing.T) {
	f := newFixture(t)
	s := f.pending(t)
	token := f.token(t, s)
	want := *s
	want.Kid = f.kid()
	assert.Equal(t, want, *f.mustOpen(t, token))
	for _, part := range strings.Split(token, ".") {
		plain, err := base64.RawURLEncoding.DecodeString(part)
		must(t, err)
		for _, secret := range []string{ayse.UID, ayse.SID, ayse.UIP, ayse.Username} {
			assert.NotContains(t, string(plain), secret)
		}
	}
	assert.NotEqual(t, token, f.token(t, s), "the same session gives the same token twice: the nonce is fixed")
}

// forgery changes the header, the claims, the signing method and the secret of a valid token.
type forgery struct {
	change func(h map[string]any, c jwt.MapClaims)
	method jwt.SigningMethod // nil: HS256
	secret any               // nil: the key's own secret
}

func forge(t *testing.T, k *key, f forgery) string {
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
	plain, _ := json.Marshal(bff.Session{Identity: ayse, LoginAt: newClock().now()})
	return base64.RawURLEncoding.EncodeToString(k.seal.Seal(plain, boundTo(brand, id)))
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
	f.mustOpen(t, forge(t, k, forgery{})) // valid, so the other rows fail for their own reasons
	for name, forged := range map[string]forgery{
		"HS512":           {method: jwt.SigningMethodHS512},
		"none":            {method: jwt.SigningMethodNone, secret: jwt.UnsafeAllowNoneSignatureType},
		"an empty secret": {secret: []byte{}},
		"another secret":  {secret: anotherSecret},
		"a key in jwk": header("jwk",
			map[string]string{"kty": "oct", "k": base64.RawURLEncoding.EncodeToString(anotherSecret)}).
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
	for _, name := range []string{"exp", "iat", "jti", "iss", "aud", "ses"} {
		f.mustReject(t, forge(t, k, without(name)), "no "+name)
	}
	for name, token := range map[string]string{
		"nothing": "", "no token": "a.b.c", "a very long one": strings.Repeat("a", 1<<16),
	} {
		f.mustReject(t, token, name)
	}
}

// golang-jwt accepts each token by default, and the ring rejects it. If a row fails after a library
// update, you may remove the row.
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
			"%s is no trap: %v", trap.name, err)
		s, err := f.ring.Load().read(token, marmara.ID, f.clock.now)
		assert.True(t, err != nil && s == nil, "%s: %+v, %v", trap.name, s, err)
		f.mustReject(t, token, trap.name)
	}
}

func TestOpenRejectsUnsignedTokens(t *testing.T) {
	f, _, token := loggedIn(t)
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
	f, _, token := loggedIn(t)
	for i := range token {
		other := map[bool]string{true: "B", false: "A"}[token[i] == 'A']
		f.mustReject(t, token[:i]+other+token[i+1:], "byte "+string(token[i]))
	}
}

func TestOpenRejectsTokensOfAnotherBrand(t *testing.T) {
	f, _, token := loggedIn(t)
	for range 2 { // the second time it is remembered
		_, err := f.Open(t.Context(), zephyr, token)
		assert.ErrorIs(t, err, bff.ReasonAnonymous, "another brand")
		f.mustOpen(t, token)
	}
}

func TestIdentityTooLongForACookieHasATicket(t *testing.T) {
	f := newFixture(t)
	kept := &testTickets{kept: map[string][]byte{}}
	m := f.another(t, func(s *Settings) { s.Tickets = kept })
	for length, tickets := range map[int]int{1000: 0, 1750: 0, 4000: 1, 40_000: 1} {
		clear(kept.kept)
		long := ayse
		long.SID = strings.Repeat("s", length)
		s := f.begin(t, marmara, long)
		token, err := m.Token(t.Context(), s)
		must(t, err)
		got, err := m.Open(t.Context(), marmara, token)
		must(t, err)
		assert.Equal(t, fmt.Sprint(long.SID, tickets > 0), fmt.Sprint(got.Identity.SID, got.Ticket), "%d", length)
		assert.Len(t, kept.kept, tickets, "%d", length)
		assert.LessOrEqual(t, len(token), maxToken, "%d", length)
		next, err := m.Token(t.Context(), got) // of an opened session
		must(t, err)
		assert.Equal(t, tickets > 0, strings.HasPrefix(next, ticketPrefix), "%d", length)
	}
}

func TestSealIsRandomizedAndReversible(t *testing.T) {
	f := newFixture(t)
	one, err := f.Seal(ayse)
	must(t, err)
	two, _ := f.Seal(ayse)
	assert.True(t, one.UID != two.UID && one.SID != two.SID && one.UIP != two.UIP, "sealed twice to the same text")
	assert.NotContains(t, one.UID+one.SID+one.UIP, ayse.UID, "the uid stays readable")
	got, err := f.unsealUser(one)
	assert.True(t, err == nil && got == (bff.Identity{UID: ayse.UID, SID: ayse.SID, UIP: ayse.UIP}),
		"got %+v, %v", got, err)
}

func TestUnsealRejectsForeignValues(t *testing.T) {
	f, stranger := newFixture(t), newFixture(t)
	good, _ := f.Seal(ayse)
	foreign, _ := stranger.Seal(ayse)
	last := good.UID[len(good.UID)-20:]
	for name, u := range map[string]bff.SealedUser{
		"nothing":          {},
		"clear values":     {UID: ayse.UID, SID: ayse.SID, UIP: ayse.UIP},
		"another ring's":   foreign,
		"fields exchanged": {UID: good.SID, SID: good.UID, UIP: good.UIP},
		"a changed text": {
			UID: strings.TrimSuffix(good.UID, last) + strings.Repeat("A", 20), SID: good.SID, UIP: good.UIP,
		},
		"text of no base64": {UID: good.UID + "!", SID: good.SID, UIP: good.UIP},
	} {
		_, err := f.unsealUser(u)
		assert.Error(t, err, name)
	}
}

func (m *Manager) unsealUser(u bff.SealedUser) (id bff.Identity, err error) {
	var errs [3]error
	id.UID, errs[0] = m.ring.Load().unseal("uid", u.UID)
	id.SID, errs[1] = m.ring.Load().unseal("sid", u.SID)
	id.UIP, errs[2] = m.ring.Load().unseal("uip", u.UIP)
	return id, errors.Join(errs[:]...)
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

func (f *fixture) object(t *testing.T, s *bff.Session) bff.SealedUser {
	u, err := f.Seal(s.Identity)
	must(t, err)
	u.SID = f.token(t, s)
	return u
}

func (f *fixture) openUser(t *testing.T, u bff.SealedUser) *bff.Session {
	s, err := f.OpenUser(t.Context(), marmara, u)
	must(t, err)
	return s
}

func (f *fixture) refuseUser(t *testing.T, name string, brand *bff.Brand, u bff.SealedUser) {
	_, err := f.OpenUser(t.Context(), brand, u)
	assert.ErrorIs(t, err, bff.ReasonAnonymous, name)
}

func TestUserObjectIsCheckedLikeACookie(t *testing.T) {
	f, s, _ := loggedIn(t)
	u := f.object(t, s)
	got := f.openUser(t, u)
	require.True(t, got.ID == s.ID && got.BodyTransport, "%+v", got)
	bora := ayse
	bora.UID = "u-1002"
	others, err := f.Seal(bora)
	must(t, err)
	f.refuseUser(t, "another brand", zephyr, u)
	f.refuseUser(t, "nothing", marmara, bff.SealedUser{})
	f.refuseUser(t, "another's uid", marmara, bff.SealedUser{UID: others.UID, SID: u.SID, UIP: u.UIP})
	f.refuseUser(t, "a clear uid", marmara, bff.SealedUser{UID: ayse.UID, SID: u.SID, UIP: u.UIP})
	f.refuseUser(t, "the sealed sid that browsers with cookies get", marmara, others)
	f.refuseUser(t, "uid and sid exchanged", marmara, bff.SealedUser{UID: u.SID, SID: u.UID, UIP: u.UIP})
	f.openUser(t, bff.SealedUser{UID: f.object(t, s).UID, SID: u.SID}) // sealed again for the same player
	must(t, f.End(t.Context(), s))
	f.refuseUser(t, "ended", marmara, u)
}

func TestUserObjectIsRenewedInPlaceUntilItsEnd(t *testing.T) {
	f, s, _ := loggedIn(t)
	u := f.object(t, s)
	for range 24 {
		next, err := f.Touch(t.Context(), f.openUser(t, u))
		require.True(t, next == nil && err == nil, "touch: %+v, %v", next, err)
		f.clock.advance(59 * time.Minute)
	}
	assert.Len(t, f.testRevocations.at, 1)
	f.clock.advance(25 * time.Minute)
	f.refuseUser(t, "24 hours after login", marmara, u)
	s, _ = f.login(t)
	u = f.object(t, s)
	f.clock.advance(61 * time.Minute)
	f.refuseUser(t, "idle for more than an hour", marmara, u)
}

func TestUserObjectIsCompletedInPlace(t *testing.T) {
	f := newFixture(t)
	s := f.pending(t)
	u, bystander := f.object(t, s), f.another(t)
	got := f.openUser(t, u)
	require.True(t, got.Pending, "%+v", got)
	whole, err := f.Complete(t.Context(), got)
	require.True(t, err == nil && !whole.Pending && whole.ID == s.ID, "%+v, %v", whole, err)
	for _, m := range []*Manager{f.Manager, bystander} {
		got, err = m.OpenUser(t.Context(), marmara, u)
		assert.True(t, err == nil && !got.Pending, "afterwards: %+v, %v", got, err)
	}
	assert.True(t, f.openUser(t, f.object(t, f.pending(t))).Pending, "another login needs its own code")
}

func TestRefreshedUserObjectExpiresWithTheGrace(t *testing.T) {
	f, s, _ := loggedIn(t)
	u := f.object(t, s)
	f.clock.advance(10 * time.Minute)
	got := f.openUser(t, u)
	next := f.refresh(t, got)
	require.True(t, next.ID != s.ID && next.BodyTransport, "%+v", next)
	touched, err := f.Touch(t.Context(), got)
	assert.True(t, touched == nil && err == nil, "nothing can be handed to it: %+v, %v", touched, err)
	f.clock.advance(time.Minute)
	f.refuseUser(t, "after the grace", marmara, u)
	f.openUser(t, f.object(t, next))
}

// FuzzOpenUser checks that only the fields of one login open.
func FuzzOpenUser(f *testing.F) {
	testkit.AddCorpus(f)
	x := newFixture(f)
	s, token := x.login(f)
	u, err := x.Seal(s.Identity)
	require.NoError(f, err)
	f.Add(u.UID, token)
	f.Add(u.SID, token)
	f.Add(ayse.UID, token)
	f.Add(u.UID+"A", token)
	f.Add(".", "")
	f.Add(u.UID[:20], u.SID)
	f.Fuzz(func(t *testing.T, uid, sid string) {
		got, err := x.OpenUser(t.Context(), marmara, bff.SealedUser{UID: uid, SID: sid})
		if err == nil && (uid != u.UID || sid != token) {
			t.Fatalf("%q and %q opened as %+v", uid, sid, got)
		}
	})
}
