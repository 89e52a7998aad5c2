package site_test

import (
	"encoding/json"
	"html"
	"io"
	"net/http"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"croupier/bff"
)

func TestFilesAreCompressedAndImmutable(t *testing.T) {
	s, b := newSite(t, nil), brand(t, "localhost")
	for header, encoding := range map[string]string{
		"": "", "gzip": "gzip", "gzip, deflate, br": "br", "br;q=0, gzip": "gzip", "identity": "",
		"br;q=0.0, gzip": "gzip", "gzip;q=1, br;q=0.1": "gzip", "gzip;q=0.5, identity": "", "*": "br", "br;q=0.000": "",
	} {
		for _, path := range []string{"/assets/app-1.js", "/assets/app-2.js"} {
			r := get(t, s, b, path, "Accept-Encoding", header)
			assert.Equal(t, encoding, r.Header.Get("Content-Encoding"), "%s, Accept-Encoding %q", path, header)
			assert.Equal(t, script, body(t, r), "%s, Accept-Encoding %q", path, header)
			assert.Contains(t, r.Header.Get("Cache-Control"), "immutable", path)
			assert.Regexp(t, "^text/javascript", r.Header.Get("Content-Type"), path)
		}
		page := get(t, s, b, "/", "Accept-Encoding", header)
		assert.Equal(t, strings.Replace(encoding, "br", "gzip", 1), page.Header.Get("Content-Encoding"),
			"a page, %q", header)
	}
	assert.Equal(t, http.StatusNotFound, get(t, s, b, "/assets/app-1.js.br").StatusCode,
		"the name of the compressed file")
	assert.Equal(t, "no-cache", get(t, s, b, "/robots.txt").Header.Get("Cache-Control"), "robots.txt")
}

func TestFilesAreRevalidatedByETag(t *testing.T) {
	s, b := newSite(t, nil), brand(t, "localhost")
	for _, path := range []string{"/assets/app-1.js", "/assets/inter.woff2", "/robots.txt", "/brand/dark.svg"} {
		tag := get(t, s, b, path).Header.Get("ETag")
		for _, known := range []string{tag, `"other", ` + tag, "W/" + tag[len(tag)-14:], "*", ` ` + tag + ` , W/"x"`} {
			r := get(t, s, b, path, "If-None-Match", known, "Accept-Encoding", "br")
			assert.Equal(t, http.StatusNotModified, r.StatusCode, "%s, %s", path, known)
			assert.Equal(t, tag, r.Header.Get("ETag"), "%s, %s", path, known)
			assert.Empty(t, r.Header.Get("Content-Encoding"), "%s, %s", path, known)
		}
		assert.Equal(t, http.StatusOK, get(t, s, b, path, "If-None-Match", `"other"`).StatusCode, "%s, other tag", path)
	}
	r := get(t, s, b, "/robots.txt", "If-None-Match", "*")
	assert.Equal(t, []string{"Accept-Encoding", "no-cache"},
		[]string{r.Header.Get("Vary"), r.Header.Get("Cache-Control")})
}

func TestContentLengthIsSet(t *testing.T) {
	s, b := newSite(t, nil), brand(t, "localhost")
	for _, accept := range []string{"", "br", "gzip"} {
		for _, path := range []string{"/", "/assets/app-1.js", "/brand/dark.svg"} {
			r := get(t, s, b, path, "Accept-Encoding", accept)
			assert.Equal(t, strconv.Itoa(len(readAll(t, r))), r.Header.Get("Content-Length"), "%s in %q", path, accept)
			if path == "/" {
				continue // compressed for each request
			}
			head := send(t, s, b, http.MethodHead, path, "Accept-Encoding", accept)
			assert.Equal(t, r.Header.Get("Content-Length"), head.Header.Get("Content-Length"),
				"HEAD %s in %q", path, accept)
			assert.Empty(t, readAll(t, head), "HEAD %s in %q", path, accept)
		}
	}
	r := get(t, s, b, "/assets/inter.woff2", "Range", "bytes=1-2")
	assert.True(t, r.StatusCode == http.StatusPartialContent && string(readAll(t, r)) == "OF",
		"%d %v", r.StatusCode, r.Header)
}

// During a rolling update another instance may have the file.
func TestMissingFilesAreNotCached(t *testing.T) {
	s, b := newSite(t, nil), brand(t, "localhost")
	for _, path := range []string{"/assets/missing.js", "/brand/missing.svg"} {
		r := get(t, s, b, path)
		assert.Equal(t, http.StatusNotFound, r.StatusCode, path)
		assert.Equal(t, "no-store", r.Header.Get("Cache-Control"), path)
		assert.NotContains(t, r.Header.Get("Content-Type"), "html", path)
	}
}

// The site serves only files of the build, by their exact names, and lists no directory.
func TestNoOtherFilesAreServed(t *testing.T) {
	s, b := newSite(t, nil), brand(t, "localhost")
	for _, path := range []string{
		"/assets/", "/assets/.hidden", "/.vite/manifest.json", "/routes.json", "/preload.json",
		"/assets/../routes.json", "/assets/%2e%2e/routes.json", "/assets/..%2froutes.json", "/assets/..%5croutes.json",
		"/brand/../../configs/croupier.yaml", "/brand/..%2f..%2fgo.mod", "/.git/config", "/assets//app-1.js",
	} {
		r := get(t, s, b, path)
		assert.Equal(t, http.StatusNotFound, r.StatusCode, path)
		assert.NotRegexp(t, "patterns|app-1.js</a>|profile: demo", body(t, r), path)
	}
}

func TestBrandAssetsDifferByBrand(t *testing.T) {
	s := newSite(t, nil)
	marmara := brand(t, "localhost")
	logo := body(t, get(t, s, marmara, "/brand/dark.svg"))
	assert.Contains(t, logo, "<svg")
	assert.NotEqual(t, logo, body(t, get(t, s, brand(t, "zephyr.localhost"), "/brand/dark.svg")),
		"two brands have the same logo")
	assert.Equal(t, http.StatusNotFound, get(t, s, marmara, "/brand/../brand.yaml").StatusCode, "path traversal")
}

func TestPicturesOfContentAreImmutable(t *testing.T) {
	s, b := newSite(t, nil), *brand(t, "localhost")
	b.Media = map[string][]byte{"0a.svg": []byte("<svg/>"), "0b.webp": []byte("RIFF")}
	for name, kind := range map[string]string{"0a.svg": "image/svg+xml", "0b.webp": "image/webp"} {
		r := get(t, s, &b, "/brand/media/"+name)
		assert.Equal(t, string(b.Media[name]), body(t, r), name)
		assert.Equal(t, kind, r.Header.Get("Content-Type"))
		assert.Equal(t, "nosniff", r.Header.Get("X-Content-Type-Options"))
		assert.Equal(t, "public, max-age=31536000, immutable", r.Header.Get("Cache-Control"))
		assert.Contains(t, r.Header.Get("Content-Security-Policy"), "sandbox")
		assert.Equal(t, http.StatusNotFound, get(t, s, brand(t, "zephyr.localhost"), "/brand/media/"+name).StatusCode)
	}
}

func readAll(t *testing.T, r *http.Response) []byte {
	raw, err := io.ReadAll(r.Body)
	noError(t, err)
	return raw
}

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
			Name, Lang, Dir, Description, Display string
			BackgroundColor                       string `json:"background_color"`
			Icons                                 []struct{ Src, Sizes, Type, Purpose string }
		}
		noError(t, json.Unmarshal([]byte(body(t, r)), &m))
		assert.Equal(t, "application/manifest+json", r.Header.Get("Content-Type"), c.host)
		assert.Equal(t, []string{c.name, c.lang, c.dir, c.background, b.Tagline[c.lang], "standalone"},
			[]string{m.Name, m.Lang, m.Dir, m.BackgroundColor, m.Description, m.Display}, c.host+c.query)
		purposes := map[string]int{}
		for _, icon := range m.Icons {
			purposes[icon.Purpose]++
			picture := get(t, s, b, icon.Src)
			assert.Equal(t, http.StatusOK, picture.StatusCode, icon.Src)
			assert.Equal(t, icon.Type, picture.Header.Get("Content-Type"), icon.Src)
		}
		assert.True(t, purposes["any"] == 3 && purposes["maskable"] == 1, "%s: icons %+v", c.host, m.Icons)
	}
}

func TestPageNamesItsManifest(t *testing.T) {
	s, b := newSite(t, nil), brand(t, "localhost")
	contains(t, body(t, get(t, s, b, "/", "Cookie", "language=ru")),
		`<link rel="manifest" href="/manifest.webmanifest?lang=ru">`,
		`<link rel="apple-touch-icon" href="/brand/apple-touch-icon.png?v=`)
	console := body(t, get(t, s, b, "/maintenance-control"))
	contains(t, console, "/assets/landing.css") // the console shares components with the landing page
	assert.NotContains(t, console, "manifest", "the console is offered as the brand's application")
	// A brand without icons uses its mark.
	b.Assets = map[string][]byte{
		"mark.svg": b.Assets["mark.svg"], "dark.svg": b.Assets["dark.svg"], "light.svg": b.Assets["light.svg"],
	}
	got := body(t, get(t, s, b, "/manifest.webmanifest"))
	assert.True(t, strings.Count(got, `"src"`) == 1 && strings.Contains(got, "mark.svg"), got)
	assert.NotContains(t, body(t, get(t, s, b, "/")), "apple-touch-icon", "the page names an icon that does not exist")
}

func TestOfflinePageHasEveryLanguageOfTheBrand(t *testing.T) {
	s := newSite(t, nil)
	for host, langs := range map[string][]string{
		"localhost": {"tr", "en", "de", "ru", "ar"}, "zephyr.localhost": {"en", "tr"},
	} {
		b := brand(t, host)
		r := get(t, s, b, "/offline")
		got := body(t, r)
		for _, lang := range langs {
			contains(t, got, lang+" offline_title", `:root[lang=`+lang+`] section`)
		}
		assert.Equal(t, len(langs), strings.Count(got, "<section"), host)
		contains(t, html.UnescapeString(got), "data:image/svg+xml;base64,")
		nonce := strings.SplitN(strings.SplitN(r.Header.Get("Content-Security-Policy"), "'nonce-", 2)[1], "'", 2)[0]
		assert.Equal(t, 2, strings.Count(got, `nonce="`+nonce+`"`),
			"%s: style and script need the nonce of the policy", host)
	}
}

// A changed offline page changes the worker, so browsers fetch the page again.
func TestWorkerChangesWithTheOfflinePage(t *testing.T) {
	s := newSite(t, nil)
	worker := func(b *bff.Brand) string {
		r := get(t, s, b, "/sw.js")
		assert.Equal(t, "no-cache", r.Header.Get("Cache-Control"))
		assert.Regexp(t, "^text/javascript", r.Header.Get("Content-Type"))
		return body(t, r)
	}
	before, after := brand(t, "localhost"), brand(t, "localhost")
	after.Theme.Radius++
	first := worker(before)
	assert.Equal(t, first, worker(before))
	assert.NotEqual(t, first, worker(after))
	assert.NotContains(t, first, "croupier-offline-revision")
}
