package e2e_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

const (
	phoneAgent  = "Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Mobile Safari/537.36"
	laptopAgent = "Mozilla/5.0 (X11; Linux x86_64; rv:133.0) Gecko/20100101 Firefox/133.0"
)

// playerSession is a session in the player's own list.
type playerSession struct {
	ID, Device, Address, Since string
	Current                    bool
}

func (v visitor) playerSessions(t *testing.T, token string) (list []playerSession) {
	t.Helper()
	unmarshal(t, []byte(v.ok(t, token, "user/sessions", nil)), &list)
	return list
}

// A player sees the sessions of all instances, and ends all of them at once: those of other players and
// later ones stay. While Redis refuses, nothing ends, and the response says so.
func TestLogOutEverywhere(t *testing.T) {
	d := pair(t)
	a, b := d.visitorAt(0), d.visitorAt(1)
	phone, laptop := a.loginWithAgent(t, "demo", phoneAgent), b.loginWithAgent(t, "demo", laptopAgent)
	other := b.login(t, "", "zengin", "Demo123")

	list := a.playerSessions(t, phone)
	require.True(t, len(list) == 2 && list[0].Current && !list[1].Current && list[1].Device == "Firefox 133 · Linux" && list[1].Address == "127.0.0.0/24" && list[1].Since != "",
		"sessions: %+v", list)
	for _, s := range list {
		assert.True(t, !strings.Contains(phone+laptop, s.ID) && !a.hasSession(t, s.ID), "the id %s opens a session", s.ID)
	}
	assert.Len(t, b.playerSessions(t, other), 1, "sessions of another player")

	page := b.events(t, laptop)
	page.WaitFor("maintenance")
	status, answer, cookie := a.call(t, phone, "user/logout_all", nil)
	require.True(t, status == http.StatusOK && string(answer["result"]) == "true" && cookie == "-",
		"log out everywhere: %d %s, cookie %q", status, answer["message"], cookie)
	raw := page.WaitFor("session")
	assert.Contains(t, raw, `"ended":true`, "the page on the other device received %q", raw)
	for _, v := range []visitor{a, b} {
		assert.True(t, !v.hasSession(t, phone) && !v.hasSession(t, laptop) && v.hasSession(t, other),
			"%s: a session has not ended, or that of another player has", v.address)
	}
	again := b.login(t, "", "demo", "Demo123")
	assert.True(t, a.hasSession(t, again) && len(a.playerSessions(t, again)) == 1, "a later login is not the only session")

	d.killRedis(t)
	for _, call := range []string{"user/logout_all", "user/sessions"} {
		status, answer, cookie := a.call(t, again, call, nil)
		assert.True(t, status == http.StatusServiceUnavailable && string(answer["result"]) == "false" && cookie != "-",
			"%s without Redis: %d %s, cookie %q", call, status, answer["debug"], cookie)
	}
}
