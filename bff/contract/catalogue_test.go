package contract

import (
	"encoding/json"
	"fmt"
	"maps"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"croupier/bff"
	"croupier/bff/test/testkit"
)

// loaded is the contract of this repository.
var loaded = MustLoad()

// lookup returns a call by "class/method".
func lookup(t testing.TB, name string) *bff.Call {
	t.Helper()
	class, method, _ := strings.Cut(name, "/")
	call, ok := loaded.Lookup(class, method)
	require.True(t, ok, "%s is not in the contract", name)
	return call
}

// The golden file lists caller, kind, cache policy, pagination and variants of each call. If it
// differs, you have changed the contract.
func TestCallTableMatchesGoldenFile(t *testing.T) {
	var got []string
	for _, call := range loaded.Calls() {
		got = append(got, describe(call.Name(), call.Rules, call.Paginated, call.Local))
		for i, v := range loaded.byCall[call].variants {
			got = append(got, describe(fmt.Sprintf("%s#%d", call.Name(), i+1), v.Rules, call.Paginated, call.Local))
		}
	}
	testkit.Golden(t, "testdata/calls.golden", strings.Join(got, "\n")+"\n")
}

func describe(name string, r bff.Rules, paginated, local bool) string {
	line := fmt.Sprintf("%-42s %-8s %-6s %s/%s/%s", name, r.Who, r.Kind,
		r.Cache.TTL, r.Cache.StaleWhileRevalidate, r.Cache.StaleIfError)
	if r.Part != bff.PartNone {
		line += " " + string(r.Part)
	}
	if r.Protection != "" {
		line += " " + string(r.Protection)
	}
	if paginated {
		line += " paginated"
	}
	if local {
		line += " local"
	}
	return line
}

func TestLookupIsExact(t *testing.T) {
	for _, pair := range [][2]string{
		{"Casino", "games_list"},
		{"casino", "Games_list"},
		{"casino", ""},
		{"", ""},
		{"casino/games_list", ""},
		{"", "casino/games_list"},
		{"caſino", "games_list"},
	} {
		_, ok := loaded.Lookup(pair[0], pair[1])
		assert.True(t, !ok, "class %q, method %q was found", pair[0], pair[1])
	}
	call := lookup(t, "casino/games_list")
	assert.True(t, call.Class == "casino" && call.Method == "games_list", "found %s", call.Name())
}

func fields(t *testing.T, raw string) map[string]any {
	t.Helper()
	return decode(t, []byte(raw)).(map[string]any)
}

func TestResolve(t *testing.T) {
	content := bff.CachePolicy{TTL: time.Minute, StaleWhileRevalidate: 10 * time.Minute, StaleIfError: 24 * time.Hour}
	search, none := bff.CachePolicy{TTL: 15 * time.Second}, bff.CachePolicy{}
	const guest, session, anyone = bff.WhoGuest, bff.WhoSession, bff.WhoAnyone
	const read, write = bff.KindRead, bff.KindWrite
	for _, tt := range []struct {
		name, call, data string
		who              bff.Who
		kind             bff.Kind
		cache            bff.CachePolicy
	}{
		{"a list is for guests and cacheable", "casino/games_list", `{}`, guest, read, content},
		{
			"favourites need a session and are not cacheable", "casino/games_list", `{"favorites":true}`, session, read,
			none,
		},
		{"favorites false is a list for guests", "casino/games_list", `{"favorites":false}`, guest, read, content},
		{"a search has its own cache policy", "casino/games_list", `{"searchGameName":"abc"}`, guest, read, search},
		{
			"a search in favourites needs a session", "casino/games_list", `{"searchGameName":"abc","favorites":true}`,
			session, read, none,
		},
		{"favourite tables need a session", "livecasino/game_table_list", `{"favorites":true}`, session, read, none},
		{"a game needs a session", "casino/init_game", `{"gameID":1}`, session, write, none},
		{"a demo is for anyone", "casino/init_game", `{"gameID":1,"demo":true}`, anyone, write, none},
		{"the string true does not match", "casino/games_list", `{"favorites":"true"}`, guest, read, content},
		{"reading the second factor is a read", "user/two_auth_type", `{"mode":"get"}`, session, read, none},
		{"setting the second factor is a write", "user/two_auth_type", `{"mode":"set","type":1}`, session, write, none},
	} {
		got := loaded.Resolve(lookup(t, tt.call), fields(t, tt.data))
		assert.True(t, got.Who == tt.who && got.Kind == tt.kind && got.Cache == tt.cache, "%s: got %+v", tt.name, got)
	}
}

// Every call belongs to at most one part of the site, which calls.golden lists. The part of some
// payments depends on the data.
func TestPartsOfCalls(t *testing.T) {
	for _, call := range loaded.Calls() {
		assert.NotContains(t, bff.Parts, bff.Part(call.Class), "a class has the name of a part")
		if call.Rules.Kind == bff.KindMoney {
			assert.Equal(t, call.Class == "user", call.Rules.Part == bff.PartNone, "payment of no part: %s",
				call.Name())
		}
		if _, has := loaded.byCall[call].request.raw["properties"].(map[string]any)["Type"]; !has ||
			call.Rules.Part == bff.PartNone {
			continue
		}
		for data, want := range map[string]bff.Part{
			`{"Type":1}`: "deposits", `{"Type":2}`: "withdrawals",
			`{"Type":2.0}`: "withdrawals", `{"Type":20e-1}`: "withdrawals",
		} {
			if call.Name() != "finance/save_cep_bank_transfer" { // which only deposits
				assert.Equal(t, want, loaded.Resolve(call, fields(t, data)).Part, "%s %s", call.Name(), data)
			}
		}
	}
	for _, part := range bff.Parts {
		assert.NotEmpty(t, loaded.CallsOf(part), part)
	}
	assert.Equal(t, []bff.Part{"sport", "virtual"}, loaded.PartsOf("virtualgames"))
	assert.Equal(t, []bff.Part{"login"}, loaded.PartsOf("user/login"))
	assert.Empty(t, loaded.PartsOf("limits"))
}

func TestComplete(t *testing.T) {
	for _, tt := range []struct{ name, call, data, want string }{
		{"defaults and the brand's language", "casino/games_list", `{}`, `{"Lang":"ar","limit":48,"offset":0}`},
		{
			"defaults of a variant", "casino/games_list", `{"favorites":true}`,
			`{"Lang":"ar","limit":100,"offset":0,"favorites":true}`,
		},
		{
			"present fields are kept", "livecasino/game_table_list",
			`{"Lang":"de","limit":5,"favorites":true}`, `{"Lang":"de","limit":5,"offset":0,"favorites":true}`,
		},
		{
			"canonical integers", "casino/provider_list", `{"limit":4.80e1,"offset":-0}`,
			`{"Lang":"ar","limit":48,"offset":0}`,
		},
		{
			"fractions and oversized numbers are unchanged", "finance/save_bank_transfer",
			`{"amount":12.50,"note":1e999999999}`, `{"Lang":"ar","amount":12.50,"note":1e999999999,"transferType":1}`,
		},
		{"boolean defaults", "livecasino/init_game", `{"tableID":7}`, `{"Lang":"ar","tableID":7,"isMobile":true}`},
		{
			"unknown fields are kept", "prepayServices/processTransaction", `{"wallet":"a"}`,
			`{"Lang":"ar","wallet":"a"}`,
		},
	} {
		data := fields(t, tt.data)
		assert.Equal(t, fields(t, tt.want), loaded.Complete(lookup(t, tt.call), data, "ar"), tt.name)
		assert.Equal(t, fields(t, tt.data), data, "%s: data was modified", tt.name)
	}
}

// Calls that the server makes itself have the types and the checks of a decoded request.
func TestPreparedCallsAreAsDecoded(t *testing.T) {
	call := lookup(t, "user/game_history")
	data := map[string]any{"startDate": "2026-01-01", "endDate": "2026-01-02", "limit": 250}
	got, rules, err := loaded.Prepare(call, data, "ar")
	require.NoError(t, err)
	assert.Equal(t, fields(t, `{"Lang":"ar","startDate":"2026-01-01","endDate":"2026-01-02","limit":250,"offset":0}`),
		got)
	assert.Equal(t, call.Rules, rules)
	data["limit"] = 251
	_, _, err = loaded.Prepare(call, data, "ar")
	assert.ErrorContains(t, err, "data.limit")
	_, _, err = loaded.Prepare(call, nil, "ar")
	assert.ErrorContains(t, err, "data.startDate")
}

// Equal requests must have equal encodings. Otherwise the cache stores a response twice.
func TestCompleteIsIdempotent(t *testing.T) {
	call := lookup(t, "casino/games_list")
	rapid.Check(t, func(t *rapid.T) {
		data := rapid.MapOf(
			rapid.SampledFrom([]string{"limit", "offset", "providerID", "favorites", "Lang", "type"}),
			rapid.OneOf(
				rapid.Map(rapid.StringMatching(`-?(0|[1-9][0-9]{0,3})(\.[0-9]{1,3})?(e[+-]?[0-9]{1,2})?`),
					func(s string) any { return json.Number(s) }),
				rapid.Map(rapid.Bool(), func(b bool) any { return b }),
				rapid.Map(rapid.String(), func(s string) any { return s }),
			),
		).Draw(t, "data")
		once := loaded.Complete(call, data, "tr")
		twice := loaded.Complete(call, once, "en")
		assert.True(t, maps.Equal(once, twice), "once %v, twice %v", once, twice)
		if (loaded.CheckRequest(call, data) == nil) != (loaded.CheckRequest(call, once) == nil) {
			t.Errorf("Complete changed the validity of %v", data)
		}
	})
}
