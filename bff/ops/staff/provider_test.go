package staff_test

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"maps"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"croupier/bff/config"
)

type claims = map[string]any

// provider is an OpenID Connect provider with rotating refresh tokens.
type provider struct {
	*httptest.Server
	*rig
	key     *ecdsa.PrivateKey
	person  claims                    // who logs in
	forge   func(valid claims) string // replaces the ID token
	isDown  bool
	during  func() // runs once, during a request
	mu      sync.Mutex
	codes   map[string]url.Values // authorisation requests
	refresh string                // the valid refresh token
	used    int                   // number of refresh tokens
	noToken bool                  // responses have no refresh token
}

// newProvider returns a rig with a provider.
func newProvider(t *testing.T) *provider {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	require.NoError(t, err)
	p := &provider{rig: newRig(t), key: key, codes: map[string]url.Values{}}
	p.person = claims{"sub": "7", "preferred_username": "Ayse", "groups": []string{"support", "other"}, "sid": "s"}
	p.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, hr *http.Request) {
		if during := p.during; during != nil {
			p.during = nil
			during()
		}
		p.mu.Lock()
		defer p.mu.Unlock()
		status, body := http.StatusBadGateway, claims{}
		if !p.isDown {
			status, body = p.respond(hr)
		}
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(status)
		_ = json.NewEncoder(w).Encode(body)
	}))
	t.Cleanup(p.Close)
	p.oidc = config.OIDC{
		Issuer: p.URL, ClientID: "croupier", ClientSecret: config.Secret("client secret"), GroupsClaim: "groups",
		Groups:        map[string]string{"support": "support", "editors": "editor", "admins": "viewer,marmara=admin"},
		LocalAccounts: config.LocalAll,
	}
	return p
}

func (p *provider) respond(hr *http.Request) (status int, body claims) {
	switch hr.URL.Path {
	case "/.well-known/openid-configuration":
		return http.StatusOK, claims{
			"issuer": p.URL, "authorization_endpoint": p.URL + "/authorize", "token_endpoint": p.URL + "/token",
			"jwks_uri": p.URL + "/keys", "id_token_signing_alg_values_supported": []string{"none", "HS256", "ES256"},
		}
	case "/keys":
		return http.StatusOK, claims{"keys": []claims{publicJWK(p.key)}}
	}
	form := func(name string) string { return hr.PostFormValue(name) }
	name, secret, _ := hr.BasicAuth()
	challenge := sha256.Sum256([]byte(form("code_verifier")))
	begun := p.codes[form("code")]
	delete(p.codes, form("code"))
	isCode := begun.Get("code_challenge") == encoded(challenge[:]) && begun.Get("code_challenge_method") == "S256" &&
		begun.Get("redirect_uri") == form("redirect_uri")
	isRefresh := p.refresh != "" && form("refresh_token") == p.refresh
	if name+secret != "croupierclient+secret" || !isCode && !isRefresh {
		return http.StatusBadRequest, claims{"error": "invalid_grant"}
	}
	content := with(p.person, claims{
		"iss": p.URL, "aud": "croupier", "nonce": begun.Get("nonce"), "iat": p.Now().Unix(),
		"exp": p.Now().Add(time.Minute).Unix(),
	})
	token := signed(p.key, es256, content)
	if p.forge != nil {
		token = p.forge(content)
	}
	if p.refresh = rand.Text(); isRefresh {
		p.used++
	}
	body = claims{"access_token": "a", "token_type": "Bearer", "refresh_token": p.refresh, "id_token": token}
	if p.noToken {
		body = with(body, claims{"refresh_token": nil})
	}
	return http.StatusOK, body
}

func encoded(raw []byte) string { return base64.RawURLEncoding.EncodeToString(raw) }

func publicJWK(key *ecdsa.PrivateKey) claims {
	point, _ := key.PublicKey.Bytes() // 4, x, y
	return claims{"kty": "EC", "crv": "P-256", "kid": "one", "x": encoded(point[1:33]), "y": encoded(point[33:])}
}

// signed returns a JWT. The key is an ECDSA key, a secret of HS256, or nil for no signature.
func signed(key any, header, content claims) string {
	rawHeader, _ := json.Marshal(header)
	rawContent, _ := json.Marshal(content)
	text := encoded(rawHeader) + "." + encoded(rawContent)
	var signature []byte
	switch key := key.(type) {
	case *ecdsa.PrivateKey:
		sum := sha256.Sum256([]byte(text))
		r, s, _ := ecdsa.Sign(rand.Reader, key, sum[:])
		signature = append(r.FillBytes(make([]byte, 32)), s.FillBytes(make([]byte, 32))...)
	case []byte:
		mac := hmac.New(sha256.New, key)
		mac.Write([]byte(text))
		signature = mac.Sum(nil)
	}
	return text + "." + encoded(signature)
}

var es256 = claims{"alg": "ES256", "kid": "one"}

// with returns a copy of c with changes. nil removes a claim.
func with(c, changes claims) claims {
	out := maps.Clone(c)
	maps.Copy(out, changes)
	maps.DeleteFunc(out, func(_ string, v any) bool { return v == nil })
	return out
}

// logIn logs in at the provider and returns the cookie of the login, or the failure.
func (p *provider) logIn(changes url.Values) (cookie *http.Cookie, failure string) {
	p.t.Helper()
	begin := p.want(http.StatusFound, "GET", "/login/company", "", nil)
	to, err := url.Parse(begin.header.Get("Location"))
	require.NoError(p.t, err)
	code := rand.Text()
	p.mu.Lock()
	p.codes[code] = to.Query()
	p.mu.Unlock()
	query := url.Values{"code": {code}, "state": {to.Query().Get("state")}, "session_state": {"x"}}
	maps.Copy(query, changes)
	got := p.want(http.StatusOK, "GET", "/login/callback?"+query.Encode(), "", begin.cookie)
	require.NotContains(p.t, got.header.Get("Content-Security-Policy"), "sandbox") // it would disable the refresh
	_, page, _ := strings.Cut(string(got.body), `content="0;url=/maintenance-control`)
	page, _, _ = strings.Cut(page, `"`)
	if failure = strings.TrimPrefix(page, "?login="); failure != "" {
		return nil, failure
	}
	assert.Equal(p.t, http.SameSiteStrictMode, got.cookie.SameSite)
	return got.cookie, ""
}

// by logs a person in.
func (p *provider) by(person claims) *http.Cookie {
	p.t.Helper()
	p.person = person
	cookie, failure := p.logIn(nil)
	require.Empty(p.t, failure)
	return cookie
}
