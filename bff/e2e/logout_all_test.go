package e2e_test

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"
)

const (
	phoneAgent  = "Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Mobile Safari/537.36"
	laptopAgent = "Mozilla/5.0 (X11; Linux x86_64; rv:133.0) Gecko/20100101 Firefox/133.0"
)

// playerSessions returns user/sessions.
func (v visitor) playerSessions(t *testing.T, token string) (list []struct {
	ID, Device, Address, Since string
	Current                    bool
},
) {
	t.Helper()
	status, a, _ := v.call(t, token, "user/sessions", nil)
	if err := json.Unmarshal(a["data"], &list); err != nil || status != http.StatusOK {
		t.Fatalf("sessions: %d %s", status, a["debug"])
	}
	return list
}

// A player sees the sessions of all instances, and ends all of them at once: those of other players and
// later ones stay. While Redis refuses, nothing ends and the player is told so.
func TestLogOutEverywhere(t *testing.T) {
	t.Parallel()
	d := deploy(t, 2)
	a, b := d.visitorAt(0), d.visitorAt(1)
	phone, laptop := a.loginWithAgent(t, "demo", phoneAgent), b.loginWithAgent(t, "demo", laptopAgent)
	other := b.login(t, "", "zengin", "Demo123")

	list := a.playerSessions(t, phone)
	if len(list) != 2 || !list[0].Current || list[1].Current || list[1].Device != "Firefox 133 · Linux" || list[1].Address != "127.0.0.0/24" || list[1].Since == "" {
		t.Fatalf("sessions: %+v", list)
	}
	for _, s := range list {
		if strings.Contains(phone+laptop, s.ID) || a.hasSession(t, s.ID) {
			t.Errorf("the id %s opens a session", s.ID)
		}
	}
	if own := b.playerSessions(t, other); len(own) != 1 {
		t.Errorf("sessions of another player: %+v", own)
	}

	page := openEvents(t, b.address, "localhost", laptop)
	page.waitFor("maintenance")
	status, answer, cookie := a.call(t, phone, "user/logout_all", nil)
	if status != http.StatusOK || string(answer["result"]) != "true" || cookie != "-" {
		t.Fatalf("log out everywhere: %d %s, cookie %q", status, answer["message"], cookie)
	}
	if raw := page.waitFor("session"); !strings.Contains(raw, `"ended":true`) {
		t.Errorf("the page on the other device was told %q", raw)
	}
	for _, v := range []visitor{a, b} {
		if v.hasSession(t, phone) || v.hasSession(t, laptop) {
			t.Errorf("%s: a session has not ended", v.address)
		}
		if !v.hasSession(t, other) {
			t.Errorf("%s: the session of another player has ended", v.address)
		}
	}
	again := b.login(t, "", "demo", "Demo123")
	if !a.hasSession(t, again) || len(a.playerSessions(t, again)) != 1 {
		t.Error("a later login is not the only session")
	}

	d.redis.Kill()
	for _, call := range []string{"user/logout_all", "user/sessions"} {
		status, answer, cookie := a.call(t, again, call, nil)
		if status != http.StatusServiceUnavailable || string(answer["result"]) != "false" || cookie == "-" {
			t.Errorf("%s without Redis: %d %s, cookie %q", call, status, answer["debug"], cookie)
		}
	}
}
