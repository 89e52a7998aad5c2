package site_test

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"regexp"
	"runtime"
	"strings"
	"testing"
	"time"
	"weak"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"croupier/bff"
	"croupier/bff/site"
)

var lobbyAnswers = map[string]*bff.Answer{
	"cmscontroller/getSlider": {Result: true, Code: 200, Data: json.RawMessage(`[{"title":"Harbour & sea",` +
		`"image":"/hero.svg","link":"/slot","sliderPlace":"sol",` +
		`"Status":1,"order":1,"Start_date":"2026-01-01 00:00:00","End_date":"2026-12-31 00:00:00"}]`)},
	"casino/category_list": {Result: true, Code: 200, Data: json.RawMessage(`[{"CategoryID":58,"name":"Jackpot",` +
		`"items":[{"gameID":9,"name":"No"}]},` +
		`{"CategoryID":27,"name":"Popular","items":[{"gameID":1001,"name":"<Lunar>","image":"/c.svg",` +
		`"providerName":"Tin Harbor"},{"gameID":"a/b","name":"Text","providerName":"X"}]}]`)},
}

func pageAt(t *testing.T, path string, cookie string) string {
	s := newSite(t, site.NewInitialData((&reader{answers: lobbyAnswers}).ReadAll))
	s.SetClock(func() time.Time { return time.Date(2026, 3, 1, 0, 0, 0, 0, time.UTC) })
	return body(t, get(t, s, brand(t, "localhost"), path, "Cookie", cookie))
}

func TestShellHasTheContentOfTheLobby(t *testing.T) {
	got := pageAt(t, "/", "")
	contains(t, got,
		"<b>Harbour &amp; sea</b>",
		`<a href="/play/slot/1001/Tin%20Harbor">&lt;Lunar&gt;</a><a href="/play/slot/a%2Fb/X">Text</a>`,
		`<link rel="preload" as="image" fetchpriority="high" href="/hero.svg">`,
	)
	// The data comes after the parts that are painted first.
	assert.LessOrEqual(t, strings.Index(got, "<b>Harbour"), strings.Index(got, "croupier-bootstrap"))
}

func TestShellOfOtherPages(t *testing.T) {
	contains(t, pageAt(t, "/promotions", ""), `<a href="/slot">Slot</a><a href="/live">Canlı casino</a>`,
		"<i>login</i>")
	assert.NotContains(t, pageAt(t, "/promotions", "croupier=sealed"),
		"<i>login</i>", "a player's page offers to log in")
	for _, path := range []string{"/maintenance-control", "/maintenance"} {
		assert.NotContains(t, pageAt(t, path, ""), `<a href="/slot">`, "%s has a menu", path)
	}
	b := brand(t, "localhost")
	b.Unsupported = map[string]bool{"casino/games_list": true}
	got := body(t, get(t, newSite(t, nil), b, "/promotions"))
	contains(t, got, `<a href="/live">`)
	assert.NotContains(t, got, `<a href="/slot">`, "the menu has a page without content")
}

func TestPagesListTheirScriptsInOrder(t *testing.T) {
	all := []string{"react", "locale-ar", "games-ar", "games", "app-1"}
	script := regexp.MustCompile(`<link data-start href="/assets/(\S+).js"(.*?)>`)
	for name, c := range map[string]struct {
		path, cookie string
		want         []string
		waits        bool // the page loads its scripts at the first use
	}{
		"a guest's lobby waits":        {"/", "language=ar", all, true},
		"a player's lobby does not":    {"/", "language=ar; croupier=sealed", all, false},
		"a list without data does not": {"/slot", "language=ar", all, false},
		"the console has other chunks": {"/maintenance-control", "", []string{"react", "app-1"}, false},
	} {
		var got []string
		for _, m := range script.FindAllStringSubmatch(pageAt(t, c.path, c.cookie), -1) {
			got = append(got, m[1])
			assert.Equal(t, c.waits, m[2] == "", "%s: %s", name, m[0])
		}
		assert.Equal(t, c.want, got, name)
	}
	contains(t, pageAt(t, "/slot", "language=ar"), `<link rel="preload" as="style" href="/assets/games.css">`)
	contains(t, body(t, get(t, newSite(t, nil), brand(t, "pera.localhost"), "/")), `href="/assets/arabic.woff2" crossorigin`)
}

// reader answers the calls that it knows, by name, and records all calls.
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
			[]bff.GuestRead{
				{Class: "cmscontroller", Method: "getIcSlider"}, {Class: "casino", Method: "category_list"},
			},
		},
	} {
		read := &reader{
			answers: map[string]*bff.Answer{c.want[0].Name(): {Result: true, Code: 200, Data: json.RawMessage(c.data)}},
		}
		initial := site.NewInitialData(read.ReadAll)
		brand := &bff.Brand{ID: "marmara", SiteID: 890, TimeZone: time.UTC, HomeSlider: c.slider, Lobby: c.lobby}
		got := initial(t.Context(), &bff.Scope{Brand: brand, Lang: "tr"}, "/", false)
		assert.Equal(t, c.want, read.asked, name)
		var envelope struct{ Data json.RawMessage }
		noError(t, json.Unmarshal(got[c.want[0].Name()], &envelope))
		assert.Equal(t, c.data, string(envelope.Data), name)
		assert.Len(t, got, 1, name)
		assert.Equal(t, []string{"/first.svg"}, site.Images(brand, "/", got, now), name)
	}
	initial := site.NewInitialData((&reader{}).ReadAll)
	scope := &bff.Scope{Brand: &bff.Brand{ID: "marmara", TimeZone: time.UTC}, Lang: "tr"}
	assert.Empty(t, initial(t.Context(), scope, "/login", false), "of another page")
	assert.Nil(t, initial(t.Context(), scope, "/promotions", true), "of a player")
}

// The tiles of a list are equally large, so the first row contains the largest pictures of the
// first paint.
func TestFirstTilesOfAListArePreloaded(t *testing.T) {
	for path, c := range map[string]struct {
		call, data string
		want       []string
	}{
		"/slot": {
			"casino/games_list",
			`[{"gameID":1,"image":"/1.svg"},{"gameID":2,"image":"/2.svg"},{"gameID":3,"image":"/3.svg"},` +
				`{"gameID":4,"image":"/4.svg"}]`,
			[]string{"/1.svg", "/2.svg", "/3.svg"},
		},
		"/live": {
			"livecasino/game_table_list",
			`[{"tableID":1,"image":"/closed.svg"},{"tableID":2,"image":"/open.svg","isOpen":true}]`,
			[]string{"/open.svg", "/closed.svg"},
		},
	} {
		for data, want := range map[string][]string{c.data: c.want, `[]`: nil, `[{"gameID":1,"image":""}]`: nil} {
			read := &reader{
				answers: map[string]*bff.Answer{c.call: {Result: true, Code: 200, Data: json.RawMessage(data)}},
			}
			scope := &bff.Scope{Brand: &bff.Brand{ID: "marmara", TimeZone: time.UTC}, Lang: "tr"}
			got := site.NewInitialData(read.ReadAll)(t.Context(), scope, path, false)
			assert.Equal(t, want, site.Images(scope.Brand, path, got, time.Now()), path)
		}
	}
}

var anyNonce = regexp.MustCompile(`nonce="([A-Z2-7]{26})"`)

// pageOf returns the page of a path as a browser reads it, with its nonce.
func pageOf(t *testing.T, s http.Handler, b *bff.Brand, path, accept string) (text, nonce string) {
	r := get(t, s, b, path, "Accept-Encoding", accept)
	raw := body(t, r) // gzip checks length and checksum
	for _, found := range anyNonce.FindAllStringSubmatch(raw, -1) {
		assert.True(t, nonce == "" || found[1] == nonce, "two nonces in a page: %s, %s", nonce, found[1])
		nonce = found[1]
	}
	assert.Contains(t, r.Header.Get("Content-Security-Policy"), "'nonce-"+nonce+"'", path)
	assert.NotContains(t, raw, site.PageMark(), path)
	return raw, nonce
}

// The site renders a page only once. Each response has another nonce, and its gzip body decodes to
// the same page.
func TestPagesDifferByTheirNonceOnly(t *testing.T) {
	s, b := newSite(t, nil), brand(t, "localhost")
	seen := map[string]bool{}
	var first string
	for _, accept := range []string{"", "gzip", "gzip, deflate, br", ""} {
		body, nonce := pageOf(t, s, b, "/", accept)
		body = strings.ReplaceAll(body, nonce, "-")
		first = cmp.Or(first, body)
		assert.Equal(t, first, body, accept)
		assert.True(t, nonce != "" && !seen[nonce], "%q: nonce %q", accept, nonce)
		seen[nonce] = true
	}
}

// The site renders a page separately for each group of visitors. Changed initial data appears at
// once, and the new time after a second.
func TestPagesAreMadeAgain(t *testing.T) {
	answer, asked := `[1]`, 0
	s := newSite(t, func(context.Context, *bff.Scope, string, bool) map[string]json.RawMessage {
		return map[string]json.RawMessage{"casino/games_list": json.RawMessage(answer)}
	})
	now := time.Now()
	s.SetClock(func() time.Time { return now })
	b := brand(t, "localhost")
	made := func(path, cookie string) string {
		asked++
		s.SetTitle(fmt.Sprintf("<i>made-%d</i>", asked))
		r := get(t, s, b, path, "Cookie", cookie)
		return regexp.MustCompile(`made-\d+</i></body>`).FindString(string(readAll(t, r)))
	}
	first := made("/", "")
	assert.Equal(t, first, made("/", ""), "made again at once")
	for name, cookie := range map[string]string{
		"language": "language=ar", "mode": "mode=light", "player": b.SessionCookie() + "=x",
	} {
		assert.NotEqual(t, first, made("/", cookie), "another %s has the same page", name)
	}
	assert.NotEqual(t, first, made("/slot", ""), "another path has the same page")
	answer = `[2]`
	changed := made("/", "")
	assert.NotEqual(t, first, changed, "a changed answer is not shown")
	now = now.Add(time.Second + 1)
	assert.NotEqual(t, changed, made("/", ""), "a page of a second ago is shown")
}

func TestPagesThatDifferByTheirPathsAreMadeOnce(t *testing.T) {
	s, b := newSite(t, nil), brand(t, "localhost")
	for i := range 10 {
		get(t, s, b, fmt.Sprintf("/slot/category/%d", i))
		assert.Equal(t, http.StatusNotFound, get(t, s, b, fmt.Sprintf("/x%d", i)).StatusCode)
	}
	assert.Equal(t, 2, s.RecentPages())
}

func TestReplacedBrandIsNotHeld(t *testing.T) {
	s, b := newSite(t, nil), brand(t, "localhost")
	get(t, s, b, "/")
	old := weak.Make(b)
	b = nil
	runtime.GC()
	assert.True(t, old.Value() == nil)
	assert.Equal(t, 1, s.RecentPages())
}

// A filtered list has the answer for its own address. The page never makes a call for an unknown id.
func TestInitialDataOfAFilteredList(t *testing.T) {
	read := &reader{answers: map[string]*bff.Answer{
		"casino/category_list": {Result: true, Data: json.RawMessage(`[{"CategoryID":27}]`)},
		"casino/games_list":    {Result: true, Data: json.RawMessage(`[]`)},
	}}
	initial := site.NewInitialData(read.ReadAll)
	scope := &bff.Scope{Brand: &bff.Brand{TimeZone: time.UTC}, Lang: "tr"}
	assert.Contains(t, initial(t.Context(), scope, "/slot/category/27", false), "casino/games_list")
	assert.Equal(t, map[string]any{"categoryID": 27.0}, read.asked[0].Data)
	read.asked = nil
	for _, path := range []string{"/slot/category/28", "/slot/provider/27", "/slot?"} {
		assert.Nil(t, initial(t.Context(), scope, path, false), path)
	}
	assert.NotContains(t, read.asked, bff.GuestRead{Class: "casino", Method: "games_list"})
}

func TestPagesOfPlayersAreNotStoredOrPrefetched(t *testing.T) {
	s, b := newSite(t, nil), brand(t, "localhost")
	player := b.SessionCookie() + "=sealed"
	for name, c := range map[string]struct {
		path, cookie, purpose, want string
		rules                       bool // the page has speculation rules
	}{
		"guest":                {"/slot", "", "", "200 private, no-cache", true},
		"guest, prefetch":      {"/slot", "", "prefetch", "200 private, no-cache", true},
		"guest, unknown page":  {"/nowhere", "", "", "404 private, no-cache", true},
		"player":               {"/slot", player, "", "200 no-store", false},
		"player, prefetch":     {"/slot", player, "prefetch", "403 no-store", false},
		"player, prerender":    {"/slot", player, "prefetch;prerender", "403 no-store", false},
		"console, staff guest": {"/maintenance-control", "", "", "404 no-store", false},
	} {
		r := get(t, s, b, c.path, "Cookie", c.cookie, "Sec-Purpose", c.purpose)
		assert.Equal(t, c.want, fmt.Sprint(r.StatusCode, " ", r.Header.Get("Cache-Control")), name)
		if r.StatusCode != http.StatusForbidden {
			assert.Equal(t, "*", r.Header.Get("Vary"), name)
		}
		rules := regexp.MustCompile(`(?s)<script type="speculationrules" nonce="\w+">(.*?)</script>`).FindStringSubmatch(body(t, r))
		require.Equal(t, c.rules, rules != nil, name)
		assert.True(t, rules == nil || json.Valid([]byte(rules[1])), rules)
	}
}

// Only a session cookie proves that a visitor is a player. Other players send their session in the body.
func TestGuestsSeeTheLoginInsteadOfGame(t *testing.T) {
	b := brand(t, "localhost")
	for _, c := range []struct {
		path, cookie, transport string
		login                   bool
	}{
		{"/play/slot/7", "", "cookie", true},
		{"/play/slot/7/real/demo-studio", "", "cookie", true},
		{"/play/slot/7/demo", "", "cookie", false},
		{"/play/slot/7/demo/studio", "", "cookie", false},
		{"/play/slot/7", b.SessionCookie() + "=sealed", "cookie", false},
		{"/play/slot/7", "", "body", false},
	} {
		b.Sessions.Transport = c.transport
		got := body(t, get(t, newSite(t, nil), b, c.path, "Cookie", c.cookie))
		assert.Equal(t, c.login, strings.Contains(got, "/assets/games.js"), "%s %s", c.path, c.transport)
	}
}
