package e2e_test

import (
	"net/http"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"croupier/bff/e2e"
	"croupier/bff/store/storetest/realredis"
)

// sessions returns the IDs of a player's sessions by User-Agent.
func (c staffClient) sessions(t *testing.T, username string) map[string]string {
	t.Helper()
	var all []struct{ Session, Agent string }
	raw := c.must(t, http.MethodGet, "/sessions?brand="+c.brand+"&username="+username, "", http.StatusOK, &all)
	out := map[string]string{}
	for _, one := range all {
		out[one.Agent] = one.Session
	}
	assert.Len(t, out, len(all), "duplicate User-Agents: %s", raw)
	return out
}

// revoke revokes sessions and returns their number.
func (c staffClient) revoke(t *testing.T, body string) int {
	t.Helper()
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
	t.Helper()
	a := d.visitorAt(0)
	phone, desktop, other := a.loginWithAgent(t, "demo", "Phone"), a.loginWithAgent(t, "demo", "Desktop"), a.loginWithAgent(t,
		"yeni", "Desktop")
	pages := map[string]*e2e.Stream{"phone": a.events(t, phone), "desktop": a.events(t, desktop)}
	support := d.staff(t, 1, "destek")
	listed := support.sessions(t, "demo")
	require.True(t, len(listed) == 2 && listed["Phone"] != "" && listed["Desktop"] != "",
		"sessions on the other instance: %v", listed)
	// revoke ends one session, whose page is told at once, and keeps the other ones.
	revoke := func(body, page, ended string, kept ...string) {
		t.Helper()
		n := support.revoke(t, body)
		assert.Equal(t, 1, n, "%s: %d sessions revoked, want 1", body, n)
		began := time.Now()
		got := pages[page].WaitFor("session")
		assert.True(t, got == `{"ended":true}` && time.Since(began) <= heartbeatMargin,
			"session event of the %s: %q after %v", page, got, time.Since(began))
		for i := range 2 {
			assert.False(t, d.visitorAt(i).hasSession(t, ended), "%s: the session is valid on instance %d", body, i)
			for _, token := range kept {
				assert.True(t, d.visitorAt(i).hasSession(t, token), "%s: another session is invalid on instance %d", body, i)
			}
		}
	}
	revoke(`{"session":"`+listed["Phone"]+`"}`, "phone", phone, desktop, other)
	if left := support.sessions(t, "demo"); len(left) != 1 || left["Desktop"] != listed["Desktop"] {
		t.Errorf("remaining sessions: %v", left)
	}
	revoke(`{"username":"demo","brand":"`+d.brand+`"}`, "desktop", desktop, other)
	for i := range 2 {
		assert.Empty(t, d.staff(t, i, "destek").sessions(t, "demo"), "remaining sessions on instance %d", i)
	}
	assert.True(t, a.hasSession(t, d.visitorAt(1).loginWithAgent(t, "demo", "Desktop")), "login after the revocation failed")
}

// Sessions, their ends and the index of staff are in the data folder.
func TestSessionsAndRevocationsSurviveRestart(t *testing.T) {
	parallel(t)
	g := startGateway(t)
	token, ended := g.loginWithAgent(t, "demo", "Desktop"), g.loginWithAgent(t, "demo", "Phone")
	g.logout(t, ended)
	err := g.Stop()
	require.NoError(t, err, "%v\n%s", err, g.Log())
	g.start(t)
	assert.True(t, g.hasSession(t, token) && !g.hasSession(t, ended),
		"after the restart, a session is invalid, or the revoked one is valid")
	runStaff(t, g.dir, nil, "Destek123!", "add", "destek", "--role", "support", "--password-file", "-")
	support := staffLogin(t, visitor{g.Address, "zephyr.localhost", ""}, "destek", "Destek123!")
	listed := support.sessions(t, "demo")
	require.True(t, len(listed) == 1 && listed["Desktop"] != "", "sessions after restart: %v", listed)
	page := g.events(t, token)
	n := support.revoke(t, `{"username":"demo","brand":"marmara"}`)
	assert.Equal(t, 1, n, "%d sessions revoked, want 1", n)
	assert.Equal(t, `{"ended":true}`, page.WaitFor("session"), "session event")
	assert.False(t, g.hasSession(t, token), "the session is still valid")
	var before, after []struct{ Session, Brand, Username, Address string }
	e := support.audit(t, "?limit=1")[0]
	unmarshal(t, e.Before, &before)
	unmarshal(t, e.After, &after)
	assert.True(t, e.Who == "destek" && e.Action == "sessions ended" && e.Subject == "demo" && after != nil && len(after) == 0 && len(before) == 1 && before[0].Brand == "marmara" && before[0].Username == "demo" && before[0].Address == "",
		"audit entry %+v, before %s, after %s", e, e.Before, e.After)
}

// A session index that is written behind may lose the entry of a login in a crash. Revoking by user
// name ends the session anyway.
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
			group.Go(func() { tokens[i] = g.login(t, "", "demo", "Demo123") })
		}
		group.Wait()
		g.restart(t)
		other := g.login(t, "", "yeni", "Demo123")
		for _, token := range tokens {
			require.True(t, g.hasSession(t, token), "the crash ended a session")
		}
		runStaff(t, g.dir, nil, "Destek123!", "add", "destek", "--role", "support", "--password-file", "-")
		listed += staffLogin(t, g.visitor, "destek", "Destek123!").revoke(t, `{"username":"demo"}`)
		for i, token := range tokens {
			assert.False(t, g.hasSession(t, token), "login %d is valid after the revocation", i)
		}
		assert.True(t, g.hasSession(t, other), "another player's session was ended")
	}
	t.Logf("the index had lost %d of %d logins", rounds*logins-listed, rounds*logins)
}
