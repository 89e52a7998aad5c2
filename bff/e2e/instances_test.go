package e2e_test

import (
	"encoding/json"
	"net/http"
	"path/filepath"
	"sync"
	"testing"

	"croupier/bff/e2e"
	"croupier/bff/store/storetest/realredis"
)

// deployment is several instances before one platform, on one Redis.
type deployment struct {
	platform  *e2e.Client
	redis     *realredis.Server
	instances []*e2e.Process
	dirs      []string
}

// share starts n instances.
func deploy(t *testing.T, n int, env ...string) *deployment {
	t.Helper()
	mock := start(t, nil, "mock", "--listen", "127.0.0.1:0")
	h := &deployment{platform: e2e.NewClient(mock.Address, "localhost", ""), redis: realredis.Start(t)}
	env = append([]string{
		"CROUPIER_UPSTREAM=envelope", "CROUPIER_UPSTREAM_URL=http://" + mock.Address + "/endpoint/v1",
		"CROUPIER_REDIS_URL=" + h.redis.URL(), "CROUPIER_KEYS_FILE=" + filepath.Join(t.TempDir(), "keys.json"),
	}, env...)
	for range n {
		dir := t.TempDir()
		h.dirs = append(h.dirs, dir)
		h.instances = append(h.instances, start(t, env, "serve", "--listen", "127.0.0.1:0", "--admin-listen", "127.0.0.1:0", "--data-dir", dir))
	}
	return h
}

// at is a visitor of one instance.
func (h *deployment) visitorAt(i int) visitor {
	return visitor{h.instances[i].Address, "localhost", ""}
}

func TestInstancesShareSessions(t *testing.T) {
	t.Parallel()
	h := deploy(t, 2)
	a, b := h.visitorAt(0), h.visitorAt(1)
	stays, ends := a.login(t, "", "demo", "Demo123"), a.login(t, "", "demo", "Demo123")
	if !b.hasSession(t, stays) || !b.hasSession(t, ends) {
		t.Fatal("a session of one instance does not open at the other")
	}
	if _, _, cookie := a.call(t, ends, "user/logout", nil); cookie != "-" {
		t.Fatal("not logged out")
	}
	if a.hasSession(t, ends) || b.hasSession(t, ends) {
		t.Error("an ended session goes on")
	}

	// Losing Redis logs nobody in or out, and sends no money.
	h.redis.Kill()
	for name, v := range map[string]visitor{"one": a, "the other": b} {
		if !v.hasSession(t, stays) {
			t.Errorf("without Redis a player is logged out at %s", name)
		}
		if v.hasSession(t, ends) {
			t.Errorf("without Redis an ended session is back at %s", name)
		}
		if p := v.mustPay(t, stays, firstKey, 1); p.Status != http.StatusServiceUnavailable || p.Debug != "upstream unavailable" {
			t.Errorf("without Redis money is told %s", p.raw)
		}
	}
	if n := received(t, h.platform, moneyCall); n != 0 {
		t.Errorf("the platform has seen %d money calls that nobody wrote down", n)
	}
	h.redis.Run(t)
	eventually(t, "money flows again", func() bool { return a.mustPay(t, stays, firstKey, 1).Status == http.StatusOK })
}

func TestANewPasswordEndsEverySessionOnEveryInstance(t *testing.T) {
	t.Parallel()
	h := deploy(t, 3)
	here, there, other := h.visitorAt(0).login(t, "", "demo", "Demo123"), h.visitorAt(1).login(t, "", "demo", "Demo123"), h.visitorAt(2).login(t, "", "yeni", "Demo123")
	if !h.visitorAt(2).hasSession(t, here) || !h.visitorAt(2).hasSession(t, there) { // known there before, too
		t.Fatal("a session of one instance does not open at another")
	}
	change := map[string]any{"password": "Demo123", "new_password": "Other123", "new_password_confirm": "Other123"}
	if _, a, _ := h.visitorAt(0).call(t, here, "user/pass_change", change); string(a["result"]) != "true" {
		t.Fatalf("not changed: %s", a["message"])
	}
	eventually(t, "every session has ended", func() bool {
		for i := range 3 {
			if h.visitorAt(i).hasSession(t, here) || h.visitorAt(i).hasSession(t, there) {
				return false
			}
		}
		return true
	})
	for i := range 3 {
		if !h.visitorAt(i).hasSession(t, other) {
			t.Errorf("another player is logged out at instance %d", i)
		}
	}
}

func TestInstancesSendAMoneyCallOnce(t *testing.T) {
	t.Parallel()
	h := deploy(t, 3)
	token := h.visitorAt(0).login(t, "", "demo", "Demo123")
	var mu sync.Mutex
	told := map[string]int{}
	var group sync.WaitGroup
	for i := range 24 {
		group.Go(func() {
			p, err := h.visitorAt(i%3).pay(token, firstKey, 1)
			if err != nil {
				t.Error(err)
				return
			}
			if p.Status != http.StatusConflict {
				mu.Lock()
				told[p.raw]++
				mu.Unlock()
			}
		})
	}
	group.Wait()
	if n := received(t, h.platform, moneyCall); n != 1 || len(told) != 1 {
		t.Errorf("the platform has seen %d calls, players were told %v", n, told)
	}
	for i := range 3 {
		if p := h.visitorAt(i).mustPay(t, token, firstKey, 1); told[p.raw] == 0 {
			t.Errorf("instance %d tells %s, not what was told before", i, p.raw)
		}
	}

	// An instance that dies between sending and answering leaves its claim behind.
	died := h.visitorAt(0).login(t, "", "zengin", "Demo123")
	before := received(t, h.platform, moneyCall)
	ended := h.visitorAt(0).startHangingPayment(t, h.platform, died)
	if err := h.instances[0].Kill(); err != nil {
		t.Fatal(err)
	}
	<-ended
	eventually(t, "the platform has noticed", func() bool { return received(t, h.platform, moneyCall) == before+1 })
	if p := h.visitorAt(1).mustPay(t, died, firstKey, 1); p.Status != http.StatusConflict {
		t.Errorf("another instance tells %s", p.raw)
	}
	if n := received(t, h.platform, moneyCall); n != before+1 {
		t.Errorf("another instance has sent it again: %d calls", n-before)
	}
}

func TestInstancesCountTogether(t *testing.T) {
	t.Parallel()
	h := deploy(t, 2)
	wrong := map[string]any{"username": "demo", "password": "Wrong123"}
	for i := range 8 {
		if status, a, _ := h.visitorAt(i%2).call(t, "", "user/login", wrong); status != http.StatusOK {
			t.Fatalf("guess %d: %d %s", i, status, a["debug"])
		}
	}
	for i := range 2 {
		if status, _, _ := h.visitorAt(i).call(t, "", "user/login", wrong); status != http.StatusTooManyRequests {
			t.Errorf("the ninth guess at instance %d: %d", i, status)
		}
	}
	if n := received(t, h.platform, "user/login"); n != 8 {
		t.Errorf("%d guesses have reached the platform", n)
	}
}

// Without Redis nobody can tell whether a code was used before: it is not taken, and not
// sent to the platform.
func TestNoCodeIsTakenTwiceWhileRedisIsGone(t *testing.T) {
	t.Parallel()
	h := deploy(t, 2)
	var totp struct{ Code string }
	if err := json.Unmarshal(control(t, h.platform, "totp?username=ikili", ""), &totp); err != nil {
		t.Fatal(err)
	}
	code := map[string]any{"ga_code": totp.Code}
	first, second := h.visitorAt(0).login(t, "", "ikili", "Demo123"), h.visitorAt(0).login(t, "", "ikili", "Demo123")
	if _, a, _ := h.visitorAt(0).call(t, first, "user/check_ga", code); string(a["result"]) != "true" {
		t.Fatalf("the code: %s", a["message"])
	}
	sent := received(t, h.platform, "user/check_ga")
	if status, a, _ := h.visitorAt(1).call(t, second, "user/check_ga", code); status != http.StatusBadRequest {
		t.Errorf("the same code at the other instance: %d %s", status, a["debug"])
	}
	h.redis.Kill()
	for i := range 2 {
		status, a, _ := h.visitorAt(i).call(t, second, "user/check_ga", code)
		if status != http.StatusServiceUnavailable || string(a["debug"]) != `"upstream unavailable"` {
			t.Errorf("without Redis instance %d says %d %s", i, status, a["debug"])
		}
		if status, a, _ := h.visitorAt(i).call(t, second, "finance/check_balance", nil); status != http.StatusForbidden {
			t.Errorf("the session is whole at instance %d: %d %s", i, status, a["debug"])
		}
	}
	if n := received(t, h.platform, "user/check_ga"); n != sent {
		t.Errorf("the platform was asked %d times more", n-sent)
	}
}

func TestInstancesShareAnswers(t *testing.T) {
	t.Parallel()
	h := deploy(t, 2)
	ask := func(i int) (status int, state string) {
		status, header, _, err := e2e.NewClient(h.instances[i].Address, "localhost", "").Call("casino/category_list", nil, nil)
		if err != nil {
			t.Fatal(err)
		}
		return status, header.Get("Croupier-Cache")
	}
	if status, state := ask(0); status != http.StatusOK || state != "MISS" {
		t.Errorf("first asked: %d %s", status, state)
	}
	eventually(t, "the other instance has it", func() bool { _, state := ask(1); return state == "HIT" })
}

func TestInstancesForgetTogether(t *testing.T) {
	t.Parallel()
	h := deploy(t, 2, "CROUPIER_UPSTREAM=mock", "CROUPIER_UPSTREAM_URL=") // each with a mock of its own
	ask := func(i int) string {
		status, header, raw, err := e2e.NewClient(h.instances[i].Address, "localhost", "forget").Call("casino/category_list", nil, nil)
		if err != nil || status != http.StatusOK {
			t.Fatalf("%d %v %s", status, err, raw)
		}
		return header.Get("Croupier-Cache")
	}
	eventually(t, "both have it", func() bool { return ask(0) == "HIT" && ask(1) == "HIT" })
	// Bending a world at one instance purges what all keep of it.
	control(t, e2e.NewClient(h.instances[0].Address, "localhost", "forget"), "scenario", `{"name":"happy"}`)
	eventually(t, "the other has forgotten", func() bool { return ask(1) == "MISS" })
}

func TestInstancesCloseTogether(t *testing.T) {
	t.Parallel()
	h := deploy(t, 2)
	closed := func(i int) bool {
		_, _, raw, err := e2e.NewClient(h.instances[i].Address, "localhost", "").Do(http.MethodGet, "/v1/check-maintenance?sitename=marmara&version=1", nil, nil)
		if err != nil {
			t.Fatal(err)
		}
		return string(raw) != `{"result":true}`
	}
	if closed(0) || closed(1) {
		t.Fatal("closed at first")
	}
	h.maintenance(t, 0, "on", "--brand", "marmara")
	eventually(t, "both are closed", func() bool { return closed(0) && closed(1) })
	h.maintenance(t, 0, "off", "--brand", "marmara")
	eventually(t, "both are open", func() bool { return !closed(0) && !closed(1) })
}

func TestSessionsThatLieInRedisOpenEverywhere(t *testing.T) {
	t.Parallel()
	h := deploy(t, 2, "CROUPIER_SESSION_STORE=redis")
	a, b := h.visitorAt(0), h.visitorAt(1)
	token := a.login(t, "", "demo", "Demo123")
	if !a.hasSession(t, token) || !b.hasSession(t, token) {
		t.Error("a session does not open")
	}
	if _, _, cookie := b.call(t, token, "user/logout", nil); cookie != "-" {
		t.Fatal("not logged out")
	}
	if a.hasSession(t, token) || b.hasSession(t, token) {
		t.Error("an ended session goes on")
	}
}
