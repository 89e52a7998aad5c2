package site_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"html"
	"io"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"sync"
	"testing"
	"testing/fstest"
	"time"

	"github.com/andybalholm/brotli"
	"github.com/klauspost/compress/gzip"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"croupier/bff"
	"croupier/bff/config"
	"croupier/bff/internal/compression"
	"croupier/bff/internal/indexkey"
	"croupier/bff/site"
	"croupier/configs"
)

const page = `<!doctype html>
<html lang="tr" dir="ltr" data-brand="" data-mode="dark" data-page="">
<head><meta name="csp-nonce" content="croupier-nonce"><style nonce="croupier-nonce">i{}</style><!--croupier:head--></head>
<body><div id="root"><!--croupier:shell--><!--croupier:notices--></div><!--croupier:data--></body></html>`

// packed returns a text in the compressed form of the build.
func packed(text string) []byte {
	var b bytes.Buffer
	w := brotli.NewWriter(&b)
	_, _ = io.WriteString(w, text) // a buffer accepts everything
	_ = w.Close()
	return b.Bytes()
}

// shellFile has the shells of two kinds of pages in two languages.
const shellFile = `{"templates":{` +
	`"tr":{"home":"<img src=\"⟦logo⟧\">⟦#slide⟧<b>⟦title⟧</b>⟦/slide⟧` +
	`⟦#sections⟧⟦#tiles⟧⟦#items⟧<a href=\"/play/slot/⟦gameID:path⟧/⟦providerName:path⟧\">⟦name⟧</a>⟦/items⟧⟦/tiles⟧⟦/sections⟧",` +
	`"page":"⟦#menu⟧<a href=\"⟦to⟧\">⟦title⟧</a>⟦/menu⟧⟦^player⟧<i>login</i>⟦/player⟧"},` +
	`"ar":{"page":"⟦brand⟧"}},` +
	`"features":{"slots":"casino/games_list"},"sizes":{"home":"(min-width: 1100px) 68vw, 100vw"},"pages":[["/slot","casino/games_list"]]}`

// script is a file that the build compressed, and one that it did not.
var script = strings.Repeat("console.log('lobby');", 200)

var fileCompressor = compression.NewCompressor(compression.Levels{Brotli: 11})

func noError(t testing.TB, err error) { require.NoError(t, err) }

func build() fstest.MapFS {
	return fstest.MapFS{
		"index.html": {Data: []byte(page)},
		"routes.json": {Data: []byte(`{"patterns":["/","/slot","/slot/category/:categoryID","/play/:game/:id",` +
			`"/play/:game/:id/:gamingType","/play/:game/:id/:gamingType/:providerName"]}`)},
		"preload.json": {
			Data: []byte(`{"locales":{"ar":"/assets/locale-ar.js"},"scripts":["/assets/react.js","/assets/app-1.js"],"landing":["/assets/landing.css"],` +
				`"pages":[{"pattern":"/:list","scripts":["/assets/games.js"],"styles":["/assets/games.css"],` +
				`"namespaces":["lobby"],"texts":{"ar":["/assets/games-ar.js"]}}],` +
				`"fonts":{"ibm-plex-sans-arabic-arabic-400-core":"/assets/arabic.woff2",` +
				`"inter-latin-core":"/assets/inter.woff2"}}`),
		},
		"assets/app-1.js.br":  {Data: fileCompressor.Compress(compression.Brotli, []byte(script))},
		"assets/landing.css":  {Data: []byte(".tile{order:1}")},
		"shell.json.br":       {Data: packed(shellFile)},
		"assets/app-2.js":     {Data: []byte(script)},
		"assets/inter.woff2":  {Data: []byte("wOF2")},
		"sw.js":               {Data: []byte(`precache([{url:"/offline",revision:"croupier-offline-revision"}])`)},
		"robots.txt":          {Data: []byte("User-agent: *\n")},
		".vite/manifest.json": {Data: []byte("{}")},
		"assets/.hidden":      {Data: []byte("no")},
	}
}

// text replaces the texts of the contract.
func text(lang, key string) string { return lang + " " + key }

var demo = sync.OnceValues(func() (*config.Config, error) {
	return config.Source{
		Files: configs.FS, Name: "croupier.yaml", Env: func(string) (string, bool) { return "", false },
	}.Load()
})

// brand returns a copy of the brand of a host.
func brand(t testing.TB, host string) *bff.Brand {
	c, err := demo()
	noError(t, err)
	b, _ := c.Brand(host)
	own := *b
	return &own
}

// send sends a request in the scope of a brand. header lists names and values.
func send(t *testing.T, h http.Handler, b *bff.Brand, method, target string, header ...string) *http.Response {
	r := httptest.NewRequestWithContext(t.Context(), method, target, nil)
	for i := 0; i < len(header); i += 2 {
		r.Header.Set(header[i], header[i+1])
	}
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r.WithContext(bff.WithScope(r.Context(), &bff.Scope{Brand: b})))
	return w.Result()
}

func get(t *testing.T, h http.Handler, b *bff.Brand, target string, header ...string) *http.Response {
	return send(t, h, b, http.MethodGet, target, header...)
}

// contains reports missing texts of a page.
func contains(t *testing.T, page string, texts ...string) {
	for _, text := range texts {
		assert.Contains(t, page, text, "%s is missing in %d bytes", text, len(page))
	}
}

func body(t *testing.T, r *http.Response) string {
	var from io.Reader = r.Body
	switch r.Header.Get("Content-Encoding") {
	case "br":
		from = brotli.NewReader(r.Body)
	case "gzip":
		var err error
		from, err = gzip.NewReader(r.Body)
		require.NoError(t, err)
	}
	raw, err := io.ReadAll(from)
	noError(t, err)
	return string(raw)
}

func newSite(t *testing.T, initial site.InitialDataFunc) *site.Site {
	s, err := site.New(build(), text, initial)
	noError(t, err)
	return s
}

func TestPageHasBrandLanguageAndMode(t *testing.T) {
	s := newSite(t, nil)
	for _, c := range []struct{ name, host, cookie, root, title string }{
		{
			"defaults of the brand",
			"localhost",
			"",
			`<html lang="tr" dir="ltr" data-brand="marmara" data-mode="dark" data-hero="cinematic" data-page="home">`,
			"Marmara · Slot, canlı casino ve bahis",
		},
		{
			"language and mode from cookies", "localhost", "language=ar; mode=light",
			`<html lang="ar" dir="rtl" data-brand="marmara" data-mode="light" data-hero="cinematic" data-page="home">`,
			"Marmara · سلوتس",
		},
		{
			"a chosen language that the brand does not have", "zephyr.localhost", "language=ru",
			`<html lang="tr" dir="ltr" data-brand="zephyr" data-mode="light" data-hero="split" data-page="home">`,
			"Zephyr",
		},
		{
			"no chosen language",
			"zephyr.localhost",
			"", `<html lang="en" dir="ltr" data-brand="zephyr" data-mode="light" data-hero="split" data-page="home">`,
			"Zephyr · Quick slots",
		},
		{"an invalid mode", "localhost", "mode=purple", `data-mode="dark"`, "Marmara"},
		{
			"a brand with Arabic as default language", "pera.localhost", "",
			`<html lang="ar" dir="rtl" data-brand="pera" data-mode="dark" data-hero="framed" data-page="home">`, "Pera",
		},
	} {
		r := get(t, s, brand(t, c.host), "/", "Cookie", c.cookie)
		assert.Equal(t, http.StatusOK, r.StatusCode, c.name)
		contains(t, body(t, r), c.root, "<title>"+c.title)
	}
}

func TestPathsChooseStatusAndKindOfPage(t *testing.T) {
	s, b := newSite(t, nil), brand(t, "localhost")
	for path, want := range map[string]struct {
		status int
		kind   string // data-page, empty: not compared
	}{
		"/": {200, "home"}, "/slot": {200, "inner"}, "/slot/": {200, ""}, "/slot/category/27": {200, ""},
		"/maintenance": {404, "inner"}, "/maintenance-controls": {404, "inner"},
		"/maintenance-control": {404, "console"}, "/maintenance-control/brands/marmara": {404, "console"},
		"/nowhere": {404, ""}, "/slot/category": {404, ""}, "/slot/category/27/more": {404, ""},
		"/index.html": {404, ""},
	} {
		r := get(t, s, b, path)
		assert.Equal(t, want.status, r.StatusCode, path)
		assert.True(t, want.kind == "" || strings.Contains(body(t, r), `data-page="`+want.kind+`"`), path)
	}
	assert.Equal(t, http.StatusMethodNotAllowed, send(t, s, b, http.MethodPut, "/").StatusCode, "PUT /")
	for path, want := range map[string]string{ // a payment provider returns by POST
		"/": "/", "/slot/category/27?MdStatus=1": "/slot/category/27?MdStatus=1", "//slot": "/slot",
	} {
		r := send(t, s, b, http.MethodPost, path)
		assert.Equal(t, "303 "+want, fmt.Sprint(r.StatusCode, " ", r.Header.Get("Location")), "POST "+path)
	}
	assert.Equal(t, http.StatusMethodNotAllowed, send(t, s, b, http.MethodPost, "/nowhere").StatusCode, "POST /nowhere")
}

func TestBootstrapIsInlinedAndEscaped(t *testing.T) {
	escaped := json.RawMessage(`{"result":true,"message":"","data":"\u003c/script\u003e","code":200,` +
		`"debug":null,"pagination":null}`)
	raw := json.RawMessage(`{"data":"</script><script>alert(1)</script>"}`)
	hero := json.RawMessage(`{"data":[{"Status":1,"image":"/a&b.svg","End_date":"9"}]}`)
	s := newSite(t, func(_ context.Context, scope *bff.Scope, path string, _ bool) map[string]json.RawMessage {
		assert.True(t, scope.Lang == "tr" && path == "/", "initial data requested in %q at %q", scope.Lang, path)
		return map[string]json.RawMessage{
			"casino/category_list": escaped, "cmscontroller/getIcSlider": raw, "cmscontroller/getSlider": hero,
		}
	})
	got := body(t, get(t, s, brand(t, "localhost"), "/"))
	contains(t, got, `<link rel="preload" as="image" fetchpriority="high" href="/a&amp;b.svg">`,
		`<img src="/brand/dark.svg?v=`,
		`>.tile{order:1}</style><link rel="stylesheet" href="/assets/landing.css" disabled>`)
	element := regexp.MustCompile(`(?s)<script type="application/json" id="croupier-bootstrap"[^>]*>(.*?)</script>`)
	m := element.FindStringSubmatch(got)
	require.NotNil(t, m, "no bootstrap in the page")
	var boot struct {
		Brand        struct{ ID string }
		Initial      map[string]struct{ Data any }
		VirtualGames map[string]int
	}
	require.NoError(t, json.Unmarshal([]byte(m[1]), &boot), m[1])
	assert.True(t, boot.VirtualGames["goldenrace"] == 16 && len(boot.VirtualGames) == 9,
		"virtual games: %v", boot.VirtualGames)
	assert.Equal(t, "marmara </script>", fmt.Sprint(boot.Brand.ID, " ", boot.Initial["casino/category_list"].Data))
	assert.Contains(t, boot.Initial["cmscontroller/getIcSlider"].Data, "alert")
}

func TestPolicyHasNoncePerResponse(t *testing.T) {
	s, b := newSite(t, nil), brand(t, "localhost")
	seen := map[string]bool{}
	for range 3 {
		r := get(t, s, b, "/")
		policy := r.Header.Get("Content-Security-Policy")
		m := regexp.MustCompile(`script-src 'self' 'nonce-([A-Z0-9]+)'`).FindStringSubmatch(policy)
		require.True(t, m != nil && !strings.Contains(policy, "unsafe"), "policy %q", policy)
		assert.True(t, !seen[m[1]], "duplicate nonce")
		seen[m[1]] = true
		got := body(t, r)
		assert.Equal(t, 8, strings.Count(got, m[1]), "the nonce in the page:\n%s", got)
		assert.Contains(t, html.UnescapeString(got), "--c-bg:#0A1220")
	}
}

// The address of a platform is often internal, and its pages do not belong to the site.
func TestPolicyNamesOnlyTheOriginsOfTheBrand(t *testing.T) {
	s, b := newSite(t, nil), brand(t, "localhost")
	b.Upstream = bff.UpstreamRules{Adapter: "envelope", URL: "http://platform.internal:9000/endpoint/v1"}
	b.Routing = map[string]bff.UpstreamRules{"livecasino": {Adapter: "rest", URL: "https://studio.internal"}}
	b.Origins = bff.Origins{
		Frames: []string{"https://*.games.example"}, Images: []string{"https://cdn.example"},
		Clients: []string{"https://app.example"},
	}
	policy := get(t, s, b, "/").Header.Get("Content-Security-Policy")
	assert.Subset(t, strings.Split(policy, "; "), []string{
		"img-src 'self' data: blob: https://cdn.example", "frame-src 'self' https://*.games.example",
		"default-src 'self'",
		"base-uri 'none'", "object-src 'none'", "frame-ancestors 'none'", "form-action 'self'",
	})
	assert.NotRegexp(t, "internal|app.example", policy, "other origins")
}

func TestOnlyThePreviewMayBeFramedByItsOwnOrigin(t *testing.T) {
	s, b := newSite(t, nil), brand(t, "localhost")
	for path, want := range map[string]string{
		"/maintenance-demo": "self", "/maintenance": "none", "/maintenance-control": "none",
	} {
		assert.Contains(t, get(t, s, b, path).Header.Get("Content-Security-Policy"), "frame-ancestors '"+want+"'", path)
	}
	for path, want := range map[string]string{"/": "frame-ancestors ", "/maintenance-control": "frame-src [^;]+ "} {
		r, w := httptest.NewRequest(http.MethodGet, path, nil), httptest.NewRecorder()
		s.ServeHTTP(w, r.WithContext(bff.WithScope(t.Context(), &bff.Scope{
			Brand: b, Preview: path == "/", Origins: func() []string { return []string{"https://a.test"} },
		})))
		assert.Regexp(t, want+"https://a.test(;|$)", w.Header().Get("Content-Security-Policy"), path)
	}
}

func TestPageSecurityHeaders(t *testing.T) {
	s, b := newSite(t, nil), brand(t, "localhost")
	for _, path := range []string{"/", "/slot", "/unknown"} {
		h := get(t, s, b, path).Header
		assert.Subset(t, h, http.Header{
			"Referrer-Policy": {"strict-origin-when-cross-origin"}, "Cross-Origin-Opener-Policy": {"same-origin"},
			"X-Content-Type-Options": {"nosniff"},
			"Permissions-Policy":     {"camera=(), microphone=(), geolocation=(), payment=()"},
		}, path)
		assert.Regexp(t, "^text/html; charset=utf-8", h.Get("Content-Type"), path)
	}
}

func TestInvalidBuildsAreRejected(t *testing.T) {
	_, err := site.New(fstest.MapFS{".keep": {}}, text, nil)
	assert.ErrorIs(t, err, site.ErrNotBuilt)
	for name, edit := range map[string]func(fstest.MapFS){
		"no placeholders": func(f fstest.MapFS) { f["index.html"] = &fstest.MapFile{Data: []byte("<html>")} },
		"no worker":       func(f fstest.MapFS) { delete(f, "sw.js") },
		"no revision":     func(f fstest.MapFS) { f["sw.js"] = &fstest.MapFile{Data: []byte("precache([])")} },
		"no routes":       func(f fstest.MapFS) { delete(f, "routes.json") },
		"invalid routes":  func(f fstest.MapFS) { f["routes.json"] = &fstest.MapFile{Data: []byte("[")} },
	} {
		files := build()
		edit(files)
		_, err := site.New(files, text, nil)
		assert.Error(t, err, "%s: want an error", name)
	}
}

func TestDevServesVitePageWithBrand(t *testing.T) {
	restarted := false
	vite := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !restarted { // it closes connections while it restarts
			restarted = true
			panic(http.ErrAbortHandler)
		}
		if strings.Contains(r.Header.Get("Accept"), "text/html") {
			_, _ = io.WriteString(w, page)
		} else {
			_, _ = io.WriteString(w, "module "+r.URL.Path)
		}
	}))
	defer vite.Close()
	d, err := site.NewDev(vite.URL, nil)
	noError(t, err)
	b := brand(t, "localhost")
	contains(t, body(t, get(t, d, b, "/slot", "Accept", "text/html")), `data-brand="marmara"`)
	assert.Equal(t, "module /src/main.tsx", body(t, get(t, d, b, "/src/main.tsx", "Accept", "*/*")), "module")
}

func TestPreviewHasItsLogosInside(t *testing.T) {
	raw, err := site.PreviewBootstrap(brand(t, "zephyr.localhost"), "en")
	noError(t, err)
	var got struct {
		Language string
		Brand    struct {
			ID   string
			Logo map[string]string
		}
	}
	noError(t, json.Unmarshal(raw, &got))
	assert.True(t, got.Brand.ID == "zephyr" && got.Language == "en" && len(got.Brand.Logo) == 3, "%s", raw)
	for name, url := range got.Brand.Logo {
		assert.True(t, strings.HasPrefix(url, "data:image/svg+xml;base64,"), "%s: %s", name, url)
	}
}

func TestPreviewPass(t *testing.T) {
	now := time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
	passes := site.PreviewPasses{Key: indexkey.New(), Clock: func() time.Time { return now }}
	pass, until := passes.New("pera")
	assert.True(t, until.Equal(now.Add(time.Hour)), "until %v", until)
	seconds, signature, _ := strings.Cut(pass, ".")
	other := site.PreviewPasses{Key: indexkey.New(), Clock: passes.Clock}
	foreign, _ := other.New("pera")
	for _, row := range []struct {
		name, brand, pass string
		after             time.Duration
		want              bool
	}{
		{"the pass", "pera", pass, 0, true},
		{"just before its end", "pera", pass, time.Hour - time.Second, true},
		{"at its end", "pera", pass, time.Hour, false},
		{"for another brand", "zephyr", pass, 0, false},
		{"of another key", "pera", foreign, 0, false},
		{"prolonged", "pera", "9" + seconds + "." + signature, 0, false},
		{"without signature", "pera", seconds, 0, false},
		{"with an empty signature", "pera", seconds + ".", 0, false},
		{"nothing", "pera", "", 0, false},
		{"something else", "pera", "x.y", 0, false},
	} {
		later := site.PreviewPasses{Key: passes.Key, Clock: func() time.Time { return now.Add(row.after) }}
		_, ok := later.ValidUntil(row.brand, row.pass)
		assert.Equal(t, row.want, ok, row.name)
	}
}
