package e2e_test

import (
	"encoding/json"
	"net/http"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"

	"croupier/bff/e2e"
	"croupier/bff/store/storetest/realredis"
)

// startTicketInstances starts two instances with ticket sessions in one Redis. platform is the
// address of the mock.
func startTicketInstances(t *testing.T) (first, second visitor, redis *realredis.Server, platform string) {
	t.Helper()
	redis = realredis.Start(t)
	casino := start(t, nil, "mock", "--listen", "127.0.0.1:0")
	ring := filepath.Join(t.TempDir(), "keys.json")
	runKeys(t, "new", "--keys-file", ring)
	file := writeConfig(t, "session: { store: redis }\n", nil)
	startGateway := func() visitor {
		p := startServer(t, inFrontOf(casino.Address, "CROUPIER_REDIS_URL="+redis.URL(), "CROUPIER_KEYS_FILE="+ring), t.TempDir(), "--config", file)
		return visitor{p.Address, "localhost", ""}
	}
	return startGateway(), startGateway(), redis, casino.Address
}

// redisDump returns all keys and the values of the session keys.
func redisDump(t *testing.T, redis *realredis.Server) string {
	t.Helper()
	client := func(args ...string) string {
		out, err := exec.Command("redis-cli", append([]string{"-p", strconv.Itoa(redis.Port)}, args...)...).Output()
		if err != nil {
			t.Fatalf("redis-cli %v: %v", args, err)
		}
		return string(out)
	}
	all := client("--scan")
	for key := range strings.SplitSeq(strings.TrimSpace(all), "\n") {
		if strings.Contains(key, "ticket") || strings.Contains(key, ":session:") {
			all += client("GET", key)
		}
	}
	return all
}

func TestTicketSessions(t *testing.T) {
	t.Parallel()
	first, second, redis, platform := startTicketInstances(t)
	token := first.login(t, "", "demo", "Demo123")
	parts := strings.Split(token, ".")
	if len(parts) != 4 || parts[0] != "ticket" {
		t.Fatalf("invalid ticket cookie %q", token)
	}
	if !second.hasSession(t, token) {
		t.Error("the session is not valid on the other instance")
	}
	dump := redisDump(t, redis)
	if !strings.Contains(dump, parts[2]) {
		t.Fatalf("the ticket is not in Redis:\n%.400s", dump)
	}
	for _, secret := range []string{parts[3], "demo", "eyJ"} {
		if strings.Contains(dump, secret) {
			t.Errorf("Redis contains %q", secret)
		}
	}
	for name, bad := range map[string]string{
		"a ticket without its secret": strings.Join(parts[:3], ".") + ".",
		"another secret":              strings.Join(parts[:3], ".") + "." + strings.Repeat("A", len(parts[3])),
	} {
		if second.hasSession(t, bad) {
			t.Errorf("%s: valid session", name)
		}
	}

	tokens := make([]string, 12)
	var group sync.WaitGroup
	for i := range tokens {
		group.Go(func() {
			v := []visitor{first, second}[i%2]
			_, a, next := v.call(t, token, "user/refresh", nil)
			if string(a["result"]) != "true" {
				t.Errorf("refresh: %s %s", a["message"], a["debug"])
			}
			tokens[i] = next
		})
	}
	group.Wait()
	for _, next := range tokens {
		if !first.hasSession(t, next) || !second.hasSession(t, next) {
			t.Errorf("refreshed token %.30q… is not valid on both instances", next)
		}
	}
	if _, _, cookie := second.call(t, tokens[0], "user/logout", nil); cookie != "-" {
		t.Fatalf("logout sets cookie %q", cookie)
	}
	for _, copied := range append(tokens, token) {
		eventually(t, "the logout on the other instance", func() bool { return !first.hasSession(t, copied) })
	}

	// The second factor is required on both instances, and a code is accepted once.
	_, _, raw, err := e2e.NewClient(platform, "", "").Do(http.MethodGet, "/__mock/totp?username=ikili", nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	var totp struct{ Code string }
	if err := json.Unmarshal(raw, &totp); err != nil {
		t.Fatal(err)
	}
	one, two := first.login(t, "", "ikili", "Demo123"), first.login(t, "", "ikili", "Demo123")
	if status, a, _ := second.call(t, one, "system/ping", nil); status != http.StatusForbidden || string(a["debug"]) != `"two factor required"` {
		t.Errorf("pending session on the other instance: %d %s", status, a["debug"])
	}
	code := map[string]any{"ga_code": totp.Code}
	_, a, complete := second.call(t, one, "user/check_ga", code)
	if string(a["result"]) != "true" || !first.hasSession(t, complete) {
		t.Errorf("check_ga: %s", a["message"])
	}
	if status, a, _ := first.call(t, two, "user/check_ga", code); status != http.StatusBadRequest {
		t.Errorf("same code on the other instance: %d %s %s", status, a["debug"], a["message"])
	}
}

func TestTicketSessionsNeedRedis(t *testing.T) {
	t.Parallel()
	file := writeConfig(t, "session: { store: redis }\n", nil)
	p, err := e2e.Start(binary, nil, "serve", "--config", file, "--listen", "127.0.0.1:0", "--admin-listen", "127.0.0.1:0", "--data-dir", t.TempDir())
	if err == nil {
		_ = p.Stop()
		t.Fatal("serve: want an error")
	}
	if !strings.Contains(err.Error(), "redis") {
		t.Errorf("error %v", err)
	}
}
