package e2e_test

import (
	"encoding/json"
	"net/http"
	"path/filepath"
	"slices"
	"sync"
	"testing"

	"croupier/bff/e2e"
	"croupier/bff/store/storetest/realredis"
)

// deployment is a set of instances with one platform and one Redis.
type deployment struct {
	platform  *e2e.Client
	redis     *realredis.Server
	instances []*e2e.Process
	dirs      []string
	env       []string
}

// deploy starts n instances.
func deploy(t *testing.T, n int, env ...string) *deployment {
	t.Helper()
	mock := start(t, nil, "mock", "--listen", "127.0.0.1:0")
	d := &deployment{platform: e2e.NewClient(mock.Address, "localhost", ""), redis: realredis.Start(t)}
	env = append(inFrontOf(mock.Address, "CROUPIER_REDIS_URL="+d.redis.URL(), "CROUPIER_KEYS_FILE="+filepath.Join(t.TempDir(), "keys.json")), env...)
	d.env = env
	for range n {
		dir := t.TempDir()
		d.dirs = append(d.dirs, dir)
		d.instances = append(d.instances, startServer(t, env, dir))
	}
	return d
}

// addStaff creates staff accounts with the names and passwords of the demo's, which an instance in
// front of a platform does not have.
func (d *deployment) addStaff(t *testing.T) {
	t.Helper()
	for _, a := range [][3]string{{"destek", "support", "Destek123!"}, {"izleyici", "viewer", "Izleyici123!"}, {"yonetici", "admin", "Yonetici123!"}} {
		runStaff(t, d.dirs[0], []string{"CROUPIER_REDIS_URL=" + d.redis.URL()}, a[2], "add", a[0], "--role", a[1], "--password-file", "-")
	}
}

// visitorAt returns a visitor of instance i.
func (d *deployment) visitorAt(i int) visitor {
	return visitor{d.instances[i].Address, "localhost", ""}
}

func TestInstancesShareSessions(t *testing.T) {
	t.Parallel()
	d := deploy(t, 2)
	a, b := d.visitorAt(0), d.visitorAt(1)
	active, revoked := a.login(t, "", "demo", "Demo123"), a.login(t, "", "demo", "Demo123")
	if !b.hasSession(t, active) || !b.hasSession(t, revoked) {
		t.Fatal("a session is not valid on another instance")
	}
	if _, _, cookie := a.call(t, revoked, "user/logout", nil); cookie != "-" {
		t.Fatal("logout sets no empty cookie")
	}
	if a.hasSession(t, revoked) || b.hasSession(t, revoked) {
		t.Error("a revoked session is still valid")
	}

	// Without Redis, sessions and revocations stay in force, and money calls fail unsent.
	d.redis.Kill()
	for name, v := range map[string]visitor{"first": a, "second": b} {
		if !v.hasSession(t, active) {
			t.Errorf("without Redis: session invalid on the %s instance", name)
		}
		if v.hasSession(t, revoked) {
			t.Errorf("without Redis: revoked session valid on the %s instance", name)
		}
		if p := v.mustPay(t, active, firstKey, 1); p.Status != http.StatusServiceUnavailable || p.Debug != "upstream unavailable" {
			t.Errorf("without Redis: money call: %s", p.raw)
		}
	}
	if n := received(t, d.platform, moneyCall); n != 0 {
		t.Errorf("the platform received %d money calls without idempotency record", n)
	}
	d.redis.Run(t)
	// Redis has forgotten everything; a key without a time is sent once the instances have written back.
	eventually(t, "the loss in the metrics", func() bool {
		return slices.Contains(d.metric(t, 0, "croupier_store_memory_lost_total"), "croupier_store_memory_lost_total 1")
	})
	eventually(t, "readiness", func() bool { return d.ready(t, 0) == `{"status":"ok"}` })
	if p := a.mustPay(t, active, firstKey, 1); p.Status != http.StatusOK {
		t.Errorf("money call after the restart of Redis: %s", p.raw)
	}
}

func TestPasswordChangeEndsSessionsOnAllInstances(t *testing.T) {
	t.Parallel()
	d := deploy(t, 3)
	first, second, other := d.visitorAt(0).login(t, "", "demo", "Demo123"), d.visitorAt(1).login(t, "", "demo", "Demo123"), d.visitorAt(2).login(t, "", "yeni", "Demo123")
	if !d.visitorAt(2).hasSession(t, first) || !d.visitorAt(2).hasSession(t, second) { // the third instance caches both sessions
		t.Fatal("a session is not valid on another instance")
	}
	change := map[string]any{"password": "Demo123", "new_password": "Other123", "new_password_confirm": "Other123"}
	if _, a, _ := d.visitorAt(0).call(t, first, "user/pass_change", change); string(a["result"]) != "true" {
		t.Fatalf("pass_change: %s", a["message"])
	}
	eventually(t, "the end of all sessions", func() bool {
		for i := range 3 {
			if d.visitorAt(i).hasSession(t, first) || d.visitorAt(i).hasSession(t, second) {
				return false
			}
		}
		return true
	})
	for i := range 3 {
		if !d.visitorAt(i).hasSession(t, other) {
			t.Errorf("session of another player is invalid on instance %d", i)
		}
	}
}

func TestInstancesSendMoneyCallOnce(t *testing.T) {
	t.Parallel()
	d := deploy(t, 3)
	token := d.visitorAt(0).login(t, "", "demo", "Demo123")
	var mu sync.Mutex
	bodies := map[string]int{}
	var group sync.WaitGroup
	for i := range 24 {
		group.Go(func() {
			p, err := d.visitorAt(i%3).pay(token, firstKey, 1)
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
	if n := received(t, d.platform, moneyCall); n != 1 || len(bodies) != 1 {
		t.Errorf("the platform received %d calls, responses %v", n, bodies)
	}
	for i := range 3 {
		if p := d.visitorAt(i).mustPay(t, token, firstKey, 1); bodies[p.raw] == 0 {
			t.Errorf("instance %d: new response %s", i, p.raw)
		}
	}

	// The claim of an instance that is killed during a call stays in force.
	token2 := d.visitorAt(0).login(t, "", "zengin", "Demo123")
	before := received(t, d.platform, moneyCall)
	ended := d.visitorAt(0).startHangingPayment(t, d.platform, token2)
	if err := d.instances[0].Kill(); err != nil {
		t.Fatal(err)
	}
	<-ended
	eventually(t, "the call in the log of the platform", func() bool { return received(t, d.platform, moneyCall) == before+1 })
	if p := d.visitorAt(1).mustPay(t, token2, firstKey, 1); p.Status != http.StatusConflict {
		t.Errorf("repeat on another instance: %s", p.raw)
	}
	if n := received(t, d.platform, moneyCall); n != before+1 {
		t.Errorf("another instance sent it again: %d calls", n-before)
	}
}

func TestInstancesShareLoginLimits(t *testing.T) {
	t.Parallel()
	d := deploy(t, 2)
	wrong := map[string]any{"username": "demo", "password": "Wrong123"}
	for i := range 8 {
		if status, a, _ := d.visitorAt(i%2).call(t, "", "user/login", wrong); status != http.StatusOK {
			t.Fatalf("attempt %d: %d %s", i, status, a["debug"])
		}
	}
	for i := range 2 {
		if status, _, _ := d.visitorAt(i).call(t, "", "user/login", wrong); status != http.StatusTooManyRequests {
			t.Errorf("ninth attempt on instance %d: %d", i, status)
		}
	}
	if n := received(t, d.platform, "user/login"); n != 8 {
		t.Errorf("the platform received %d logins, want 8", n)
	}
}

// Without Redis a code that was used on another instance cannot be detected, so no code is accepted or sent upstream.
func TestCodeIsNotAcceptedWithoutRedis(t *testing.T) {
	t.Parallel()
	d := deploy(t, 2)
	var totp struct{ Code string }
	if err := json.Unmarshal(control(t, d.platform, "totp?username=ikili", ""), &totp); err != nil {
		t.Fatal(err)
	}
	code := map[string]any{"ga_code": totp.Code}
	first, second := d.visitorAt(0).login(t, "", "ikili", "Demo123"), d.visitorAt(0).login(t, "", "ikili", "Demo123")
	if _, a, _ := d.visitorAt(0).call(t, first, "user/check_ga", code); string(a["result"]) != "true" {
		t.Fatalf("check_ga: %s", a["message"])
	}
	sent := received(t, d.platform, "user/check_ga")
	if status, a, _ := d.visitorAt(1).call(t, second, "user/check_ga", code); status != http.StatusBadRequest {
		t.Errorf("same code on the other instance: %d %s", status, a["debug"])
	}
	d.redis.Kill()
	for i := range 2 {
		status, a, _ := d.visitorAt(i).call(t, second, "user/check_ga", code)
		want, debug := http.StatusBadRequest, `"invalid payload"` // the first instance knows that it is used
		if i == 1 {
			want, debug = http.StatusServiceUnavailable, `"upstream unavailable"`
		}
		if status != want || string(a["debug"]) != debug {
			t.Errorf("without Redis: instance %d: %d %s", i, status, a["debug"])
		}
		if status, a, _ := d.visitorAt(i).call(t, second, "finance/check_balance", nil); status != http.StatusForbidden {
			t.Errorf("pending session on instance %d: %d %s", i, status, a["debug"])
		}
	}
	if n := received(t, d.platform, "user/check_ga"); n != sent {
		t.Errorf("the platform received %d more calls", n-sent)
	}
}

func TestInstancesShareCache(t *testing.T) {
	t.Parallel()
	d := deploy(t, 2)
	request := func(i int) (status int, state string) {
		status, header, _, err := e2e.NewClient(d.instances[i].Address, "localhost", "").Call("casino/category_list", nil, nil)
		if err != nil {
			t.Fatal(err)
		}
		return status, header.Get("Croupier-Cache")
	}
	if status, state := request(0); status != http.StatusOK || state != "MISS" {
		t.Errorf("first request: %d %s", status, state)
	}
	eventually(t, "a hit on the other instance", func() bool { _, state := request(1); return state == "HIT" })
}

func TestPurgeReachesOtherInstances(t *testing.T) {
	t.Parallel()
	d := deploy(t, 2, "CROUPIER_UPSTREAM=mock", "CROUPIER_UPSTREAM_URL=") // each instance has its own mock
	request := func(i int) string {
		status, header, raw, err := e2e.NewClient(d.instances[i].Address, "localhost", "purge").Call("casino/category_list", nil, nil)
		if err != nil || status != http.StatusOK {
			t.Fatalf("%d %v %s", status, err, raw)
		}
		return header.Get("Croupier-Cache")
	}
	eventually(t, "hits on both instances", func() bool { return request(0) == "HIT" && request(1) == "HIT" })
	// A change of a world on one instance purges the cache of that world on all instances.
	control(t, e2e.NewClient(d.instances[0].Address, "localhost", "purge"), "scenario", `{"name":"happy"}`)
	eventually(t, "a miss on the other instance", func() bool { return request(1) == "MISS" })
}

func TestInstancesShareMaintenance(t *testing.T) {
	t.Parallel()
	d := deploy(t, 2)
	inMaintenance := func(i int) bool {
		_, _, raw, err := e2e.NewClient(d.instances[i].Address, "localhost", "").Do(http.MethodGet, "/v1/check-maintenance?sitename=marmara&version=1", nil, nil)
		if err != nil {
			t.Fatal(err)
		}
		return string(raw) != `{"result":true}`
	}
	if inMaintenance(0) || inMaintenance(1) {
		t.Fatal("in maintenance at start")
	}
	d.maintenance(t, 0, "on", "--brand", "marmara")
	eventually(t, "maintenance on both instances", func() bool { return inMaintenance(0) && inMaintenance(1) })
	d.maintenance(t, 0, "off", "--brand", "marmara")
	eventually(t, "the end of maintenance on both instances", func() bool { return !inMaintenance(0) && !inMaintenance(1) })
}

func TestTicketSessionsWorkOnAllInstances(t *testing.T) {
	t.Parallel()
	d := deploy(t, 2, "CROUPIER_SESSION_STORE=redis")
	a, b := d.visitorAt(0), d.visitorAt(1)
	token := a.login(t, "", "demo", "Demo123")
	if !a.hasSession(t, token) || !b.hasSession(t, token) {
		t.Error("a session is invalid")
	}
	if _, _, cookie := b.call(t, token, "user/logout", nil); cookie != "-" {
		t.Fatal("logout sets no empty cookie")
	}
	if a.hasSession(t, token) || b.hasSession(t, token) {
		t.Error("a revoked session is still valid")
	}
}
