package e2e_test

import (
	"net/http"
	"strings"
	"testing"
)

// Whoever is self-excluded at one brand of a group is at the others, in a session that is open there, and may not register
// again; a brand of another operator is not concerned.
func TestAnExclusionHoldsAtTheBrandsOfAGroup(t *testing.T) {
	parallel(t)
	file := writeConfig(t, "", nil)
	for _, brand := range []string{"marmara", "zephyr"} {
		editFile(t, strings.Replace(file, "croupier.yaml", "brands/"+brand+"/brand.yaml", 1), "",
			"player_protection: { group: aurora }\n")
	}
	p := startServer(t, nil, t.TempDir(), "--config", file)
	marmara, zephyr, pera := visitor{p.Address, "localhost", ""}, visitor{p.Address, "zephyr.localhost", ""}, visitor{
		p.Address,
		"pera.localhost", "",
	}
	here, there, elsewhere := marmara.login(t, "", "demo", "Demo123"), zephyr.login(t, "", "demo", "Demo123"), pera.login(t, "",
		"demo", "Demo123")
	marmara.want(t, here, "casino/init_game", oneGame, http.StatusOK, "")
	zephyr.want(t, there, "casino/init_game", oneGame, http.StatusOK, "")
	marmara.ok(t, here, "limits/self_exclude", map[string]any{"months": 6})
	zephyr.want(t, there, "casino/init_game", oneGame, http.StatusLocked, "self excluded")
	pera.want(t, elsewhere, "casino/init_game", oneGame, http.StatusOK, "")
	zephyr.want(t, "", "user/register", map[string]any{ // the same phone number
		"firstname": "Deniz", "lastname": "Aydın", "birthdate": "1990-04-12", "national_id": "10000002370", "country": "TR", "city": "İzmir",
		"address": "Kordon Boyu 12", "currency": "TRY", "username": "denizyeni", "email": "baska@ornek.test", "email_confirm": "baska@ornek.test",
		"phone": "+905551110101", "password": "Deniz123", "password_confirm": "Deniz123", "rules_accepted": true,
	}, http.StatusLocked, "self excluded")
}
