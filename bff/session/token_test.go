package session

import (
	"encoding/base64"
	"encoding/json"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/golang-jwt/jwt/v5"

	"croupier/bff"
)

func TestTokenRoundTripHidesTheIdentity(t *testing.T) {
	f := newFixture(t)
	s, err := f.Begin(t.Context(), marmara, bff.NewSession{Identity: ayse, TwoFactor: true, Due: bff.FactorAuthenticator})
	if err != nil {
		t.Fatal(err)
	}
	token := f.token(t, s)
	want := *s
	want.Kid = f.ring.Load().newest(f.clock.now()).Kid
	if got := f.mustOpen(t, token); *got != want {
		t.Errorf("got  %+v\nwant %+v", got, want)
	}
	for _, part := range strings.Split(token, ".") {
		plain, err := base64.RawURLEncoding.DecodeString(part)
		if err != nil {
			t.Fatal(err)
		}
		for _, secret := range []string{ayse.UID, ayse.SID, ayse.UIP, ayse.Username} {
			if strings.Contains(string(plain), secret) {
				t.Errorf("%q can be read in the token", secret)
			}
		}
	}
	if f.token(t, s) == token {
		t.Error("the same session gives the same token twice: the nonce is fixed")
	}
}

// forge signs arbitrary claims with any method and key.
func forge(t *testing.T, k *key, change func(h map[string]any, c jwt.MapClaims), m jwt.SigningMethod, secret any) string {
	t.Helper()
	now := newClock().now()
	tok := jwt.NewWithClaims(m, jwt.MapClaims{
		"iss": issuer, "aud": "marmara", "jti": "FAMILY.MEMBER", "iat": now.Unix(), "exp": now.Add(time.Hour).Unix(),
		"ses": sealedFor(k, "marmara", "FAMILY.MEMBER"),
	})
	tok.Header["typ"], tok.Header["kid"] = tokenType, k.Kid
	change(tok.Header, tok.Claims.(jwt.MapClaims))
	signed, err := tok.SignedString(secret)
	if err != nil {
		t.Fatal(err)
	}
	return signed
}

func sealedFor(k *key, brand, id string) string {
	plain, _ := json.Marshal(sealedClaims{Identity: ayse, LoginAt: newClock().now().UnixMilli()})
	nonce := make([]byte, k.seal.NonceSize())
	return base64.RawURLEncoding.EncodeToString(k.seal.Seal(nonce, nonce, plain, boundTo(brand, id)))
}

func TestOpenRejectsForgedTokens(t *testing.T) {
	f := newFixture(t)
	k := f.ring.Load().newest(f.clock.now())
	same := func(map[string]any, jwt.MapClaims) {}
	claim := func(name string, v any) func(map[string]any, jwt.MapClaims) {
		return func(_ map[string]any, c jwt.MapClaims) { c[name] = v }
	}
	without := func(name string) func(map[string]any, jwt.MapClaims) {
		return func(_ map[string]any, c jwt.MapClaims) { delete(c, name) }
	}
	header := func(name string, v any) func(map[string]any, jwt.MapClaims) {
		return func(h map[string]any, _ jwt.MapClaims) { h[name] = v }
	}
	now := f.clock.now()
	f.mustOpen(t, forge(t, k, same, jwt.SigningMethodHS256, k.sign)) // so that the rest fails for its own reason

	for name, token := range map[string]string{
		"no exp":                        forge(t, k, without("exp"), jwt.SigningMethodHS256, k.sign),
		"no iat":                        forge(t, k, without("iat"), jwt.SigningMethodHS256, k.sign),
		"no jti":                        forge(t, k, without("jti"), jwt.SigningMethodHS256, k.sign),
		"no iss":                        forge(t, k, without("iss"), jwt.SigningMethodHS256, k.sign),
		"no aud":                        forge(t, k, without("aud"), jwt.SigningMethodHS256, k.sign),
		"no ses":                        forge(t, k, without("ses"), jwt.SigningMethodHS256, k.sign),
		"HS512":                         forge(t, k, same, jwt.SigningMethodHS512, k.sign),
		"none":                          forge(t, k, same, jwt.SigningMethodNone, jwt.UnsafeAllowNoneSignatureType),
		"an empty secret":               forge(t, k, same, jwt.SigningMethodHS256, []byte{}),
		"another secret":                forge(t, k, same, jwt.SigningMethodHS256, []byte(strings.Repeat("k", 32))),
		"a key in jwk":                  forge(t, k, header("jwk", map[string]string{"kty": "oct", "k": "a2tra2tra2tra2tra2tra2tra2tra2tra2tra2tra2s"}), jwt.SigningMethodHS256, []byte(strings.Repeat("k", 32))),
		"a key at jku":                  forge(t, k, header("jku", "https://evil.test/keys"), jwt.SigningMethodHS256, []byte(strings.Repeat("k", 32))),
		"an unknown kid":                forge(t, k, header("kid", "20200101-XXXXXXXX"), jwt.SigningMethodHS256, k.sign),
		"a kid of no text":              forge(t, k, header("kid", 7), jwt.SigningMethodHS256, k.sign),
		"another typ":                   forge(t, k, header("typ", "JWT"), jwt.SigningMethodHS256, k.sign),
		"another issuer":                forge(t, k, claim("iss", "someone"), jwt.SigningMethodHS256, k.sign),
		"another brand":                 forge(t, k, claim("aud", "zephyr"), jwt.SigningMethodHS256, k.sign),
		"two brands":                    forge(t, k, claim("aud", []string{"marmara", "zephyr"}), jwt.SigningMethodHS256, k.sign),
		"issued tomorrow":               forge(t, k, claim("iat", now.Add(24*time.Hour).Unix()), jwt.SigningMethodHS256, k.sign),
		"expired":                       forge(t, k, claim("exp", now.Add(-time.Minute).Unix()), jwt.SigningMethodHS256, k.sign),
		"an identity elsewhere":         forge(t, k, claim("ses", sealedFor(k, "marmara", "OTHER.MEMBER")), jwt.SigningMethodHS256, k.sign),
		"a brand's identity in another": forge(t, k, claim("ses", sealedFor(k, "zephyr", "FAMILY.MEMBER")), jwt.SigningMethodHS256, k.sign),
		"a short identity":              forge(t, k, claim("ses", "AAAA"), jwt.SigningMethodHS256, k.sign),
		"an identity of no base64":      forge(t, k, claim("ses", "!"), jwt.SigningMethodHS256, k.sign),
		"nothing":                       "",
		"no token":                      "a.b.c",
		"a very long one":               strings.Repeat("a", 1<<16),
	} {
		f.mustReject(t, token, name)
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
		if _, err := f.Open(t.Context(), zephyr, token); !errors.Is(err, bff.ReasonAnonymous) {
			t.Fatalf("got %v", err)
		}
		f.mustOpen(t, token)
	}
}

func TestIdentityTooLongForACookieIsAnError(t *testing.T) {
	f := newFixture(t)
	long := ayse
	long.SID = strings.Repeat("s", 4000)
	s, err := f.Begin(t.Context(), marmara, bff.NewSession{Identity: long})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := f.Token(t.Context(), s); !errors.Is(err, errTooLong) {
		t.Errorf("got %v", err)
	}
}

// FuzzOpen checks that only tokens of this ring open.
func FuzzOpen(f *testing.F) {
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
