package e2e_test

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// A block applies on every instance, without Redis and after a restart.
func TestBlockedPlayerIsRefusedEverywhere(t *testing.T) {
	d := pair(t)
	a := d.visitorAt(0)
	login := func(i int, username string) answer {
		return d.visitorAt(i).call(t, "", "user/login", credentials(username))
	}
	token := a.login(t, "demo")
	destek := d.staff(t, 0, "destek")
	path := "/players/" + d.brand + "/" + destek.uid(t, "demo") + "/block"
	destek.post(t, path, `{"reason":"a reason for staff"}`)
	for i := range 2 {
		eventually(t, "the end of the session on every instance", func() bool {
			status := d.visitorAt(i).call(t, token, "finance/check_balance", nil).status
			return status == http.StatusForbidden || status == http.StatusLocked
		})
		eventually(t, "a refused login on every instance",
			func() bool { return login(i, "demo").status == http.StatusLocked })
		got := login(i, "Demo")
		assert.Equal(t, "blocked", got.Debug, "instance %d: %s", i, got.Message)
		assert.NotContains(t, got.raw, "a reason for staff")
	}
	// A block by user name applies before the login reaches the platform.
	before := received(t, d.platform, "user/login")
	destek.post(t, "/players/"+d.brand+"/zengin/block?by=username", `{"reason":"fraud"}`)
	assert.Equal(t, http.StatusLocked, login(0, "ZENGIN").status, "by name")
	assertReceived(t, d.platform, "user/login", before)
	d.restart(t, 1)
	for _, name := range []string{"demo", "zengin"} {
		assert.Equal(t, http.StatusLocked, login(1, name).status, "%s after a restart", name)
	}
	d.killRedis(t)
	for i := range 2 {
		assert.Equal(t, http.StatusLocked, login(i, "zengin").status, "instance %d without Redis", i)
	}
	d.healRedis(t)
	destek.must(t, http.MethodDelete, path, "", http.StatusOK, nil)
	eventually(t, "a login", func() bool { return login(1, "demo").status == http.StatusOK })
}

func TestSupportLiftsALockOutOnEveryInstance(t *testing.T) {
	d := pair(t)
	a, b := d.visitorAt(0), d.visitorAt(1)
	login := func(v visitor, password string) int {
		return v.call(t, "", "user/login", map[string]any{"username": " Demo ", "password": password}).status
	}
	for _, v := range []visitor{a, b} { // each instance also counts locally
		for range 9 {
			login(v, "Wrong123")
		}
		require.Equal(t, http.StatusTooManyRequests, login(v, "Demo123"), "after wrong passwords")
	}
	support := d.staff(t, 0, "destek")
	support.post(t, "/players/"+d.brand+"/unlock", `{"username":"demo"}`)
	for name, v := range map[string]visitor{"first": a, "second": b} {
		eventually(t, "a login on the "+name+" instance", func() bool { return login(v, "Demo123") == http.StatusOK })
	}
	assert.Equal(t, "player unlocked", support.audit(t, "?limit=1")[0].Action, "audit")

	// Wrong codes count for the player's id, which the pending session contains.
	token := a.login(t, "ikili")
	code := func() int { return a.call(t, token, "user/check_ga", map[string]any{"ga_code": "000000"}).status }
	for range 6 {
		code()
	}
	require.Equal(t, http.StatusTooManyRequests, code(), "after wrong codes")
	support.post(t, "/players/"+d.brand+"/unlock", `{"username":"ikili"}`)
	assert.Equal(t, http.StatusOK, code(), "a code after the unlock")
}

func TestPlayerIsExportedAndErasedOnAnotherInstance(t *testing.T) {
	d := pair(t)
	a, b := d.visitorAt(0), d.visitorAt(1)
	token, other := a.login(t, "demo"), a.login(t, "yeni")
	a.wantPay(t, token, firstKey, "200")
	a.ok(t, token, "limits/set", map[string]any{"kind": "session_time", "period": "day", "minutes": 60})
	admin, support := d.staff(t, 1, "yonetici"), d.staff(t, 1, "destek")
	player := admin.uid(t, "demo")
	admin.uid(t, "yeni")
	path := "/players/" + d.brand + "/" + player
	var file struct {
		Username          string
		Sessions, Devices []struct{}
		Requests          []struct{ ID string }
		Money             []struct{ Key, State string }
		Limits            struct {
			Limits  []struct{ Minutes int }
			History []struct{ Change string }
		}
	}
	eventually(t, "the payment on the other instance", func() bool {
		admin.get(t, path+"/export", &file)
		return len(file.Money) == 1
	})
	assert.Equal(t, "demo 1 1 [{60}] [{set}]",
		fmt.Sprint(file.Username, " ", len(file.Sessions), len(file.Devices), " ", file.Limits.Limits,
			file.Limits.History))
	assert.Equal(t, []struct{ Key, State string }{{firstKey, "refused"}}, file.Money)
	assert.GreaterOrEqual(t, len(file.Requests), 2)
	support.must(t, http.MethodGet, path+"/export", "", http.StatusForbidden, nil)
	support.must(t, http.MethodPost, path+"/erase", `{"confirm":"`+player+`"}`, http.StatusForbidden, nil)
	admin.must(t, http.MethodPost, path+"/erase", `{"confirm":"demo"}`, http.StatusBadRequest, nil)

	erased := admin.post(t, path+"/erase", `{"confirm":"`+player+`"}`)
	for _, kind := range []string{"money", "audit", "limits"} {
		assert.Contains(t, erased, `"kind":"`+kind+`"`, "erasure")
	}
	assert.True(t, !a.hasSession(t, token) && !b.hasSession(t, token) && a.hasSession(t, other),
		"sessions after the erasure")
	assert.True(t, admin.search(t, "demo") == "" && admin.search(t, "yeni") != "",
		"the player is found, or another player is not")
	for i := range d.instances {
		at := admin.withAddress(d.instances[i].Address)
		for _, one := range append(file.Requests, struct{ ID string }{"none"}) {
			status, raw := at.do(t, http.MethodGet, "/requests/"+one.ID, "")
			assert.True(t, !strings.Contains(string(raw), player) && !strings.Contains(string(raw), "demo"),
				"instance %d knows the player of a request: %d %s", i, status, raw)
		}
		at.must(t, http.MethodGet, path+"/export", "", http.StatusNotFound, nil)
	}
	isErasure := func(e auditEntry) bool {
		return e.Action == "player erased" && e.Subject == d.brand+"/"+player && e.Outcome == "done"
	}
	entries := admin.audit(t, "?limit=50")
	assert.True(t, slices.ContainsFunc(entries, isErasure), "audit: %+v", entries)

	// Erasure keeps records that the law requires. A repeat with the key is not sent again.
	token = b.login(t, "demo")
	b.wantPay(t, token, firstKey, "200")
	assertReceived(t, d.platform, moneyCall, 1)
	assert.Contains(t, b.ok(t, token, "limits/get", nil), `"minutes":60`, "the limit after the erasure")
}
