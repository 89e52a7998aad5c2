package e2e_test

import (
	"net/http"
	"strings"
	"testing"

	"croupier/bff/e2e"
)

// startWithLimits starts a server with limits for the brand marmara.
func startWithLimits(t *testing.T, limits string) *e2e.Process {
	t.Helper()
	file := writeConfig(t, "", nil)
	editFile(t, strings.Replace(file, "croupier.yaml", "brands/marmara/brand.yaml", 1), "", "limits: "+limits+"\n")
	return startServer(t, nil, t.TempDir(), "--config", file)
}

func TestFailedLoginsAreLimitedByAddress(t *testing.T) {
	t.Parallel()
	p := startWithLimits(t, `{ password_address: { count: 4, window: 10m }, forgot_account: { count: 2, window: 1h }, forgot: { count: 5, window: 1h } }`)
	c := e2e.NewClient(p.Address, "localhost", "")
	login := func(username string) (int, string) {
		status, a := mustCall(t, c, "user/login", map[string]any{"username": username, "password": "Wrong123"}, nil)
		return status, string(a["message"]) + string(a["debug"]) + string(a["data"])
	}
	answers := map[string]bool{}
	for _, name := range []string{"demo", "nobody1", "yeni", "nobody2"} {
		status, answer := login(name)
		if answers[answer] = true; status != http.StatusOK {
			t.Errorf("%s: %d %s", name, status, answer)
		}
	}
	if len(answers) != 1 {
		t.Errorf("responses reveal which accounts exist: %v", answers)
	}
	limited := map[string]bool{}
	for _, name := range []string{"zengin", "nobody3"} {
		status, answer := login(name)
		if limited[answer] = true; status != http.StatusTooManyRequests {
			t.Errorf("%s: %d %s", name, status, answer)
		}
	}
	if len(limited) != 1 {
		t.Errorf("rate limit responses reveal which accounts exist: %v", limited)
	}
	if status, a := mustCall(t, c, "user/login", map[string]any{"username": "demo", "password": "Demo123"}, nil); status != http.StatusTooManyRequests {
		t.Errorf("right password over the limit: %d %s", status, a["message"])
	}
	if n := len(strings.Split(p.Log(), "Wrong123")); n != 1 {
		t.Error("the log contains a password")
	}

	forgot := func(email string) (int, string) {
		status, a := mustCall(t, c, "user/forgot", map[string]any{"email": email}, nil)
		return status, string(a["message"]) + string(a["debug"])
	}
	for i, row := range []struct {
		email string
		want  int
	}{
		{"demo@example.com", 200},
		{"DEMO@example.com", 200},
		{"demo@example.com", 429}, // the third for one account
		{"nobody@example.com", 200},
		{"nobody@example.com", 200},
		{"another@example.com", 429}, // the sixth from one address
	} {
		if status, answer := forgot(row.email); status != row.want {
			t.Errorf("%d. forgot %s: %d %s", i+1, row.email, status, answer)
		}
	}
}
