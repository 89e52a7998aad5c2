package session

import (
	"encoding/base64"
	"encoding/json"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/golang-jwt/jwt/v5"
)

// Each row shows that golang-jwt accepts a token by default and that the ring rejects it. A
// row that fails after a library update may be removed.
func TestLibraryDefaultsThatAreOverridden(t *testing.T) {
	f := newFixture(t)
	k := f.ring.Load().newest(f.clock.now())
	same := func(map[string]any, jwt.MapClaims) {}
	claim := func(name string, v any) func(map[string]any, jwt.MapClaims) {
		return func(_ map[string]any, c jwt.MapClaims) { c[name] = v }
	}
	past := f.clock.now().Add(-time.Hour).Unix()
	for _, trap := range []struct {
		name, token string
		key         []byte
		claimsOnly  bool // the library refuses, and hands the claims out all the same
	}{
		{"no exp", forge(t, k, func(_ map[string]any, c jwt.MapClaims) { delete(c, "exp") }, method, k.sign), k.sign, false},
		{"HS512 for HS256", forge(t, k, same, jwt.SigningMethodHS512, k.sign), k.sign, false},
		{"HS384 for HS256", forge(t, k, same, jwt.SigningMethodHS384, k.sign), k.sign, false},
		{"an empty key", forge(t, k, same, method, []byte{}), []byte{}, false},
		{"another brand", forge(t, k, claim("aud", "zephyr"), method, k.sign), k.sign, false},
		{"another issuer", forge(t, k, claim("iss", "someone"), method, k.sign), k.sign, false},
		{"expired claims", forge(t, k, claim("exp", past), method, k.sign), k.sign, true},
	} {
		var plain jwt.MapClaims
		_, err := jwt.NewParser(jwt.WithTimeFunc(f.clock.now)).
			ParseWithClaims(trap.token, &plain, func(*jwt.Token) (any, error) { return trap.key, nil })
		if (err != nil) != trap.claimsOnly || plain["jti"] != "FAMILY.MEMBER" {
			t.Errorf("%s is no trap any more: %v, %v", trap.name, plain, err)
		}
		if s, err := f.ring.Load().read(trap.token, marmara.ID, f.clock.now); err == nil || s != nil {
			t.Errorf("%s: %+v, %v", trap.name, s, err)
		}
		f.mustReject(t, trap.token, trap.name)
	}
}

func TestOpenRejectsUnsignedTokens(t *testing.T) {
	f := newFixture(t)
	_, token := f.login(t)
	parts := strings.Split(token, ".")
	for _, alg := range []string{"none", "None", "NONE", "nOnE", "", "HS256 "} {
		head, err := json.Marshal(map[string]string{"alg": alg, "typ": tokenType, "kid": f.ring.Load().newest(f.clock.now()).Kid})
		if err != nil {
			t.Fatal(err)
		}
		unsigned := base64.RawURLEncoding.EncodeToString(head) + "." + parts[1] + "."
		f.mustReject(t, unsigned, "alg "+alg)
		f.mustReject(t, unsigned+parts[2], "alg "+alg+" with a signature")
	}
}

func TestNewRequiresKeysAndRevocations(t *testing.T) {
	f := newFixture(t)
	for name, s := range map[string]Settings{
		"no ring": {Revocations: f.testRevocations}, "no testRevocations": {Ring: f.ring.Load()},
	} {
		if m, err := New(s); err == nil {
			t.Errorf("%s: %+v", name, m)
		}
	}
	if _, err := (record{Kid: "k-01", Created: f.clock.now(), Secret: base64.StdEncoding.EncodeToString([]byte("short"))}).key(); err == nil {
		t.Error("a short key")
	}
	if _, err := (record{Kid: "k-01", Created: f.clock.now(), Secret: base64.StdEncoding.EncodeToString(make([]byte, secretSize))}).key(); !errors.Is(err, errWeak) {
		t.Errorf("a key of zeros: %v", err)
	}
}
