package e2e_test

import (
	"net/http"
	"strings"
	"testing"
)

func TestSupportLiftsALockOutOnEveryInstance(t *testing.T) {
	t.Parallel()
	d := deploy(t, 2)
	d.addStaff(t)
	a, b := d.visitorAt(0), d.visitorAt(1)
	login := func(v visitor, password string) int {
		status, _, _ := v.call(t, "", "user/login", map[string]any{"username": " Demo ", "password": password})
		return status
	}
	for _, v := range []visitor{a, b} { // each instance counts for itself too
		for range 9 {
			login(v, "Wrong123")
		}
		if status := login(v, "Demo123"); status != http.StatusTooManyRequests {
			t.Fatalf("after wrong passwords: %d", status)
		}
	}
	support := staffLogin(t, a.address, "localhost", "destek", "Destek123!")
	if status, raw := support.do(t, http.MethodPost, "/players/marmara/unlock", `{"username":"demo"}`); status != http.StatusOK {
		t.Fatalf("unlock: %d %s", status, raw)
	}
	for name, v := range map[string]visitor{"first": a, "second": b} {
		eventually(t, "a login on the "+name+" instance", func() bool { return login(v, "Demo123") == http.StatusOK })
	}
	if _, raw := support.do(t, http.MethodGet, "/audit?limit=1", ""); !strings.Contains(string(raw), `"player unlocked"`) {
		t.Errorf("audit: %s", raw)
	}

	// Wrong codes are counted by the player's id, which the waiting session tells.
	token := a.login(t, "", "ikili", "Demo123")
	code := func() int {
		status, _, _ := a.call(t, token, "user/check_ga", map[string]any{"ga_code": "000000"})
		return status
	}
	for range 6 {
		code()
	}
	if status := code(); status != http.StatusTooManyRequests {
		t.Fatalf("after wrong codes: %d", status)
	}
	if status, raw := support.do(t, http.MethodPost, "/players/marmara/unlock", `{"username":"ikili"}`); status != http.StatusOK {
		t.Fatalf("unlock: %d %s", status, raw)
	}
	if status := code(); status != http.StatusOK {
		t.Errorf("a code after the unlock: %d", status)
	}
}
