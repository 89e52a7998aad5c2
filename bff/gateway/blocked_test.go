package gateway_test

import (
	"context"
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"croupier/bff"
	"croupier/bff/gateway"
)

// blocks are blocked players by id and by user name.
type blocks map[string]bool

func (b blocks) Blocked(_ string, id bff.Identity) bool { return b[id.UID] || b[id.Username] }

func TestBlockedPlayersAreRefused(t *testing.T) {
	for name, blocked := range map[string]struct{ who, sent string }{
		"by user name before the platform is called": {"demo", ""},
		"by id once the platform has returned it":    {"4711", "user/login user/logout"},
		"by the name that the platform returned":     {"Demo Player", "user/login user/logout"},
	} {
		t.Run(name, func(t *testing.T) {
			r := newFixture(t)
			r.blocks[blocked.who] = true
			r.answer = func(_ context.Context, u *bff.UpstreamRequest) (*bff.Answer, error) {
				if u.Call.Name() == "user/logout" && (u.Identity == nil || u.Identity.SID != "s-1") {
					t.Errorf("logout of %+v", u.Identity)
				}
				return answerOf(`{"uid":"4711","sid":"s-1","uip":"192.0.2.1","username":"Demo Player"}`), nil
			}
			w, e := r.want("login", 423, "blocked", api("user/login", `{"username":" Demo ","password":"Demo123"}`))
			assert.True(t, e.Code == 423 && e.Message != "" && !strings.Contains(w.Body.String(), "4711"),
				"login: %d %s", w.Code, w.Body)
			r.wantSent("login", blocked.sent)
			for _, c := range w.Result().Cookies() {
				assert.True(t, c.MaxAge < 0, "a session was begun: %v", c)
			}
		})
	}
	r := newPlayer(t)
	r.blocks["7"] = true
	for _, call := range []string{"system/ping", "user/refresh", "finance/check_balance"} {
		r.want(call, 423, "blocked", api(call, ""), cookie("s"))
	}
	r.wantSent("calls of a blocked player", "")
	r.want("a guest call", 200, "", providers)
}

// A brand that blocks countries refuses visitors whose country is unknown. Other brands do not.
func TestUnknownCountriesAreRefusedWhereCountriesAreBlocked(t *testing.T) {
	const proxy, refused = "203.0.113.200:1", "region blocked"
	for _, row := range []struct {
		name  string
		peer  string
		lines []string // of the country header
		want  string   // debug; empty: allowed
	}{
		{"an allowed country", proxy, []string{"TR"}, ""},
		{"an allowed country in lower case", proxy, []string{"tr"}, ""},
		{"a blocked country", proxy, []string{"KP"}, refused},
		{"a blocked country in lower case", proxy, []string{"kp"}, refused},
		{"no header", proxy, nil, refused},
		{"an empty header", proxy, []string{""}, refused},
		{"two lines", proxy, []string{"TR", "KP"}, refused},
		{"two equal lines", proxy, []string{"TR", "TR"}, refused},
		{"a list", proxy, []string{"TR, KP"}, refused},
		{"a space", proxy, []string{"TR "}, refused},
		{"look-alike letters", proxy, []string{"ТR"}, refused},
		{"Tor", proxy, []string{"T1"}, refused},
		{"a digit first", proxy, []string{"1T"}, refused},
		{"a name", proxy, []string{"Turkey"}, refused},
		{"unknown to the proxy", proxy, []string{"XX"}, refused},
		{"from an untrusted hop", "198.51.100.1:1", []string{"TR"}, refused},
		{"no header configured", proxy, []string{"TR"}, refused},
	} {
		t.Run(row.name, func(t *testing.T) {
			r := newFixture(t, func(o *gateway.Options) {
				if row.name == "no header configured" {
					o.CountryHeader = ""
				}
			})
			visit := func(r *http.Request) {
				r.RemoteAddr = row.peer
				r.Header["X-Country"] = row.lines
			}
			r.want("without blocked countries", 200, "", providers, visit)
			want := map[bool]string{true: `"country":"TR"`, false: `"country":""`}[row.want == ""]
			if w := r.get("/v1/ip-info", visit); !strings.Contains(w.Body.String(), want) && !strings.Contains(row.name, "blocked country") {
				t.Errorf("ip-info: %s", w.Body)
			}
			r.marmara().Blocked = map[string]bool{"KP": true}
			_, e := r.call(providers, visit)
			assert.True(t, e.debug() == row.want && (e.Code == http.StatusForbidden) == (row.want != ""),
				"%d %q, want %q", e.Code, e.debug(), row.want)
		})
	}
}
