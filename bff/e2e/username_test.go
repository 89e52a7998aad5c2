package e2e_test

import (
	"encoding/json"
	"net/http"
	"testing"
)

// A player who changes the user name keeps every session: those of other devices are listed beside
// later ones, by the player and by staff, and take the new name when they are refreshed.
func TestAChangedUsernameFindsEverySession(t *testing.T) {
	t.Parallel()
	d := deploy(t, 2)
	d.addStaff(t)
	a, b := d.visitorAt(0), d.visitorAt(1)
	phone, laptop := a.loginWithAgent(t, "demo", phoneAgent), b.loginWithAgent(t, "demo", laptopAgent)

	status, answer, renamed := a.call(t, phone, "user/update_profile", map[string]any{"username": "yeniad"})
	if status != http.StatusOK || string(answer["result"]) != "true" || renamed == "" || renamed == "-" {
		t.Fatalf("change of the name: %d %s, cookie %q", status, answer["message"], renamed)
	}
	later := b.loginWithAgent(t, "yeniad", "Later")
	for device, token := range map[string]string{"the phone": renamed, "the laptop": laptop, "the later login": later} {
		if list := b.playerSessions(t, token); len(list) != 3 {
			t.Errorf("%s lists %+v", device, list)
		}
	}
	support := staffLogin(t, d.instances[1].Address, "localhost", "destek", "Destek123!")
	if old, now := support.sessions(t, "demo"), support.sessions(t, "yeniad"); len(old) != 0 || len(now) != 3 {
		t.Errorf("staff find %v by the old name, %v by the new one", old, now)
	}
	for device, token := range map[string]string{"the phone": renamed, "the laptop": laptop} {
		_, answer, _ := b.call(t, token, "user/refresh", nil)
		var login struct{ Username string }
		if err := json.Unmarshal(answer["data"], &login); err != nil || login.Username != "yeniad" {
			t.Errorf("%s is refreshed as %q", device, login.Username)
		}
	}
	if list := b.playerSessions(t, later); len(list) != 3 {
		t.Errorf("after the refresh %+v", list)
	}
	if old := support.sessions(t, "demo"); len(old) != 0 {
		t.Errorf("after the refresh staff find %v by the old name", old)
	}
}
