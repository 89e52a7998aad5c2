package mock_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"
)

func TestLongTextsScenario(t *testing.T) {
	plain := open(t, 7)
	player := plain.login("demo")
	_, long := inScenario(t, "demo", "long-texts")
	type row map[string]any
	for _, c := range []struct {
		call   string
		fields []string
	}{
		{"casino/games_list", []string{"name", "providerName"}},
		{"livecasino/game_table_list", []string{"name", "dealer"}},
		{"cmscontroller/getPromotions", []string{"title", "summary"}},
		{"crm/list_mass_messages", []string{"title"}},
		{"finance/list_banks", []string{"name"}},
	} {
		want, got := must[[]row](player, c.call, nil), must[[]row](long, c.call, nil)
		for i := range want {
			for _, f := range c.fields {
				a, b := want[i][f].(string), got[i][f].(string)
				word := slices.MaxFunc(strings.Fields(b), func(x, y string) int { return len(x) - len(y) })
				solid := utf8.RuneCountInString(strings.ReplaceAll(a, " ", ""))
				if !strings.HasPrefix(b, a) || utf8.RuneCountInString(b) < 3*solid || utf8.RuneCountInString(word) < 2*solid {
					t.Errorf("%s: %q became %q", c.call, a, b)
				}
			}
		}
	}
	html := must[[]row](long, "cmscontroller/getPromotions", nil)[0]["html"].(string)
	if strings.Count(html, "<li>") != strings.Count(html, "</li>") || !strings.HasPrefix(html, "<p>") {
		t.Errorf("the markup is broken: %s", html)
	}
	links := must[[]row](long, "cmscontroller/getInformation", map[string]any{"InfType": "SocialMediaLinks"})[0]["Text"].(string)
	if !json.Valid([]byte(links)) || strings.Contains(links, " ") {
		t.Errorf("links have become %s", links)
	}
	if name := fieldOfKese(t, long); name != "phone" {
		t.Errorf("a form's field is called %q", name)
	}
	if got := long.call("casino/init_game", map[string]any{"gameID": 1}); got.Message != "Kayıt Bulunamadı" {
		t.Errorf("a message that programs know: %q", got.Message)
	}
	if got := long.call("prepayServices/processTransaction", payOut(9_000_000)); got.Result || len(strings.Fields(got.Message)) < 3 || len(got.Message) < 60 {
		t.Errorf("a message that people read: %q", got.Message)
	}
}

// fieldOfKese is the name of the first field of the method Kese.
func fieldOfKese(t *testing.T, h *client) string {
	t.Helper()
	for _, group := range must[[]struct {
		ID      int
		Methods []struct {
			ID     int
			Fields []struct{ Name string }
		}
	}](h, "finance/list_cash_methods", map[string]any{"Type": 1}) {
		for _, m := range group.Methods {
			if m.ID == 31 {
				return m.Fields[0].Name
			}
		}
	}
	t.Fatal("unknown method")
	return ""
}

func TestRTLScenarioIsArabicInEveryLanguage(t *testing.T) {
	for _, lang := range []string{"tr", "en", "de", "ru"} {
		guest := open(t, 7)
		guest.lang = lang
		h := guest.login("demo")
		guest.control("scenario", map[string]any{"name": "rtl"})
		for call, field := range map[string]string{
			"casino/games_list": "name", "cmscontroller/getPromotions": "title", "crm/list_mass_messages": "title",
			"casino/provider_list": "providerName", "finance/list_banks": "name",
		} {
			for _, row := range must[[]map[string]any](h, call, nil) {
				text := row[field].(string)
				arabic := strings.IndexFunc(text, func(r rune) bool { return unicode.Is(unicode.Arabic, r) }) >= 0
				latin := field != "title" && strings.IndexFunc(text, func(r rune) bool { return unicode.Is(unicode.Latin, r) }) >= 0
				if !arabic || latin {
					t.Errorf("%s %s: %q", lang, call, text)
				}
			}
		}
		if slide := must[[]struct{ Image string }](h, "cmscontroller/getSlider", nil)[0].Image; !strings.Contains(slide, "-rtl") {
			t.Errorf("a slide is not mirrored: %s", slide)
		}
		if who := must[map[string]any](h, "user/get_user_profile", nil); who["username"] != "demo" || who["email"] != "demo@ornek.test" {
			t.Errorf("what programs read has changed: %v", who)
		}
	}
}
