package soak_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"log"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// front is another face of the platform: a REST service whose tokens are valid for a few calls and are replaced by
// refresh tokens that may be used once. A refresh token stays valid until its successor is used, because answers get lost.
type front struct {
	mu       sync.Mutex
	sessions map[string]*tokens // by the sid of the platform
	renewals int
	replays  []string // sessions whose used refresh token was sent again
	// lost is when renewed tokens may have been lost last: Redis was emptied or unreachable.
	lost time.Time
}

// tokens are those of one session; the token of a number is "sid.number".
type tokens struct {
	login        time.Time
	number, uses int  // of the newest token
	used         bool // the newest token arrived here
}

// usesOfAToken is after how many calls a token has expired.
const usesOfAToken = 4

// frontMapping takes every answer without a result, except for the platform's own refusal, as of unknown outcome.
const frontMapping = `version: 1
headers: { Authorization: '.user.sid // null' }
refresh: { when: .status == 401, method: POST, path: /token, form: { refresh_token: .user.sid }, sid: .body.sid }
errors:
  - { status: 401, message: '"Oturum Süresi Doldu"', reason: anonymous user }
  - { status: 200, when: '.body | type == "object" and .result == false and .message == "` + refusal + `"', message: .body.message }
calls:
`

// callsOfFront are those that the soak makes.
var callsOfFront = []string{
	"user/login", "user/logout", "user/claim_bonus", "finance/check_balance", "finance/list_transactions", "cmscontroller/getSlider",
}

// newFront starts a front of a platform for a site. It returns the front and the settings of its upstream.
func newFront(t *testing.T, platform string, site int) (*front, map[string]any) {
	f := &front{sessions: map[string]*tokens{}}
	target, err := url.Parse(platform)
	require.NoError(t, err)
	proxy := &httputil.ReverseProxy{
		Rewrite: func(r *httputil.ProxyRequest) {
			body := envelopeOf(r.In)
			r.Out.URL.Scheme, r.Out.URL.Host, r.Out.URL.Path = target.Scheme, target.Host, target.Path
			r.Out.Method, r.Out.Body, r.Out.ContentLength = http.MethodPost, io.NopCloser(bytes.NewReader(body)), int64(len(body))
			r.Out.Header.Set("X-Site-Id", strconv.Itoa(site))
		},
		ErrorHandler: func(http.ResponseWriter, *http.Request, error) { panic(http.ErrAbortHandler) },
		ErrorLog:     log.New(io.Discard, "", 0), // answers end early on purpose
	}
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch {
		case r.URL.Path == "/token":
			sid, ok := f.renew(r.PostFormValue("refresh_token"))
			w.Header().Set("Content-Type", "application/json")
			if !ok {
				w.WriteHeader(http.StatusUnauthorized)
			}
			_, _ = fmt.Fprintf(w, `{"sid":%q}`, sid)
		case !f.admits(r.Header.Get("Authorization")):
			w.WriteHeader(http.StatusUnauthorized)
		default:
			proxy.ServeHTTP(w, r)
		}
	}))
	t.Cleanup(s.Close)
	var calls strings.Builder
	for _, name := range callsOfFront {
		fmt.Fprintf(&calls, "  %s: { method: POST, path: /%s, body: .data, "+
			"answer: 'if .body.result then .body | del(.debug) else error(\"unclear\") end' }\n", name, name)
	}
	mapping := filepath.Join(t.TempDir(), "mapping.yaml")
	require.NoError(t, os.WriteFile(mapping, []byte(frontMapping+calls.String()), 0o600))
	return f, map[string]any{"adapter": "rest", "url": s.URL, "mapping": mapping}
}

// envelopeOf returns the platform's request for one of the front.
func envelopeOf(r *http.Request) []byte {
	class, method, _ := strings.Cut(strings.TrimPrefix(r.URL.Path, "/"), "/")
	data, err := io.ReadAll(r.Body)
	if err != nil || len(data) == 0 {
		data = []byte("{}")
	}
	sid, _, _ := parseToken(r.Header.Get("Authorization"))
	body, err := json.Marshal(map[string]any{
		"api": map[string]string{"class": class, "method": method}, "data": json.RawMessage(data), "user": map[string]string{"sid": sid},
	})
	if err != nil {
		panic(err)
	}
	return body
}

// parseToken splits a token. The first one of a session is the sid alone.
func parseToken(token string) (sid string, number int, ok bool) {
	sid, text, numbered := strings.Cut(token, ".")
	number, err := strconv.Atoi(text)
	return sid, number, sid != "" && (!numbered || err == nil)
}

// of returns the session of a token, whose first call may be this one.
func (f *front) of(token string) (sid string, number int, s *tokens) {
	sid, number, ok := parseToken(token)
	if !ok {
		return "", 0, nil
	}
	s = f.sessions[sid]
	if s == nil {
		s = &tokens{login: time.Now()}
		f.sessions[sid] = s
	}
	return sid, number, s
}

// admits reports whether a call passes with its token.
func (f *front) admits(token string) bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	_, number, s := f.of(token)
	if s == nil {
		return token == ""
	}
	if number != s.number || s.uses >= usesOfAToken {
		return false
	}
	s.uses, s.used = s.uses+1, true
	return true
}

// renew replaces a token and reports whether it may.
func (f *front) renew(token string) (next string, ok bool) {
	f.mu.Lock()
	defer f.mu.Unlock()
	sid, number, s := f.of(token)
	switch {
	case s == nil:
		return "", false
	case number == s.number:
		*s = tokens{login: s.login, number: number + 1}
		f.renewals++
	case number != s.number-1 || s.used:
		if f.lost.Before(s.login) {
			f.replays = append(f.replays, fmt.Sprintf("%s: %d instead of %d", sid, number, s.number))
		}
		return "", false
	}
	return fmt.Sprintf("%s.%d", sid, s.number), true
}

// lose notes that renewed tokens may be lost now.
func (f *front) lose() {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.lost = time.Now()
}
