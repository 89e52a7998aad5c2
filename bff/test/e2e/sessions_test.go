package e2e_test

import (
	"cmp"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"croupier/bff/test/e2e"
	"croupier/bff/test/storetest/realredis"
)

// sessions returns the IDs of a player's sessions by User-Agent.
func (c staffClient) sessions(t *testing.T, username string) map[string]string {
	var all []struct{ Session, Agent string }
	raw := c.get(t, "/sessions?brand="+c.brand+"&username="+username, &all)
	out := map[string]string{}
	for _, one := range all {
		out[one.Agent] = one.Session
	}
	assert.Len(t, out, len(all), "duplicate User-Agents: %s", raw)
	return out
}

func (c staffClient) revoke(t *testing.T, body string) int {
	var reply struct{ Ended int }
	c.must(t, http.MethodPost, "/sessions/revoke", body, http.StatusOK, &reply)
	return reply.Ended
}

func TestSessionRevocationAcrossInstances(t *testing.T) {
	t.Run("one Redis", func(t *testing.T) { pair(t).testRevocation(t) })
	t.Run("tickets in a cluster", func(t *testing.T) {
		d := deploy(t, 2, "CROUPIER_REDIS_URL="+realredis.StartCluster(t).URL(), "CROUPIER_SESSION_STORE=redis")
		d.addStaff(t)
		d.testRevocation(t)
	})
}

func (d *deployment) testRevocation(t *testing.T) {
	a := d.visitorAt(0)
	phone, desktop, other := a.login(t, "demo", agent("Phone")), a.login(t, "demo", agent("Desktop")),
		a.login(t, "yeni")
	pages := map[string]*e2e.Stream{"phone": a.events(t, phone), "desktop": a.events(t, desktop)}
	support := d.staff(t, 1, "destek")
	listed := support.sessions(t, "demo")
	require.True(t, len(listed) == 2 && listed["Phone"] != "" && listed["Desktop"] != "",
		"sessions on the other instance: %v", listed)
	// revoke ends one session and keeps other sessions. The session's page is notified at once.
	revoke := func(body, page, ended string, kept ...string) {
		assert.Equal(t, 1, support.revoke(t, body), body)
		began := time.Now()
		assert.Equal(t, `{"ended":true}`, pages[page].WaitFor("session"), page)
		assert.Less(t, time.Since(began), heartbeatMargin, "session event of the %s", page)
		for i := range 2 {
			assert.False(t, d.visitorAt(i).hasSession(t, ended), "%s: the session is valid on instance %d", body, i)
			for _, token := range kept {
				assert.True(t, d.visitorAt(i).hasSession(t, token), "%s: another session is invalid on instance %d",
					body, i)
			}
		}
	}
	revoke(`{"session":"`+listed["Phone"]+`"}`, "phone", phone, desktop, other)
	assert.Equal(t, map[string]string{"Desktop": listed["Desktop"]}, support.sessions(t, "demo"), "remaining sessions")
	revoke(`{"username":"demo","brand":"`+d.brand+`"}`, "desktop", desktop, other)
	for i := range 2 {
		assert.Empty(t, d.staff(t, i, "destek").sessions(t, "demo"), "remaining sessions on instance %d", i)
	}
	assert.True(t, a.hasSession(t, d.visitorAt(1).login(t, "demo", agent("Desktop"))),
		"login after the revocation failed")
}

// The data directory contains sessions, revocations and the index for staff.
func TestSessionsAndRevocationsSurviveRestart(t *testing.T) {
	parallel(t)
	g := startGateway(t)
	token, ended := g.login(t, "demo", agent("Desktop")), g.login(t, "demo", agent("Phone"))
	g.logout(t, ended)
	require.NoError(t, g.Stop())
	g.start(t)
	assert.True(t, g.hasSession(t, token) && !g.hasSession(t, ended), "after the restart")
	addAccount(t, g.dir, nil, "destek", "support", passwords["destek"])
	support := staffLogin(t, visitor{g.Address, "zephyr.localhost", ""}, "destek")
	listed := support.sessions(t, "demo")
	require.True(t, len(listed) == 1 && listed["Desktop"] != "", "sessions after restart: %v", listed)
	page := g.events(t, token)
	assert.Equal(t, 1, support.revoke(t, `{"username":"demo","brand":"marmara"}`))
	assert.Equal(t, `{"ended":true}`, page.WaitFor("session"), "session event")
	assert.False(t, g.hasSession(t, token), "the session is still valid")
	var before, after []struct{ Session, Brand, Username, Address string }
	e := support.audit(t, "?limit=1")[0]
	unmarshal(t, e.Before, &before)
	unmarshal(t, e.After, &after)
	assert.Equal(t, "destek, sessions ended, demo", strings.Join([]string{e.Who, e.Action, e.Subject}, ", "))
	assert.True(t, after != nil && len(after) == 0 && len(before) == 1, "before %s, after %s", e.Before, e.After)
	assert.Equal(t, "marmara demo ",
		strings.Join([]string{before[0].Brand, before[0].Username, before[0].Address}, " "))
}

// A crash may lose index entries of recent logins. Revoking by user name must end these sessions
// nevertheless.
func TestRevocationAfterCrashRightAfterLogin(t *testing.T) {
	parallel(t)
	g := startGateway(t)
	const rounds, logins = 2, 8
	listed := 0
	for range rounds {
		g.dir = t.TempDir()
		g.start(t)
		tokens := make([]string, logins)
		var group sync.WaitGroup
		for i := range tokens {
			group.Go(func() { tokens[i] = g.login(t, "demo") })
		}
		group.Wait()
		g.restart(t)
		other := g.login(t, "yeni")
		for _, token := range tokens {
			require.True(t, g.hasSession(t, token), "the crash ended a session")
		}
		listed += g.staff(t, "destek", "support").revoke(t, `{"username":"demo"}`)
		for i, token := range tokens {
			assert.False(t, g.hasSession(t, token), "login %d is valid after the revocation", i)
		}
		assert.True(t, g.hasSession(t, other), "another player's session was ended")
	}
	t.Logf("the index had lost %d of %d logins", rounds*logins-listed, rounds*logins)
}

// These are limits of the brand. Tokens have whole seconds and renew after a tenth of idleLimit.
const (
	idleLimit     = 3 * time.Second
	absoluteLimit = 6 * time.Second
	tolerance     = 1200 * time.Millisecond
)

func TestBrandSessionLimits(t *testing.T) {
	parallel(t)
	file := writeConfig(t, "",
		map[string]string{"sessions: { idle: 1h, absolute: 24h }": "sessions: { idle: 3s, absolute: 6s }"})
	p := startServer(t, nil, t.TempDir(), "--config", file)
	v, z := visitor{p.Address, "localhost", ""}, visitor{p.Address, "zephyr.localhost", ""}
	other := z.login(t, "demo")
	for !v.reachesAbsoluteLimit(t) {
		t.Log("retry: the machine was too slow to keep the session active")
	}
	assert.True(t, z.hasSession(t, other), "the limits ended a session of another brand")
}

// reachesAbsoluteLimit uses one session until it ends and leaves another one idle. It returns
// false if the pause between two uses was long enough for the idle limit.
func (v visitor) reachesAbsoluteLimit(t *testing.T) bool {
	began := time.Now()
	idle, active := v.login(t, "demo"), v.login(t, "zengin")
	loggedIn := time.Now()
	ticks := time.NewTicker(50 * time.Millisecond)
	defer ticks.Stop()
	lastUse, ended := began, false // lastUse is a time just before the last use
	for !ended {
		sentAt := time.Now()
		a := v.call(t, active, "system/ping", nil)
		if ended = a.status != 200; ended {
			assert.Equal(t, "anonymous user, cookie -", a.Debug+", cookie "+a.token, "after the end")
			break
		}
		lastUse = sentAt
		age := sentAt.Sub(loggedIn)
		require.LessOrEqual(t, age, absoluteLimit+tolerance, "the age of the active session")
		active = cmp.Or(a.token, active)
		<-ticks.C
	}
	if time.Since(lastUse) >= idleLimit-tolerance {
		return false
	}
	assert.GreaterOrEqual(t, time.Since(began), absoluteLimit-tolerance, "the active session ended")
	assert.False(t, v.hasSession(t, idle), "the idle session is valid")
	return true
}

const (
	phoneAgent = "Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 " +
		"Mobile Safari/537.36"
	laptopAgent = "Mozilla/5.0 (X11; Linux x86_64; rv:133.0) Gecko/20100101 Firefox/133.0"
)

type playerSession struct {
	ID, Device, Address, Since string
	Current                    bool
}

func (v visitor) playerSessions(t *testing.T, token string) (list []playerSession) {
	unmarshal(t, []byte(v.ok(t, token, "user/sessions", nil)), &list)
	return list
}

// A player sees and ends the sessions of all instances. Sessions of other players and later
// sessions remain. While Redis is down, nothing ends, and the response is an error.
func TestLogOutEverywhere(t *testing.T) {
	d := pair(t)
	a, b := d.visitorAt(0), d.visitorAt(1)
	phone, laptop := a.login(t, "demo", agent(phoneAgent)), b.login(t, "demo", agent(laptopAgent))
	other := b.login(t, "zengin")

	list := a.playerSessions(t, phone)
	require.True(t, len(list) == 2 && list[0].Current && !list[1].Current && list[1].Since != "", "sessions: %+v", list)
	assert.Equal(t, "Firefox 133 · Linux at 127.0.0.0/24", list[1].Device+" at "+list[1].Address)
	for _, s := range list {
		assert.True(t, !strings.Contains(phone+laptop, s.ID) && !a.hasSession(t, s.ID), "the id %s opens a session",
			s.ID)
	}
	assert.Len(t, b.playerSessions(t, other), 1, "sessions of another player")

	page := b.events(t, laptop)
	page.WaitFor("maintenance")
	got := a.call(t, phone, "user/logout_all", nil)
	require.True(t, got.status == http.StatusOK && got.Result && got.token == "-", "log out everywhere: %s %q", got,
		got.token)
	assert.Contains(t, page.WaitFor("session"), `"ended":true`, "the page on the other device")
	for _, v := range []visitor{a, b} {
		assert.True(t, !v.hasSession(t, phone) && !v.hasSession(t, laptop) && v.hasSession(t, other),
			"%s: a session has not ended, or another player's session has ended", v.address)
	}
	again := b.login(t, "demo")
	assert.True(t, a.hasSession(t, again) && len(a.playerSessions(t, again)) == 1,
		"a later login is not the only session")

	d.killRedis(t)
	for _, call := range []string{"user/logout_all", "user/sessions"} {
		got := a.call(t, again, call, nil)
		assert.Equal(t, http.StatusServiceUnavailable, got.status, call)
		assert.True(t, !got.Result && got.token != "-", "%s: cookie %q", got.raw, got.token)
	}
}
