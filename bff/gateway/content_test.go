package gateway_test

import (
	"cmp"
	"context"
	"encoding/json"
	"net/http"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

	"croupier/bff"
	"croupier/bff/player/protection"
)

// withContent gives a brand an item of own content in the answer of a call.
func withContent(b *bff.Brand, call string, change func(*bff.ContentItem)) {
	record := json.RawMessage(`{"id":"own-a"}`)
	item := bff.ContentItem{Records: map[string]json.RawMessage{"tr": record, "en": record}, Place: bff.PlaceBefore}
	change(&item)
	b.Content = bff.Content{call: {&item}}
}

func placed(place string) func(*bff.ContentItem) { return func(i *bff.ContentItem) { i.Place = place } }

// shown matches the ids of records and the texts of information.
var shown = regexp.MustCompile(`"(?:id|Text)":"?([^",}]+)`)

func TestOwnContentIsMergedIntoAnswers(t *testing.T) {
	const (
		slides, slots = "cmscontroller/getSlider {}", "cmscontroller/getIcSlider {}"
		rules         = `cmscontroller/getInformation {"InfType":"PromoSart"}`
		phone         = "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148"
		tablet        = "Mozilla/5.0 (iPad; CPU OS 12_2 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148"
		android       = "Mozilla/5.0 (Linux; Android 13; SM-X900) AppleWebKit/537.36 Chrome/120.0.0.0 Safari/537.36"
	)
	now := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC) // the clock of the fixture
	during := func(from, until time.Time) func(*bff.ContentItem) {
		return func(i *bff.ContentItem) { i.From, i.Until = from, until }
	}
	text := func(place string) func(*bff.ContentItem) {
		return func(i *bff.ContentItem) {
			i.Place, i.Type, i.Records["tr"] = place, "PromoSart", json.RawMessage(`{"Text":"own"}`)
		}
	}
	on := func(device string) func(*bff.ContentItem) { return func(i *bff.ContentItem) { i.Device = device } }
	english := func(i *bff.ContentItem) { delete(i.Records, "tr") }
	turkish := func(i *bff.ContentItem) { i.Countries = []string{"TR"} }
	anyone := without("X-None")
	for _, row := range []struct {
		name    string
		item    func(*bff.ContentItem)
		call    string // with data
		err     error  // of the platform
		country string
		visitor func(*http.Request)
		want    string // ids or texts, or the debug code of a refusal
	}{
		{"before", placed("before"), slides, nil, "", anyone, "own-a 1 2"},
		{"after", placed("after"), slides, nil, "", anyone, "1 2 own-a"},
		{"instead", placed("instead"), slides, bff.ReasonUnavailable, "", anyone, "own-a"},
		{"no failure", placed("fallback"), slides, nil, "", anyone, "1 2"},
		{"an open circuit", placed("fallback"), slides, bff.ReasonUnavailable, "", anyone, "own-a"},
		{"a timeout", placed("fallback"), slides, bff.ReasonUpstreamTimeout, "", anyone, "own-a"},
		{"an invalid answer", placed("fallback"), slides, bff.ReasonBadUpstreamAnswer, "", anyone, "own-a"},
		{"maintenance", placed("fallback"), slides, bff.ReasonMaintenance, "", anyone, "maintenance"},
		{"no fallback", placed("after"), slides, bff.ReasonUnavailable, "", anyone, "upstream unavailable"},
		{"a second page", placed("after"), `cmscontroller/getSlider {"offset":7}`, nil, "", anyone, "1 2"},
		{"the left", placed("after"), slots, nil, "", anyone, "1 own-a"},
		{"the right", placed("after"), `cmscontroller/getIcSlider {"sliderPlace":"sag"}`, nil, "", anyone, "1"},
		{"the first moment", during(now, now.Add(1)), "cmscontroller/getPromotions {}", nil, "", anyone, "own-a 1 2"},
		{"before the window", during(now.Add(1), now.Add(2)), slides, nil, "", anyone, "1 2"},
		{"the last moment", during(now.Add(-1), now.Add(1)), slides, nil, "", anyone, "own-a 1 2"},
		{"after the window", during(now.Add(-1), now), "cmscontroller/popupInformation {}", nil, "", anyone, "1 2"},
		{"a language", english, `cmscontroller/getSlider {"Lang":"en"}`, nil, "", anyone, "own-a 1 2"},
		{"another language", english, slides, nil, "", anyone, "1 2"},
		{"a country", turkish, slides, nil, "TR", anyone, "own-a 1 2"},
		{"another country", turkish, slides, nil, "DE", anyone, "1 2"},
		{"an unknown country", turkish, slides, nil, "", anyone, "1 2"},
		{"a phone", on("phone"), slides, nil, "", header("User-Agent", phone), "own-a 1 2"},
		{"a hint", on("phone"), slides, nil, "", header("Sec-CH-UA-Mobile", "?1"), "own-a 1 2"},
		{"no desktop", on("desktop"), slides, nil, "", header("User-Agent", phone), "1 2"},
		{"a tablet", on("desktop"), slides, nil, "", header("User-Agent", tablet), "own-a 1 2"},
		{"an Android tablet", on("desktop"), slides, nil, "", header("User-Agent", android), "own-a 1 2"},
		{"a text before", text("before"), rules, nil, "", anyone, "ownrules"},
		{"a text after", text("after"), rules, nil, "", anyone, "rulesown"},
		{"a fallback text", text("fallback"), rules, bff.ReasonUpstreamError, "", anyone, "own"},
		{"another text", placed("instead"), rules, nil, "", anyone, "rules"},
	} {
		r, _ := newCachingFixture(t)
		name, data, _ := strings.Cut(row.call, " ")
		withContent(r.marmara(), name, row.item)
		r.country = row.country
		r.answer = func(_ context.Context, u *bff.UpstreamRequest) (*bff.Answer, error) {
			answer := map[string]string{
				"getInformation": `[{"Text":"rules"}]`, "getIcSlider": `{"items":[{"id":1}]}`,
			}[u.Call.Method]
			return answerOf(cmp.Or(answer, `[{"id":1},{"id":2}]`)), row.err
		}
		for range 2 { // the second answer of the platform is from the cache
			_, e := r.call(api(name, data), row.visitor)
			got := []string{}
			if e.Debug != nil {
				got = append(got, *e.Debug)
			}
			for _, m := range shown.FindAllStringSubmatch(string(e.Data), -1) {
				got = append(got, m[1])
			}
			assert.Equal(t, row.want, strings.Join(got, " "), row.name)
		}
	}
}

// A preview shows the content of the draft in calls of the published brand. A break hides own
// offers.
func TestOwnContentOfAPreviewAndDuringABreak(t *testing.T) {
	const name = "cmscontroller/getPromotions"
	r := newPreviewFixture(t)
	r.draft.Languages = r.marmara().Languages
	withContent(r.draft, name, placed("before"))
	_, e := r.call(api(name, "{}"), header("Cookie", "croupier-preview=good"))
	assert.Contains(t, string(e.Data), "own-a")
	assert.Same(t, r.marmara(), r.sent[0].Brand)
	_, e = r.call(api(name, "{}"))
	assert.Equal(t, "[]", string(e.Data), "a visitor without a pass")

	r = newPlayer(t)
	withContent(r.marmara(), name, placed("instead"))
	_, e = r.call(api(name, "{}"), cookie("s"))
	assert.Contains(t, string(e.Data), "own-a")
	r.protection.restriction = protection.CoolingOff
	_, e = r.call(api(name, "{}"), cookie("s"))
	assert.Equal(t, "[]", string(e.Data), "during a break")
}
