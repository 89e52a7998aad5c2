package e2e_test

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"

	"croupier/bff/e2e"
)

// Staff tighten a player's limit at once, and loosen it with two accounts once a day has passed in the player's world.
func TestStaffLoosenALimitWithTwoAccounts(t *testing.T) {
	t.Parallel()
	const world = "limits"
	p := startDemo(t, t.TempDir())
	player := visitor{p.Address, "localhost", world}
	token := player.login(t, "", "demo", "Demo123")
	inWorld := func(name, password string) staffClient {
		t.Helper()
		c := staffClient{e2e.NewClient(p.Address, "localhost", world)}
		if status, raw := c.do(t, http.MethodPost, "/login", `{"username":"`+name+`","password":"`+password+`"}`); status != http.StatusOK {
			t.Fatalf("login of %s: %d %s", name, status, raw)
		}
		return c
	}
	destek, admin := inWorld("destek", "Destek123!"), inWorld("yonetici", "Yonetici123!")
	var found []struct{ UID string }
	eventually(t, "the player is known to the console", func() bool {
		_, raw := destek.do(t, http.MethodGet, "/players?brand=marmara&q=demo", "")
		return json.Unmarshal(raw, &found) == nil && len(found) == 1
	})
	path := "/players/marmara/" + found[0].UID + "/limits"
	do := func(c staffClient, action, body string, want int) string {
		t.Helper()
		status, raw := c.do(t, http.MethodPost, path+"/"+action, body)
		if status != want {
			t.Fatalf("%s: %d %s", action, status, raw)
		}
		return string(raw)
	}
	do(destek, "tighten", `{"kind":"deposit","period":"day","amount":500,"reason":"a call"}`, http.StatusOK)
	limit := func() string {
		t.Helper()
		_, answer, _ := player.call(t, token, "limits/get", nil)
		return string(answer["data"])
	}
	if got := limit(); !strings.Contains(got, `"amount":500,`) {
		t.Errorf("the player's limit: %s", got)
	}
	var proposed struct{ Proposals []struct{ At string } }
	raw := do(destek, "propose", `{"subject":"limit","kind":"deposit","period":"day","amount":900,"reason":"a letter"}`, http.StatusOK)
	if err := json.Unmarshal([]byte(raw), &proposed); err != nil || len(proposed.Proposals) != 1 {
		t.Fatalf("proposed: %s", raw)
	}
	decision := `{"subject":"limit","kind":"deposit","period":"day","at":"` + proposed.Proposals[0].At + `"}`
	do(admin, "approve", decision, http.StatusConflict)
	control(t, e2e.NewClient(p.Address, "localhost", world), "clock", `{"advance":"24h"}`)
	do(destek, "approve", decision, http.StatusForbidden)
	do(admin, "approve", decision, http.StatusOK)
	if got := limit(); !strings.Contains(got, `"amount":900,`) {
		t.Errorf("the player's limit: %s", got)
	}
	status, file := admin.do(t, http.MethodGet, "/limits.csv?brand=marmara", "")
	if status != http.StatusOK || strings.Count(string(file), "\r\n") != 3 || !strings.Contains(string(file), `,staff,"destek, yonetici",set,deposit,day,900,TRY,`) {
		t.Errorf("export: %d %s", status, file)
	}
}
