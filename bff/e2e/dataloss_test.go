package e2e_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"croupier/bff/e2e"
)

// memories is what a deployment knows before its Redis loses everything.
type memories struct {
	*deployment
	active, revoked string // sessions
	settled         payment
	console         staffClient // logged in at instance 0
	sent            int         // money calls that the platform has received
}

// prepare makes a deployment remember one thing of each kind.
func prepare(t *testing.T, n int) *memories {
	t.Helper()
	m := &memories{deployment: deploy(t, n)}
	m.addStaff(t)
	v := m.visitorAt(0)
	m.active, m.revoked = v.login(t, "", "demo", "Demo123"), v.login(t, "", "demo", "Demo123")
	v.logout(t, m.revoked)
	m.settled = v.mustPay(t, m.active, firstKey, 1)
	require.Equal(t, http.StatusOK, m.settled.Status, "payment: %s", m.settled.raw)
	control(t, m.platform, "fault", `{"call":"`+moneyCall+`","kind":"reset","times":1}`)
	p := v.mustPay(t, m.active, otherKey, 1)
	require.Equal(t, "outcome unknown", p.Debug, "payment whose connection was reset: %s", p.raw)
	m.maintenance(t, "on", "--brand", "zephyr")
	m.console = m.staff(t, 0, "yonetici")
	m.console.must(t, http.MethodPost, "/breakers/pera/mock/open", "", http.StatusOK, nil)
	m.sent = received(t, m.platform, moneyCall)
	eventually(t, "the states on every instance", func() bool {
		for i := range m.instances {
			if open, _ := siteState(t, m.instances[i].Address, "zephyr.localhost"); open || !m.breakerOpen(t, i) {
				return false
			}
		}
		return true
	})
	return m
}

// breakerOpen reports whether the breaker of pera is overridden on instance i.
func (d *deployment) breakerOpen(t *testing.T, i int) bool {
	t.Helper()
	if strings.Contains(strings.Join(d.metric(t, i, `croupier_breaker_overridden{brand="pera"`), "\n"), "} 1") {
		return true
	}
	status, a := mustCall(t, e2e.NewClient(d.instances[i].Address, "pera.localhost", ""), "casino/provider_list",
		map[string]any{"limit": 7}, nil)
	return status == http.StatusServiceUnavailable && string(a["debug"]) == `"upstream unavailable"`
}

// assert checks that instance i has forgotten nothing.
func (m *memories) assert(t *testing.T, i int, when string) {
	t.Helper()
	v := m.visitorAt(i)
	for range 2 {
		assert.Equal(t, m.settled.raw, v.mustPay(t, m.active, firstKey, 1).raw, "%s, instance %d: settled key", when, i)
		p := v.mustPay(t, m.active, otherKey, 1)
		assert.Equal(t, "outcome unknown", p.Debug, "%s, instance %d: unknown key: %s", when, i, p.raw)
	}
	if n := received(t, m.platform, moneyCall); n != m.sent {
		t.Errorf("%s: the platform received %d money calls again", when, n-m.sent)
		m.sent = n
	}
	assert.False(t, v.hasSession(t, m.revoked), "%s, instance %d: a session works again after its logout", when, i)
	assert.True(t, v.hasSession(t, m.active), "%s, instance %d: a session has ended", when, i)
	open, _ := siteState(t, m.instances[i].Address, "zephyr.localhost")
	assert.True(t, !open, "%s, instance %d: declared maintenance has ended", when, i)
	assert.True(t, m.breakerOpen(t, i), "%s, instance %d: the breaker is no longer forced open", when, i)
	console := m.console.withAddress(m.instances[i].Address)
	console.must(t, http.MethodGet, "/me", "", http.StatusOK, nil)
	m.staff(t, i, "yonetici")
}

// stable waits until every instance has read the records after the loss.
func (m *memories) stable(t *testing.T) {
	t.Helper()
	eventually(t, "the records in Redis again", func() bool {
		for _, name := range []string{"maintenance", "breaker-overrides", "staff", "staff-keys", "staff-logins"} {
			if n, err := m.redis.Do("HLEN", "croupier:records:"+name); err != nil || n == "0" {
				return false
			}
		}
		return true
	})
}

func TestNothingIsForgottenWhenRedisIsFlushed(t *testing.T) {
	parallel(t)
	m := prepare(t, 2)
	m.redisDo(t, "FLUSHALL")
	m.assert(t, 1, "at once")
	m.assert(t, 0, "at once")
	m.stable(t)
	for i := range 2 {
		m.assert(t, i, "later")
		eventually(t, "the loss in the metrics", func() bool {
			lines := m.metric(t, i, "croupier_store_memory_lost_total")
			return len(lines) == 1 && lines[0] == "croupier_store_memory_lost_total 1"
		})
		assert.Contains(t, m.instances[i].Log(), "redis lost its memory", "instance %d does not log the loss", i)
	}
	m.healRedis(t)
	if p := m.visitorAt(1).mustPay(t, m.active, "5a0c0d6e-1111-4b4e-9a40-0f6d1f6f0003", 2); p.Status != http.StatusOK {
		t.Errorf("a new key: %s", p.raw)
	}
	m.sent++

	// Every instance is down; the memory of each is on its disk.
	for _, p := range m.instances {
		kill(t, p)
	}
	m.redisDo(t, "FLUSHALL")
	m.startAgain(t, 1)
	m.assert(t, 1, "after the restart of all")
	m.startAgain(t, 0)
	m.assert(t, 0, "after the restart of all")
	// One instance is restarted; Redis lost its memory in the meantime.
	m.redisDo(t, "FLUSHALL")
	m.restart(t, 0)
	m.assert(t, 0, "after a restart")
	m.assert(t, 1, "after the restart of another")

	// What was changed on purpose afterwards stays changed.
	zephyrIsOpen := func(i int) bool {
		open, _ := siteState(t, m.instances[i].Address, "zephyr.localhost")
		return open
	}
	m.maintenance(t, "off", "--brand", "zephyr")
	eventually(t, "the end of maintenance", func() bool { return zephyrIsOpen(0) && zephyrIsOpen(1) })
	m.redisDo(t, "FLUSHALL")
	m.stable(t)
	m.restart(t, 0)
	assert.True(t, zephyrIsOpen(0) && zephyrIsOpen(1), "maintenance that was ended came back")
}
