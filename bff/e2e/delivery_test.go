package e2e_test

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"croupier/bff/e2e"
	"croupier/bff/e2e/platform"
)

// startWithBrand starts a server whose only brand has the given upstream, in a data folder.
func startWithBrand(t *testing.T, dir string, upstream map[string]any) (*e2e.Process, visitor) {
	t.Helper()
	brand := e2e.Brand{ID: "delivery", Upstream: upstream}
	config, err := e2e.WriteConfig(t.TempDir(), []e2e.Brand{brand})
	if err != nil {
		t.Fatal(err)
	}
	p := startServer(t, nil, dir, "--config", config)
	return p, visitor{p.Address, brand.Host(), ""}
}

// startPlatform starts a scriptable platform.
func startPlatform(t *testing.T) *platform.Platform {
	t.Helper()
	p, err := platform.New()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(p.Close)
	return p
}

// Few of many cached guest calls reach a platform that hangs. The deadline is the contract's: with a
// shorter one of the upstream, nobody else could end a call first.
func TestCachedCallsToHungPlatformAreRefused(t *testing.T) {
	t.Parallel()
	casino := startPlatform(t)
	const minimum, calls = 6, 30
	_, v := startWithBrand(t, t.TempDir(), map[string]any{
		"adapter": "envelope", "url": casino.URL(),
		"breaker": map[string]any{"minimum": minimum, "window": "60s", "open_for": "60s"},
	})
	if err := casino.Fail(&platform.Fault{At: "request", Do: "hang"}); err != nil {
		t.Fatal(err)
	}
	status := make([]int, calls)
	ask := func(i int) { status[i], _, _ = v.call(t, "", "casino/games_list", map[string]any{"offset": i}) }
	var group sync.WaitGroup
	for i := range minimum {
		group.Go(func() { ask(i) })
	}
	group.Wait()
	for i := minimum; i < calls; i++ {
		ask(i)
	}
	want := append(slices.Repeat([]int{http.StatusGatewayTimeout}, minimum), slices.Repeat([]int{http.StatusServiceUnavailable}, calls-minimum)...)
	if n := casino.Received("casino/games_list"); n != minimum || !slices.Equal(status, want) {
		t.Errorf("%d of %d calls reached the hung platform: %v", n, calls, status)
	}
}

const loginMapping = `version: 1
calls:
  user/login:
    method: POST
    path: /login
    body: '{name: .data.username}'
    data: '{rid: 1, uid: .body.id, sid: "s", uip: "", gtm: "3", language: "tr", username: "demo", lastlogin: null, gasecret: ""}'
`

// A money call that a mapping lacks was not sent: its key stays free, also for the server that has
// the mapping later.
func TestUnmappedMoneyCallKeepsItsKey(t *testing.T) {
	t.Parallel()
	var paid atomic.Int64
	casino := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/claim" {
			paid.Add(1)
		}
		w.Header().Set("Content-Type", "application/json")
		_, _ = io.WriteString(w, `{"id":"7"}`)
	}))
	t.Cleanup(casino.Close)
	dir, mapping := t.TempDir(), filepath.Join(t.TempDir(), "mapping.yaml")
	startWith := func(text string) (*e2e.Process, visitor) {
		t.Helper()
		if err := os.WriteFile(mapping, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return startWithBrand(t, dir, map[string]any{"adapter": "rest", "url": casino.URL, "mapping": mapping})
	}
	first, v := startWith(loginMapping)
	token := v.login(t, "", "demo", "Demo123")
	for range 2 {
		if p := v.mustPay(t, token, firstKey, 1); p.Status != http.StatusServiceUnavailable || p.Debug != "upstream unavailable" {
			t.Errorf("without a mapping: %s", p.raw)
		}
	}
	if err := first.Kill(); err != nil {
		t.Fatal(err)
	}
	_, v = startWith(loginMapping + "  user/claim_bonus: { method: POST, path: /claim }\n")
	if p := v.mustPay(t, token, firstKey, 1); p.Status != http.StatusOK || paid.Load() != 1 {
		t.Errorf("the same key with a mapping: %s, paid %d times", p.raw, paid.Load())
	}
}

// A password change takes effect on every session although its visitor leaves while the platform
// works.
func TestPasswordChangeOutlastsItsVisitor(t *testing.T) {
	t.Parallel()
	casino := startPlatform(t)
	casino.Script(func(call string) *platform.Fault {
		if call == "user/pass_change" {
			return &platform.Fault{At: "answer", Do: "drip", Pause: "40ms"} // takes seconds, in which the disk is filled
		}
		return nil
	})
	_, v := startWithBrand(t, t.TempDir(), map[string]any{"adapter": "envelope", "url": casino.URL()})
	token, phone, other := v.login(t, "", "ayse", "Demo123"), v.login(t, "", "ayse", "Demo123"), v.login(t, "", "bora", "Demo123")

	ctx, leave := context.WithCancel(t.Context())
	body, err := json.Marshal(map[string]any{
		"api":  map[string]string{"class": "user", "method": "pass_change"},
		"data": map[string]any{"password": "Demo123", "new_password": "Other1234", "new_password_confirm": "Other1234"},
	})
	if err != nil {
		t.Fatal(err)
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, "http://"+v.address+"/endpoint/v1", bytes.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	req.Host = v.host
	for name, value := range map[string]string{"Content-Type": "application/json", "panel": "frontend", "Cookie": "croupier=" + token} {
		req.Header.Set(name, value)
	}
	left := make(chan struct{})
	go func() {
		defer close(left)
		if resp, err := http.DefaultClient.Do(req); err == nil {
			_ = resp.Body.Close()
			t.Error("the visitor received a response")
		}
	}()
	eventually(t, "the password change at the platform", func() bool { return casino.Executed("user/pass_change") == 1 })
	leave()
	<-left
	eventually(t, "the end of the sessions", func() bool { return !v.hasSession(t, token) && !v.hasSession(t, phone) })
	if !v.hasSession(t, other) {
		t.Error("the session of another player ended")
	}
}

// The answer of a money call reaches the player although the disk is full by then, is repeated from
// memory, and is written once there is space.
func TestAnswerOfMoneyCallIsGivenOnFullDisk(t *testing.T) {
	t.Parallel()
	casino, d := startPlatform(t), limitedFileSize(t)
	casino.Script(func(call string) *platform.Fault {
		if call == moneyCall {
			return &platform.Fault{At: "answer", Do: "drip", Pause: "40ms"} // takes seconds, in which the disk is filled
		}
		return nil
	})
	upstream := map[string]any{"adapter": "envelope", "url": casino.URL()}
	p, v := startWithBrand(t, d.dir, upstream)
	token := v.login(t, "", "ayse", "Demo123")
	first := make(chan payment, 1)
	go func() {
		answer, err := v.pay(token, firstKey, 1)
		if err != nil {
			t.Error(err)
		}
		first <- answer
	}()
	eventually(t, "the payment at the platform", func() bool { return casino.Executed(moneyCall) == 1 })
	d.fill(t, p)
	answer := <-first
	if answer.Status != http.StatusOK || answer.Debug != "" {
		t.Fatalf("the answer on a full disk: %s", answer.raw)
	}
	eventually(t, "the log message", func() bool { return strings.Contains(p.Log(), "record answer of money call: failed") })
	if again := v.mustPay(t, token, firstKey, 1); again.raw != answer.raw {
		t.Errorf("repeated from memory: %s", again.raw)
	}
	d.free(t, p)
	eventually(t, "readiness", func() bool {
		_, _, raw, err := e2e.NewClient(p.Address, v.host, "").Do(http.MethodGet, "/readyz", nil, nil)
		return err == nil && string(raw) == `{"status":"ok"}`
	})
	if err := p.Stop(); err != nil {
		t.Fatal(err)
	}
	_, v = startWithBrand(t, d.dir, upstream)
	if again := v.mustPay(t, token, firstKey, 1); again.raw != answer.raw || casino.Executed(moneyCall) != 1 {
		t.Errorf("after a restart: %s, executed %d times", again.raw, casino.Executed(moneyCall))
	}
}

// A session that ends while Redis refuses writes stays over on an instance that is killed and started
// again before Redis is well, and ends elsewhere after that.
func TestEndedSessionSurvivesCrashWhileRedisRefusesWrites(t *testing.T) {
	t.Parallel()
	d := deploy(t, 2)
	here, there := d.visitorAt(0), d.visitorAt(1)
	token := here.login(t, "", "demo", "Demo123")
	control(t, d.platform, "fault", `{"call":"user/logout","kind":"status","status":500,"times":1}`) // its session goes on
	redisDo(t, d, "CONFIG", "SET", "min-replicas-to-write", "1")
	if _, a, cookie := here.call(t, token, "user/logout", nil); string(a["result"]) != "true" || cookie != "-" {
		t.Fatalf("logout: %s, cookie %q", a["debug"], cookie)
	}
	if here.hasSession(t, token) || !there.hasSession(t, token) {
		t.Errorf("valid here %v, elsewhere %v", here.hasSession(t, token), there.hasSession(t, token))
	}
	eventually(t, "the log message", func() bool { return strings.Contains(d.instances[0].Log(), "write revocation: failed") })
	if ready := readyz(t, d.instances[0]); !strings.Contains(ready, "revocations queued") {
		t.Errorf("readyz: %s", ready)
	}
	d.restart(t, 0)
	here = d.visitorAt(0)
	if here.hasSession(t, token) {
		t.Error("the session is valid after the restart")
	}
	redisDo(t, d, "CONFIG", "SET", "min-replicas-to-write", "0")
	eventually(t, "the end of the session on the other instance", func() bool { return !there.hasSession(t, token) })
	eventually(t, "readiness", func() bool { return !strings.Contains(readyz(t, d.instances[0]), "revocations queued") })
}

func redisDo(t *testing.T, d *deployment, words ...string) {
	t.Helper()
	if reply, err := d.redis.Do(words...); err != nil || reply != "OK" {
		t.Fatalf("%v: %v %v", words, reply, err)
	}
}

// readyz returns the readiness of a process.
func readyz(t *testing.T, p *e2e.Process) string {
	t.Helper()
	_, _, raw, err := e2e.NewClient(p.Address, "localhost", "").Do(http.MethodGet, "/readyz", nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	return string(raw)
}
