package e2e_test

import (
	"net/http"
	"testing"
)

func TestSupportLiftsALockOutOnEveryInstance(t *testing.T) {
	d := pair(t)
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
	support := d.staff(t, 0, "destek")
	support.must(t, http.MethodPost, "/players/"+d.brand+"/unlock", `{"username":"demo"}`, http.StatusOK, nil)
	for name, v := range map[string]visitor{"first": a, "second": b} {
		eventually(t, "a login on the "+name+" instance", func() bool { return login(v, "Demo123") == http.StatusOK })
	}
	if e := support.audit(t, "?limit=1")[0]; e.Action != "player unlocked" {
		t.Errorf("audit: %+v", e)
	}

	// Wrong codes are counted by the player's id, which the waiting session contains.
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
	support.must(t, http.MethodPost, "/players/"+d.brand+"/unlock", `{"username":"ikili"}`, http.StatusOK, nil)
	if status := code(); status != http.StatusOK {
		t.Errorf("a code after the unlock: %d", status)
	}
}
