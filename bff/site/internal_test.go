package site

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"croupier/bff"
)

// SetClock replaces the clock for rendering pages again.
func (s *Site) SetClock(now func() time.Time) { s.pages.now = now }

// SetTitle adds a title to all pages rendered later.
func (s *Site) SetTitle(title string) {
	t := s.pages.template
	s.pages.template = &pageTemplate{[]byte(strings.Replace(string(t.raw), "</body>", title+"</body>", 1))}
}

// Images returns the preloaded images of a page.
func Images(b *bff.Brand, path string, answers map[string]json.RawMessage, now time.Time) []string {
	_, images := content(b, "tr", path, answers, now)
	var out []string
	for _, i := range images {
		out = append(out, i.Image)
	}
	return out
}

// PageMark returns the placeholder for the nonce in rendered pages.
func PageMark() string { return pageMark }

// RecentPages returns the number of cached pages.
func (s *Site) RecentPages() int { return s.pages.recent.Len() }

func TestTemplate(t *testing.T) {
	data := values{
		"name": `A & "B"`, "on": true, "off": false,
		"list":  []values{{"name": "one"}, {"other": "2"}},
		"empty": []values{}, "texts": []string{"<", "b"}, "css": markup("a>b"),
	}
	for source, want := range map[string]string{
		"plain":      "plain",
		"⟦name⟧":     "A &amp; &#34;B&#34;",
		"⟦missing⟧.": ".",
		"⟦#on⟧yes⟦/on⟧⟦^on⟧no⟦/on⟧":          "yes",
		"⟦#off⟧yes⟦/off⟧⟦^off⟧no⟦/off⟧":      "no",
		"⟦#none⟧yes⟦/none⟧⟦^none⟧no⟦/none⟧":  "no",
		"⟦#list⟧<⟦name⟧>⟦/list⟧":             "<one><A &amp; &#34;B&#34;>",
		"⟦^list⟧no⟦/list⟧⟦^empty⟧no⟦/empty⟧": "no",
		"⟦#list⟧⟦#on⟧⟦other⟧⟦/on⟧⟦/list⟧":    "2",
		"⟦#name⟧yes⟦/name⟧⟦^name⟧no⟦/name⟧":  "yes",
		"⟦#texts⟧⟦it⟧,⟦/texts⟧⟦css⟧":         "&lt;,b,a>b",
	} {
		parsed, err := parseTemplate(source, nil)
		require.NoError(t, err, source)
		assert.Equal(t, want, parsed.fill(data), source)
	}
}

func TestTemplatesThatDoNotEndAreRefused(t *testing.T) {
	for _, source := range []string{"⟦#a⟧", "⟦/a⟧", "⟦#a⟧⟦#b⟧⟦/a⟧⟦/b⟧", "⟦name", "⟦#a⟧⟦/a⟧⟦/a⟧"} {
		_, err := parseTemplate(source, nil)
		assert.Error(t, err, "%s is accepted", source)
	}
}

const heroSlides = `{"items":[
	{"title":"late","image":"/late.svg","sliderPlace":"sol","Status":1,
		"order":3,"Start_date":"2026-01-01 00:00:00","End_date":"2026-12-31 23:59:59"},
	{"title":"off","image":"/off.svg","sliderPlace":"sol","Status":0,
		"order":1,"Start_date":"2026-01-01 00:00:00","End_date":"2026-12-31 23:59:59"},
	{"title":"right","image":"/right.svg","sliderPlace":"sag","Status":1,
		"order":1,"Start_date":"2026-01-01 00:00:00","End_date":"2026-05-31 23:59:59"},
	{"title":"second","image":"/second.svg","sliderPlace":"sag","Status":1,
		"order":4,"Start_date":"2026-01-01 00:00:00","End_date":"2026-05-31 23:59:59"},
	{"title":"first","image":"/first.svg","sliderPlace":"sol","Status":1,
		"order":2,"Start_date":"2026-03-01 00:00:00","End_date":"2026-03-31 23:59:59"}]}`

func TestHeroBeginsWithTheFirstActiveSlide(t *testing.T) {
	for now, want := range map[string]struct {
		image string
		side  bool
	}{
		"2026-03-15 12:00:00": {"/first.svg", true},
		"2026-04-01 00:00:00": {"/late.svg", true},
		"2026-07-01 00:00:00": {"/late.svg", false},
		"2027-01-01 00:00:00": {"", false},
	} {
		hero, image := heroContent(records(envelope(heroSlides)), now)
		assert.Equal(t, want.image, image.Image, now)
		assert.Equal(t, want.image != "", hero["hero"], now)
		side, _ := hero["side"].(bool)
		assert.Equal(t, want.side, side, "at %s: slides beside the wide one", now)
	}
	_, image := heroContent(records(envelope(`[]`)), "2026-03-15 12:00:00")
	assert.Empty(t, image.Image, "image without slides")
}

func TestEveryNoticeHasEveryLanguage(t *testing.T) {
	for _, kind := range []noticeKind{noticeRegion, noticeScript, noticeDevice, noticeFailed} {
		for _, lang := range []string{"tr", "en", "de", "ru", "ar"} {
			text := notices[kind][lang]
			assert.True(t, text.Title != "" && text.Text != "", "%s in %s: %+v", kind, lang, text)
			assert.Equal(t, kind == noticeFailed, text.Retry != "", "%s in %s: retry", kind, lang)
		}
	}
}

func TestNoticesNeedNoScript(t *testing.T) {
	template, err := newPageTemplate([]byte(strings.Join([]string{
		rootPlaceholder, "<head>", noncePlaceholder, headPlaceholder, "</head><body>", noticesPlaceholder,
		shellPlaceholder, dataPlaceholder,
		`<script type="module" src="/app.js"></script></body></html>`,
	}, "")))
	require.NoError(t, err)
	zone := &bff.Brand{
		ID: "pera", Name: "Pera & Co", Languages: []bff.Language{{Lang: "ar"}},
		Contact: bff.Contact{Emails: []string{"destek@pera.example"}},
	}
	d := &pageData{brand: zone, lang: "ar", mode: "dark", page: pageInner, nonce: "N", build: &build{}}

	page := string(template.render(d))
	for _, want := range []string{
		"<noscript>", notices[noticeScript]["ar"].Title, `<div id="unsupported" hidden>`,
		notices[noticeDevice]["ar"].Title,
		`<div id="failed" hidden>`, `href="">` + notices[noticeFailed]["ar"].Retry + "</a>",
		"mailto:destek@pera.example", "Pera &amp; Co",
	} {
		assert.Contains(t, page, want)
	}
	refusal := string(template.renderNotice(noticeRegion, d))
	assert.Contains(t, refusal, notices[noticeRegion]["ar"].Text)
	assert.Contains(t, refusal, `dir="rtl"`)
	assert.NotContains(t, refusal, "<script")
}

func TestRefusedVisitorsGetANoticeAndTheStaffTheConsole(t *testing.T) {
	for _, path := range []string{"/", "/slot", "/maintenance-control", "/maintenance-control/login"} {
		r := httptest.NewRequest(http.MethodGet, path, nil)
		assert.Equal(t, !strings.HasPrefix(path, "/maintenance-control"),
			refused(&bff.Scope{RegionBlocked: true}, r), path)
		assert.False(t, refused(&bff.Scope{}, r), path)
	}
}

func TestTheGameOfAPageIsInTheFirstLists(t *testing.T) {
	answers := map[string]json.RawMessage{
		callGames.Name():      envelope(`[{"gameID":1,"image":"/1.svg","srcset":"/1-160.jpg 160w"}]`),
		callTables.Name():     envelope(`[{"tableID":"1","image":"/table.svg"}]`),
		callCategories.Name(): envelope(`[{"items":[{"gameID":2,"image":"/2.svg"}]}]`),
	}
	for path, want := range map[string]picture{
		"/play/slot/1":         {"/1.svg", "/1-160.jpg 160w"},
		"/play/slot/2/Lodos":   {"/2.svg", ""},
		"/play/live/1/Lodos":   {"/table.svg", ""},
		"/play/slot/3":         {},
		"/play/virtual/1":      {},
		"/play/slot/1/demo/de": {"/1.svg", "/1-160.jpg 160w"},
	} {
		v, images := gameContent(path, answers)
		if want == (picture{}) {
			assert.Nil(t, v, path)
			continue
		}
		assert.Equal(t, []picture{want}, images, path)
		assert.Equal(t, want.Image, v["game"].(values)["image"], path)
	}
}
