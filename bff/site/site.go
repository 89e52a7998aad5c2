// Package site serves the player site. It compresses each file once, and browsers cache files with
// hashed names indefinitely. Pages contain the brand, the language and the initial data, and are
// not cached.
package site

import (
	"errors"
	"fmt"
	"io/fs"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"croupier/bff"
)

// Site serves one build of the player site to every brand.
type Site struct {
	files  map[string]*file
	routes routes
	pages  *pageMaker
	worker []byte
	text   func(lang, key string) string // texts of contracts/messages
}

// ErrNotBuilt means that the build is empty.
var ErrNotBuilt = errors.New("the player site is not built, run make build")

// New reads a build. It fails with ErrNotBuilt if the build is empty.
func New(dist fs.FS, text func(lang, key string) string, initial InitialDataFunc) (*Site, error) {
	raw, err := fs.ReadFile(dist, "index.html")
	if errors.Is(err, fs.ErrNotExist) {
		return nil, ErrNotBuilt
	}
	if err != nil {
		return nil, fmt.Errorf("could not read index.html: %w", err)
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
		// A page of an older build must get no HTML page for a missing chunk, because it would load
		// the page as a script.
		notFound(w, r)
	case found:
		s.pages.serve(w, r, scope, page, http.StatusOK)
	default:
		s.pages.serve(w, r, scope, unknownPage(r.URL.Path), http.StatusNotFound)
	}
}

// serveOfBrand serves the assets and the manifest of a brand. It reports whether the request was
// for one of these.
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

// notFound sends 404 without caching, because another instance may have the file during a rolling
// update.
func notFound(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Cache-Control", "no-store")
	http.NotFound(w, r)
}

// redirectToPage handles the form that a payment provider posts when the player returns (3-D
// Secure). The redirect makes the browser send the player's cookie, which a cross-site POST lacks.
func redirectToPage(w http.ResponseWriter, r *http.Request) {
	page := url.URL{Path: "/" + strings.Trim(r.URL.Path, "/"), RawQuery: r.URL.RawQuery} // never the host of //host
	w.Header().Set("Cache-Control", "no-store")
	w.Header().Set("Location", page.String())
	w.WriteHeader(http.StatusSeeOther)
}

// unknownPage returns the path that represents all unknown paths with the same shell.
func unknownPage(path string) string {
	switch {
	case pageKind(path) == pageConsole:
		return bff.ConsolePath
	case shellKind(path) == "":
		return "/maintenance"
	}
	return "/404"
}

// ownPath returns the path of a page with its own initial data. For a list with a query, it appends a
// question mark, because initial data exists only for the list without a query.
func ownPath(u *url.URL) string {
	path := "/" + strings.Trim(u.Path, "/")
	if kind := shellKind(path); u.RawQuery != "" && slices.Contains(
		[]string{shellSlots, shellTables, shellPromotions, shellTournaments}, kind) {
		return path + "?"
	}
	return path
}

// fallbackLanguage is the language for visitors with an unsupported language, if the brand has it.
const fallbackLanguage = "tr"

// language returns the language in the cookie. If the brand lacks it, the result is
// fallbackLanguage, or else the default language.
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

// previewPath is the path of the maintenance page with sample content.
const previewPath = "/maintenance-demo"

// setSecurityHeaders sets the security headers of a page. Only the console may embed a page: the
// preview of the maintenance page, and drafts of all brands.
func setSecurityHeaders(h http.Header, r *http.Request, b *bff.Brand, nonce string, dev bool) {
	ancestors, frames := "'none'", append([]string{"'self'"}, b.Origins.Frames...)
	switch scope := bff.ScopeOf(r.Context()); {
	case scope.Preview:
		ancestors = strings.Join(scope.Origins(), " ")
	case r.URL.Path == previewPath:
		ancestors = "'self'"
	case pageKind(r.URL.Path) == pageConsole && scope.Origins != nil:
		frames = append(frames, scope.Origins()...)
	}
	script, style, connect := "'self' 'nonce-"+nonce+"'", "'self' 'nonce-"+nonce+"'", "'self'"
	if dev {
		// Vite inlines scripts and styles, opens a socket for hot reload, and waits for restarts in
		// a worker.
		script, style, connect = "'self' 'unsafe-inline' blob:", "'self' 'unsafe-inline'", "'self' ws: wss:"
	}
	h.Set("Content-Security-Policy", strings.Join([]string{
		"default-src 'self'",
		"script-src " + script,
		"style-src " + style,
		"connect-src " + connect,
		"img-src " + strings.Join(append([]string{"'self'", "data:", "blob:"}, b.Origins.Images...), " "),
		"frame-src " + strings.Join(frames, " "),
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
