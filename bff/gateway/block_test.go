package gateway_test

import (
	"context"
	"strings"
	"testing"

	"croupier/bff"
)

// blocks are blocked players by id and by user name.
type blocks map[string]bool

func (b blocks) Blocked(_ string, id bff.Identity) bool { return b[id.UID] || b[id.Username] }

func TestBlockedPlayersAreRefused(t *testing.T) {
	for name, blocked := range map[string]struct {
		who  string
		sent string
	}{
		"by user name before the platform is asked": {"demo", ""},
		"by id once the platform has told it":       {"4711", "user/login user/logout"},
		"by the name that the platform told":        {"Demo Player", "user/login user/logout"},
	} {
		t.Run(name, func(t *testing.T) {
			r := newFixture(t)
			r.blocks[blocked.who] = true
			r.answer = func(_ context.Context, u *bff.UpstreamRequest) (*bff.Answer, error) {
				return &bff.Answer{Result: true, Code: 200, Data: []byte(`{"uid":"4711","sid":"s-1","uip":"192.0.2.1","username":"Demo Player"}`)}, nil
			}
			w, e := r.call(api("user/login", `{"username":" Demo ","password":"Demo123"}`))
			if w.Code != 423 || e.Code != 423 || e.debug() != "blocked" || e.Message == "" || strings.Contains(w.Body.String(), "4711") {
				t.Errorf("login: %d %s", w.Code, w.Body)
			}
			var sent []string
			for _, u := range r.sent {
				sent = append(sent, u.Call.Name())
				if u.Call.Name() == "user/logout" && (u.Identity == nil || u.Identity.SID != "s-1") {
					t.Errorf("logout of %+v", u.Identity)
				}
			}
			if got := strings.Join(sent, " "); got != blocked.sent {
				t.Errorf("sent %q, want %q", got, blocked.sent)
			}
			for _, c := range w.Result().Cookies() {
				if c.MaxAge >= 0 {
					t.Errorf("a session was begun: %v", c)
				}
			}
		})
	}
}

func TestEveryCallOfABlockedPlayerIsRefused(t *testing.T) {
	r := newFixture(t)
	r.blocks["7"] = true
	r.sessions.open("s")
	for _, call := range []string{"system/ping", "user/refresh", "finance/check_balance"} {
		w, e := r.call(api(call, ""), cookie("s"))
		if w.Code != 423 || e.debug() != "blocked" || len(r.sent) > 0 {
			t.Errorf("%s: %d %+v", call, w.Code, e)
		}
	}
	if w, _ := r.call(providers); w.Code != 200 {
		t.Errorf("a guest call: %d", w.Code)
	}
}
