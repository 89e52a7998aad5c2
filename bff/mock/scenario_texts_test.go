package mock_test

import (
	"encoding/json"
	"os"
	"slices"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestScenariosListTheirCalls(t *testing.T) {
	type row struct {
		Name, Description string
		Calls             []string
	}
	touches := map[string][]string{}
	for _, s := range get[[]row](open(t, 1), "/__mock/scenarios") {
		touches[s.Name] = s.Calls
		assert.Regexp(t, `^.{1,120}$`, s.Description)
		assert.Equal(t, s.Name == "happy", len(s.Calls) == 0, s.Name)
	}
	readme, err := os.ReadFile("../../README.md")
	require.NoError(t, err)
	for name := range touches {
		assert.True(t, strings.Contains(string(readme), "`"+name+"`"), "README.md: add the scenario %s to those of the mock casino", name)
	}
	assert.Equal(t, []string{"cmscontroller/getTournaments"}, touches["tournament-ending"])
}

func TestLongTextsScenario(t *testing.T) {
	plain := open(t, 7).login("demo")
	_, long := inScenario(t, "demo", "long-texts")
	type row map[string]any
	for call, fields := range map[string][]string{
		"casino/games_list": {"name", "providerName"}, "livecasino/game_table_list": {"name", "dealer"},
		"cmscontroller/getPromotions": {"title", "summary"}, "crm/list_mass_messages": {"title"}, "finance/list_banks": {"name"},
	} {
		want, got := must[[]row](plain, call, nil), must[[]row](long, call, nil)
		for i := range want {
			for _, f := range fields {
				a, b := want[i][f].(string), got[i][f].(string)
				word := slices.MaxFunc(strings.Fields(b), func(x, y string) int { return len(x) - len(y) })
				solid := utf8.RuneCountInString(strings.ReplaceAll(a, " ", ""))
				long := utf8.RuneCountInString(b) >= 3*solid && utf8.RuneCountInString(word) >= 2*solid
				assert.True(t, long && strings.HasPrefix(b, a), "%s: %q became %q", call, a, b)
			}
		}
	}
	html := must[[]row](long, "cmscontroller/getPromotions", nil)[0]["html"].(string)
	assert.Equal(t, strings.Count(html, "<li>"), strings.Count(html, "</li>"), html)
	assert.Regexp(t, `^<p>`, html)
	links := must[[]row](long, "cmscontroller/getInformation", map[string]any{"InfType": "SocialMediaLinks"})[0]["Text"].(string)
	assert.True(t, json.Valid([]byte(links)) && !strings.Contains(links, " "), "links have become %s", links)
	assert.Contains(t, long.raw("finance/list_cash_methods", map[string]any{"Type": 1}).Body.String(), `"name":"phone"`)
	long.refuses("casino/init_game", map[string]any{"gameID": 1}, "Kayıt Bulunamadı") // a message that programs know
	got := long.call(payment, payOut(9_000_000))
	assert.False(t, got.Result)
	assert.Regexp(t, `\S+ \S+ \S.{50}`, got.Message, "a message that people read")
}

func TestRTLScenarioIsArabicInEveryLanguage(t *testing.T) {
	guest, player := inScenario(t, "demo", "rtl")
	for _, lang := range []string{"tr", "en", "de", "ru"} {
		h := player.as(lang)
		for call, field := range map[string]string{
			"casino/games_list": "name", "cmscontroller/getPromotions": "title", "crm/list_mass_messages": "title",
			"casino/provider_list": "providerName", "finance/list_banks": "name",
		} {
			for _, row := range must[[]map[string]any](h, call, nil) {
				text := row[field].(string)
				arabic := strings.ContainsFunc(text, func(r rune) bool { return unicode.Is(unicode.Arabic, r) })
				latin := field != "title" && strings.ContainsFunc(text, func(r rune) bool { return unicode.Is(unicode.Latin, r) })
				assert.True(t, arabic && !latin, "%s %s: %q", lang, call, text)
			}
		}
		slide := must[[]struct{ Image string }](guest.as(lang), "cmscontroller/getSlider", nil)[0].Image
		assert.Contains(t, slide, "-rtl", "a slide is not mirrored")
		who := must[struct{ Username, Email string }](h, "user/get_user_profile", nil)
		assert.True(t, who.Username == "demo" && who.Email == "demo@ornek.test", "what programs read has changed: %v", who)
	}
}
