package e2e_test

import (
	"encoding/json"
	"net/http"
	"slices"
	"strings"
	"testing"
)

func TestPlayerIsExportedAndErasedOnAnotherInstance(t *testing.T) {
	t.Parallel()
	d := deploy(t, 2)
	d.addStaff(t)
	token, other := d.visitorAt(0).login(t, "", "demo", "Demo123"), d.visitorAt(0).login(t, "", "yeni", "Demo123")
	if p := d.visitorAt(0).mustPay(t, token, firstKey, 1); p.Status != http.StatusOK {
		t.Fatalf("payment: %s", p.raw)
	}
	if status, answer, _ := d.visitorAt(0).call(t, token, "limits/set", map[string]any{"kind": "session_time", "period": "day", "minutes": 60}); status != http.StatusOK {
		t.Fatalf("limits/set: %d %s", status, answer["debug"])
	}
	admin := staffLogin(t, d.instances[1].Address, "localhost", "yonetici", "Yonetici123!")
	support := staffLogin(t, d.instances[1].Address, "localhost", "destek", "Destek123!")
	uid := func(name string) string {
		t.Helper()
		var found []struct{ UID string }
		if status, raw := admin.do(t, http.MethodGet, "/players?q="+name+"&brand=marmara", ""); json.Unmarshal(raw, &found) != nil || len(found) > 1 {
			t.Fatalf("search: %d %s", status, raw)
		}
		if len(found) == 0 {
			return ""
		}
		return found[0].UID
	}
	var player string
	eventually(t, "the players on the other instance", func() bool { player = uid("demo"); return player != "" && uid("yeni") != "" })
	path := "/players/marmara/" + player
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
		status, raw := admin.do(t, http.MethodGet, path+"/export", "")
		return status == http.StatusOK && json.Unmarshal(raw, &file) == nil && len(file.Money) == 1
	})
	if file.Username != "demo" || len(file.Sessions) != 1 || len(file.Devices) != 1 || len(file.Requests) < 2 || file.Money[0].Key != firstKey || file.Money[0].Outcome != "refused" ||
		len(file.Limits.Limits) != 1 || file.Limits.Limits[0].Minutes != 60 || len(file.Limits.History) != 1 || file.Limits.History[0].Change != "set" {
		t.Errorf("the export: %+v", file)
	}
	if status, _ := support.do(t, http.MethodGet, path+"/export", ""); status != http.StatusForbidden {
		t.Errorf("export as support: %d", status)
	}
	if status, _ := support.do(t, http.MethodPost, path+"/erase", `{"confirm":"`+player+`"}`); status != http.StatusForbidden {
		t.Errorf("erasure as support: %d", status)
	}
	if status, raw := admin.do(t, http.MethodPost, path+"/erase", `{"confirm":"demo"}`); status != http.StatusBadRequest {
		t.Errorf("the name instead of the uid: %d %s", status, raw)
	}

	status, raw := admin.do(t, http.MethodPost, path+"/erase", `{"confirm":"`+player+`"}`)
	if status != http.StatusOK || !strings.Contains(string(raw), `"kind":"money"`) || !strings.Contains(string(raw), `"kind":"audit"`) || !strings.Contains(string(raw), `"kind":"limits"`) {
		t.Fatalf("erasure: %d %s", status, raw)
	}
	if d.visitorAt(0).hasSession(t, token) || d.visitorAt(1).hasSession(t, token) {
		t.Error("the session lives on")
	}
	if !d.visitorAt(0).hasSession(t, other) {
		t.Error("the session of another player has ended")
	}
	if got := uid("demo"); got != "" {
		t.Errorf("the player is found: %s", got)
	}
	if uid("yeni") == "" {
		t.Error("another player is erased")
	}
	for i := range d.instances {
		at := admin.withAddress(d.instances[i].Address)
		for _, one := range append(file.Requests, struct{ ID string }{"none"}) {
			if status, raw := at.do(t, http.MethodGet, "/requests/"+one.ID, ""); strings.Contains(string(raw), player) || strings.Contains(string(raw), "demo") {
				t.Errorf("instance %d knows the player of a request: %d %s", i, status, raw)
			}
		}
		if status, raw := at.do(t, http.MethodGet, path+"/export", ""); status != http.StatusNotFound {
			t.Errorf("instance %d: export: %d %s", i, status, raw)
		}
	}
	erased := func(e auditEntry) bool {
		return e.Action == "player erased" && e.Subject == "marmara/"+player && e.Outcome == "done"
	}
	if entries := admin.audit(t, "?limit=50"); !slices.ContainsFunc(entries, erased) {
		t.Errorf("audit: %+v", entries)
	}

	// What the law keeps is not erased: the money key is answered, not sent again, after another login.
	token = d.visitorAt(1).login(t, "", "demo", "Demo123")
	if p := d.visitorAt(1).mustPay(t, token, firstKey, 1); p.Status != http.StatusOK {
		t.Errorf("the repeated payment: %s", p.raw)
	}
	if n := received(t, d.platform, moneyCall); n != 1 {
		t.Errorf("the platform received %d payments", n)
	}
	if _, answer, _ := d.visitorAt(1).call(t, token, "limits/get", nil); !strings.Contains(string(answer["data"]), `"minutes":60`) {
		t.Errorf("the limit after the erasure: %s", answer["data"])
	}
}
