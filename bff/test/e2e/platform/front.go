package platform

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	stdlog "log"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"time"
)

// Front is a REST service in front of a platform with tokens for four calls. A refresh token is
// valid until its successor is used, because responses may be lost.
type Front struct {
	server  *httptest.Server
	mapping string // file

	mu       sync.Mutex
	sessions map[string]*tokens // by the sid of the platform
	renewals int
	replays  []string
	lost     time.Time
}

// tokens describes one session. The first token is the sid, later tokens are "sid.number".
type tokens struct {
	login        time.Time
	number, uses int  // of the newest token
	used         bool // the front received the newest token
}

// usesOfAToken is the number of calls with one token.
const usesOfAToken = 4

// frontMapping maps a response without a result to an unknown outcome, except for code 400.
const frontMapping = `version: 1
headers: { Authorization: '.user.sid // null' }
refresh: { when: .status == 401, method: POST, path: /token, form: { refresh_token: .user.sid }, sid: .body.sid }
errors:
  - { status: 401, message: '"` + messageExpired + `"', reason: anonymous user }
  - { status: 200, when: '.body | type == "object" and .result == false and .code == 400', message: .body.message }
calls:
`

var frontCalls = []string{
	"user/login", "user/logout", "user/claim_bonus", "finance/check_balance", "finance/list_transactions",
	"cmscontroller/getSlider",
}

// NewFront starts the front of a platform for a site and writes its mapping into dir.
func NewFront(p *Platform, site int, dir string) (*Front, error) {
	f := &Front{sessions: map[string]*tokens{}, mapping: filepath.Join(dir, fmt.Sprintf("front-%d.yaml", site))}
	target, err := url.Parse(p.URL())
	if err != nil {
		return nil, err
	}
	var calls strings.Builder
	for _, name := range frontCalls {
		fmt.Fprintf(&calls, "  %s: { method: POST, path: /%s, body: .data, "+
			"answer: 'if .body.result then .body | del(.debug) else error(\"unclear\") end' }\n", name, name)
	}
	if err := os.WriteFile(f.mapping, []byte(frontMapping+calls.String()), 0o600); err != nil {
		return nil, err
	}
	f.server = httptest.NewServer(f.handler(&httputil.ReverseProxy{
		Rewrite: func(r *httputil.ProxyRequest) {
			body := envelopeOf(r.In)
			r.Out.URL, r.Out.Body, r.Out.ContentLength = target, io.NopCloser(bytes.NewReader(body)), int64(len(body))
			r.Out.Header.Set("X-Site-Id", strconv.Itoa(site))
		},
		ErrorHandler: func(http.ResponseWriter, *http.Request, error) { panic(http.ErrAbortHandler) },
		ErrorLog:     stdlog.New(io.Discard, "", 0), // responses end early on purpose
	}))
	return f, nil
}

// Upstream returns the settings of the upstream.
func (f *Front) Upstream() map[string]any {
	return map[string]any{"adapter": "rest", "url": f.server.URL, "mapping": f.mapping}
}

// Close ends the front.
func (f *Front) Close() { f.server.Close() }

func (f *Front) handler(platform http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch {
		case r.URL.Path == "/token":
			next, ok := f.renew(r.PostFormValue("refresh_token"))
			w.Header().Set("Content-Type", "application/json")
			if !ok {
				w.WriteHeader(http.StatusUnauthorized)
			}
			_, _ = fmt.Fprintf(w, `{"sid":%q}`, next)
		case !f.admits(r.Header.Get("Authorization")):
			w.WriteHeader(http.StatusUnauthorized)
		default:
			platform.ServeHTTP(w, r)
		}
	})
}

// envelopeOf converts the front's request to the request body of the platform.
func envelopeOf(r *http.Request) []byte {
	class, method, _ := strings.Cut(strings.TrimPrefix(r.URL.Path, "/"), "/")
	data, err := io.ReadAll(r.Body)
	if err != nil || len(data) == 0 {
		data = []byte("{}")
	}
	sid, _, _ := parseToken(r.Header.Get("Authorization"))
	body, err := json.Marshal(map[string]any{
		"api": map[string]string{"class": class, "method": method}, "data": json.RawMessage(data),
		"user": map[string]string{"sid": sid},
	})
	if err != nil {
		panic(err) // the server sends JSON only
	}
	return body
}

func parseToken(token string) (sid string, number int, ok bool) {
	sid, text, numbered := strings.Cut(token, ".")
	number, err := strconv.Atoi(text)
	return sid, number, sid != "" && (!numbered || err == nil)
}

// session returns the session of a token, or nil without one. The caller must lock f.mu.
func (f *Front) session(token string) (sid string, number int, s *tokens) {
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

// admits reports whether a call may use its token. Guests have no token.
func (f *Front) admits(token string) bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	_, number, s := f.session(token)
	if s == nil {
		return token == ""
	}
	if number != s.number || s.uses >= usesOfAToken {
		return false
	}
	s.uses, s.used = s.uses+1, true
	return true
}

func (f *Front) renew(token string) (next string, ok bool) {
	f.mu.Lock()
	defer f.mu.Unlock()
	sid, number, s := f.session(token)
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

// Lose records that the server's store may lose renewed tokens.
func (f *Front) Lose() {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.lost = time.Now()
}

// Renewals returns the number of renewals. replays describes used refresh tokens that the server
// sent again, although it lost none since the login.
func (f *Front) Renewals() (renewals int, replays []string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.renewals, f.replays
}
