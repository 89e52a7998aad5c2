package e2e_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

// A block is in force on every instance, in front of any platform, while Redis is gone and after a restart.
func TestBlockedPlayerIsRefusedEverywhere(t *testing.T) {
	d := pair(t)
	a := d.visitorAt(0)
	login := func(i int, username string) (status int, text string) {
		status, answer, _ := d.visitorAt(i).call(t, "", "user/login", map[string]any{"username": username, "password": "Demo123"})
		return status, string(answer["debug"]) + string(answer["message"])
	}
	token := a.login(t, "", "demo", "Demo123")
	destek := d.staff(t, 0, "destek")
	path := "/players/" + d.brand + "/" + destek.uid(t, "demo") + "/block"
	destek.must(t, http.MethodPost, path, `{"reason":"a reason for staff"}`, http.StatusOK, nil)
	for i := range 2 {
		eventually(t, "the end of the session on every instance", func() bool {
			status, _, _ := d.visitorAt(i).call(t, token, "finance/check_balance", nil)
			return status == http.StatusForbidden || status == http.StatusLocked
		})
		eventually(t, "a refused login on every instance", func() bool {
			status, _ := login(i, "demo")
			return status == http.StatusLocked
		})
		_, text := login(i, "Demo")
		assert.True(t, strings.Contains(text, `"blocked"`) && !strings.Contains(text, "a reason for staff"),
			"instance %d: %s", i, text)
	}
	// By user name, before the player has a session: the platform is not asked.
	before := received(t, d.platform, "user/login")
	destek.must(t, http.MethodPost, "/players/"+d.brand+"/zengin/block?by=username", `{"reason":"fraud"}`, http.StatusOK, nil)
	if status, text := login(0, "ZENGIN"); status != http.StatusLocked {
		t.Errorf("by name: %d %s", status, text)
	}
	n := received(t, d.platform, "user/login")
	assert.Equal(t, before, n, "%d logins reached the platform", n-before)
	d.restart(t, 1)
	for _, name := range []string{"demo", "zengin"} {
		status, text := login(1, name)
		assert.Equal(t, http.StatusLocked, status, "%s after a restart: %d %s", name, status, text)
	}
	d.killRedis(t)
	for i := range 2 {
		status, text := login(i, "zengin")
		assert.Equal(t, http.StatusLocked, status, "instance %d without Redis: %d %s", i, status, text)
	}
	d.healRedis(t)
	destek.must(t, http.MethodDelete, path, "", http.StatusOK, nil)
	eventually(t, "a login", func() bool { status, _ := login(1, "demo"); return status == http.StatusOK })
}
