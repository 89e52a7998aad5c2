package e2e_test

import (
	"net/http"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestCacheServesStaleWhileUpstreamFails(t *testing.T) {
	parallel(t)
	const call = "habanero/getJackpots" // fresh for five seconds, then stale for thirty
	g := startGateway(t)
	cached := func() (state string, age int) {
		status, h, raw, err := g.client().Call(call, nil, nil)
		require.True(t, err == nil && status == 200 && strings.HasPrefix(string(raw), `{"result":true`),
			"%d %v %s", status, err, raw)
		if age, err = strconv.Atoi(h.Get("Age")); err != nil {
			age = -1
		}
		return h.Get("Croupier-Cache"), age
	}
	isCached := func(state string, age int) bool {
		return state == "HIT" && age >= 0 && age <= 5 || state == "STALE" && age >= 5
	}
	if state, age := cached(); state != "MISS" || age != -1 {
		t.Fatalf("first: %s %d", state, age)
	}
	control(t, g.platform, "fault", `{"call":"habanero/getJackpots","kind":"status","status":500}`)
	eventually(t, "a stale response", func() bool {
		state, age := cached()
		require.True(t, isCached(state, age), "%s at %d seconds", state, age)
		return state == "STALE"
	})
	eventually(t, "a refresh in the background", func() bool { return received(t, g.platform, call) > 1 })
	if state, age := cached(); state != "STALE" || age < 5 {
		t.Errorf("while the platform fails: %s %d", state, age)
	}
	g.want(t, "", "casino/provider_list", nil, http.StatusOK, "")

	// Reads are retried once over reused connections, writes are not.
	token := g.login(t, "", "demo", "Demo123")
	for call, most := range map[string]int{"finance/list_categories": 2, "user/sms_send": 1} {
		g.ok(t, token, "finance/check_balance", nil) // leaves an idle connection
		control(t, g.platform, "fault", `{"call":"`+call+`","kind":"reset"}`)
		g.want(t, token, call, nil, http.StatusServiceUnavailable, "upstream unavailable")
		n := received(t, g.platform, call)
		assert.True(t, n >= 1 && n <= most, "%s was sent %d times, want at most %d", call, n, most)
	}

	if status, _, raw, err := g.platform.Do(http.MethodDelete, "/__mock/fault", nil, nil); err != nil || status != 200 {
		t.Fatalf("%d %v %s", status, err, raw)
	}
	eventually(t, "a fresh response", func() bool { state, age := cached(); return state == "HIT" && age < 5 })
}

func TestConcurrentFailedLoginsAreCounted(t *testing.T) {
	t.Parallel()
	v := visitor{server.Address, "localhost", "concurrent-logins"}
	const many = 24
	var limited atomic.Int64
	var group sync.WaitGroup
	for range many {
		group.Go(func() {
			if status, _, _ := v.call(t, "", "user/login", map[string]any{
				"username": "demo",
				"password": "Wrong123",
			}); status == http.StatusTooManyRequests {
				limited.Add(1)
			}
		})
	}
	group.Wait()
	n := received(t, v.client(), "user/login")
	assert.True(t, n == 8 && limited.Load() == many-8,
		"%d of %d logins reached the platform, %d were limited", n, many, limited.Load())
}
