package site_test

import (
	"context"
	"encoding/json"
	"net/http"
	"strings"
	"testing"
	"time"

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

// page returns the page at path of the default brand.
func pageAt(t *testing.T, path string, cookie string) string {
	t.Helper()
	initial := site.NewInitialData(&reader{answers: lobbyAnswers}, func() time.Time { return time.Date(2026, 3, 1, 0, 0, 0, 0, time.UTC) })
	s := newSite(t, func(ctx context.Context, scope *bff.Scope, path string) site.InitialData {
		return initial(ctx, scope, path)
	})
	return body(t, get(t, s, brand(t, "localhost"), http.MethodGet, path, map[string]string{"Cookie": cookie}))
}

func TestShellHasTheContentOfTheLobby(t *testing.T) {
	got := pageAt(t, "/", "")
	for _, want := range []string{
		"<b>Harbour &amp; sea</b>",
		`<a href="/play/slot/1001/Tin%20Harbor">&lt;Lunar&gt;</a><a href="/play/slot/a%2Fb/X">Text</a>`,
		`<link rel="preload" as="image" fetchpriority="high" href="/hero.svg">`,
	} {
		if !strings.Contains(got, want) {
			t.Errorf("the page has no %s", want)
		}
	}
	// The data comes behind what is painted first.
	if strings.Index(got, "<b>Harbour") > strings.Index(got, "croupier-bootstrap") {
		t.Error("the bootstrap stands before the shell")
	}
}

func TestShellOfOtherPages(t *testing.T) {
	guest := pageAt(t, "/promotions", "")
	if !strings.Contains(guest, `<a href="/slot">Slot</a><a href="/live">Canlı Casino</a>`) || !strings.Contains(guest, "<i>login</i>") {
		t.Errorf("a guest's page has no menu or no way to log in")
	}
	player := pageAt(t, "/promotions", "croupier=sealed")
	if strings.Contains(player, "<i>login</i>") {
		t.Error("a player's page offers to log in")
	}
	for _, path := range []string{"/maintenance-control", "/maintenance"} {
		if console := pageAt(t, path, ""); strings.Contains(console, `<a href="/slot">`) {
			t.Errorf("%s has a menu", path)
		}
	}
}

func TestShellOmitsWhatTheBrandDoesNotHave(t *testing.T) {
	s := newSite(t, nil)
	b := *brand(t, "localhost")
	b.Unsupported = map[string]bool{"casino/games_list": true}
	if got := body(t, get(t, s, &b, http.MethodGet, "/promotions", nil)); strings.Contains(got, `<a href="/slot">`) || !strings.Contains(got, `<a href="/live">`) {
		t.Error("the menu has a page without content, or lacks one")
	}
}

func TestPagesRequestTheirFilesEarly(t *testing.T) {
	got := pageAt(t, "/slot", "language=ar")
	for _, want := range []string{
		`<link rel="modulepreload" href="/assets/games.js">`, `<link rel="modulepreload" href="/assets/games-ar.js">`,
		`<link rel="modulepreload" href="/assets/locale-ar.js">`, `<link rel="preload" as="style" href="/assets/games.css">`,
	} {
		if !strings.Contains(got, want) {
			t.Errorf("the page has no %s", want)
		}
	}
}
