package site_test

import (
	"context"
	"encoding/json"
	"errors"
	"html"
	"io"
	"net/http"
	"net/http/httptest"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/andybalholm/brotli"
	"github.com/klauspost/compress/gzip"

	"croupier/bff"
	"croupier/bff/config"
	"croupier/bff/internal/compression"
	"croupier/bff/site"
	"croupier/configs"
)

const page = `<!doctype html>
<html lang="tr" dir="ltr" data-brand="" data-mode="dark" data-page="">
<head><meta name="csp-nonce" content="croupier-nonce"><style nonce="croupier-nonce">i{}</style><!--croupier:head--><script type="module" crossorigin src="/assets/app-1.js"></script>
<link rel="modulepreload" crossorigin href="/assets/react.js"></head>
<body><div id="root"><!--croupier:shell--><!--croupier:notices--></div><!--croupier:data--></body></html>`

// shellFile has the shells of two kinds of pages in two languages.
const shellFile = `{"templates":{` +
	`"tr":{"home":"<img src=\"⟦logo⟧\">⟦#hero⟧<b>⟦title⟧</b>⟦/hero⟧⟦#sections⟧⟦#tiles⟧⟦#items⟧<a href=\"⟦to⟧\">⟦name⟧</a>⟦/items⟧⟦/tiles⟧⟦/sections⟧",` +
	`"page":"⟦#menu⟧<a href=\"⟦to⟧\">⟦title⟧</a>⟦/menu⟧⟦^player⟧<i>login</i>⟦/player⟧"},` +
	`"ar":{"page":"⟦brand⟧"}},` +
	`"features":{"slots":"casino/games_list"},"pages":[["/slot","casino/games_list"]]}`

// script is a file that the build compressed, and one that it did not.
var script = strings.Repeat("console.log('lobby');", 200)

var fileCompressor = compression.NewCompressor(compression.Levels{Brotli: 11})

func build() fstest.MapFS {
	return fstest.MapFS{
		"index.html":          {Data: []byte(page)},
		"routes.json":         {Data: []byte(`{"patterns":["/","/slot","/slot/category/:categoryID"]}`)},
		"preload.json":        {Data: []byte(`{"locales":{"ar":"/assets/locale-ar.js"},"landing":["/assets/landing.css"],"pages":[{"pattern":"/slot","scripts":["/assets/games.js"],"styles":["/assets/games.css"],"texts":{"ar":["/assets/games-ar.js"]}}],"fonts":{"ibm-plex-sans-arabic-arabic-400-core":"/assets/arabic.woff2","inter-latin-core":"/assets/inter.woff2"}}`)},
		"assets/app-1.js.br":  {Data: fileCompressor.Compress(compression.Brotli, []byte(script))},
		"assets/landing.css":  {Data: []byte(".tile{order:1}")},
		"shell.json":          {Data: []byte(shellFile)},
		"assets/app-2.js":     {Data: []byte(script)},
		"assets/inter.woff2":  {Data: []byte("wOF2")},
		"sw.js":               {Data: []byte(`precache([{url:"/offline",revision:"croupier-offline-revision"}])`)},
		"robots.txt":          {Data: []byte("User-agent: *\n")},
		".vite/manifest.json": {Data: []byte("{}")},
		"assets/.hidden":      {Data: []byte("no")},
	}
}

// text stands in for the texts of the contract.
func text(lang, key string) string { return lang + " " + key }

func brand(t testing.TB, host string) *bff.Brand {
	t.Helper()
	c, err := config.Load(configs.FS, "croupier.yaml", func(string) (string, bool) { return "", false })
	if err != nil {
		t.Fatal(err)
	}
	b, _ := c.Brand(host)
	return b
}

// get sends a request to a site in the scope of a brand.
func get(t *testing.T, h http.Handler, b *bff.Brand, method, target string, header map[string]string) *http.Response {
	t.Helper()
	r := httptest.NewRequest(method, target, nil)
	for k, v := range header {
		r.Header.Set(k, v)
	}
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r.WithContext(bff.WithScope(r.Context(), &bff.Scope{Brand: b})))
	return w.Result()
}

func body(t *testing.T, r *http.Response) string {
	t.Helper()
	var from io.Reader = r.Body
	switch r.Header.Get("Content-Encoding") {
	case "br":
		from = brotli.NewReader(r.Body)
	case "gzip":
		var err error
		if from, err = gzip.NewReader(r.Body); err != nil {
			t.Fatal(err)
		}
	}
	raw, err := io.ReadAll(from)
	if err != nil {
		t.Fatal(err)
	}
	return string(raw)
}

func newSite(t *testing.T, initial site.InitialDataFunc) *site.Site {
	t.Helper()
	s, err := site.New(build(), text, initial)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestPageHasBrandLanguageAndMode(t *testing.T) {
	s := newSite(t, nil)
	for _, c := range []struct {
		name, host, cookie, root, title string
	}{
		{"defaults of the brand", "localhost", "", `<html lang="tr" dir="ltr" data-brand="marmara" data-mode="dark" data-hero="cinematic" data-page="home">`, "Marmara · Slot, canlı casino ve bahis"},
		{"language and mode from cookies", "localhost", "language=ar; mode=light", `<html lang="ar" dir="rtl" data-brand="marmara" data-mode="light" data-hero="cinematic" data-page="home">`, "Marmara · سلوتس"},
		{"a chosen language that the brand does not have", "zephyr.localhost", "language=ru", `<html lang="tr" dir="ltr" data-brand="zephyr" data-mode="light" data-hero="split" data-page="home">`, "Zephyr"},
		{"no chosen language", "zephyr.localhost", "", `<html lang="en" dir="ltr" data-brand="zephyr" data-mode="light" data-hero="split" data-page="home">`, "Zephyr · Quick slots"},
		{"an invalid mode", "localhost", "mode=purple", `data-mode="dark"`, "Marmara"},
		{"a brand with Arabic as default language", "pera.localhost", "", `<html lang="ar" dir="rtl" data-brand="pera" data-mode="dark" data-hero="framed" data-page="home">`, "Pera"},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := get(t, s, brand(t, c.host), http.MethodGet, "/", map[string]string{"Cookie": c.cookie})
			got := body(t, r)
			if r.StatusCode != http.StatusOK || !strings.Contains(got, c.root) || !strings.Contains(got, "<title>"+c.title) {
				t.Errorf("%d\n%s", r.StatusCode, got)
			}
			if r.Header.Get("Cache-Control") != "no-store" {
				t.Errorf("Cache-Control of the page: %q", r.Header.Get("Cache-Control"))
			}
		})
	}
}

func TestUnknownPathIsAPageWithStatus404(t *testing.T) {
	s, b := newSite(t, nil), brand(t, "localhost")
	for target, want := range map[string]int{
		"/": 200, "/slot": 200, "/slot/": 200, "/slot/category/27": 200,
		"/nowhere": 404, "/slot/category": 404, "/slot/category/27/more": 404, "/index.html": 404, "/routes.json": 404, "/.vite/manifest.json": 404, "/assets/.hidden": 404,
	} {
		r := get(t, s, b, http.MethodGet, target, nil)
		if r.StatusCode != want {
			t.Errorf("%s: %d, want %d", target, r.StatusCode, want)
		}
	}
	if r := get(t, s, b, http.MethodGet, "/assets/missing.js", nil); r.StatusCode != http.StatusNotFound || strings.Contains(r.Header.Get("Content-Type"), "html") {
		t.Errorf("missing chunk: %d %s", r.StatusCode, r.Header.Get("Content-Type"))
	}
	if r := get(t, s, b, http.MethodPost, "/", nil); r.StatusCode != http.StatusMethodNotAllowed {
		t.Errorf("POST /: %d", r.StatusCode)
	}
}

func TestBootstrapIsInlinedAndEscaped(t *testing.T) {
	escaped := json.RawMessage(`{"result":true,"message":"","data":"\u003c/script\u003e","code":200,"debug":null,"pagination":null}`)
	raw := json.RawMessage(`{"data":"</script><script>alert(1)</script>"}`)
	s := newSite(t, func(_ context.Context, scope *bff.Scope, path string) site.InitialData {
		if scope.Lang != "tr" || path != "/" {
			t.Errorf("initial data requested in %q at %q", scope.Lang, path)
		}
		return site.InitialData{Answers: map[string]json.RawMessage{"casino/category_list": escaped, "cmscontroller/getIcSlider": raw}, Images: []string{"/a&b.svg"}}
	})
	got := body(t, get(t, s, brand(t, "localhost"), http.MethodGet, "/", nil))
	for _, want := range []string{`<link rel="preload" as="image" fetchpriority="high" href="/a&amp;b.svg">`, `<img src="/brand/dark.svg?v=`, `>.tile{order:1}</style><link rel="stylesheet" href="/assets/landing.css" disabled>`} {
		if !strings.Contains(got, want) {
			t.Errorf("%s is missing", want)
		}
	}
	m := regexp.MustCompile(`(?s)<script type="application/json" id="croupier-bootstrap"[^>]*>(.*?)</script>`).FindStringSubmatch(got)
	if m == nil {
		t.Fatal("no bootstrap in the page")
	}
	var boot struct {
		Brand        struct{ ID string }
		Initial      map[string]struct{ Data string }
		VirtualGames map[string]int
	}
	if err := json.Unmarshal([]byte(m[1]), &boot); err != nil {
		t.Fatalf("%v in %s", err, m[1])
	}
	if boot.VirtualGames["goldenrace"] != 16 || len(boot.VirtualGames) != 9 {
		t.Errorf("virtual games: %v", boot.VirtualGames)
	}
	if boot.Brand.ID != "marmara" || boot.Initial["casino/category_list"].Data != "</script>" || !strings.Contains(boot.Initial["cmscontroller/getIcSlider"].Data, "alert") {
		t.Errorf("%+v", boot)
	}
}

func TestPolicyHasNoncePerResponse(t *testing.T) {
	s, b := newSite(t, nil), brand(t, "localhost")
	seen := map[string]bool{}
	for range 3 {
		r := get(t, s, b, http.MethodGet, "/", nil)
		policy := r.Header.Get("Content-Security-Policy")
		m := regexp.MustCompile(`script-src 'self' 'nonce-([A-Z0-9]+)'`).FindStringSubmatch(policy)
		if m == nil || strings.Contains(policy, "unsafe") {
			t.Fatalf("policy %q", policy)
		}
		if seen[m[1]] {
			t.Error("duplicate nonce")
		}
		seen[m[1]] = true
		if got := body(t, r); strings.Count(got, m[1]) != 6 || !strings.Contains(html.UnescapeString(got), "--c-bg:#0A1220") {
			t.Errorf("nonce or colours missing in the page:\n%s", got)
		}
	}
}

// The address of a platform is often internal, and its pages are not the site's.
func TestPolicyNamesOnlyTheOriginsOfTheBrand(t *testing.T) {
	s, b := newSite(t, nil), *brand(t, "localhost")
	b.Upstream = bff.UpstreamRules{Adapter: "envelope", URL: "http://platform.internal:9000/endpoint/v1"}
	b.Routing = map[string]bff.UpstreamRules{"livecasino": {Adapter: "rest", URL: "https://studio.internal"}}
	b.Origins = bff.Origins{Frames: []string{"https://*.games.example"}, Images: []string{"https://cdn.example"}, Clients: []string{"https://app.example"}}
	policy := get(t, s, &b, http.MethodGet, "/", nil).Header.Get("Content-Security-Policy")
	for _, want := range []string{"img-src 'self' data: blob: https://cdn.example", "frame-src 'self' https://*.games.example", "default-src 'self'", "base-uri 'none'", "object-src 'none'", "frame-ancestors 'none'", "form-action 'self'"} {
		if !slices.Contains(strings.Split(policy, "; "), want) {
			t.Errorf("want %q in %s", want, policy)
		}
	}
	if strings.Contains(policy, "internal") || strings.Contains(policy, "app.example") {
		t.Errorf("policy names other origins: %s", policy)
	}
}

func TestFilesAreCompressedAndImmutable(t *testing.T) {
	s, b := newSite(t, nil), brand(t, "localhost")
	for header, encoding := range map[string]string{"": "", "gzip": "gzip", "gzip, deflate, br": "br", "br;q=0, gzip": "gzip", "identity": ""} {
		for _, path := range []string{"/assets/app-1.js", "/assets/app-2.js"} {
			r := get(t, s, b, http.MethodGet, path, map[string]string{"Accept-Encoding": header})
			if r.Header.Get("Content-Encoding") != encoding || body(t, r) != script {
				t.Errorf("%s, Accept-Encoding %q: encoding %q", path, header, r.Header.Get("Content-Encoding"))
			}
			if !strings.Contains(r.Header.Get("Cache-Control"), "immutable") || !strings.HasPrefix(r.Header.Get("Content-Type"), "text/javascript") {
				t.Errorf("%s: headers %v", path, r.Header)
			}
		}
	}
	if r := get(t, s, b, http.MethodGet, "/assets/app-1.js.br", nil); r.StatusCode != http.StatusNotFound {
		t.Errorf("the name of the compressed file: %d", r.StatusCode)
	}
	r := get(t, s, b, http.MethodGet, "/robots.txt", nil)
	if r.Header.Get("Cache-Control") != "no-cache" {
		t.Errorf("robots.txt: %q", r.Header.Get("Cache-Control"))
	}
	r = get(t, s, b, http.MethodGet, "/robots.txt", map[string]string{"If-None-Match": r.Header.Get("ETag")})
	if r.StatusCode != http.StatusNotModified {
		t.Errorf("robots.txt with its ETag: %d", r.StatusCode)
	}
}

func TestBrandAssetsDifferByBrand(t *testing.T) {
	s := newSite(t, nil)
	marmara, zephyr := brand(t, "localhost"), brand(t, "zephyr.localhost")
	a := body(t, get(t, s, marmara, http.MethodGet, "/brand/dark.svg", nil))
	z := body(t, get(t, s, zephyr, http.MethodGet, "/brand/dark.svg", nil))
	if a == z || !strings.Contains(a, "<svg") {
		t.Error("two brands have the same logo")
	}
	if r := get(t, s, marmara, http.MethodGet, "/brand/../brand.yaml", nil); r.StatusCode != http.StatusNotFound {
		t.Errorf("path traversal: %d", r.StatusCode)
	}
}

func TestArabicPagePreloadsFontAndLocale(t *testing.T) {
	got := body(t, get(t, newSite(t, nil), brand(t, "pera.localhost"), http.MethodGet, "/", nil))
	for _, want := range []string{`href="/assets/arabic.woff2" crossorigin`, `<link rel="modulepreload" href="/assets/locale-ar.js">`} {
		if !strings.Contains(got, want) {
			t.Errorf("%s is missing", want)
		}
	}
}

func TestInvalidBuildsAreRejected(t *testing.T) {
	if _, err := site.New(fstest.MapFS{".keep": {}}, text, nil); !errors.Is(err, site.ErrNotBuilt) {
		t.Errorf("empty build: %v", err)
	}
	for name, edit := range map[string]func(fstest.MapFS){
		"no placeholders": func(f fstest.MapFS) { f["index.html"] = &fstest.MapFile{Data: []byte("<html>")} },
		"no worker":       func(f fstest.MapFS) { delete(f, "sw.js") },
		"no revision":     func(f fstest.MapFS) { f["sw.js"] = &fstest.MapFile{Data: []byte("precache([])")} },
		"no routes":       func(f fstest.MapFS) { delete(f, "routes.json") },
		"invalid routes":  func(f fstest.MapFS) { f["routes.json"] = &fstest.MapFile{Data: []byte("[")} },
	} {
		files := build()
		edit(files)
		if _, err := site.New(files, text, nil); err == nil {
			t.Errorf("%s: want an error", name)
		}
	}
}

func TestDevServesVitePageWithBrand(t *testing.T) {
	vite := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if strings.Contains(r.Header.Get("Accept"), "text/html") {
			_, _ = io.WriteString(w, page)
			return
		}
		_, _ = io.WriteString(w, "module "+r.URL.Path)
	}))
	defer vite.Close()
	d, err := site.NewDev(vite.URL, nil)
	if err != nil {
		t.Fatal(err)
	}
	b := brand(t, "localhost")
	got := body(t, get(t, d, b, http.MethodGet, "/slot", map[string]string{"Accept": "text/html"}))
	if !strings.Contains(got, `data-brand="marmara"`) {
		t.Errorf("page without brand:\n%s", got)
	}
	if got := body(t, get(t, d, b, http.MethodGet, "/src/main.tsx", map[string]string{"Accept": "*/*"})); got != "module /src/main.tsx" {
		t.Errorf("module: %s", got)
	}
}

func TestPathChoosesTheShell(t *testing.T) {
	s, b := newSite(t, nil), brand(t, "localhost")
	for path, want := range map[string]string{
		"/": "home", "/slot": "inner", "/maintenance": "inner", "/maintenance-controls": "inner",
		"/maintenance-control": "console", "/maintenance-control/brands/marmara": "console",
	} {
		if got := body(t, get(t, s, b, http.MethodGet, path, nil)); !strings.Contains(got, `data-page="`+want+`"`) {
			t.Errorf("%s: want data-page %q", path, want)
		}
	}
}

func TestOnlyThePreviewMayBeFramedByItsOwnOrigin(t *testing.T) {
	s, b := newSite(t, nil), brand(t, "localhost")
	for path, want := range map[string]string{"/maintenance-demo": "frame-ancestors 'self'", "/maintenance": "frame-ancestors 'none'", "/maintenance-control": "frame-ancestors 'none'"} {
		if policy := get(t, s, b, http.MethodGet, path, nil).Header.Get("Content-Security-Policy"); !strings.Contains(policy, want) {
			t.Errorf("%s: %s, want %s", path, policy, want)
		}
	}
}

func TestPreviewHasItsLogosInside(t *testing.T) {
	raw, err := site.PreviewBootstrap(brand(t, "zephyr.localhost"), "en")
	if err != nil {
		t.Fatal(err)
	}
	var got struct {
		Brand struct {
			ID   string
			Logo map[string]string
		}
		Language string
	}
	if err := json.Unmarshal(raw, &got); err != nil {
		t.Fatal(err)
	}
	if got.Brand.ID != "zephyr" || got.Language != "en" || len(got.Brand.Logo) != 3 {
		t.Errorf("%s", raw)
	}
	for name, url := range got.Brand.Logo {
		if !strings.HasPrefix(url, "data:image/svg+xml;base64,") {
			t.Errorf("%s: %s", name, url)
		}
	}
}
