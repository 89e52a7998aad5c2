package e2e_test

import (
	"net/http"
	"path/filepath"
	"strings"
	"testing"

	"croupier/bff/e2e"
	"croupier/bff/store/storetest/realredis"
)

// The limits by session and by class are independent. Instances share that by class by Redis; each
// counts the calls of a session for itself.
func TestRateLimitsBySessionAndClass(t *testing.T) {
	t.Parallel()
	file := writeConfig(t, "", nil)
	editFile(t, strings.Replace(file, "croupier.yaml", "brands/marmara/brand.yaml", 1), "", `limits:
  session: { count: 1, window: 1h, burst: 10 }
  class/livecasino: { count: 1, window: 1h, burst: 4 }
`)
	serve := func(env ...string) *e2e.Process {
		return startServer(t, env, t.TempDir(), "--config", file)
	}
	alone := serve()
	shared := inFrontOf(start(t, nil, "mock", "--listen", "127.0.0.1:0").Address, "CROUPIER_REDIS_URL="+realredis.Start(t).URL(), "CROUPIER_KEYS_FILE="+filepath.Join(t.TempDir(), "keys.json"))
	for _, row := range []struct {
		name      string
		instances []*e2e.Process
		ofSession int
	}{
		{"one process", []*e2e.Process{alone, alone}, 10},
		{"two instances with one Redis", []*e2e.Process{serve(shared...), serve(shared...)}, 20},
	} {
		t.Run(row.name, func(t *testing.T) {
			t.Parallel()
			instances := row.instances
			a, b := visitor{instances[0].Address, "localhost", "limits"}, visitor{instances[1].Address, "localhost", "limits"}
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
			if n := allowed(token, "system/ping"); n != row.ofSession {
				t.Errorf("%d calls of one session, want %d", n, row.ofSession)
			}
			if n := allowed(other, "finance/check_balance"); n != row.ofSession {
				t.Errorf("%d calls of another session, want %d", n, row.ofSession)
			}
			if n := allowed(token, "livecasino/provider_list"); n != 4 {
				t.Errorf("%d calls of one class, want 4", n)
			}
			if n := allowed("", "casino/provider_list"); n != 30 {
				t.Errorf("%d calls of another class, want all", n)
			}
		})
	}
}
