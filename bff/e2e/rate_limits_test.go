package e2e_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"croupier/bff/e2e"
)

// configWithLimits writes the demo's configuration with limits for the brand marmara.
func configWithLimits(t *testing.T, limits string) (file string) {
	t.Helper()
	file = writeConfig(t, "", nil)
	editFile(t, strings.Replace(file, "croupier.yaml", "brands/marmara/brand.yaml", 1), "", "limits: "+limits+"\n")
	return file
}

// The limits by session and by class are independent. Instances share that by class by Redis; each
// counts the calls of a session for itself.
func TestRateLimitsBySessionAndClass(t *testing.T) {
	parallel(t)
	file := configWithLimits(t, "{ session: { count: 1, window: 1h, burst: 10 }, class/livecasino: { count: 1, window: 1h, burst: 4 } }")
	alone, d := startServer(t, nil, t.TempDir(), "--config", file), deployConfig(t, 2, []string{"--config", file})
	for _, row := range []struct {
		name      string
		instances []*e2e.Process
		ofSession int
	}{
		{"one process", []*e2e.Process{alone, alone}, 10},
		{"two instances with one Redis", d.instances, 20},
	} {
		a, b := visitor{row.instances[0].Address, "localhost", ""}, visitor{row.instances[1].Address, "localhost", ""}
		token, other := a.login(t, "", "demo", "Demo123"), a.login(t, "", "zengin", "Demo123")
		allowed := func(token, call string) (n int) {
			for refused := 0; n < 30 && refused < 2; a, b = b, a {
				status, answer, _ := a.call(t, token, call, nil)
				switch status {
				case http.StatusOK:
					n, refused = n+1, 0
				case http.StatusTooManyRequests:
					refused++
				default:
					t.Fatalf("%s: %d %s", call, status, answer["debug"])
				}
			}
			return n
		}
		for _, want := range []struct {
			of, token, call string
			n               int
		}{
			{"one session", token, "system/ping", row.ofSession},
			{"another session", other, "finance/check_balance", row.ofSession},
			{"one class", token, "livecasino/provider_list", 4},
			{"another class", "", "casino/provider_list", 30}, // all
		} {
			n := allowed(want.token, want.call)
			assert.Equal(t, want.n, n, "%s: %d calls of %s, want %d", row.name, n, want.of, want.n)
		}
	}
}

func TestFailedLoginsAreLimitedByAddress(t *testing.T) {
	parallel(t)
	file := configWithLimits(t, `{ password_address: { count: 4, window: 10m }, forgot_account: { count: 2, window: 1h }, forgot: { count: 5, window: 1h } }`)
	p := startServer(t, nil, t.TempDir(), "--config", file)
	v := visitor{p.Address, "localhost", ""}
	// login checks that all names get one and the same response, which reveals no account.
	login := func(want int, names ...string) {
		t.Helper()
		answers := map[string]bool{}
		for _, name := range names {
			status, a, _ := v.call(t, "", "user/login", map[string]any{"username": name, "password": "Wrong123"})
			assert.Equal(t, want, status, "%s: %d %s", name, status, a["message"])
			answers[string(a["message"])+string(a["debug"])+string(a["data"])] = true
		}
		assert.Len(t, answers, 1, "responses reveal which accounts exist")
	}
	login(http.StatusOK, "demo", "nobody1", "yeni", "nobody2")
	login(http.StatusTooManyRequests, "zengin", "nobody3")
	v.want(t, "", "user/login", map[string]any{"username": "demo", "password": "Demo123"}, http.StatusTooManyRequests,
		"rate limited")
	assert.NotContains(t, p.Log(), "Wrong123", "the log contains a password")
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
		status, a, _ := v.call(t, "", "user/forgot", map[string]any{"email": row.email})
		assert.Equal(t, row.want, status, "%d. forgot %s: %d %s", i+1, row.email, status, a["debug"])
	}
}
