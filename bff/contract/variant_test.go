package contract

import (
	"encoding/json"
	"fmt"
	"maps"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/stretchr/testify/assert"

	"croupier/bff"
)

func fields(t *testing.T, raw string) map[string]any {
	t.Helper()
	return decode(t, []byte(raw)).(map[string]any)
}

func TestResolve(t *testing.T) {
	c := loadCatalogue(t)
	content := bff.CachePolicy{TTL: time.Minute, StaleWhileRevalidate: 10 * time.Minute, StaleIfError: 24 * time.Hour}
	search, none := bff.CachePolicy{TTL: 15 * time.Second}, bff.CachePolicy{}
	const guest, session, anyone = bff.WhoGuest, bff.WhoSession, bff.WhoAnyone
	const read, write = bff.KindRead, bff.KindWrite
	tests := []struct {
		name  string
		call  string
		data  string
		who   bff.Who
		kind  bff.Kind
		cache bff.CachePolicy
	}{
		{"a list is for guests and cacheable", "casino/games_list", `{}`, guest, read, content},
		{"favourites need a session and are not cacheable", "casino/games_list", `{"favorites":true}`, session, read, none},
		{"favorites false is a list for guests", "casino/games_list", `{"favorites":false}`, guest, read, content},
		{"a search has its own cache policy", "casino/games_list", `{"searchGameName":"abc"}`, guest, read, search},
		{"a search in favourites needs a session", "casino/games_list", `{"searchGameName":"abc","favorites":true}`, session, read, none},
		{"favourite tables need a session", "livecasino/game_table_list", `{"favorites":true}`, session, read, none},
		{"a game needs a session", "casino/init_game", `{"gameID":1}`, session, write, none},
		{"a demo is for anyone", "casino/init_game", `{"gameID":1,"demo":true}`, anyone, write, none},
		{"the string true does not match", "casino/games_list", `{"favorites":"true"}`, guest, read, content},
		{"reading the second factor is a read", "user/two_auth_type", `{"mode":"get"}`, session, read, none},
		{"setting the second factor is a write", "user/two_auth_type", `{"mode":"set","type":1}`, session, write, none},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got := c.Resolve(lookup(t, c, tt.call), fields(t, tt.data))
			assert.True(t, got.Who == tt.who && got.Kind == tt.kind && got.Cache == tt.cache, "got %+v", got)
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
	assert.Equal(t, want, got)
	assert.Empty(t, c.Variants(lookup(t, c, "livecasino/init_game")), "call without variants")
}

func TestComplete(t *testing.T) {
	c := loadCatalogue(t)
	for _, tt := range []struct{ name, call, data, want string }{
		{"defaults and the brand's language", "casino/games_list", `{}`, `{"Lang":"ar","limit":48,"offset":0}`},
		{"defaults of a variant", "casino/games_list", `{"favorites":true}`, `{"Lang":"ar","limit":100,"offset":0,"favorites":true}`},
		{
			"present fields are kept", "livecasino/game_table_list",
			`{"Lang":"de","limit":5,"favorites":true}`, `{"Lang":"de","limit":5,"offset":0,"favorites":true}`,
		},
		{"canonical integers", "casino/provider_list", `{"limit":4.80e1,"offset":-0}`, `{"Lang":"ar","limit":48,"offset":0}`},
		{
			"fractions and oversized numbers are unchanged", "finance/save_bank_transfer",
			`{"amount":12.50,"note":1e999999999}`, `{"Lang":"ar","amount":12.50,"note":1e999999999,"transferType":1}`,
		},
		{"boolean defaults", "livecasino/init_game", `{"tableID":7}`, `{"Lang":"ar","tableID":7,"isMobile":true}`},
		{"unknown fields are kept", "prepayServices/processTransaction", `{"wallet":"a"}`, `{"Lang":"ar","wallet":"a"}`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			data, want := fields(t, tt.data), fields(t, tt.want)
			got := c.Complete(lookup(t, c, tt.call), data, "ar")
			assert.Equal(t, want, got, "got  %v\nwant %v", got, want)
			assert.Equal(t, fields(t, tt.data), data, "data was modified")
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
