package contract

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"croupier/bff"
	"croupier/bff/test/testkit"
)

// answers returns the data of every successful example response by call.
func answers(tb testing.TB) map[*bff.Call][]json.RawMessage {
	tb.Helper()
	out := map[*bff.Call][]json.RawMessage{}
	for _, call := range loaded.Calls() {
		for _, example := range loaded.Examples(call) {
			var a struct {
				Result bool
				Data   json.RawMessage
			}
			require.NoError(tb, json.Unmarshal(example.Answer, &a))
			if a.Result {
				out[call] = append(out[call], a.Data)
			}
		}
	}
	return out
}

const game = `{"gameID":1,"name":"A","providerID":2,"providerName":"B","image":"","categories":[27],"type":"video","rtp":96.5,"volatility":"low","minBet":1,"maxBet":100.5,"isNew":true,"isDemo":false,"jackpot":null}`

func TestViolations(t *testing.T) {
	// change replaces a part of the game.
	change := func(old, new string) string {
		require.Contains(t, game, old)
		return strings.Replace(game, old, new, 1)
	}
	list := func(games ...string) string { return "[" + strings.Join(games, ", ") + "]" }
	for _, row := range []struct{ name, call, data, want string }{
		{"a valid list", "casino/games_list", list(game, game), ""},
		{"an empty list", "casino/games_list", " [ ] ", ""},
		{"a null", "casino/games_list", list(game, change(`"A"`, "null")), `$[*].name type null want "string": null`},
		{
			"equal violations of several items", "casino/games_list", list(change(`"A"`, "null"), change(`"A"`, "7")),
			`$[*].name type null want "string": null`,
		},
		{
			"a number as text", "casino/games_list", list(change(`96.5`, `"96.5"`)),
			`$[*].rtp type string want "number": "99.9"`,
		},
		{
			"an item of an inner list", "casino/games_list", list(change(`[27]`, `[true]`)),
			`$[*].categories[*] type boolean want "integer or string": boolean`,
		},
		{
			"an absent field", "casino/games_list", list(change(`"isNew":true,`, "")),
			`$[*].isNew required absent want "boolean": absent`,
		},
		{
			"an absent field that may be null", "casino/games_list", list(change(`,"jackpot":null`, "")),
			`$[*].jackpot required absent want "null or number": absent`,
		},
		{
			"a field that may be null", "casino/games_list", list(change(`"jackpot":null`, `"jackpot":"big"`)),
			`$[*].jackpot type string want "null or number": "aaa"`,
		},
		{
			"a value beyond a bound", "casino/games_list", list(change(`96.5`, `196.5`)),
			`$[*].rtp max number want "The value must be at most 100.": 999.9`,
		},
		{
			"three decimals", "casino/games_list", list(change(`100.5`, `100.555`)),
			`$[*].maxBet other number want "An amount in the brand’s currency with at most two decimals. May be negative.": 999.999`,
		},
		{
			"an unlisted value", "casino/games_list", list(change(`"low"`, `"très-high"`)),
			`$[*].volatility enum string want "The value must be one of: low, medium, high.": "aaaa-aaaa"`,
		},
		{
			"an opaque id", "casino/games_list",
			list(change(`"gameID":1`, `"gameID":"7c9e6679-7425-40de-944b-e07fc1f90ae7"`)), "",
		},
		{
			"an id beyond the exact numbers", "casino/games_list",
			list(change(`"gameID":1`, `"gameID":"9007199254740993"`)), "",
		},
		{
			"a number that is no integer", "casino/games_list", list(change(`"gameID":1`, `"gameID":1.5`)),
			`$[*].gameID type number want "integer or string": 9.9`,
		},
		{"an integer in another notation", "casino/games_list", list(change(`"gameID":1`, `"gameID":1.0`)), ""},
		{
			"a number beyond all bounds", "casino/games_list", list(change(`"gameID":1`, `"gameID":1e999999999`)),
			`$[*].gameID number number want "The value is not a valid number.": 9e999999999`,
		},
		{
			"an escaped key", "casino/games_list", list(change(`"name":"A"`, `"n\u0061me":null`)),
			`$[*].name type null want "string": null`,
		},
		{"an escaped value", "casino/games_list", list(change(`"low"`, `"l\u006fw"`)), ""},
		{"an unknown field", "casino/games_list", list(change(`"name"`, `"extra":{"a":[1,{"b":null}]},"name"`)), ""},
		{
			"several fields", "casino/games_list",
			list(change(`"name":"A","providerID":2`, `"name":null,"providerID":"2"`)),
			`$[*].name type null want "string": null; $[*].providerID pattern string want "Id of a record: an integer, or an opaque text such as a UUID. A text of at most 15 digits is not an id.": "9"`,
		},
		{"an item of another type", "casino/games_list", list(game, "null"), `$[*] type null want "object": null`},
		{"an object instead of a list", "casino/games_list", `{"items":[]}`, `$ type object want "array": object of 1`},
		{"null instead of a list", "casino/games_list", ``, `$ type null want "array": null`},
		{
			"too many items", "casino/category_list",
			`[{"CategoryID":1,"name":"A","icon":"","items":` + list(slices.Repeat([]string{game}, 11)...) + `}]`,
			`$[*].items max_items array want "At most 10 entries are allowed.": array of 11`,
		},
		{
			"too few items", "finance/check_balance", `[]`,
			`$ min_items array want "At least 1 entries are required.": array of 0`,
		},
		{
			"a date in another format", "user/login_history",
			`[{"created_at":"2026-01-02T03:04:05Z","uip":"192.0.2.1","device":"d","success":true}]`,
			`$[*].created_at other string want "yyyy-mm-dd HH:mm:ss in the brand’s time zone.": "9999-99-99A99:99:99A"`,
		},
		{
			"the branch that comes closest", "finance/list_cash_methods",
			`[{"type":"single","id":1,"name":null,"logo":"","transferType":1,"properties":{"isFavorite":0,"min":1,"max":2,"fee":0,"duration":1,"fields":[],"quick":true,"qr":false}}]`, `$[*].name type null want "string": null`,
		},
		{"no data", "user/logout", ``, ""},
		{"a plain value without data", "user/logout", `true`, `$ type boolean want "array or null or object": boolean`},
	} {
		call := lookup(t, row.call)
		var got []string
		for _, v := range loaded.Violations(call, json.RawMessage(row.data), nil) {
			got = append(got, fmt.Sprintf("%s %s %s want %q: %s", v.Path, v.Rule, v.Got, v.Want, v.Example))
		}
		assert.Equal(t, row.want, strings.Join(got, "; "), row.name)
	}
}

func TestReadableData(t *testing.T) {
	for _, row := range []struct {
		call, data string
		want       bool
	}{
		{"casino/games_list", `[]`, true},
		{"casino/games_list", ` [null]`, true},
		{"casino/games_list", `{}`, false},
		{"casino/games_list", `null`, false},
		{"casino/games_list", ``, false},
		{"casino/games_list", `"[]"`, false},
		{"casino/init_game", `{}`, true},
		{"casino/init_game", `[]`, false},
		{"user/logout", ``, true},
		{"user/logout", `"ok"`, true},
		{"user/two_auth_type", `7`, true},
	} {
		assert.Equal(t, row.want, loaded.ReadableData(lookup(t, row.call), json.RawMessage(row.data)), "%s %q",
			row.call, row.data)
	}
}

// Violations and the schema library must agree about every example response. The test also replaces
// or removes one value of each response.
func TestViolationsAgreeWithTheSchemas(t *testing.T) {
	mutations, err := strconv.Atoi(cmp.Or(os.Getenv("CROUPIER_SEQUENCES"), "30")) // mutations of each example
	require.NoError(t, err)
	random := rand.New(rand.NewPCG(1, 2))
	valid, invalid := 0, 0
	for call, all := range answers(t) {
		for _, data := range all {
			for n := range mutations {
				v, err := decodeJSON(valueOf(data))
				require.NoError(t, err)
				if n > 0 {
					v = mutate(random, v)
				}
				raw, err := json.Marshal(v)
				require.NoError(t, err)
				want := loaded.CheckAnswer(call, v)
				got := loaded.Violations(call, raw, nil)
				require.Equal(t, got == nil, want == nil, "%s %s: %+v, the schema says %v", call.Name(), raw, got, want)
				if want == nil {
					valid++
				} else {
					invalid++
				}
			}
		}
	}
	assert.True(t, valid >= 400 && invalid >= 500, "%d valid and %d invalid answers show little", valid, invalid)
}

// mutate replaces or removes one value.
func mutate(random *rand.Rand, v any) any {
	replacements := []any{
		nil, true, false,
		[]any{},
		map[string]any{},
		[]any{nil},
		json.Number("0"), json.Number("1"), json.Number("-1"), json.Number("1.5"), json.Number("2.0"),
		json.Number("1e3"),
		json.Number("99999999999999999999"), json.Number("0.001"),
		"", "x", "2026-01-02", "2026-01-02 03:04:05", "2026-13-02 03:04:05", "a\nb", "<&>", strings.Repeat("ü", 400),
	}
	switch v := v.(type) {
	case map[string]any:
		if len(v) > 0 && random.IntN(4) > 0 {
			keys := []string{}
			for key := range v {
				keys = append(keys, key)
			}
			slices.Sort(keys)
			key := keys[random.IntN(len(keys))]
			if random.IntN(8) == 0 {
				delete(v, key)
			} else {
				v[key] = mutate(random, v[key])
			}
			return v
		}
	case []any:
		if len(v) > 0 && random.IntN(4) > 0 {
			i := random.IntN(len(v))
			v[i] = mutate(random, v[i])
			return v
		}
	}
	return replacements[random.IntN(len(replacements))]
}

// The matchers of responses know only these keywords, and no other keyword next to $ref.
func TestAnswersUseTheKeywordsOfTheMatcher(t *testing.T) {
	known := strings.Fields("$ref type description properties required items minItems maxItems enum const minLength " +
		"maxLength pattern format minimum maximum exclusiveMinimum additionalProperties anyOf oneOf x-target x-json " +
		"x-width")
	seen := map[*definition]bool{}
	var walk func(file string, schema any)
	walk = func(file string, schema any) {
		node, _ := schema.(map[string]any)
		for keyword, value := range node {
			assert.Contains(t, known, keyword, "%s: %v", file, node)
			switch keyword {
			case "$ref":
				assert.Subset(t, []string{"$ref", "description", "x-json", "x-width"}, slices.Collect(maps.Keys(node)),
					"%s: %v", file, node)
				if d := loaded.schemas.follow(file, node, keyword); !seen[d] {
					seen[d] = true
					walk(d.file, d.raw)
				}
			case "additionalProperties":
				assert.IsType(t, true, value, "%s: %v", file, node)
			case "properties":
				assert.Less(t, len(value.(map[string]any)), 64, "%s: the required ones of %v fit into a bit set", file,
					node)
				for _, property := range value.(map[string]any) {
					walk(file, property)
				}
			case "items":
				walk(file, value)
			case "anyOf", "oneOf":
				for _, branch := range value.([]any) {
					walk(file, branch)
				}
			}
		}
	}
	for _, call := range slices.Concat(loaded.Calls(), loaded.ServerCalls()) {
		e := loaded.byCall[call]
		walk(e.answer.file, e.answer.raw)
	}
	assert.Greater(t, len(seen), 20)
}

func TestViolationsAreBounded(t *testing.T) {
	call := lookup(t, "casino/games_list")
	broken := `{"gameID":true,"name":null,"providerID":null,"providerName":1,"image":1,"categories":1,"type":"","rtp":"1","volatility":1,"minBet":"1","maxBet":"1","isNew":1,"isDemo":1,"jackpot":"1"}`
	data := json.RawMessage("[" + strings.Repeat(broken+",", 2_000) + broken + "]")
	assert.Len(t, loaded.Violations(call, data, nil), 14)
	m := loaded.byCall[call].matcher
	x := &explainer{catalogue: loaded, seen: map[string]bool{}, checks: maxChecks, values: maxValues}
	x.explain(m, data, bff.RootPath)
	used := maxChecks - x.checks
	assert.True(t, used <= 100, "%d values went through the schema library", used)
	// 8 MiB of a short invalid value would take seconds, longer than the deadline of the call.
	x = &explainer{catalogue: loaded, seen: map[string]bool{}, checks: maxChecks, values: maxValues}
	x.explain(m, []byte("["+strings.Repeat("{},", 100_000)+"{}]"), bff.RootPath)
	assert.Zero(t, x.values, "values left to explain")
}

func FuzzViolations(f *testing.F) {
	testkit.AddCorpus(f)
	f.Add("casino/games_list", []byte("["+game+"]"))
	for call, all := range answers(f) {
		for _, data := range all {
			f.Add(call.Name(), []byte(data))
		}
	}
	f.Fuzz(func(t *testing.T, name string, data []byte) {
		class, method, _ := strings.Cut(name, "/")
		call, ok := loaded.Lookup(class, method)
		if !ok {
			return // the input names no call
		}
		got := loaded.Violations(call, data, nil)
		v, err := decodeJSON(valueOf(data))
		if err != nil || !json.Valid(data) || bytes.Count(data, []byte(`"`)) > 2_000 {
			return // the adapters refuse it
		}
		if want := loaded.CheckAnswer(call, v); got == nil && want != nil &&
			!strings.Contains(want.Error(), "readable number") && uniqueKeys(data) {
			t.Errorf("%s: no violation, the schema says %v", data, want)
		}
	})
}

// uniqueKeys reports whether no object of data repeats a key. encoding/json takes the last one.
func uniqueKeys(data []byte) bool {
	unique := true
	var walk func(at int) int
	walk = func(at int) int {
		switch TypeOf(data[at:]) {
		case "object":
			seen := map[string]bool{}
			return each(data, at, func(key []byte, at int) int {
				name := string(unescaped(key))
				unique = unique && !seen[name]
				seen[name] = true
				return walk(at)
			})
		case "array":
			return each(data, at, func(_ []byte, at int) int { return walk(at) })
		}
		return skipValue(data, at)
	}
	walk(skipSpace(data, 0))
	return unique
}
