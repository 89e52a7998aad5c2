package e2e_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// Limits of the brand. Tokens have times in seconds and are renewed after a tenth of the idle limit.
const (
	idleLimit     = 3 * time.Second
	absoluteLimit = 6 * time.Second
	tolerance     = 1200 * time.Millisecond
)

func TestBrandSessionLimits(t *testing.T) {
	parallel(t)
	file := writeConfig(t, "", map[string]string{
		"sessions: { idle: 1h, absolute: 24h }": "sessions: { idle: 3s, absolute: 6s }",
	})
	p := startServer(t, nil, t.TempDir(), "--config", file)
	v, z := visitor{p.Address, "localhost", ""}, visitor{p.Address, "zephyr.localhost", ""}
	other := z.login(t, "", "demo", "Demo123")
	for !v.reachesAbsoluteLimit(t) {
		t.Log("retry: the machine was too slow to keep the session active")
	}
	assert.True(t, z.hasSession(t, other), "the limits ended a session of another brand")
}

// reachesAbsoluteLimit uses one session until it ends and leaves another one idle. It returns
// false if the pause between two uses was long enough for the idle limit.
func (v visitor) reachesAbsoluteLimit(t *testing.T) bool {
	t.Helper()
	began := time.Now()
	idle, active := v.login(t, "", "demo", "Demo123"), v.login(t, "", "zengin", "Demo123")
	loggedIn := time.Now()
	ticks := time.NewTicker(50 * time.Millisecond)
	defer ticks.Stop()
	lastUse, ended := began, false // lastUse is the time just before the last use
	for !ended {
		sentAt := time.Now()
		status, a, next := v.call(t, active, "system/ping", nil)
		if ended = status != 200; ended {
			assert.True(t, string(a["debug"]) == `"anonymous user"` && next == "-",
				"after the end: %d %s, cookie %q", status, a["debug"], next)
			break
		}
		lastUse = sentAt
		age := sentAt.Sub(loggedIn)
		require.True(t, age <= absoluteLimit+tolerance, "the active session is valid after %s", age)
		if next != "" {
			active = next
		}
		<-ticks.C
	}
	if time.Since(lastUse) >= idleLimit-tolerance {
		return false
	}
	lived := time.Since(began)
	assert.True(t, lived >= absoluteLimit-tolerance, "the active session ended after %s", lived)
	assert.False(t, v.hasSession(t, idle), "the idle session is valid")
	return true
}
