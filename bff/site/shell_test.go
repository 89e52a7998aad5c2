package site_test

import (
	"context"
	"encoding/json"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

	"croupier/bff"
	"croupier/bff/site"
)

// lobbyAnswers are the answers that the lobby's page has inlined.
var lobbyAnswers = map[string]*bff.Answer{
	"cmscontroller/getSlider": {Result: true, Code: 200, Data: json.RawMessage(`[{"title":"Harbour & sea","image":"/hero.svg","link":"/slot","sliderPlace":"sol",` +
		`"Status":1,"order":1,"Start_date":"2026-01-01 00:00:00","End_date":"2026-12-31 00:00:00"}]`)},
	"casino/category_list": {Result: true, Code: 200, Data: json.RawMessage(`[{"CategoryID":58,"name":"Jackpot","items":[{"gameID":9,"name":"No"}]},` +
		`{"CategoryID":27,"name":"Popular","items":[{"gameID":1001,"name":"<Lunar>","image":"/c.svg","providerName":"Tin Harbor"},{"gameID":"a/b","name":"Text","providerName":"X"}]}]`)},
}

// pageAt returns the page at path of the default brand.
func pageAt(t *testing.T, path string, cookie string) string {
	t.Helper()
	initial := site.NewInitialData(&reader{answers: lobbyAnswers}, func() time.Time { return time.Date(2026, 3, 1, 0, 0, 0, 0, time.UTC) })
	return body(t, get(t, newSite(t, initial), brand(t, "localhost"), path, "Cookie", cookie))
}

func TestShellHasTheContentOfTheLobby(t *testing.T) {
	got := pageAt(t, "/", "")
	contains(t, got,
		"<b>Harbour &amp; sea</b>",
		`<a href="/play/slot/1001/Tin%20Harbor">&lt;Lunar&gt;</a><a href="/play/slot/a%2Fb/X">Text</a>`,
		`<link rel="preload" as="image" fetchpriority="high" href="/hero.svg">`,
	)
	// The data comes behind what is painted first.
	assert.True(t, strings.Index(got, "<b>Harbour") <= strings.Index(got, "croupier-bootstrap"),
		"the bootstrap stands before the shell")
}

func TestShellOfOtherPages(t *testing.T) {
	contains(t, pageAt(t, "/promotions", ""), `<a href="/slot">Slot</a><a href="/live">Canlı Casino</a>`, "<i>login</i>")
	player := pageAt(t, "/promotions", "croupier=sealed")
	assert.NotContains(t, player, "<i>login</i>", "a player's page offers to log in")
	for _, path := range []string{"/maintenance-control", "/maintenance"} {
		assert.NotContains(t, pageAt(t, path, ""), `<a href="/slot">`, "%s has a menu", path)
	}
	b := brand(t, "localhost")
	b.Unsupported = map[string]bool{"casino/games_list": true}
	got := body(t, get(t, newSite(t, nil), b, "/promotions"))
	assert.True(t, !strings.Contains(got, `<a href="/slot">`) && strings.Contains(got, `<a href="/live">`),
		"the menu has a page without content, or lacks one")
}

func TestPagesRequestTheirFilesEarly(t *testing.T) {
	contains(t, pageAt(t, "/slot", "language=ar"),
		`<link rel="modulepreload" href="/assets/games.js">`, `<link rel="modulepreload" href="/assets/games-ar.js">`,
		`<link rel="modulepreload" href="/assets/locale-ar.js">`, `<link rel="preload" as="style" href="/assets/games.css">`,
	)
	contains(t, body(t, get(t, newSite(t, nil), brand(t, "pera.localhost"), "/")),
		`href="/assets/arabic.woff2" crossorigin`, `<link rel="modulepreload" href="/assets/locale-ar.js">`)
}

// reader answers the calls that it knows, by name, and records what it was asked.
type reader struct {
	answers map[string]*bff.Answer
	asked   []bff.GuestRead
}

func (r *reader) ReadAll(_ context.Context, _ *bff.Scope, _ time.Duration, calls ...bff.GuestRead) []*bff.Answer {
	r.asked = calls
	out := make([]*bff.Answer, len(calls))
	for i, call := range calls {
		out[i] = r.answers[call.Name()]
	}
	return out
}

const slides = `[{"image":"/first.svg","sliderPlace":"sol","Status":1,"order":1,` +
	`"Start_date":"2026-03-01 00:00:00","End_date":"2026-03-31 23:59:59"}]`

func TestInitialDataOfTheLobby(t *testing.T) {
	now := time.Date(2026, 3, 15, 12, 0, 0, 0, time.UTC)
	for name, c := range map[string]struct {
		slider string
		lobby  []string
		data   string // of the slides
		want   []bff.GuestRead
	}{
		"slots lead": {
			bff.SliderOfHome,
			[]string{"shortcuts", "popular", "live"},
			slides,
			[]bff.GuestRead{{Class: "cmscontroller", Method: "getSlider"}, {Class: "casino", Method: "category_list"}},
		},
		"live leads, slides of the site": {
			bff.SliderOfActiveItems,
			[]string{"shortcuts", "jackpot_ticker", "live", "popular"},
			slides,
			[]bff.GuestRead{
				{Class: "slider", Method: "get_active_items", Data: map[string]any{"siteId": 890}},
				{Class: "livecasino", Method: "game_table_list", Data: map[string]any{"limit": 10}},
			},
		},
		"slides of the slot lobby": {
			bff.SliderOfSlots, nil, `{"items":` + slides + `}`,
			[]bff.GuestRead{{Class: "cmscontroller", Method: "getIcSlider"}, {Class: "casino", Method: "category_list"}},
		},
	} {
		t.Run(name, func(t *testing.T) {
			read := &reader{answers: map[string]*bff.Answer{c.want[0].Name(): {Result: true, Code: 200, Data: json.RawMessage(c.data)}}}
			initial := site.NewInitialData(read, func() time.Time { return now })
			brand := &bff.Brand{ID: "marmara", SiteID: 890, TimeZone: time.UTC, HomeSlider: c.slider, Lobby: c.lobby}
			got := initial(t.Context(), &bff.Scope{Brand: brand, Lang: "tr"}, "/")
			assert.Equal(t, c.want, read.asked, "asked %+v, want %+v", read.asked, c.want)
			var envelope struct{ Data json.RawMessage }
			err := json.Unmarshal(got.Answers[c.want[0].Name()], &envelope)
			assert.True(t, err == nil && string(envelope.Data) == c.data, "%s, %v", got.Answers[c.want[0].Name()], err)
			assert.True(t, len(got.Answers) == 1 && slices.Equal(got.Images, []string{"/first.svg"}),
				"%d answers, images %q", len(got.Answers), got.Images)
		})
	}
	initial := site.NewInitialData(&reader{}, time.Now)
	scope := &bff.Scope{Brand: &bff.Brand{ID: "marmara", TimeZone: time.UTC}, Lang: "tr"}
	if got := initial(t.Context(), scope, "/promotions"); len(got.Answers) != 0 || got.Images != nil {
		t.Errorf("another page has %+v", got)
	}
}

// The tiles of a list are equally large: those of the first row are the largest pictures that are painted first.
func TestFirstTilesOfAListArePreloaded(t *testing.T) {
	for path, c := range map[string]struct {
		call, data string
		want       []string
	}{
		"/slot": {"casino/games_list", `[{"gameID":1,"image":"/1.svg"},{"gameID":2,"image":"/2.svg"},{"gameID":3,"image":"/3.svg"},{"gameID":4,"image":"/4.svg"}]`, []string{"/1.svg", "/2.svg", "/3.svg"}},
		"/live": {"livecasino/game_table_list", `[{"tableID":1,"image":"/closed.svg"},{"tableID":2,"image":"/open.svg","isOpen":true}]`, []string{"/open.svg", "/closed.svg"}},
	} {
		for data, want := range map[string][]string{c.data: c.want, `[]`: nil, `[{"gameID":1,"image":""}]`: nil} {
			read := &reader{answers: map[string]*bff.Answer{c.call: {Result: true, Code: 200, Data: json.RawMessage(data)}}}
			initial := site.NewInitialData(read, time.Now)
			scope := &bff.Scope{Brand: &bff.Brand{ID: "marmara", TimeZone: time.UTC}, Lang: "tr"}
			assert.Equal(t, want, initial(t.Context(), scope, path).Images, path)
		}
	}
}
