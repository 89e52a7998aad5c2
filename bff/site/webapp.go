package site

import (
	"bytes"
	"crypto/rand"
	_ "embed"
	"encoding/json"
	"fmt"
	"io/fs"
	"net/http"

	"croupier/bff"
)

// manifestPath is the path of the web app manifest. Its query contains the language, because
// browsers request manifests without cookies.
const manifestPath = "/manifest.webmanifest"

// manifest returns the web app manifest of a brand in a language
// (https://www.w3.org/TR/appmanifest/).
func manifest(b *bff.Brand, lang string) map[string]any {
	background := palette(&b.Theme, b.Theme.DefaultMode).BG
	icon := func(file, sizes, kind, purpose string) map[string]string {
		return map[string]string{"src": assetPath(b, file), "sizes": sizes, "type": kind, "purpose": purpose}
	}
	icons := []map[string]string{icon("mark.svg", "any", "image/svg+xml", "any")}
	for _, i := range bff.Icons {
		if _, ok := b.Assets[i.File]; ok && i.Purpose != "" {
			icons = append(icons, icon(i.File, i.Sizes(), "image/png", i.Purpose))
		}
	}
	return map[string]any{
		"id": "/", "name": b.Name, "short_name": b.Name, "description": b.Tagline[lang], "lang": lang,
		"dir": direction(lang), "start_url": "/", "scope": "/", "display": "standalone", "icons": icons,
		"background_color": background, "theme_color": background,
	}
}

func serveManifest(w http.ResponseWriter, r *http.Request, b *bff.Brand) {
	lang := r.URL.Query().Get("lang")
	if !b.SupportsLanguage(lang) {
		lang = b.DefaultLang()
	}
	raw, err := json.Marshal(manifest(b, lang))
	if err != nil {
		http.Error(w, http.StatusText(http.StatusInternalServerError), http.StatusInternalServerError)
		return
	}
	serveRevalidated(w, r, "application/manifest+json", raw)
}

// serveRevalidated serves content of a brand that browsers revalidate by its hash.
func serveRevalidated(w http.ResponseWriter, r *http.Request, contentType string, raw []byte) {
	serveContent(w, r, contentType, `"`+digest(raw)+`"`, revalidated, raw)
}

func direction(lang string) string {
	switch lang {
	case "ar", "fa", "he", "ur":
		return "rtl"
	}
	return "ltr"
}

func palette(t *bff.Theme, mode string) bff.Palette {
	if mode == "light" {
		return t.Modes.Light
	}
	return t.Modes.Dark
}

// workerPath is the path of the service worker. The worker caches build files, public pictures and
// the offline page.
const workerPath = "/sw.js"

// revisionPlaceholder stands for the hash of the brand's offline page. If the hash changes,
// browsers fetch the page again.
const revisionPlaceholder = "croupier-offline-revision"

func readWorker(dist fs.FS) ([]byte, error) {
	raw, err := fs.ReadFile(dist, workerPath[1:])
	if err != nil {
		return nil, fmt.Errorf("could not read the service worker: %w", err)
	}
	if bytes.Count(raw, []byte(revisionPlaceholder)) != 1 {
		return nil, fmt.Errorf("site: parse %s: want %s exactly once", workerPath[1:], revisionPlaceholder)
	}
	return raw, nil
}

func (s *Site) serveWorker(w http.ResponseWriter, r *http.Request, b *bff.Brand) {
	revision := digest(s.offlinePage(b, "revision")) // with a fixed nonce
	serveRevalidated(w, r, "text/javascript; charset=utf-8",
		bytes.Replace(s.worker, []byte(revisionPlaceholder), []byte(revision), 1))
}

// offlinePath is the path of the page that the service worker shows when the browser is offline.
const offlinePath = "/offline"

//go:embed offline.html
var offlineHTML string

var offlineTemplate = mustParse(offlineHTML)

// offlinePage returns the offline page of a brand. The page contains every language and both colour
// modes, because browsers store it once.
func (s *Site) offlinePage(b *bff.Brand, nonce string) []byte {
	var languages []values
	for _, l := range b.Languages {
		builtIn := b.BuiltInLanguage(l.Lang)
		languages = append(languages, values{
			"lang": l.Lang, "dir": direction(l.Lang), "title": s.text(builtIn, "offline_title"),
			"text": s.text(builtIn, "offline_text"), "retry": s.text(builtIn, "offline_retry"),
		})
	}
	return []byte(offlineTemplate.fill(values{
		"name": b.Name, "nonce": nonce, "lang": b.DefaultLang(), "mode": b.Theme.DefaultMode,
		"theme": variables(&b.Theme), "mark": dataURL(b, "mark.svg"), "languages": languages,
	}))
}

// serveOffline serves the brand's offline page. The service worker requests it during its
// installation.
func (s *Site) serveOffline(w http.ResponseWriter, r *http.Request, b *bff.Brand) {
	nonce := rand.Text()
	setSecurityHeaders(w.Header(), r, b, nonce, false)
	w.Header().Set("X-Robots-Tag", "noindex")
	serveRevalidated(w, r, "text/html; charset=utf-8", s.offlinePage(b, nonce))
}
