package e2e_test

import (
	"encoding/json"
	"net/http"
	"os/exec"
	"strings"
	"testing"

	"croupier/bff/e2e"
)

// maintenance runs `croupier maintenance` with the data directory of instance i and the Redis of
// the deployment.
func (d *deployment) maintenance(t *testing.T, i int, args ...string) string {
	t.Helper()
	cmd := exec.Command(binary, append(append([]string{"maintenance"}, args...), "--data-dir", d.dirs[i])...)
	cmd.Env = append(cmd.Environ(), "CROUPIER_REDIS_URL="+d.redis.URL())
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%v: %v\n%s", args, err, out)
	}
	return string(out)
}

func TestEventsReachOtherInstances(t *testing.T) {
	t.Parallel()
	d := deploy(t, 2)
	token := d.visitorAt(0).login(t, "", "yeni", "Demo123")
	page := openEvents(t, d.instances[1].Address, "localhost", token)
	if got := page.waitFor("maintenance"); got != `{"result":true}` {
		t.Fatalf("initial state: %s", got)
	}
	for _, row := range []struct{ do, want string }{
		{"on", `{"result":false,"message":"This site is under maintenance","until":null}`},
		{"off", `{"result":true}`},
	} {
		d.maintenance(t, 0, row.do, "--brand", "marmara")
		if got := page.waitFor("maintenance"); got != row.want {
			t.Errorf("%s: %s", row.do, got)
		}
	}
	_, a, _ := d.visitorAt(0).call(t, token, "user/list_bonuses", map[string]any{"status": "available"})
	var bonuses []struct{ BonusID int }
	if err := json.Unmarshal(a["data"], &bonuses); err != nil || len(bonuses) == 0 {
		t.Fatalf("list_bonuses: %v %s", err, a["data"])
	}
	if p := d.visitorAt(0).mustPay(t, token, firstKey, bonuses[0].BonusID); p.Status != http.StatusOK {
		t.Fatalf("claim_bonus: %s", p.raw)
	}
	if got := page.waitFor("balance"); !strings.Contains(got, `"balance":`) {
		t.Errorf("balance: %s", got)
	}
	if _, _, cookie := d.visitorAt(0).call(t, token, "user/logout", nil); cookie != "-" {
		t.Fatal("logout sets no empty cookie")
	}
	if got := page.waitFor("session"); got != `{"ended":true}` {
		t.Errorf("session: %s", got)
	}
}

func TestBypassLinkWorksOnOtherInstances(t *testing.T) {
	t.Parallel()
	d := deploy(t, 2)
	d.maintenance(t, 0, "on", "--brand", "marmara")
	c := e2e.NewClient(d.instances[1].Address, "localhost", "")
	providers := func() int {
		status, _ := mustCall(t, c, "casino/provider_list", nil, nil)
		return status
	}
	eventually(t, "maintenance on the other instance", func() bool { return providers() == http.StatusServiceUnavailable })
	link, _, _ := strings.Cut(d.maintenance(t, 0, "link", "--brand", "marmara"), "\n")
	_, query, _ := strings.Cut(link, "?")
	if _, _, _, err := c.Do(http.MethodGet, "/?"+query, nil, nil); err != nil { // stores the bypass cookie in the jar
		t.Fatal(err)
	}
	if status := providers(); status != http.StatusOK {
		t.Errorf("with bypass: %d", status)
	}
}
