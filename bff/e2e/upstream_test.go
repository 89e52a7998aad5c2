package e2e_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"

	"croupier/bff/e2e"
)

// control sends a request to the control API of a mock world and returns the response.
func control(t *testing.T, c *e2e.Client, path, body string) []byte {
	t.Helper()
	method := http.MethodPost
	if body == "" {
		method = http.MethodGet
	}
	status, _, raw, err := c.Do(method, "/__mock/"+path, []byte(body), map[string]string{"Content-Type": "application/json"})
	if err != nil || status != http.StatusOK {
		t.Fatalf("%s: %d %v %s", path, status, err, raw)
	}
	return raw
}

// received returns how many calls with that name the platform has received.
func received(t *testing.T, c *e2e.Client, call string) (n int) {
	t.Helper()
	var logged []struct{ Class, Method string }
	if err := json.Unmarshal(control(t, c, "calls?limit=1000", ""), &logged); err != nil {
		t.Fatal(err)
	}
	for _, s := range logged {
		if s.Class+"/"+s.Method == call {
			n++
		}
	}
	return n
}

// waitTimeout bounds the wait for asynchronous effects.
const waitTimeout = 30 * time.Second

// eventually polls done until it returns true.
func eventually(t *testing.T, what string, done func() bool) {
	t.Helper()
	ticks := time.NewTicker(50 * time.Millisecond)
	defer ticks.Stop()
	limit := time.After(waitTimeout)
	for !done() {
		select {
		case <-ticks.C:
		case <-limit:
			t.Fatalf("%s: not within %s", what, waitTimeout)
		}
	}
}

// startWithPlatform starts a mock and a gateway for tests that affect a whole brand.
func startWithPlatform(t *testing.T) (gateway, platform *e2e.Client) {
	t.Helper()
	mock := start(t, nil, "mock", "--listen", "127.0.0.1:0")
	bff := startServer(t, inFrontOf(mock.Address), t.TempDir())
	return e2e.NewClient(bff.Address, "localhost", ""), e2e.NewClient(mock.Address, "", "")
}

func TestUpstreamMaintenanceIsDetected(t *testing.T) {
	t.Parallel()
	gateway, platform := startWithPlatform(t)
	state := func() string {
		_, _, raw, err := gateway.Do(http.MethodGet, "/v1/check-maintenance?sitename=marmara&version=1", nil, nil)
		if err != nil {
			t.Fatal(err)
		}
		return string(raw)
	}
	if got := state(); got != `{"result":true}` {
		t.Fatalf("initial state: %s", got)
	}
	if status, _ := mustCall(t, gateway, "casino/category_list", nil, nil); status != 200 {
		t.Fatal("category_list failed")
	}
	control(t, platform, "scenario", `{"name":"maintenance"}`)
	status, a := mustCall(t, gateway, "casino/provider_list", nil, nil)
	if status != 503 || string(a["debug"]) != `"maintenance"` || string(a["message"]) != `"This site is under maintenance"` {
		t.Fatalf("%d %s %s", status, a["debug"], a["message"])
	}
	before := received(t, platform, "livecasino/provider_list")
	status, h, raw, err := gateway.Call("livecasino/provider_list", map[string]any{"Lang": "en"}, nil)
	if err != nil || status != 503 || !strings.Contains(string(raw), `"message":"This site is under maintenance"`) {
		t.Errorf("call during maintenance: %d %v %s", status, err, raw)
	}
	if n, err := strconv.Atoi(h.Get("Retry-After")); err != nil || n < 1 {
		t.Errorf("Retry-After %q", h.Get("Retry-After"))
	}
	if received(t, platform, "livecasino/provider_list") != before {
		t.Error("the platform received a call during maintenance")
	}
	if status, _ := mustCall(t, gateway, "casino/category_list", nil, nil); status != 503 {
		t.Errorf("cached call during maintenance: %d", status)
	}
	status, a = mustCall(t, gateway, "maintenance/check_status", nil, nil)
	if status != 200 || string(a["result"]) != "false" || !strings.Contains(string(a["data"]), `"until":null`) {
		t.Errorf("check_status: %d %s %s", status, a["result"], a["data"])
	}
	if got := state(); !strings.HasPrefix(got, `{"result":false,"message":"`) || !strings.Contains(got, `"until":null`) {
		t.Errorf("check-maintenance: %s", got)
	}
	if status, _ := mustCall(t, gateway, "maintenance/check_status", nil, map[string]string{"Origin": "https://evil.example"}); status != 403 {
		t.Errorf("cross-site call during maintenance: %d", status)
	}
	control(t, platform, "scenario", `{"name":"happy"}`)
	eventually(t, "the end of maintenance", func() bool { return state() == `{"result":true}` })
	if status, a := mustCall(t, gateway, "casino/provider_list", nil, nil); status != 200 {
		t.Errorf("call after maintenance: %d %s", status, a["debug"])
	}
}

func TestCacheServesStaleWhileUpstreamFails(t *testing.T) {
	t.Parallel()
	const call = "habanero/getJackpots" // fresh for five seconds, then stale for thirty
	gateway, platform := startWithPlatform(t)
	cached := func() (state string, age int) {
		status, h, raw, err := gateway.Call(call, nil, nil)
		if err != nil || status != 200 || !strings.HasPrefix(string(raw), `{"result":true`) {
			t.Fatalf("%d %v %s", status, err, raw)
		}
		age = -1
		if h.Get("Age") != "" {
			if age, err = strconv.Atoi(h.Get("Age")); err != nil {
				t.Fatal(err)
			}
		}
		return h.Get("Croupier-Cache"), age
	}
	isCached := func(state string, age int) bool {
		return state == "HIT" && age >= 0 && age <= 5 || state == "STALE" && age >= 5
	}
	if state, age := cached(); state != "MISS" || age != -1 {
		t.Fatalf("first: %s %d", state, age)
	}
	if state, age := cached(); !isCached(state, age) {
		t.Fatalf("second: %s %d", state, age)
	}
	control(t, platform, "fault", `{"call":"habanero/getJackpots","kind":"status","status":500}`)
	eventually(t, "a stale response", func() bool {
		state, age := cached()
		if !isCached(state, age) {
			t.Fatalf("%s at %d seconds", state, age)
		}
		return state == "STALE"
	})
	eventually(t, "a refresh in the background", func() bool { return received(t, platform, call) > 1 })
	if state, age := cached(); state != "STALE" || age < 5 {
		t.Errorf("while the platform fails: %s %d", state, age)
	}
	if status, a := mustCall(t, gateway, "casino/provider_list", nil, nil); status != 200 {
		t.Errorf("another call: %d %s", status, a["debug"])
	}
	if status, _, raw, err := platform.Do(http.MethodDelete, "/__mock/fault", nil, nil); err != nil || status != 200 {
		t.Fatalf("%d %v %s", status, err, raw)
	}
	eventually(t, "a fresh response", func() bool { state, age := cached(); return state == "HIT" && age < 5 })
}

func TestEqualRequestsAreCoalesced(t *testing.T) {
	t.Parallel()
	const world, many = "coalescing", 24
	c := e2e.NewClient(server.Address, "localhost", world)
	control(t, c, "fault", `{"call":"casino/category_list","kind":"delay","latency_ms":500}`)
	states := make([]string, many)
	var group sync.WaitGroup
	for i := range states {
		group.Go(func() {
			status, h, _, err := e2e.NewClient(server.Address, "localhost", world).Call("casino/category_list", nil, nil)
			if err != nil || status != 200 {
				t.Errorf("%d %v", status, err)
			}
			states[i] = h.Get("Croupier-Cache")
		})
	}
	group.Wait()
	count := map[string]int{}
	for _, s := range states {
		count[s]++
	}
	// A request that starts after the response was cached is a HIT.
	if count["MISS"] != 1 || count["MISS"]+count["COALESCED"]+count["HIT"] != many {
		t.Errorf("%v", count)
	}
	if n := received(t, c, "casino/category_list"); n != 1 {
		t.Errorf("the platform received %d calls", n)
	}
}

func TestBreakerClosesAfterProbe(t *testing.T) {
	t.Parallel()
	c := e2e.NewClient(server.Address, "localhost", "half-open")
	control(t, c, "fault", `{"call":"casino/provider_list","kind":"status","status":503,"times":10}`)
	for i := range 10 {
		if status, a := mustCall(t, c, "casino/provider_list", map[string]any{"offset": i}, nil); status != 502 {
			t.Fatalf("failure %d: %d %s", i+1, status, a["debug"])
		}
	}
	status, h, raw, err := c.Call("casino/provider_list", nil, nil)
	if err != nil || status != 503 || !strings.Contains(string(raw), `"debug":"upstream unavailable"`) {
		t.Fatalf("%d %v %s", status, err, raw)
	}
	if n, err := strconv.Atoi(h.Get("Retry-After")); err != nil || n < 1 || n > 5 {
		t.Errorf("Retry-After %q", h.Get("Retry-After"))
	}
	eventually(t, "the probe", func() bool { status, _ := mustCall(t, c, "casino/provider_list", nil, nil); return status == 200 })
	if n := received(t, c, "casino/provider_list"); n != 11 {
		t.Errorf("the platform received %d calls, want ten failures and one probe", n)
	}
	if status, a := mustCall(t, c, "casino/category_list", nil, nil); status != 200 {
		t.Errorf("after the probe: %d %s", status, a["debug"])
	}
}

func TestConcurrentMoneyCallsAreSentOnce(t *testing.T) {
	t.Parallel()
	const world = "money-in-flight"
	c := e2e.NewClient(server.Address, "localhost", world)
	if _, a := mustCall(t, c, "user/login", map[string]any{"username": "demo", "password": "Demo123"}, nil); string(a["result"]) != "true" {
		t.Fatalf("login: %s", a["message"])
	}
	control(t, c, "fault", `{"call":"user/claim_bonus","kind":"delay","latency_ms":5000,"times":1}`)
	key := map[string]string{"Idempotency-Key": uuid.NewString()}
	data := map[string]any{"bonusID": 424242}
	const many = 8
	got := make([]string, many)
	var group sync.WaitGroup
	for i := range got {
		group.Go(func() {
			status, a := mustCall(t, c, "user/claim_bonus", data, key)
			got[i] = fmt.Sprint(status, " ", string(a["debug"]))
		})
	}
	group.Wait()
	duplicates := 0
	for _, s := range got {
		if s == `409 "duplicate in progress"` {
			duplicates++
		} else if !strings.HasPrefix(s, "200 ") {
			t.Errorf("response %s", s)
		}
	}
	if duplicates == 0 || duplicates == many {
		t.Errorf("%d of %d were duplicates in progress", duplicates, many)
	}
	if status, a := mustCall(t, c, "user/claim_bonus", data, key); status != 200 || string(a["result"]) != "false" {
		t.Errorf("repeat: %d %s", status, a["debug"])
	}
	if n := received(t, c, "user/claim_bonus"); n != 1 {
		t.Errorf("sent %d times", n)
	}
	other := e2e.NewClient(server.Address, "localhost", world)
	if _, a := mustCall(t, other, "user/login", map[string]any{"username": "zengin", "password": "Demo123"}, nil); string(a["result"]) != "true" {
		t.Fatalf("login: %s", a["message"])
	}
	mustCall(t, other, "user/claim_bonus", data, key)
	if n := received(t, c, "user/claim_bonus"); n != 2 {
		t.Errorf("sent %d times with the same key of another player, want 2", n)
	}
}

func TestMoneyCallsAreRateLimited(t *testing.T) {
	t.Parallel()
	c := e2e.NewClient(server.Address, "localhost", "money-limit")
	if _, a := mustCall(t, c, "user/login", map[string]any{"username": "demo", "password": "Demo123"}, nil); string(a["result"]) != "true" {
		t.Fatalf("login: %s", a["message"])
	}
	limited := 0
	for range 31 { // within one minute
		status, a := mustCall(t, c, "user/claim_bonus", map[string]any{"bonusID": 424242}, map[string]string{"Idempotency-Key": uuid.NewString()})
		if status == http.StatusTooManyRequests && string(a["debug"]) == `"rate limited"` {
			limited++
		}
	}
	if n := received(t, c, "user/claim_bonus"); limited != 1 || n != 30 {
		t.Errorf("%d limited, %d sent", limited, n)
	}
	if status, _ := mustCall(t, c, "finance/check_balance", nil, nil); status != 200 {
		t.Errorf("read over the money limit: %d", status)
	}
}

func TestReadsAreRetriedOnceOverReusedConnections(t *testing.T) {
	t.Parallel()
	gateway, platform := startWithPlatform(t)
	if _, a := mustCall(t, gateway, "user/login", map[string]any{"username": "demo", "password": "Demo123"}, nil); string(a["result"]) != "true" {
		t.Fatalf("login: %s", a["message"])
	}
	for call, most := range map[string]int{"finance/list_categories": 2, "user/sms_send": 1} {
		if status, a := mustCall(t, gateway, "finance/check_balance", nil, nil); status != 200 { // leaves an idle connection
			t.Fatalf("%d %s", status, a["debug"])
		}
		control(t, platform, "fault", `{"call":"`+call+`","kind":"reset"}`)
		if status, a := mustCall(t, gateway, call, nil, nil); status != 503 || string(a["debug"]) != `"upstream unavailable"` {
			t.Errorf("%s: %d %s", call, status, a["debug"])
		}
		if n := received(t, platform, call); n < 1 || n > most {
			t.Errorf("%s was sent %d times, want at most %d", call, n, most)
		}
	}
}
