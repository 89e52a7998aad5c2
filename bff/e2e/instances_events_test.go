package e2e_test

import (
	"encoding/json"
	"net/http"
	"os/exec"
	"strings"
	"testing"

	"croupier/bff/e2e"
)

// order gives a command about maintenance by instance i, with the deployment's Redis.
func (h *deployment) maintenance(t *testing.T, i int, args ...string) string {
	t.Helper()
	cmd := exec.Command(binary, append(append([]string{"maintenance"}, args...), "--data-dir", h.dirs[i])...)
	cmd.Env = append(cmd.Environ(), "CROUPIER_REDIS_URL="+h.redis.URL())
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%v: %v\n%s", args, err, out)
	}
	return string(out)
}

// What happens at one instance is told to the pages that listen at another.
func TestPagesHearOfWhatHappensAtAnotherInstance(t *testing.T) {
	t.Parallel()
	h := deploy(t, 2)
	token := h.visitorAt(0).login(t, "", "yeni", "Demo123")
	page := openEvents(t, h.instances[1].Address, "localhost", token)
	if said := page.waitFor("maintenance"); said != `{"result":true}` {
		t.Fatalf("at first: %s", said)
	}
	for _, row := range []struct{ do, want string }{
		{"on", `{"result":false,"message":"This site is under maintenance","until":null}`},
		{"off", `{"result":true}`},
	} {
		h.maintenance(t, 0, row.do, "--brand", "marmara")
		if said := page.waitFor("maintenance"); said != row.want {
			t.Errorf("%s: %s", row.do, said)
		}
	}
	_, a, _ := h.visitorAt(0).call(t, token, "user/list_bonuses", map[string]any{"status": "available"})
	var bonuses []struct{ BonusID int }
	if err := json.Unmarshal(a["data"], &bonuses); err != nil || len(bonuses) == 0 {
		t.Fatalf("no bonus to claim: %v %s", err, a["data"])
	}
	if p := h.visitorAt(0).mustPay(t, token, firstKey, bonuses[0].BonusID); p.Status != http.StatusOK {
		t.Fatalf("a bonus: %s", p.raw)
	}
	if said := page.waitFor("balance"); !strings.Contains(said, `"balance":`) {
		t.Errorf("balance: %s", said)
	}
	if _, _, cookie := h.visitorAt(0).call(t, token, "user/logout", nil); cookie != "-" {
		t.Fatal("not logged out")
	}
	if said := page.waitFor("session"); said != `{"ended":true}` {
		t.Errorf("session: %s", said)
	}
}

// A link that one instance signed lets a tester in at the other.
func TestALinkOfOneInstanceOpensAtAnother(t *testing.T) {
	t.Parallel()
	h := deploy(t, 2)
	h.maintenance(t, 0, "on", "--brand", "marmara")
	c := e2e.NewClient(h.instances[1].Address, "localhost", "")
	providers := func() int {
		status, _ := mustCall(t, c, "casino/provider_list", nil, nil)
		return status
	}
	eventually(t, "the other is closed", func() bool { return providers() == http.StatusServiceUnavailable })
	link, _, _ := strings.Cut(h.maintenance(t, 0, "link", "--brand", "marmara"), "\n")
	_, query, _ := strings.Cut(link, "?")
	if _, _, _, err := c.Do(http.MethodGet, "/?"+query, nil, nil); err != nil { // which leaves a cookie in the jar
		t.Fatal(err)
	}
	if status := providers(); status != http.StatusOK {
		t.Errorf("the tester: %d", status)
	}
}
