package e2e_test

import (
	"net/http"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
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
		require.Equal(t, http.StatusTooManyRequests, login(v, "Demo123"), "after wrong passwords")
	}
	support := d.staff(t, 0, "destek")
	support.must(t, http.MethodPost, "/players/"+d.brand+"/unlock", `{"username":"demo"}`, http.StatusOK, nil)
	for name, v := range map[string]visitor{"first": a, "second": b} {
		eventually(t, "a login on the "+name+" instance", func() bool { return login(v, "Demo123") == http.StatusOK })
	}
	e := support.audit(t, "?limit=1")[0]
	assert.Equal(t, "player unlocked", e.Action, "audit: %+v", e)

	// Wrong codes are counted by the player's id, which the waiting session contains.
	token := a.login(t, "", "ikili", "Demo123")
	code := func() int {
		status, _, _ := a.call(t, token, "user/check_ga", map[string]any{"ga_code": "000000"})
		return status
	}
	for range 6 {
		code()
	}
	require.Equal(t, http.StatusTooManyRequests, code(), "after wrong codes")
	support.must(t, http.MethodPost, "/players/"+d.brand+"/unlock", `{"username":"ikili"}`, http.StatusOK, nil)
	assert.Equal(t, http.StatusOK, code(), "a code after the unlock")
}
