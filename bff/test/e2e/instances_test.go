package e2e_test

import (
	"net/http"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func passwordChange(old, changed string) map[string]any {
	return map[string]any{"password": old, "new_password": changed, "new_password_confirm": changed}
}

func TestPasswordChangeEndsSessionsOnAllInstances(t *testing.T) {
	d := pair(t)
	a, b := d.visitorAt(0), d.visitorAt(1)
	first, second, other := a.login(t, "demo"), b.login(t, "demo"), b.login(t, "yeni")
	require.True(t, b.hasSession(t, first) && a.hasSession(t, second), "both instances cache both sessions")
	a.ok(t, first, "user/pass_change", passwordChange("Demo123", "Other123"))
	for _, v := range []visitor{a, b} {
		eventually(t, "the end of all sessions",
			func() bool { return !v.hasSession(t, first) && !v.hasSession(t, second) })
		assert.True(t, v.hasSession(t, other), "the session of another player is invalid")
	}
}

func TestInstancesSendMoneyCallOnce(t *testing.T) {
	d := pair(t)
	token := d.visitorAt(0).login(t, "demo")
	var mu sync.Mutex
	bodies := map[string]int{}
	var group sync.WaitGroup
	for i := range 24 {
		group.Go(func() {
			p, err := d.visitorAt(i%2).tryPay(token, firstKey, 1)
			if assert.NoError(t, err) && p.status != http.StatusConflict {
				mu.Lock()
				bodies[p.raw]++
				mu.Unlock()
			}
		})
	}
	group.Wait()
	assertReceived(t, d.platform, moneyCall, 1)
	assert.Len(t, bodies, 1, "responses")
	for i := range 2 {
		assert.Contains(t, bodies, d.visitorAt(i).pay(t, token, firstKey).raw, "instance %d: new response", i)
	}

	// If an instance is killed during a call, its claim remains active.
	token2 := d.visitorAt(0).login(t, "zengin")
	ended := d.visitorAt(0).startHangingPayment(t, d.platform, token2)
	kill(t, d.instances[0])
	<-ended
	eventually(t, "the call in the log of the platform", func() bool { return received(t, d.platform, moneyCall) == 2 })
	assert.Equal(t, http.StatusConflict, d.visitorAt(1).pay(t, token2, firstKey).status, "repeat on another instance")
	assertReceived(t, d.platform, moneyCall, 2)
	d.startAgain(t, 0)
}

// Croupier accepts no code without Redis, because another instance may have accepted it before.
func TestCodeIsNotAcceptedWithoutRedis(t *testing.T) {
	d := pair(t)
	a, b := d.visitorAt(0), d.visitorAt(1)
	code := totpCode(t, d.platform, "ikili")
	first, second := a.login(t, "ikili"), b.login(t, "ikili")
	a.ok(t, first, "user/check_ga", code)
	sent := received(t, d.platform, "user/check_ga")
	b.want(t, second, "user/check_ga", code, "400 invalid payload")
	d.killRedis(t)
	a.want(t, second, "user/check_ga", code, "400 invalid payload") // this instance knows that the code is used
	b.want(t, second, "user/check_ga", code, "503 upstream unavailable")
	for _, v := range []visitor{a, b} {
		v.want(t, second, "finance/check_balance", nil, "403 two factor required")
	}
	assertReceived(t, d.platform, "user/check_ga", sent)
}

// A session ends while Redis refuses writes, and the test kills its instance. The session must be
// invalid after the restart, and on other instances when Redis recovers.
func TestEndedSessionSurvivesCrashWhileRedisRefusesWrites(t *testing.T) {
	d := pair(t)
	here, there := d.visitorAt(0), d.visitorAt(1)
	token := here.login(t, "demo")
	fault(t, d.platform, "user/logout", `"status","status":500`) // the platform keeps the session
	d.redisDo(t, "CONFIG", "SET", "min-replicas-to-write", "1")
	here.logout(t, token)
	assert.True(t, !here.hasSession(t, token) && there.hasSession(t, token),
		"valid here %v, elsewhere %v", here.hasSession(t, token), there.hasSession(t, token))
	logged(t, d.instances[0], "could not write a revocation")
	assert.Contains(t, get(t, here.address, "/readyz"), "revocations queued", "readyz")
	d.restart(t, 0)
	assert.False(t, d.visitorAt(0).hasSession(t, token), "the session is valid after the restart")
	d.redisDo(t, "CONFIG", "SET", "min-replicas-to-write", "0")
	eventually(t, "the end of the session on the other instance", func() bool { return !there.hasSession(t, token) })
	d.healRedis(t)
}

// traffic is the sum of the points for a class and brand.
type traffic struct {
	upstream                          string
	count, errors, cached, violations int
	p95                               float64
}

func (c staffClient) trafficOf(t *testing.T, brand, class string) (sum traffic) {
	var all []struct {
		Brand, Class, Upstream string
		Points                 []struct {
			Count, Errors, Cached, Violations int
			P95                               float64 `json:"p95_ms"`
		}
	}
	c.get(t, "/traffic?minutes=60", &all)
	for _, one := range all {
		if one.Brand != brand || one.Class != class {
			continue
		}
		sum.upstream = one.Upstream
		for _, p := range one.Points {
			sum.count, sum.errors, sum.cached = sum.count+p.Count, sum.errors+p.Errors, sum.cached+p.Cached
			sum.violations, sum.p95 = sum.violations+p.Violations, max(sum.p95, p.P95)
		}
	}
	return sum
}

// If one instance caches a read, the other one has a hit until staff purge the cache of one. The
// console shows the traffic of both.
func TestInstancesShareCacheAndTraffic(t *testing.T) {
	d := pair(t)
	support := d.staff(t, 1, "destek")
	var id string // of the last call
	call := func(i int, name string, want int) (state string) {
		a := d.visitorAt(i).call(t, "", name, nil)
		require.Equal(t, want, a.status, "%s: %s", name, a.raw)
		id = a.header.Get("X-Request-Id")
		return a.header.Get("Croupier-Cache")
	}
	assert.Equal(t, "MISS", call(0, "casino/provider_list", http.StatusOK), "first request")
	calls := 21
	for range calls - 1 {
		call(0, "casino/provider_list", http.StatusOK)
	}
	eventually(t, "a hit on the other instance", func() bool {
		calls++
		return call(1, "casino/provider_list", http.StatusOK) == "HIT"
	})
	support.must(t, http.MethodGet, "/requests/"+id, "", http.StatusNotFound, nil) // cached responses are not recorded
	hits := calls - 1
	for _, name := range []string{"livecasino/provider_list", "casino/category_list"} {
		fault(t, d.platform, name, `"malformed"`)
		call(1, name, http.StatusBadGateway)
		type fact struct{ Name, Text string }
		var found struct {
			Facts []fact `json:"cached_response"`
		}
		support.get(t, "/requests/"+id, &found)
		assert.Subset(t, found.Facts, []fact{{"key call", name}, {"memory", "empty"}, {"Redis", "empty"}})
	}
	eventually(t, "the traffic of the other instance",
		func() bool { return support.trafficOf(t, d.brand, "casino").count > calls })
	got := support.trafficOf(t, d.brand, "casino")
	assert.True(t, got.upstream != "" && got.p95 > 0, "casino: %+v", got)
	assert.Equal(t, []int{calls + 1, 1, hits, 0}, []int{got.count, got.errors, got.cached, got.violations}, "casino")
	got = support.trafficOf(t, d.brand, "livecasino")
	assert.Equal(t, []int{1, 1, 0}, []int{got.count, got.errors, got.cached}, "livecasino")
	d.staff(t, 0, "yonetici").post(t, "/cache/purge", `{"brand":"`+d.brand+`"}`)
	eventually(t, "a miss on the other instance",
		func() bool { return call(1, "casino/provider_list", http.StatusOK) == "MISS" })
}

// Every instance shows a publication within a second, and so does one that starts later. A revert
// brings back the brand of the files.
func TestInstancesShowPublication(t *testing.T) {
	d := pair(t)
	console := d.staff(t, 0, "yonetici")
	there := console.withAddress(d.instances[1].Address)
	before := there.player(t, "/v1/bootstrap")
	console.publish(t)
	published := time.Now()
	eventually(t, "the publication on the other instance", func() bool { return there.isPublished(t) })
	assert.LessOrEqual(t, time.Since(published), 2*time.Second)
	late := startServer(t, d.env, t.TempDir(), d.args...)
	assert.True(t, console.withAddress(late.Address).isPublished(t), "an instance that starts later")

	there.post(t, "/studio/"+d.brand+"/revert", `{"version":0}`)
	eventually(t, "the files alone", func() bool { return console.player(t, "/v1/bootstrap") == before })
}

// When an instance stops, it has written its access log and shared its requests for staff.
func TestStoppedInstanceLosesNoRequest(t *testing.T) {
	d := pair(t)
	token := d.visitorAt(0).login(t, "demo")
	var ids []string
	for range 120 { // fewer than the burst of a session
		a := d.visitorAt(0).call(t, token, "user/sessions", nil)
		require.Equal(t, http.StatusOK, a.status, a.raw)
		ids = append(ids, a.header.Get("X-Request-Id"))
	}
	stopped := d.instances[0]
	require.NoError(t, stopped.Stop())
	d.startAgain(t, 0)
	support, log := d.staff(t, 1, "destek"), stopped.Log()
	for i, id := range ids {
		var found struct {
			Call   string
			Player struct{ Username string }
		}
		support.get(t, "/requests/"+id, &found)
		require.Equal(t, "user/sessions by demo", found.Call+" by "+found.Player.Username, "request %d of %d", i,
			len(ids))
		require.Contains(t, log, id, "request %d of %d is not in the log", i, len(ids))
	}
}
