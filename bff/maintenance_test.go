package bff_test

import (
	"testing"

	"croupier/bff"
)

func TestMaintenanceTarget(t *testing.T) {
	house, live := bff.UpstreamRules{Name: "house"}, bff.UpstreamRules{Name: "live"}
	b := &bff.Brand{ID: "marmara", Upstream: house, Routing: map[string]bff.UpstreamRules{
		"livecasino": live, "finance": live, "finance/check_balance": house, "crm/list_mass_messages": live,
	}}
	for _, row := range []struct{ class, method, want string }{
		{"casino", "games_list", "marmara"},
		{"livecasino", "init_game", "marmara/livecasino"},
		{"finance", "list_banks", "marmara/finance"},
		{"finance", "check_balance", "marmara"},
		{"crm", "list_mass_messages", "marmara/crm/list_mass_messages"},
	} {
		if got := b.MaintenanceTarget(&bff.Call{Class: row.class, Method: row.method}); got != row.want {
			t.Errorf("%s/%s: %s, want %s", row.class, row.method, got, row.want)
		}
	}
}
