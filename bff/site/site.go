// Package site serves the player site. Files are compressed once, and those with hashed names
// are cached indefinitely. The page has the brand, the language and the initial data inlined and is
// not cached (calls.md §4, "anything else").
package site

import (
	"errors"
	"fmt"
	"io/fs"
	"net/http"
	"net/url"
	"strings"

	"croupier/bff"
)

// Site serves one build of the player site to every brand.
type Site struct {
	files  map[string]*file
	routes routes
	pages  *pageMaker
	worker []byte
	text   func(lang, key string) string // of contracts/messages
}

// ErrNotBuilt is returned by New if the build is empty.
var ErrNotBuilt = errors.New("site: the player site is not built; run make build")

// New reads a build. It fails with ErrNotBuilt for an empty one.
func New(dist fs.FS, text func(lang, key string) string, initial InitialDataFunc) (*Site, error) {
	raw, err := fs.ReadFile(dist, "index.html")
	if errors.Is(err, fs.ErrNotExist) {
		return nil, ErrNotBuilt
	}
	if err != nil {
		return nil, fmt.Errorf("site: read index.html: %w", err)
	}
	s := &Site{text: text}
	template, templateErr := newPageTemplate(raw)
	routesErr := readJSON(dist, "routes.json", &s.routes)
	var workerErr, filesErr error
	s.worker, workerErr = readWorker(dist)
	s.files, filesErr = readFiles(dist)
	build, buildErr := readBuild(dist, s.files)
	s.pages = newPageMaker(template, build, initial)
	return s, errors.Join(templateErr, routesErr, workerErr, filesErr, buildErr)
}

// ServeHTTP serves files and pages. The context of the request must have a scope.
func (s *Site) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	scope := bff.ScopeOf(r.Context())
	page, found := s.routes.match(r.URL.Path)
	file := s.files[r.URL.Path]
	switch {
	case found && r.Method == http.MethodPost:
		redirectToPage(w, r)
	case r.Method != http.MethodGet && r.Method != http.MethodHead:
		w.Header().Set("Allow", "GET, HEAD")
		http.Error(w, http.StatusText(http.StatusMethodNotAllowed), http.StatusMethodNotAllowed)
	case serveOfBrand(w, r, scope.Brand):
	case r.URL.Path == workerPath:
		s.serveWorker(w, r, scope.Brand)
	case r.URL.Path == offlinePath:
		s.serveOffline(w, r, scope.Brand)
	case file != nil:
		file.serve(w, r)
	case strings.HasPrefix(r.URL.Path, "/assets/"):
		// A page of an older build must not get the HTML page for a chunk, which it would load as a script.
		notFound(w, r)
	case found:
		s.pages.serve(w, r, scope, listedPath(page, r.URL.RawQuery), http.StatusOK)
	default:
		s.pages.serve(w, r, scope, unknownPage(r.URL.Path), http.StatusNotFound)
	}
}

// serveOfBrand serves the assets and the manifest of a brand. It reports whether the request is for one.
func serveOfBrand(w http.ResponseWriter, r *http.Request, b *bff.Brand) bool {
	switch {
	case strings.HasPrefix(r.URL.Path, "/brand/"):
		serveAsset(w, r, b)
	case r.URL.Path == manifestPath:
		serveManifest(w, r, b)
	default:
		return false
	}
	return true
}

// notFound responds with 404, uncached, because during a rolling update another instance may have the file.
func notFound(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Cache-Control", "no-store")
	http.NotFound(w, r)
}

// redirectToPage responds to a form that a payment provider posts when the player returns (3-D Secure): the browser
// gets the page with the player's cookie, which a cross-site POST lacks.
func redirectToPage(w http.ResponseWriter, r *http.Request) {
	page := url.URL{Path: "/" + strings.Trim(r.URL.Path, "/"), RawQuery: r.URL.RawQuery} // never the host of //host
	w.Header().Set("Cache-Control", "no-store")
	w.Header().Set("Location", page.String())
	w.WriteHeader(http.StatusSeeOther)
}

// unknownPage returns the path that stands for all unknown paths whose pages have the same shell.
func unknownPage(path string) string {
	switch {
	case pageKind(path) == pageConsole:
		return consolePath
	case shellKind(path) == "":
		return "/maintenance"
	}
	return "/404"
}

// listedPath returns the path of a page. A list with a query is another than the one whose first page is known:
// its path ends with a question mark, which no page is known by.
func listedPath(path, query string) string {
	if query != "" && (path == "/slot" || path == "/live") {
		return path + "?"
	}
	return path
}

// fallbackLanguage is that of visitors whose language a brand does not support (specification §4), where it has it.
const fallbackLanguage = "tr"

// language returns the language in the cookie, fallbackLanguage if the brand lacks that one, or else the default.
func language(r *http.Request, b *bff.Brand) string {
	if c, err := r.Cookie("language"); err == nil {
		if b.SupportsLanguage(c.Value) {
			return c.Value
		}
		if b.SupportsLanguage(fallbackLanguage) {
			return fallbackLanguage
		}
	}
	return b.DefaultLang()
}

// mode returns the colour mode in the cookie, or the default mode of the brand.
func mode(r *http.Request, b *bff.Brand) string {
	if c, err := r.Cookie("mode"); err == nil && (c.Value == "dark" || c.Value == "light") {
		return c.Value
	}
	return b.Theme.DefaultMode
}

// previewPath is the path of the maintenance page with made-up content.
const previewPath = "/maintenance-demo"

// setSecurityHeaders sets the security headers of a page. Only the console embeds one, the preview of the maintenance
// page.
func setSecurityHeaders(h http.Header, b *bff.Brand, path, nonce string, dev bool) {
	ancestors := "'none'"
	if path == previewPath {
		ancestors = "'self'"
	}
	script, style, connect := "'self' 'nonce-"+nonce+"'", "'self' 'nonce-"+nonce+"'", "'self'"
	if dev {
		// Vite inlines scripts and styles, opens a socket for hot reload, and waits for its restart in a worker.
		script, style, connect = "'self' 'unsafe-inline' blob:", "'self' 'unsafe-inline'", "'self' ws: wss:"
	}
	h.Set("Content-Security-Policy", strings.Join([]string{
		"default-src 'self'",
		"script-src " + script,
		"style-src " + style,
		"connect-src " + connect,
		"img-src " + strings.Join(append([]string{"'self'", "data:", "blob:"}, b.Origins.Images...), " "),
		"frame-src " + strings.Join(append([]string{"'self'"}, b.Origins.Frames...), " "),
		"object-src 'none'",
		"base-uri 'none'",
		"form-action 'self'",
		"frame-ancestors " + ancestors,
	}, "; "))
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Referrer-Policy", "strict-origin-when-cross-origin")
	h.Set("Cross-Origin-Opener-Policy", "same-origin")
	h.Set("Permissions-Policy", "camera=(), microphone=(), geolocation=(), payment=()")
}
