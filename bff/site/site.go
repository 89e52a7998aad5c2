// Package site serves the player site: hashed files for ever, precompressed; the page with
// its brand, language and first lists inlined, never kept (calls.md §4, "anything else").
package site

import (
	"crypto/rand"
	"errors"
	"fmt"
	"io/fs"
	"net/http"
	"strconv"
	"strings"

	"croupier/bff"
	"croupier/bff/internal/compression"
)

// Site serves one build of the player site to every brand.
type Site struct {
	files    map[string]*file
	routes   routes
	template *template
	preload  preload
	initial  InitialDataFunc
}

// ErrNotBuilt says that there is no page to serve.
var ErrNotBuilt = errors.New("site: the player site is not built; run make build")

// New reads a build. It fails with ErrNotBuilt for an empty one.
func New(dist fs.FS, initial InitialDataFunc) (*Site, error) {
	raw, err := fs.ReadFile(dist, "index.html")
	if errors.Is(err, fs.ErrNotExist) {
		return nil, ErrNotBuilt
	}
	if err != nil {
		return nil, fmt.Errorf("site: %w", err)
	}
	s := &Site{initial: initial}
	if s.template, err = newTemplate(raw); err != nil {
		return nil, err
	}
	if s.routes, err = readRoutes(dist); err != nil {
		return nil, err
	}
	if s.preload, err = readPreload(dist); err != nil {
		return nil, err
	}
	s.files, err = readFiles(dist)
	return s, err
}

// ServeHTTP answers a path that is no call. The request's context carries its scope.
func (s *Site) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	scope := bff.ScopeOf(r.Context())
	if !readOnly(w, r) {
		return
	}
	if strings.HasPrefix(r.URL.Path, "/brand/") {
		serveAsset(w, r, scope.Brand)
		return
	}
	if f, ok := s.files[r.URL.Path]; ok {
		f.serve(w, r)
		return
	}
	if strings.HasPrefix(r.URL.Path, "/assets/") {
		// A page of an older build asks for a chunk that is gone: a page in its place
		// would be taken for a script.
		notFound(w, r)
		return
	}
	status := http.StatusOK
	if !s.routes.has(r.URL.Path) {
		status = http.StatusNotFound
	}
	servePage(w, r, scope, s.template, s.preload, s.initial, status, false)
}

// notFound says that there is no such file. Nobody is to remember that: while instances are
// replaced, the next one asked may have it.
func notFound(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Cache-Control", "no-store")
	http.NotFound(w, r)
}

// readOnly refuses any method but GET and HEAD.
func readOnly(w http.ResponseWriter, r *http.Request) bool {
	if r.Method == http.MethodGet || r.Method == http.MethodHead {
		return true
	}
	w.Header().Set("Allow", "GET, HEAD")
	http.Error(w, http.StatusText(http.StatusMethodNotAllowed), http.StatusMethodNotAllowed)
	return false
}

// servePage fills the template for this visit.
func servePage(w http.ResponseWriter, r *http.Request, scope *bff.Scope, t *template, p preload, initial InitialDataFunc, status int, dev bool) {
	v := &visit{
		brand: scope.Brand, lang: language(r, scope.Brand), mode: mode(r, scope.Brand),
		home: r.URL.Path == "/", nonce: rand.Text(), preload: p,
	}
	var data InitialData
	if initial != nil && status == http.StatusOK {
		pageScope := *scope
		pageScope.Lang = v.lang
		data = initial(r.Context(), &pageScope, r.URL.Path)
	}
	v.image = data.Image
	var err error
	if v.bootstrap, err = Bootstrap(v.brand, v.lang, data.Answers); err != nil {
		http.Error(w, http.StatusText(http.StatusInternalServerError), http.StatusInternalServerError)
		return
	}
	h := w.Header()
	protect(h, v.brand, v.nonce, dev)
	h.Set("Content-Type", "text/html; charset=utf-8")
	h.Set("Cache-Control", "no-store")
	h.Set("Content-Language", v.lang)
	h.Set("Vary", "Accept-Encoding, Cookie")
	encoding := compression.Accepted(r.Header.Get("Accept-Encoding"))
	if encoding != compression.Identity {
		h.Set("Content-Encoding", encoding.String())
	}
	if r.Method == http.MethodHead {
		w.WriteHeader(status)
		return
	}
	body := pageCompressor.Compress(encoding, t.fill(v))
	h.Set("Content-Length", strconv.Itoa(len(body)))
	w.WriteHeader(status)
	_, _ = w.Write(body) //nolint:gosec // G705: the page consists of escaped values
}

// language is the one the visitor has chosen, where the brand speaks it.
func language(r *http.Request, b *bff.Brand) string {
	if c, err := r.Cookie("language"); err == nil && b.SupportsLanguage(c.Value) {
		return c.Value
	}
	return b.DefaultLang()
}

// mode is the colour mode the visitor has chosen, or the brand's.
func mode(r *http.Request, b *bff.Brand) string {
	if c, err := r.Cookie("mode"); err == nil && (c.Value == "dark" || c.Value == "light") {
		return c.Value
	}
	return b.Theme.DefaultMode
}
