package e2e_test

import (
	"encoding/json"
	"net/http"
	"testing"

	"croupier/bff/e2e"
)

// lookedUp is the answer of GET /staff/v1/requests/{id}.
type lookedUp struct {
	ID, Instance, Brand, Call, Debug, Upstream, Cause string
	Status, Attempts                                  int
	Player                                            struct{ UID, Username string }
	Money                                             struct{ Key, Outcome string }
}

// request looks a request id up.
func (c staffClient) request(t *testing.T, id string) (found lookedUp, status int) {
	t.Helper()
	status, raw := c.do(t, http.MethodGet, "/requests/"+id, "")
	if err := json.Unmarshal(raw, &found); err != nil {
		t.Fatalf("request %s: %d %v %s", id, status, err, raw)
	}
	return found, status
}

func TestFailedDepositIsFoundOnAnotherInstance(t *testing.T) {
	t.Parallel()
	d := deploy(t, 2)
	d.addStaff(t)
	token := d.visitorAt(0).login(t, "", "demo", "Demo123")
	const deposit = "finance/save_bank_transfer"
	control(t, d.platform, "fault", `{"call":"`+deposit+`","kind":"reset","times":1}`)
	status, header, raw, err := e2e.NewClient(d.instances[0].Address, "localhost", "").Call(deposit,
		map[string]any{"Type": 1, "transferType": 1, "methodID": 11, "amount": 500, "bankID": 1, "sender": "Demo"},
		map[string]string{"Cookie": "croupier=" + token, "Idempotency-Key": firstKey})
	if err != nil || status != http.StatusServiceUnavailable {
		t.Fatalf("deposit: %d %v %s", status, err, raw)
	}
	id := header.Get("X-Request-Id")
	support := staffLogin(t, d.instances[1].Address, "localhost", "destek", "Destek123!")
	var found lookedUp
	eventually(t, "the request on the other instance", func() bool {
		found, status = support.request(t, id)
		return status == http.StatusOK && found.Call != ""
	})
	if found.ID != id || found.Brand != "marmara" || found.Call != deposit || found.Status != http.StatusServiceUnavailable || found.Debug != "outcome unknown" ||
		found.Upstream == "" || found.Attempts != 1 || found.Cause != "reset" || found.Player.Username != "demo" || found.Player.UID == "" ||
		found.Money.Key != firstKey || found.Money.Outcome != "unknown" {
		t.Errorf("the request: %+v", found)
	}

	// The player's page names the payment, also by another spelling of the name.
	var players []struct{ UID string }
	if status, raw := support.do(t, http.MethodGet, "/players?q=DEMO&brand=marmara", ""); json.Unmarshal(raw, &players) != nil || len(players) != 1 || players[0].UID != found.Player.UID {
		t.Fatalf("search: %d %s", status, raw)
	}
	var player struct {
		Sessions, Devices []struct{}
		Requests          []lookedUp
		Money             []struct{ Key, Outcome string }
	}
	if status, raw := support.do(t, http.MethodGet, "/players/marmara/"+found.Player.UID, ""); json.Unmarshal(raw, &player) != nil ||
		len(player.Sessions) != 1 || len(player.Devices) != 1 || len(player.Requests) != 2 || player.Requests[0].ID != id || player.Requests[1].Call != "user/login" ||
		len(player.Money) != 1 || player.Money[0].Key != firstKey || player.Money[0].Outcome != "unknown" {
		t.Errorf("the player: %d %s", status, raw)
	}
}

func TestStoppedInstanceLosesNoRequest(t *testing.T) {
	t.Parallel()
	d := deploy(t, 2)
	d.addStaff(t)
	token := d.visitorAt(0).login(t, "", "demo", "Demo123")
	var ids []string
	for range 120 { // fewer than the burst of a session
		status, header, raw, err := e2e.NewClient(d.instances[0].Address, "localhost", "").Call("system/ping", nil, map[string]string{"Cookie": "croupier=" + token})
		if err != nil || status != http.StatusOK {
			t.Fatalf("%d %v %s", status, err, raw)
		}
		ids = append(ids, header.Get("X-Request-Id"))
	}
	if err := d.instances[0].Stop(); err != nil {
		t.Fatal(err)
	}
	support := staffLogin(t, d.instances[1].Address, "localhost", "destek", "Destek123!")
	for i, id := range ids {
		if found, status := support.request(t, id); status != http.StatusOK || found.Call != "system/ping" || found.Player.Username != "demo" {
			t.Fatalf("request %d of %d is lost: %d %+v", i, len(ids), status, found)
		}
	}
}

func TestCachedResponsesAreNotRecorded(t *testing.T) {
	t.Parallel()
	p := startDemo(t, t.TempDir())
	support := staffLogin(t, p.Address, "localhost", "destek", "Destek123!")
	for n, want := range []struct {
		cache string
		found int
	}{{"MISS", http.StatusOK}, {"HIT", http.StatusNotFound}} {
		status, header, raw, err := e2e.NewClient(p.Address, "localhost", "").Call("casino/provider_list", nil, nil)
		if err != nil || status != http.StatusOK || header.Get("Croupier-Cache") != want.cache {
			t.Fatalf("call %d: %d %v %v %s", n, status, header, err, raw)
		}
		if status, raw := support.do(t, http.MethodGet, "/requests/"+header.Get("X-Request-Id"), ""); status != want.found {
			t.Errorf("%s: %d %s", want.cache, status, raw)
		}
	}
}
