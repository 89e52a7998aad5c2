package contract

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"croupier/bff"
)

func TestResolve(t *testing.T) {
	c := loadCatalogue(t)
	content := bff.CachePolicy{TTL: time.Minute, StaleWhileRevalidate: 10 * time.Minute, StaleIfError: 24 * time.Hour}
	search := bff.CachePolicy{TTL: 15 * time.Second}
	tests := []struct {
		name  string
		call  string
		data  map[string]any
		who   bff.Who
		kind  bff.Kind
		cache bff.CachePolicy
	}{
		{"a list is for guests and cacheable", "casino/games_list", map[string]any{}, bff.WhoGuest, bff.KindRead, content},
		{"favourites need a session and are not cacheable", "casino/games_list", map[string]any{"favorites": true}, bff.WhoSession, bff.KindRead, bff.CachePolicy{}},
		{"favorites false is a list for guests", "casino/games_list", map[string]any{"favorites": false}, bff.WhoGuest, bff.KindRead, content},
		{"a search has its own cache policy", "casino/games_list", map[string]any{"searchGameName": "abc"}, bff.WhoGuest, bff.KindRead, search},
		{"a search in favourites needs a session", "casino/games_list", map[string]any{"searchGameName": "abc", "favorites": true}, bff.WhoSession, bff.KindRead, bff.CachePolicy{}},
		{"favourite tables need a session", "livecasino/game_table_list", map[string]any{"favorites": true}, bff.WhoSession, bff.KindRead, bff.CachePolicy{}},
		{"a game needs a session", "casino/init_game", map[string]any{"gameID": json.Number("1")}, bff.WhoSession, bff.KindWrite, bff.CachePolicy{}},
		{"a demo is for anyone", "casino/init_game", map[string]any{"gameID": json.Number("1"), "demo": true}, bff.WhoAnyone, bff.KindWrite, bff.CachePolicy{}},
		{"the string true does not match", "casino/games_list", map[string]any{"favorites": "true"}, bff.WhoGuest, bff.KindRead, content},
		{"reading the second factor is a read", "user/two_auth_type", map[string]any{"mode": "get"}, bff.WhoSession, bff.KindRead, bff.CachePolicy{}},
		{"setting the second factor is a write", "user/two_auth_type", map[string]any{"mode": "set", "type": json.Number("1")}, bff.WhoSession, bff.KindWrite, bff.CachePolicy{}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got := c.Resolve(lookup(t, c, tt.call), tt.data)
			if got.Who != tt.who || got.Kind != tt.kind || got.Cache != tt.cache {
				t.Errorf("got %+v", got)
			}
		})
	}
}

func TestVariants(t *testing.T) {
	c := loadCatalogue(t)
	var got []string
	for _, v := range c.Variants(lookup(t, c, "casino/games_list")) {
		got = append(got, fmt.Sprintf("%v %s %s", v.When, v.Rules.Who, v.Rules.Kind))
	}
	want := []string{"[{favorites true}] session read", "[{searchGameName <nil>}] guest read"}
	if !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	if plain := c.Variants(lookup(t, c, "livecasino/init_game")); len(plain) != 0 {
		t.Errorf("call without variants: got %v", plain)
	}
}

func TestComplete(t *testing.T) {
	c := loadCatalogue(t)
	n := func(s string) json.Number { return json.Number(s) }
	tests := []struct {
		name, call string
		data, want map[string]any
	}{
		{
			"defaults and the brand's language", "casino/games_list",
			map[string]any{},
			map[string]any{"Lang": "ar", "limit": n("48"), "offset": n("0")},
		},
		{
			"defaults of a variant", "casino/games_list",
			map[string]any{"favorites": true},
			map[string]any{"Lang": "ar", "limit": n("100"), "offset": n("0"), "favorites": true},
		},
		{
			"present fields are kept", "livecasino/game_table_list",
			map[string]any{"Lang": "de", "limit": n("5"), "favorites": true},
			map[string]any{"Lang": "de", "limit": n("5"), "offset": n("0"), "favorites": true},
		},
		{
			"canonical integers", "casino/provider_list",
			map[string]any{"limit": n("4.80e1"), "offset": n("-0")},
			map[string]any{"Lang": "ar", "limit": n("48"), "offset": n("0")},
		},
		{
			"fractions and oversized numbers are unchanged", "finance/save_bank_transfer",
			map[string]any{"amount": n("12.50"), "note": n("1e999999999")},
			map[string]any{"Lang": "ar", "amount": n("12.50"), "note": n("1e999999999"), "transferType": n("1")},
		},
		{
			"boolean defaults", "livecasino/init_game",
			map[string]any{"tableID": n("7")},
			map[string]any{"Lang": "ar", "tableID": n("7"), "isMobile": true},
		},
		{
			"unknown fields are kept", "prepayServices/processTransaction",
			map[string]any{"wallet": "a"},
			map[string]any{"Lang": "ar", "wallet": "a"},
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			before := maps.Clone(tt.data)
			got := c.Complete(lookup(t, c, tt.call), tt.data, "ar")
			if !maps.Equal(got, tt.want) {
				t.Errorf("got  %v\nwant %v", got, tt.want)
			}
			if !maps.Equal(tt.data, before) {
				t.Errorf("data was modified: %v", tt.data)
			}
		})
	}
}

// Equal requests must have equal encodings, otherwise answers are cached twice.
func TestCompleteIsIdempotent(t *testing.T) {
	c := loadCatalogue(t)
	call := lookup(t, c, "casino/games_list")
	rapid.Check(t, func(t *rapid.T) {
		data := rapid.MapOf(
			rapid.SampledFrom([]string{"limit", "offset", "providerID", "favorites", "Lang", "type"}),
			rapid.OneOf(
				rapid.Map(rapid.StringMatching(`-?(0|[1-9][0-9]{0,3})(\.[0-9]{1,3})?(e[+-]?[0-9]{1,2})?`), func(s string) any { return json.Number(s) }),
				rapid.Map(rapid.Bool(), func(b bool) any { return b }),
				rapid.Map(rapid.String(), func(s string) any { return s }),
			),
		).Draw(t, "data")
		once := c.Complete(call, data, "tr")
		if twice := c.Complete(call, once, "en"); !maps.Equal(once, twice) {
			t.Errorf("once %v, twice %v", once, twice)
		}
		if (c.CheckRequest(call, data) == nil) != (c.CheckRequest(call, once) == nil) {
			t.Errorf("Complete changed the validity of %v", data)
		}
	})
}
