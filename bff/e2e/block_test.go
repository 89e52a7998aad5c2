package e2e_test

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"
)

// A block is in force on every instance, in front of any platform, while Redis is gone and after a restart.
func TestBlockedPlayerIsRefusedEverywhere(t *testing.T) {
	t.Parallel()
	d := deploy(t, 2)
	d.addStaff(t)
	a, b := d.visitorAt(0), d.visitorAt(1)
	login := func(v visitor, username string) (status int, text string) {
		status, answer, _ := v.call(t, "", "user/login", map[string]any{"username": username, "password": "Demo123"})
		return status, string(answer["debug"]) + string(answer["message"])
	}
	token := a.login(t, "", "demo", "Demo123")
	destek := staffLogin(t, a.address, "localhost", "destek", "Destek123!")
	var found []struct{ UID string }
	eventually(t, "the player in the search", func() bool {
		_, raw := destek.do(t, http.MethodGet, "/players?brand=marmara&q=demo", "")
		return json.Unmarshal(raw, &found) == nil && len(found) == 1
	})
	path := "/players/marmara/" + found[0].UID + "/block"
	if status, raw := destek.do(t, http.MethodPost, path, `{"reason":"a reason for staff"}`); status != http.StatusOK {
		t.Fatalf("block: %d %s", status, raw)
	}
	for name, v := range map[string]visitor{"first": a, "second": b} {
		eventually(t, "the end of the session on the "+name+" instance", func() bool {
			status, _, _ := v.call(t, token, "finance/check_balance", nil)
			return status == http.StatusForbidden || status == http.StatusLocked
		})
		eventually(t, "a refused login on the "+name+" instance", func() bool {
			status, _ := login(v, "demo")
			return status == http.StatusLocked
		})
		if _, text := login(v, "Demo"); !strings.Contains(text, `"blocked"`) || strings.Contains(text, "a reason for staff") {
			t.Errorf("%s instance: %s", name, text)
		}
	}
	// By user name, before the player has a session: the platform is not asked.
	before := received(t, d.platform, "user/login")
	if status, raw := destek.do(t, http.MethodPost, "/players/marmara/zengin/block?by=username", `{"reason":"fraud"}`); status != http.StatusOK {
		t.Fatalf("block by name: %d %s", status, raw)
	}
	if status, text := login(a, "ZENGIN"); status != http.StatusLocked {
		t.Errorf("by name: %d %s", status, text)
	}
	if n := received(t, d.platform, "user/login"); n != before {
		t.Errorf("%d logins reached the platform", n-before)
	}
	kill(t, d.instances[1])
	d.instances[1] = startServer(t, d.env, d.dirs[1])
	b = d.visitorAt(1)
	for _, name := range []string{"demo", "zengin"} {
		if status, text := login(b, name); status != http.StatusLocked {
			t.Errorf("%s after a restart: %d %s", name, status, text)
		}
	}
	d.redis.Kill()
	for name, v := range map[string]visitor{"first": a, "second": b} {
		if status, text := login(v, "zengin"); status != http.StatusLocked {
			t.Errorf("%s instance without Redis: %d %s", name, status, text)
		}
	}
	d.redis.Run(t)
	eventually(t, "the block is lifted", func() bool {
		status, _ := destek.do(t, http.MethodDelete, path, "")
		return status == http.StatusOK || status == http.StatusNotFound
	})
	eventually(t, "a login", func() bool { status, _ := login(b, "demo"); return status == http.StatusOK })
}
