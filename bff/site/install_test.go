package site_test

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"croupier/bff"
)

func TestManifestIsOfTheBrandAndTheLanguage(t *testing.T) {
	s := newSite(t, nil)
	for _, c := range []struct{ host, query, lang, dir, name, background string }{
		{"localhost", "?lang=de", "de", "ltr", "Marmara", "#0A1220"},
		{"localhost", "?lang=xx", "tr", "ltr", "Marmara", "#0A1220"},
		{"zephyr.localhost", "", "en", "ltr", "Zephyr", "#F7F6F2"},
		{"pera.localhost", "", "ar", "rtl", "Pera", "#160A0E"},
	} {
		b := brand(t, c.host)
		r := get(t, s, b, "/manifest.webmanifest"+c.query)
		var m struct {
			Name, Lang, Dir, Description string
			Display                      string
			BackgroundColor              string `json:"background_color"`
			Icons                        []struct{ Src, Sizes, Type, Purpose string }
		}
		err := json.Unmarshal([]byte(body(t, r)), &m)
		require.True(t, err == nil && r.Header.Get("Content-Type") == "application/manifest+json",
			"%s: %v, %s", c.host, err, r.Header.Get("Content-Type"))
		assert.True(t, m.Name == c.name && m.Lang == c.lang && m.Dir == c.dir && m.BackgroundColor == c.background && m.Description == b.Tagline[c.lang] && m.Display == "standalone",
			"%s%s: %+v", c.host, c.query, m)
		purposes := map[string]int{}
		for _, icon := range m.Icons {
			purposes[icon.Purpose]++
			picture := get(t, s, b, icon.Src)
			assert.True(t, picture.StatusCode == http.StatusOK && picture.Header.Get("Content-Type") == icon.Type,
				"%s: icon %s: %d %s", c.host, icon.Src, picture.StatusCode, picture.Header.Get("Content-Type"))
		}
		assert.True(t, purposes["any"] == 3 && purposes["maskable"] == 1, "%s: icons %+v", c.host, m.Icons)
	}
}

func TestPageNamesItsManifest(t *testing.T) {
	s, b := newSite(t, nil), brand(t, "localhost")
	contains(t, body(t, get(t, s, b, "/", "Cookie", "language=ru")),
		`<link rel="manifest" href="/manifest.webmanifest?lang=ru">`, `<link rel="apple-touch-icon" href="/brand/apple-touch-icon.png?v=`)
	console := body(t, get(t, s, b, "/maintenance-control"))
	contains(t, console, "/assets/landing.css") // the console shares components with the landing page
	assert.NotContains(t, console, "manifest", "the console is offered as the brand's application")
	// A brand without icons has its mark.
	b.Assets = map[string][]byte{"mark.svg": b.Assets["mark.svg"], "dark.svg": b.Assets["dark.svg"], "light.svg": b.Assets["light.svg"]}
	got := body(t, get(t, s, b, "/manifest.webmanifest"))
	assert.True(t, strings.Count(got, `"src"`) == 1 && strings.Contains(got, "mark.svg"), got)
	assert.NotContains(t, body(t, get(t, s, b, "/")), "apple-touch-icon", "the page names an icon that does not exist")
}

func TestOfflinePageHasEveryLanguageOfTheBrand(t *testing.T) {
	s := newSite(t, nil)
	for host, langs := range map[string][]string{"localhost": {"tr", "en", "de", "ru", "ar"}, "zephyr.localhost": {"en", "tr"}} {
		b := brand(t, host)
		r := get(t, s, b, "/offline")
		got := body(t, r)
		for _, lang := range langs {
			assert.True(t, strings.Contains(got, lang+" offline_title") && strings.Contains(got, `:root[lang=`+lang+`] section`),
				"%s: no text in %s", host, lang)
		}
		assert.True(t, strings.Count(got, "<section") == len(langs) && (strings.Contains(got, "data:image/svg&#43;xml;base64,") || strings.Contains(got, "data:image/svg+xml;base64,")),
			"%s: %s", host, got)
		nonce := strings.SplitN(strings.SplitN(r.Header.Get("Content-Security-Policy"), "'nonce-", 2)[1], "'", 2)[0]
		assert.Equal(t, 2, strings.Count(got, `nonce="`+nonce+`"`), "%s: style and script need the nonce of the policy", host)
	}
}

// The worker is another file once the offline page has changed, which makes browsers store the page again.
func TestWorkerChangesWithTheOfflinePage(t *testing.T) {
	s := newSite(t, nil)
	worker := func(b *bff.Brand) string {
		r := get(t, s, b, "/sw.js")
		assert.True(t, r.Header.Get("Cache-Control") == "no-cache" && strings.HasPrefix(r.Header.Get("Content-Type"), "text/javascript"),
			"headers %v", r.Header)
		return body(t, r)
	}
	before, after := brand(t, "localhost"), brand(t, "localhost")
	after.Theme.Radius++
	first, again, changed := worker(before), worker(before), worker(after)
	assert.True(t, first == again && first != changed && !strings.Contains(first, "croupier-offline-revision"),
		"first: %s\nagain: %s\nchanged: %s", first, again, changed)
}
