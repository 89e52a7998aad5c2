package contract

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestOverridesAcceptViolations(t *testing.T) {
	call := lookup(t, "casino/games_list")
	data := json.RawMessage(`[` +
		strings.NewReplacer(`"A"`, "null", `"low"`, `"turbo"`, `"isNew":true,`, "", "96.5", "null").Replace(game) + `]`)
	for _, row := range []struct {
		name     string
		accepted map[string]Override
		want     string
	}{
		{"none", nil, "$[*].name $[*].rtp $[*].volatility $[*].isNew"},
		{"null", map[string]Override{"$[*].name": {Nullable: true}}, "$[*].rtp $[*].volatility $[*].isNew"},
		{"absent", map[string]Override{"$[*].isNew": {Nullable: true}}, "$[*].name $[*].rtp $[*].volatility"},
		{
			"any text",
			map[string]Override{"$[*].volatility": {Types: []string{"string"}}},
			"$[*].name $[*].rtp $[*].isNew",
		},
		{
			"another type",
			map[string]Override{"$[*].rtp": {Types: []string{"string"}}},
			"$[*].name $[*].rtp $[*].volatility $[*].isNew",
		},
		{
			"null of another path",
			map[string]Override{"$[*].image": {Nullable: true}},
			"$[*].name $[*].rtp $[*].volatility $[*].isNew",
		},
		{"all", map[string]Override{
			"$[*].name": {Nullable: true}, "$[*].rtp": {Nullable: true},
			"$[*].isNew": {Nullable: true}, "$[*].volatility": {Types: []string{"string"}},
		}, ""},
	} {
		var got []string
		for _, v := range loaded.Violations(call, data, row.accepted) {
			got = append(got, v.Path)
		}
		assert.Equal(t, row.want, strings.Join(got, " "), row.name)
	}
}

func TestAnswerPaths(t *testing.T) {
	for _, row := range []struct {
		call, path, types string
	}{
		{"casino/games_list", "$", "array"},
		{"casino/games_list", "$[*]", "object"},
		{"casino/games_list", "$[*].jackpot", "null number"},
		{"casino/games_list", "$[*].categories[*]", "integer string"},
		{"finance/list_cash_methods_new", "$.methods_list[*].methods[*].name", "string"},
		{"finance/list_cash_methods_new", "$.methods_list[*].properties.fields[*].label", "string"},
	} {
		call := lookup(t, row.call)
		got := strings.Join(loaded.AnswerTypes(call, row.path), " ")
		assert.True(t, got == row.types && loaded.HasAnswerPath(call, row.path), "%s %s: %q", row.call, row.path, got)
	}
	for _, path := range []string{"", "name", "$.name", "$[0].name", "$[*].nothing", "$[*][*]", "$[*]name", "$[*]."} {
		assert.False(t, loaded.HasAnswerPath(lookup(t, "casino/games_list"), path), "%q is a path", path)
	}
}

func TestViolationsHoldNoValues(t *testing.T) {
	data := `[{"created_at":"gizli-7341","uip":7341,"device":["gizli7341"],"gizli7341":1,"success":"gizli 7341"}]`
	text := fmt.Sprintf("%+v", loaded.Violations(lookup(t, "user/login_history"), json.RawMessage(data), nil))
	assert.True(t, !strings.Contains(text, "gizli") && !strings.Contains(text, "7341"), text)
}
