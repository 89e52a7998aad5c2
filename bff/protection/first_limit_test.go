package protection_test

import (
	"encoding/json"
	"strings"
	"testing"

	"croupier/bff"
)

func TestTheLimitOfARegistrationIsInForceFromTheFirstLogin(t *testing.T) {
	day := bff.LimitID{Kind: "deposit", Period: "day"}
	register := func(username string, value int64) func(*testing.T, *rig) {
		return func(t *testing.T, r *rig) {
			t.Helper()
			if err := r.service.Registered(t.Context(), memoBrand, bff.PersonalData{}, bff.FirstLimit{LimitID: day, Value: value, Username: username}); err != nil {
				t.Fatal(err)
			}
		}
	}
	logIn := func(username string) func(*testing.T, *rig) {
		return func(t *testing.T, r *rig) {
			t.Helper()
			if err := r.service.LoggedIn(t.Context(), memoBrand, bff.Identity{UID: "ayse", Username: username}); err != nil {
				t.Fatal(err)
			}
		}
	}
	set := func(amount json.Number) func(*testing.T, *rig) {
		return func(t *testing.T, r *rig) {
			t.Helper()
			if _, err := r.service.Call(t.Context(), memoBrand, "ayse", "set", map[string]any{"kind": "deposit", "period": "day", "amount": amount}, telling); err != nil {
				t.Fatal(err)
			}
		}
	}
	for _, row := range []struct {
		name  string
		steps []func(*testing.T, *rig)
		want  string
	}{
		{"the first login", []func(*testing.T, *rig){register("Ayse", 500_00), logIn("ayse")}, `"amount":500,`},
		{"somebody else's login", []func(*testing.T, *rig){register("fatma", 500_00), logIn("ayse")}, `"limits":[],`},
		{"no limit wanted", []func(*testing.T, *rig){register("ayse", 0), logIn("ayse")}, `"limits":[],`},
		{"a later registration of the name without one", []func(*testing.T, *rig){register("ayse", 500_00), register("ayse", 0), logIn("ayse")}, `"limits":[],`},
		{"the player has set one meanwhile", []func(*testing.T, *rig){register("ayse", 500_00), set("300"), logIn("ayse")}, `"amount":300,`},
		{"only the first login", []func(*testing.T, *rig){register("ayse", 500_00), logIn("ayse"), set("200"), logIn("ayse")}, `"amount":200,`},
	} {
		t.Run(row.name, func(t *testing.T) {
			r := newRig(t)
			for _, step := range row.steps {
				step(t, r)
			}
			raw, err := r.service.Call(t.Context(), memoBrand, "ayse", "get", nil, telling)
			if err != nil || !strings.Contains(string(raw), row.want) {
				t.Errorf("%s, %v; want %s", raw, err, row.want)
			}
		})
	}
}

// Worlds of a mock, and brands, have players of the same name.
func TestTheLimitOfARegistrationIsThatOfOneWorldAndBrand(t *testing.T) {
	r := newRig(t)
	wanted := bff.FirstLimit{LimitID: bff.LimitID{Kind: "deposit", Period: "day"}, Value: 500_00, Username: "ayse"}
	if err := r.service.Registered(t.Context(), memoBrand, bff.PersonalData{World: "a"}, wanted); err != nil {
		t.Fatal(err)
	}
	for _, row := range []struct {
		brand *bff.Brand
		world string
		want  string
	}{
		{memoBrand, "b", `"limits":[],`},
		{&bff.Brand{ID: "zephyr"}, "a", `"limits":[],`},
		{memoBrand, "a", `"amount":500,`},
	} {
		id := bff.Identity{UID: "1", Username: "ayse", World: row.world}
		err := r.service.LoggedIn(t.Context(), row.brand, id)
		raw, callErr := r.service.Call(t.Context(), row.brand, id.Player(), "get", nil, telling)
		if err != nil || callErr != nil || !strings.Contains(string(raw), row.want) {
			t.Errorf("%s in world %s: %s, %v, %v; want %s", row.brand.ID, row.world, raw, err, callErr, row.want)
		}
	}
}
