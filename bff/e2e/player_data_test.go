package e2e_test

import (
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestPlayerIsExportedAndErasedOnAnotherInstance(t *testing.T) {
	d := pair(t)
	a, b := d.visitorAt(0), d.visitorAt(1)
	token, other := a.login(t, "", "demo", "Demo123"), a.login(t, "", "yeni", "Demo123")
	p := a.mustPay(t, token, firstKey, 1)
	require.Equal(t, http.StatusOK, p.Status, "payment: %s", p.raw)
	a.ok(t, token, "limits/set", map[string]any{"kind": "session_time", "period": "day", "minutes": 60})
	admin, support := d.staff(t, 1, "yonetici"), d.staff(t, 1, "destek")
	player := admin.uid(t, "demo")
	admin.uid(t, "yeni")
	path := "/players/" + d.brand + "/" + player
	var file struct {
		Username          string
		Sessions, Devices []struct{}
		Requests          []struct{ ID string }
		Money             []struct{ Key, Outcome string }
		Limits            struct {
			Limits  []struct{ Minutes int }
			History []struct{ Change string }
		}
	}
	eventually(t, "the payment on the other instance", func() bool {
		admin.must(t, http.MethodGet, path+"/export", "", http.StatusOK, &file)
		return len(file.Money) == 1
	})
	assert.True(t, file.Username == "demo" && len(file.Sessions) == 1 && len(file.Devices) == 1 && len(file.Requests) >= 2 && file.Money[0].Key == firstKey && file.Money[0].Outcome == "refused" && len(file.Limits.Limits) == 1 && file.Limits.Limits[0].Minutes == 60 && len(file.Limits.History) == 1 && file.Limits.History[0].Change == "set",
		"the export: %+v", file)
	support.must(t, http.MethodGet, path+"/export", "", http.StatusForbidden, nil)
	support.must(t, http.MethodPost, path+"/erase", `{"confirm":"`+player+`"}`, http.StatusForbidden, nil)
	admin.must(t, http.MethodPost, path+"/erase", `{"confirm":"demo"}`, http.StatusBadRequest, nil)

	erased := admin.must(t, http.MethodPost, path+"/erase", `{"confirm":"`+player+`"}`, http.StatusOK, nil)
	for _, kind := range []string{"money", "audit", "limits"} {
		assert.Contains(t, erased, `"kind":"`+kind+`"`, "erasure")
	}
	assert.True(t, !a.hasSession(t, token) && !b.hasSession(t, token) && a.hasSession(t, other),
		"the session lives on, or that of another player has ended")
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

	// What the law keeps is not erased: the money key is answered, not sent again, after another login.
	token = b.login(t, "", "demo", "Demo123")
	p = b.mustPay(t, token, firstKey, 1)
	assert.Equal(t, http.StatusOK, p.Status, "the repeated payment: %s", p.raw)
	n := received(t, d.platform, moneyCall)
	assert.Equal(t, 1, n, "the platform received %d payments", n)
	assert.Contains(t, b.ok(t, token, "limits/get", nil), `"minutes":60`, "the limit after the erasure")
}
