package e2e_test

import (
	"net/http"
	"strings"
	"testing"

	"croupier/bff/e2e"
)

// Whoever is self-excluded at one brand of a group is at the others, in a session that is open there, and may not register
// again; a brand of another operator is not concerned.
func TestAnExclusionHoldsAtTheBrandsOfAGroup(t *testing.T) {
	t.Parallel()
	file := writeConfig(t, "", nil)
	for _, brand := range []string{"marmara", "zephyr"} {
		editFile(t, strings.Replace(file, "croupier.yaml", "brands/"+brand+"/brand.yaml", 1), "", "player_protection: { group: aurora }\n")
	}
	p := startServer(t, nil, t.TempDir(), "--config", file)
	marmara, zephyr, pera := visitor{p.Address, "localhost", ""}, visitor{p.Address, "zephyr.localhost", ""}, visitor{p.Address, "pera.localhost", ""}
	game := func(v visitor, token string) (int, string) {
		t.Helper()
		status, answer, _ := v.call(t, token, "casino/init_game", map[string]any{"gameID": 1001})
		return status, string(answer["debug"])
	}
	here, there, elsewhere := marmara.login(t, "", "demo", "Demo123"), zephyr.login(t, "", "demo", "Demo123"), pera.login(t, "", "demo", "Demo123")
	for name, of := range map[string]struct {
		v     visitor
		token string
	}{"marmara": {marmara, here}, "zephyr": {zephyr, there}, "pera": {pera, elsewhere}} {
		if status, debug := game(of.v, of.token); status != http.StatusOK {
			t.Fatalf("before, at %s: %d %s", name, status, debug)
		}
	}
	if status, answer, _ := marmara.call(t, here, "limits/self_exclude", map[string]any{"months": 6}); status != http.StatusOK {
		t.Fatalf("limits/self_exclude: %d %s", status, answer["debug"])
	}
	if status, debug := game(zephyr, there); status != http.StatusLocked || debug != `"self excluded"` {
		t.Errorf("at the other brand of the group: %d %s", status, debug)
	}
	if status, debug := game(pera, elsewhere); status != http.StatusOK {
		t.Errorf("at another operator's brand: %d %s", status, debug)
	}
	registration := map[string]any{
		"firstname": "Deniz", "lastname": "Aydın", "birthdate": "1990-04-12", "national_id": "10000002370", "country": "TR", "city": "İzmir",
		"address": "Kordon Boyu 12", "currency": "TRY", "username": "denizyeni", "email": "baska@ornek.test", "email_confirm": "baska@ornek.test",
		"phone": "+905551110101", "password": "Deniz123", "password_confirm": "Deniz123", "rules_accepted": true,
	}
	guest := e2e.NewClient(p.Address, "zephyr.localhost", "")
	if status, a := mustCall(t, guest, "user/register", registration, nil); status != http.StatusLocked || string(a["debug"]) != `"self excluded"` {
		t.Errorf("a registration with the same phone number: %d %s %s", status, a["debug"], a["message"])
	}
}
