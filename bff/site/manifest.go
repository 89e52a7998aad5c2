package site

import (
	"bytes"
	"encoding/json"
	"net/http"
	"strings"
	"time"

	"croupier/bff"
)

// manifestPath is the path of the web app manifest. Its query has the language, because browsers request
// manifests without cookies.
const manifestPath = "/manifest.webmanifest"

// manifest is a web app manifest (https://www.w3.org/TR/appmanifest/).
type manifest struct {
	ID          string         `json:"id"`
	Name        string         `json:"name"`
	ShortName   string         `json:"short_name"`
	Description string         `json:"description"`
	Lang        string         `json:"lang"`
	Dir         string         `json:"dir"`
	StartURL    string         `json:"start_url"`
	Scope       string         `json:"scope"`
	Display     string         `json:"display"`
	Background  string         `json:"background_color"`
	ThemeColour string         `json:"theme_color"`
	Icons       []manifestIcon `json:"icons"`
}

type manifestIcon struct {
	Source  string `json:"src"`
	Sizes   string `json:"sizes"`
	Type    string `json:"type"`
	Purpose string `json:"purpose"`
}

// newManifest returns the manifest of a brand in a language.
func newManifest(b *bff.Brand, lang string) *manifest {
	background := palette(&b.Theme, b.Theme.DefaultMode).BG
	m := &manifest{
		ID: "/", Name: b.Name, ShortName: b.Name, Description: b.Tagline[lang],
		Lang: lang, Dir: direction(lang), StartURL: "/", Scope: "/", Display: "standalone",
		Background: background, ThemeColour: background,
		Icons: []manifestIcon{{Source: assetPath(b, "mark.svg"), Sizes: "any", Type: "image/svg+xml", Purpose: "any"}},
	}
	for _, icon := range bff.Icons {
		if _, ok := b.Assets[icon.File]; ok && icon.Purpose != "" {
			m.Icons = append(m.Icons, manifestIcon{Source: assetPath(b, icon.File), Sizes: icon.Sizes(), Type: "image/png", Purpose: icon.Purpose})
		}
	}
	return m
}

// serveManifest serves the manifest of the brand.
func serveManifest(w http.ResponseWriter, r *http.Request, b *bff.Brand) {
	lang := r.URL.Query().Get("lang")
	if !b.SupportsLanguage(lang) {
		lang = b.DefaultLang()
	}
	raw, err := json.Marshal(newManifest(b, lang))
	if err != nil {
		http.Error(w, http.StatusText(http.StatusInternalServerError), http.StatusInternalServerError)
		return
	}
	serveRevalidated(w, r, "application/manifest+json", raw)
}

// serveRevalidated serves content made for a brand, which browsers revalidate by its hash.
func serveRevalidated(w http.ResponseWriter, r *http.Request, contentType string, raw []byte) {
	h := w.Header()
	h.Set("Content-Type", contentType)
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Cache-Control", "no-cache")
	h.Set("ETag", `"`+digest(raw)+`"`)
	http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(raw))
}

// direction returns the text direction of a language.
func direction(lang string) string {
	if lang == "ar" {
		return "rtl"
	}
	return "ltr"
}

// palette returns the colours of a theme in a mode.
func palette(t *bff.Theme, mode string) bff.Palette {
	if mode == "light" {
		return t.Modes.Light
	}
	return t.Modes.Dark
}

// isIcon reports whether an asset is a picture of pixels; every other asset is an SVG file.
func isIcon(name string) bool { return strings.HasSuffix(name, ".png") }
