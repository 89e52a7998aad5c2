package site

import (
	"encoding/json"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"croupier/bff"
)

const turkish = `{"number":"12.345,5","money":{"TRY":"₺1,00","JPY":"¥1"},"date":"02.01.2006",` +
	`"datetime":["02.01.2006 03:04 AM","02.01.2006 03:04 PM"]}`

// The formats are those of web/src/lib/format.
func TestValuesAreFormattedLikeInTheSite(t *testing.T) {
	var f languageFormats
	require.NoError(t, json.Unmarshal([]byte(turkish), &f))
	f.Plurals = slices.Repeat([]string{"other"}, 200)
	f.Plurals[3], f.Plurals[103] = "few", "few"
	s := &shell{Formats: map[string]languageFormats{"tr": f, "ar": f}, Icons: map[string]string{"": "<i>", "a": "<b>"}}
	for _, c := range []struct {
		lang, currency, style, format string
		value                         any
		want                          any
	}{
		{"tr", "TRY", "code", "money", 1234567.5, "1.234.567,50\u00a0TL"},
		{"tr", "EUR", "code", "money", 5.0, "5,00\u00a0EUR"},
		{"tr", "TRY", "code", "round", 250.0, "250\u00a0TL"},
		{"tr", "TRY", "code", "round", 250.5, "250,50\u00a0TL"},
		{"ar", "TRY", "code", "round", 250.0, "\u2066250\u00a0TL\u2069"},
		{"tr", "TRY", "symbol", "money", 1234.5, "₺1.234,50"},
		{"tr", "JPY", "symbol", "money", 1234.0, "¥1.234"},
		{"tr", "TRY", "symbol", "round", 1234.0, "₺1.234"},
		{"tr", "TRY", "code", "number", 12345.0, "12.345"},
		{"tr", "TRY", "code", "money", nil, nil},
		{"tr", "TRY", "code", "date", "2026-03-09 15:04:00", "09/03/2026"},
		{"ar", "TRY", "code", "datetime", "2026-03-09 15:04:00", "\u206609/03/2026 15:04\u2069"},
		{"tr", "TRY", "symbol", "datetime", "2026-03-09 15:04:00", "09.03.2026 03:04 PM"},
		{"tr", "TRY", "code", "date", "soon", nil},
		{"ar", "TRY", "code", "plural", 3.0, []values{{"few": true}}},
		{"ar", "TRY", "code", "plural", 1103.0, []values{{"few": true}}},
		{"ar", "TRY", "code", "plural", 200.0, []values{{"other": true}}},
		{"tr", "TRY", "code", "path", "a/b c", "a%2Fb%20c"},
		{"tr", "TRY", "code", "path", 1001.0, "1001"},
		{"tr", "TRY", "code", "icon", "a", markup("<b>")},
		{"tr", "TRY", "code", "icon", "z", markup("<i>")},
	} {
		b := &bff.Brand{Currency: c.currency, Formats: bff.Formats{Money: c.style, Dates: "dmy"}}
		if c.style == "symbol" {
			b.Formats.Dates = "locale"
		}
		d := &pageData{brand: b, lang: c.lang}
		assert.Equal(t, c.want, s.formatter(d).format(c.format, c.value), "%+v", c)
	}
}

func envelope(data string) json.RawMessage { return json.RawMessage(`{"data":` + data + `}`) }

func TestContentOfPages(t *testing.T) {
	b := &bff.Brand{
		TimeZone: time.UTC, Features: map[string]bool{"slots": true, "live": true}, HomeSlider: bff.SliderOfHome,
		Lobby: []string{"popular", "jackpot_ticker", "promotions", "live", "new_arrivals"},
	}
	answers := map[string]json.RawMessage{
		"cmscontroller/getSlider": envelope(`[]`),
		"casino/games_list":       envelope(`[{"gameID":1,"jackpot":7.9},{"gameID":2,"isNew":true,"jackpot":null}]`),
		"casino/category_list": envelope(`[{"CategoryID":27,"name":"Popular","icon":"x","items":[{"gameID":3,` +
			`"jackpot":5}]}]`),
		"casino/provider_list":     envelope(`[{"providerID":4,"providerName":"Tin","gameCount":2},{"providerID":5}]`),
		"livecasino/provider_list": envelope(`[{"providerID":6}]`),
		"habanero/getJackpots":     envelope(`[{"gameID":3,"amount":9.5}]`),
		"cmscontroller/getPromotions": envelope(`[{"id":1,"Status":1,"order":2,"html":"<p>a</p>","summary":"a",` +
			`"Start_date":"2026-01-01 00:00:00","End_date":"2026-02-01 00:00:00"},{"id":2,"Status":0},` +
			`{"id":3,"Status":1,"order":1,"Start_date":"2026-03-01 00:00:00","End_date":"2026-04-01 00:00:00"}]`),
		"cmscontroller/getInformation": envelope(`[{"Title":"T","Text":"<h2>A</h2><details><summary>B</summary>` +
			`<p>C</p></details><h2>D</h2>"}]`),
	}
	now := time.Date(2026, 1, 15, 0, 0, 0, 0, time.UTC)
	get := func(path string) values {
		v, _ := content(b, "tr", path, answers, now)
		return v
	}
	list := func(v values, name string) []values { return v[name].([]values) }

	lobby := list(get("/"), "sections")
	require.Len(t, lobby, 3, "a category that the platform lacks is left out")
	assert.Equal(t, 9.0, list(lobby[0], "items")[0]["jackpot"], "the current amount")
	assert.Equal(t, "", lobby[0]["height"])
	assert.Equal(t, true, lobby[1]["ticker"])
	assert.Equal(t, "340", lobby[2]["height"])

	slots := get("/slot/provider/4")
	assert.Equal(t, []any{"Tin", true, false}, []any{slots["title"], slots["complete"], slots["filtered"]})
	assert.Len(t, list(slots, "providers"), 1, "a provider without games is left out")
	assert.Equal(t, []any{7.0, true, false}, []any{
		list(slots, "items")[0]["jackpot"], list(slots, "items")[0]["hasJackpot"],
		list(slots, "items")[1]["hasJackpot"],
	})
	assert.Equal(t, "Popular", get("/slot/category/27")["title"])

	assert.Equal(t, true, get("/providers")["complete"])
	assert.Len(t, list(get("/promotions"), "offers"), 1, "of the active phase")
	promotion := get("/promotions/1")
	assert.Equal(t, []any{true, "", true}, []any{promotion["active"], promotion["summary"], promotion["complete"]})
	assert.Equal(t, true, get("/promotions/3")["upcoming"])
	assert.Nil(t, get("/promotions/2"), "an unpublished promotion")

	faq := list(get("/info/FAQ"), "groups")
	require.Len(t, faq, 1, "a heading without questions is left out")
	assert.Equal(t, "A", faq[0]["title"])
	assert.Equal(t, []values{{"question": "B", "answer": "<p>C</p>"}}, faq[0]["questions"])
	assert.Equal(t, true, get("/about-us")["AboutUs"])

	delete(answers, "livecasino/provider_list")
	assert.Equal(t, false, get("/providers")["complete"])
	b.Unsupported = map[string]bool{"livecasino/provider_list": true}
	assert.Equal(t, true, get("/providers")["complete"])
}

func TestContactHasOnlySecureLinks(t *testing.T) {
	b := &bff.Brand{Contact: bff.Contact{Emails: []string{"a@b.test"}}}
	v := pageContent(b, "/contact", map[string]json.RawMessage{
		"cmscontroller/getInformation": envelope(`[{"Title":"","Text":` +
			`"{\"telegram\":\"https://t.me/x\",\"youtube\":\"javascript:x\",\"other\":\"https://x\"}"}]`),
	}, "")
	assert.Equal(t, []values{{"telegram": true, "it": "https://t.me/x"}}, v["links"])
	assert.Equal(t, false, v["social"])
	assert.Equal(t, true, v["complete"])
}
