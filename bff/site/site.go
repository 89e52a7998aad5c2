// Package site serves the player site. Files are compressed once, and those with hashed names
// are cached indefinitely. The page has the brand, the language and the initial data inlined and is
// not cached (calls.md §4, "anything else").
package site

import (
	"crypto/rand"
	"errors"
	"fmt"
	"io/fs"
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"croupier/bff"
	"croupier/bff/internal/compression"
)

// Site serves one build of the player site to every brand.
type Site struct {
	files    map[string]*file
	routes   routes
	template *pageTemplate
	build    *build
	worker   []byte
	text     TextFunc
	initial  InitialDataFunc
}

// TextFunc returns a text of the BFF in a language (contracts/messages).
type TextFunc func(lang, key string) string

// ErrNotBuilt is returned by New if the build is empty.
var ErrNotBuilt = errors.New("site: the player site is not built; run make build")

// New reads a build. It fails with ErrNotBuilt for an empty one.
func New(dist fs.FS, text TextFunc, initial InitialDataFunc) (*Site, error) {
	raw, err := fs.ReadFile(dist, "index.html")
	if errors.Is(err, fs.ErrNotExist) {
		return nil, ErrNotBuilt
	}
	if err != nil {
		return nil, fmt.Errorf("site: read index.html: %w", err)
	}
	s := &Site{text: text, initial: initial}
	if s.template, err = newPageTemplate(raw); err != nil {
		return nil, err
	}
	if s.routes, err = readRoutes(dist); err != nil {
		return nil, err
	}
	if s.worker, err = readWorker(dist); err != nil {
		return nil, err
	}
	if s.files, err = readFiles(dist); err != nil {
		return nil, err
	}
	s.build, err = readBuild(dist, s.files)
	return s, err
}

// ServeHTTP serves files and pages. The context of the request must have a scope.
func (s *Site) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	scope := bff.ScopeOf(r.Context())
	if !allowGet(w, r) {
		return
	}
	switch {
	case strings.HasPrefix(r.URL.Path, "/brand/"):
		serveAsset(w, r, scope.Brand)
		return
	case r.URL.Path == manifestPath:
		serveManifest(w, r, scope.Brand)
		return
	case r.URL.Path == workerPath:
		s.serveWorker(w, r, scope.Brand)
		return
	case r.URL.Path == offlinePath:
		s.serveOffline(w, r, scope.Brand)
		return
	}
	if f, ok := s.files[r.URL.Path]; ok {
		f.serve(w, r)
		return
	}
	if strings.HasPrefix(r.URL.Path, "/assets/") {
		// A page of an older build may request a chunk that does not exist any more. It must
		// not get the HTML page, which the browser would load as a script.
		notFound(w, r)
		return
	}
	status := http.StatusOK
	if !s.routes.match(r.URL.Path) {
		status = http.StatusNotFound
	}
	servePage(w, r, scope, s.template, s.build, s.initial, status, false)
}

// notFound responds with 404. The response is not cached because during a rolling update another
// instance may have the file.
func notFound(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Cache-Control", "no-store")
	http.NotFound(w, r)
}

// allowGet reports whether the method is GET or HEAD. Otherwise it responds with 405.
func allowGet(w http.ResponseWriter, r *http.Request) bool {
	if r.Method == http.MethodGet || r.Method == http.MethodHead {
		return true
	}
	w.Header().Set("Allow", "GET, HEAD")
	http.Error(w, http.StatusText(http.StatusMethodNotAllowed), http.StatusMethodNotAllowed)
	return false
}

// servePage renders the template for a request.
func servePage(w http.ResponseWriter, r *http.Request, scope *bff.Scope, t *pageTemplate, build *build, initial InitialDataFunc, status int, dev bool) {
	d := &pageData{
		brand: scope.Brand, lang: language(r, scope.Brand), mode: mode(r, scope.Brand),
		page: pageKind(r.URL.Path), path: listedPath(r.URL), player: hasCookie(r, scope.Brand.SessionCookie()), nonce: rand.Text(), build: build,
	}
	region := refused(scope, r)
	if region {
		status = http.StatusForbidden
	}
	var initialData InitialData
	if initial != nil && status == http.StatusOK {
		pageScope := *scope
		pageScope.Lang = d.lang
		initialData = initial(r.Context(), &pageScope, d.path)
	}
	d.images, d.content = initialData.Images, initialData.content
	if shellKind(d.path) == shellPlay {
		// The logo is all that is painted before the game.
		d.images = []string{logoPath(d)}
	}
	var err error
	if d.bootstrap, err = pageBootstrap(d.brand, d.lang, initialData.Answers); err != nil {
		http.Error(w, http.StatusText(http.StatusInternalServerError), http.StatusInternalServerError)
		return
	}
	h := w.Header()
	setSecurityHeaders(h, d.brand, r.URL.Path, d.nonce, dev)
	h.Set("Content-Type", "text/html; charset=utf-8")
	h.Set("Cache-Control", "no-store")
	h.Set("Content-Language", d.lang)
	h.Set("Vary", "Accept-Encoding, Cookie")
	encoding := compression.Accepted(r.Header.Get("Accept-Encoding"))
	if encoding != compression.Identity {
		h.Set("Content-Encoding", encoding.String())
	}
	if r.Method == http.MethodHead {
		w.WriteHeader(status)
		return
	}
	page := t.render
	if region {
		page = func(d *pageData) []byte { return t.renderNotice(noticeRegion, d) }
	}
	body := pageCompressor.Compress(encoding, page(d))
	h.Set("Content-Length", strconv.Itoa(len(body)))
	w.WriteHeader(status)
	_, _ = w.Write(body) //nolint:gosec // G705: the page consists of escaped values
}

// listedPath returns the path of a page. A list with a query is another than the one whose first page is known:
// its path ends with a question mark, which no page is known by.
func listedPath(u *url.URL) string {
	if u.RawQuery != "" && (u.Path == "/slot" || u.Path == "/live") {
		return u.Path + "?"
	}
	return u.Path
}

// hasCookie reports whether the request has a cookie.
func hasCookie(r *http.Request, name string) bool {
	_, err := r.Cookie(name)
	return err == nil
}

// fallbackLanguage is that of visitors whose language a brand does not support (specification §4), where it has it.
const fallbackLanguage = "tr"

// language returns the language in the cookie if the brand supports it, or the default language. A visitor whose
// chosen language the brand does not have gets fallbackLanguage, as in the site.
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
