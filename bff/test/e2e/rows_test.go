package e2e_test

import (
	"encoding/json"
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestGamesOfSections(t *testing.T) {
	parallel(t)
	sections, err := os.ReadFile("testdata/sections.yaml")
	require.NoError(t, err)
	file := writeConfig(t, "", map[string]string{"features:\n": string(sections) + "features:\n"})
	v := startAlone(t, nil, "--config", file).visitor
	for section, want := range map[string]string{
		"row/chosen":  "3 [1001 1003 1151]",
		"row/harbour": "20 [1152 1012 1070]",
		"popular":     "9 [1010 1002 1003]",
		"live":        "0 []",
	} {
		status, _, body := v.get(t, "/v1/rows?section="+section, nil)
		assert.Equal(t, map[bool]int{true: 404, false: 200}[want == "0 []"], status, "%s: %s", section, body)
		var row struct{ Games []struct{ GameID int } }
		require.NoError(t, json.Unmarshal([]byte(body), &row))
		ids := []int{}
		for _, game := range row.Games {
			ids = append(ids, game.GameID)
		}
		assert.Equal(t, want, fmt.Sprint(len(ids), " ", ids[:min(len(ids), 3)]), section)
	}
	_, _, boot := v.get(t, "/v1/bootstrap", nil)
	assert.Contains(t, boot, `"ru":"Liman","tr":"Liman"},"row":true,"list":"/slot/provider/12"}`)
	_, _, boot = visitor{v.address, "pera.localhost", ""}.get(t, "/v1/bootstrap", nil)
	assert.NotContains(t, boot, `"sections"`, "a brand without settings of sections")

	_, _, page := v.get(t, "/", map[string]string{"Cookie": "language=en"})
	_, painted, _ := strings.Cut(page, ">Chosen</h2>")
	painted, _, _ = strings.Cut(painted, "</section>")
	links := slices.Compact(regexp.MustCompile(`slot/\d+`).FindAllString(painted, -1))
	assert.Equal(t, []string{"slot/1001", "slot/1003", "slot/1151"}, links, "the lead row before the scripts run")
}
