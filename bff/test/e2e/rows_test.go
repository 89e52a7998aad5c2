package e2e_test

import (
	"encoding/json"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

const rowSections = `lobby: [row/chosen, row/harbour, popular, live]
sections:
  row/chosen:
    title: { tr: Seçtiklerimiz }
    games: # of a category, by search, unknown to the platform, hidden, pinned
      - { id: 1003, name: Neptune's Catch }
      - { id: 1151, name: Baykuş Büyüsü }
      - { id: 99999, name: Lunar Outpost }
      - { id: 1004, name: Mor Otomat }
      - { id: 1001, name: Lunar Outpost }
    pinned: [{ id: 1001, name: Lunar Outpost }]
    hidden: [{ id: 1004, name: Mor Otomat }]
  row/harbour:
    title: { tr: Liman, en: Harbour }
    filter: { provider: 12 }
    pinned: [{ id: 1152, name: Nile Gateway Ways }]
    hidden: [{ id: 1029, name: Truva Rüyası }]
  popular:
    pinned: [{ id: 1010, name: A }, { id: 1151, name: Baykuş Büyüsü }]
    hidden: [{ id: 1001, name: Lunar Outpost }]
  live:
    title: { tr: Masalar }
features:
`

func TestGamesOfSections(t *testing.T) {
	parallel(t)
	v := startAlone(t, nil, "--config", writeConfig(t, "", map[string]string{"features:\n": rowSections})).visitor
	type row struct {
		Name  string
		Games []struct{ GameID, ProviderID int }
	}
	for section, want := range map[string][]int{
		"row/chosen":  {1001, 1003, 1151},
		"row/harbour": {1152, 1012, 1070, 1087},
		"popular":     {1010, 1151, 1002, 1003},
	} {
		status, header, body := v.get(t, "/v1/rows?section="+section+"&Lang=en", nil)
		require.Equal(t, 200, status, body)
		assert.Equal(t, "no-store", header.Get("Cache-Control"))
		var got row
		require.NoError(t, json.Unmarshal([]byte(body), &got))
		for i, id := range want {
			if assert.Less(t, i, len(got.Games), section) {
				assert.Equal(t, id, got.Games[i].GameID, "%s: game %d", section, i)
			}
		}
		most := map[string]int{"row/chosen": 3, "row/harbour": 20, "popular": 10}[section]
		assert.Len(t, got.Games, most, section)
		assert.Equal(t, map[string]string{"popular": "Most popular"}[section], got.Name, section)
	}
	for _, section := range []string{"", "live", "row/other", "new_arrivals"} {
		status, _, body := v.get(t, "/v1/rows?section="+section, nil)
		assert.Equal(t, 404, status, "%s: %s", section, body)
	}
	var boot struct{ Sections map[string]any }
	_, _, body := v.get(t, "/v1/bootstrap?Lang=en", nil)
	require.NoError(t, json.Unmarshal([]byte(body), &boot))
	title := func(tr, en string) map[string]any {
		return map[string]any{"tr": tr, "en": en, "de": tr, "ru": tr, "ar": tr}
	}
	assert.Equal(t, map[string]any{
		"row/chosen": map[string]any{"title": title("Seçtiklerimiz", "Seçtiklerimiz"), "row": true},
		"row/harbour": map[string]any{
			"title": title("Liman", "Harbour"), "row": true, "list": "/slot/provider/12",
		},
		"popular": map[string]any{"row": true},
		"live":    map[string]any{"title": title("Masalar", "Masalar")},
	}, boot.Sections)
	_, _, page := v.get(t, "/?lang=tr", nil)
	_, painted, _ := strings.Cut(page, ">Seçtiklerimiz</h2>")
	painted, _, _ = strings.Cut(painted, "</section>")
	links := slices.Compact(regexp.MustCompile(`slot/\d+`).FindAllString(painted, -1))
	assert.Equal(t, []string{"slot/1001", "slot/1003", "slot/1151"}, links, "the lead row before the scripts run")

	_, _, plain := visitor{v.address, "pera.localhost", ""}.get(t, "/v1/bootstrap", nil)
	assert.NotContains(t, plain, `"sections"`, "the bootstrap of a brand without settings of sections")
}
