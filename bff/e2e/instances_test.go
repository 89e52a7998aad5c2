package e2e_test

import (
	"net/http"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestInstancesShareSessions(t *testing.T) {
	d := pair(t)
	a := d.visitorAt(0)
	active, revoked := a.login(t, "", "demo", "Demo123"), a.login(t, "", "demo", "Demo123")
	b := d.visitorAt(1)
	require.True(t, b.hasSession(t, active) && b.hasSession(t, revoked), "a session is not valid on another instance")
	a.logout(t, revoked)

	// Without Redis, sessions and revocations stay in force, and money calls fail unsent.
	d.killRedis(t)
	for i := range 2 {
		v := d.visitorAt(i)
		assert.True(t, v.hasSession(t, active) && !v.hasSession(t, revoked),
			"without Redis, instance %d: a session is invalid, or the revoked one is valid", i)
		p := v.mustPay(t, active, firstKey, 1)
		assert.True(t, p.Status == http.StatusServiceUnavailable && p.Debug == "upstream unavailable",
			"without Redis, instance %d: money call: %s", i, p.raw)
	}
	n := received(t, d.platform, moneyCall)
	assert.Equal(t, 0, n, "the platform received %d money calls without idempotency record", n)
	// Redis has forgotten everything. A key without a time is sent once the instances have written back.
	d.healRedis(t)
	if p := a.mustPay(t, active, firstKey, 1); p.Status != http.StatusOK {
		t.Errorf("money call after the restart of Redis: %s", p.raw)
	}
}

func TestPasswordChangeEndsSessionsOnAllInstances(t *testing.T) {
	d := pair(t)
	a, b := d.visitorAt(0), d.visitorAt(1)
	first, second, other := a.login(t, "", "demo", "Demo123"), b.login(t, "", "demo", "Demo123"), b.login(t, "", "yeni", "Demo123")
	if !b.hasSession(t, first) || !a.hasSession(t, second) { // both instances cache both sessions
		t.Fatal("a session is not valid on another instance")
	}
	a.ok(t, first, "user/pass_change", map[string]any{
		"password": "Demo123", "new_password": "Other123",
		"new_password_confirm": "Other123",
	})
	for _, v := range []visitor{a, b} {
		eventually(t, "the end of all sessions", func() bool { return !v.hasSession(t, first) && !v.hasSession(t, second) })
		assert.True(t, v.hasSession(t, other), "the session of another player is invalid")
	}
}

func TestInstancesSendMoneyCallOnce(t *testing.T) {
	d := pair(t)
	token := d.visitorAt(0).login(t, "", "demo", "Demo123")
	var mu sync.Mutex
	bodies := map[string]int{}
	var group sync.WaitGroup
	for i := range 24 {
		group.Go(func() {
			p, err := d.visitorAt(i%2).pay(token, firstKey, 1)
			if err != nil {
				t.Error(err)
				return
			}
			if p.Status != http.StatusConflict {
				mu.Lock()
				bodies[p.raw]++
				mu.Unlock()
			}
		})
	}
	group.Wait()
	n := received(t, d.platform, moneyCall)
	assert.True(t, n == 1 && len(bodies) == 1, "the platform received %d calls, responses %v", n, bodies)
	for i := range 2 {
		p := d.visitorAt(i).mustPay(t, token, firstKey, 1)
		assert.NotEqual(t, 0, bodies[p.raw], "instance %d: new response %s", i, p.raw)
	}

	// The claim of an instance that is killed during a call stays in force.
	token2 := d.visitorAt(0).login(t, "", "zengin", "Demo123")
	ended := d.visitorAt(0).startHangingPayment(t, d.platform, token2)
	kill(t, d.instances[0])
	<-ended
	eventually(t, "the call in the log of the platform", func() bool { return received(t, d.platform, moneyCall) == 2 })
	if p := d.visitorAt(1).mustPay(t, token2, firstKey, 1); p.Status != http.StatusConflict {
		t.Errorf("repeat on another instance: %s", p.raw)
	}
	n = received(t, d.platform, moneyCall)
	assert.Equal(t, 2, n, "another instance sent it again: %d calls", n)
	d.startAgain(t, 0)
}

// Without Redis a code that was used on another instance cannot be detected, so no code is accepted or sent upstream.
func TestCodeIsNotAcceptedWithoutRedis(t *testing.T) {
	d := pair(t)
	a, b := d.visitorAt(0), d.visitorAt(1)
	code := totpCode(t, d.platform)
	first, second := a.login(t, "", "ikili", "Demo123"), b.login(t, "", "ikili", "Demo123")
	a.ok(t, first, "user/check_ga", code)
	sent := received(t, d.platform, "user/check_ga")
	b.want(t, second, "user/check_ga", code, http.StatusBadRequest, "invalid payload")
	d.killRedis(t)
	a.want(t, second, "user/check_ga", code, http.StatusBadRequest, "invalid payload") // it knows that the code is used
	b.want(t, second, "user/check_ga", code, http.StatusServiceUnavailable, "upstream unavailable")
	for _, v := range []visitor{a, b} {
		v.want(t, second, "finance/check_balance", nil, http.StatusForbidden, "two factor required")
	}
	n := received(t, d.platform, "user/check_ga")
	assert.Equal(t, sent, n, "the platform received %d more calls", n-sent)
}

// A session that ends while Redis refuses writes stays over on an instance that is killed and started
// again before Redis is well, and ends elsewhere after that.
func TestEndedSessionSurvivesCrashWhileRedisRefusesWrites(t *testing.T) {
	d := pair(t)
	here, there := d.visitorAt(0), d.visitorAt(1)
	token := here.login(t, "", "demo", "Demo123")
	control(t, d.platform, "fault", `{"call":"user/logout","kind":"status","status":500,"times":1}`) // its session goes on
	d.redisDo(t, "CONFIG", "SET", "min-replicas-to-write", "1")
	here.logout(t, token)
	assert.True(t, !here.hasSession(t, token) && there.hasSession(t, token),
		"valid here %v, elsewhere %v", here.hasSession(t, token), there.hasSession(t, token))
	eventually(t, "the log message", func() bool { return strings.Contains(d.instances[0].Log(), "write revocation: failed") })
	assert.Contains(t, get(t, here.address, "/readyz"), "revocations queued", "readyz")
	d.restart(t, 0)
	assert.False(t, d.visitorAt(0).hasSession(t, token), "the session is valid after the restart")
	d.redisDo(t, "CONFIG", "SET", "min-replicas-to-write", "0")
	eventually(t, "the end of the session on the other instance", func() bool { return !there.hasSession(t, token) })
	d.healRedis(t)
}
