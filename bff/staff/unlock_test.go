package staff_test

import (
	"net/http"
	"testing"
)

func TestALockedStaffAccountIsUnlocked(t *testing.T) {
	r := newRig(t)
	admin, support := r.login("yonetici", "Yonetici123!"), r.login("destek", "Destek123!")
	for range 6 {
		r.do(http.MethodPost, "/login", `{"username":"izleyici","password":"Wrong-1234"}`, nil)
	}
	login := func() int {
		return r.do(http.MethodPost, "/login", `{"username":"izleyici","password":"Izleyici123!"}`, nil).status
	}
	if status := login(); status != http.StatusTooManyRequests {
		t.Fatalf("after wrong passwords: %d", status)
	}
	if a := r.do(http.MethodPost, "/accounts/izleyici/unlock", "", support); a.status != http.StatusForbidden {
		t.Errorf("as support: %d", a.status)
	}
	if a := r.do(http.MethodPost, "/accounts/nobody/unlock", "", admin); a.status != http.StatusNotFound {
		t.Errorf("an unknown account: %d", a.status)
	}
	if a := r.do(http.MethodPost, "/accounts/izleyici/unlock", "", admin); a.status != http.StatusOK {
		t.Errorf("as admin: %d %s", a.status, a.body)
	}
	if status := login(); status != http.StatusOK {
		t.Errorf("after the unlock: %d", status)
	}
}

func TestUnlockOfAPlayerIsChecked(t *testing.T) {
	r := newRig(t)
	support, viewer := r.login("destek", "Destek123!"), r.login("izleyici", "Izleyici123!")
	for _, row := range []struct {
		name, path, body string
		viewer           bool
		want             int
	}{
		{"a viewer may not", "/players/marmara/unlock", `{"username":"demo"}`, true, http.StatusForbidden},
		{"an unknown brand", "/players/nobody/unlock", `{"username":"demo"}`, false, http.StatusNotFound},
		{"no name", "/players/marmara/unlock", `{}`, false, http.StatusBadRequest},
		{"another field", "/players/marmara/unlock", `{"username":"demo","uid":"7"}`, false, http.StatusBadRequest},
		{"a name", "/players/marmara/unlock", `{"username":"demo"}`, false, http.StatusOK},
	} {
		cookie := support
		if row.viewer {
			cookie = viewer
		}
		if a := r.do(http.MethodPost, row.path, row.body, cookie); a.status != row.want {
			t.Errorf("%s: %d %s", row.name, a.status, a.body)
		}
	}
}
