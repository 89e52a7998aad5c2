package site

import (
	"crypto/rand"
	_ "embed"
	"encoding/base64"
	"fmt"
	"html"
	"net/http"
	"strings"

	"croupier/bff"
)

// offlinePath is the path of the page that the service worker shows while the browser is offline.
const offlinePath = "/offline"

// offlineRevisionNonce makes the page comparable: its hash names its version.
const offlineRevisionNonce = "revision"

//go:embed offline.html
var offlineHTML string

// offlinePage returns the offline page of a brand. It has the texts of every language and both modes, because
// the browser stores it once. It is no template of html/template, with which the linker keeps every
// exported method of every type: the binary would be half as large again.
func (s *Site) offlinePage(b *bff.Brand, nonce string) []byte {
	var shown, sections strings.Builder
	for _, l := range b.Languages {
		fmt.Fprintf(&shown, ":root[lang=%s] section[lang=%[1]s]{display:block}\n", html.EscapeString(l.Lang))
		fmt.Fprintf(&sections, "\n<section lang=\"%s\" dir=\"%s\"><h1>%s</h1><p>%s</p><a href=\"\">%s</a></section>",
			html.EscapeString(l.Lang), direction(l.Lang), html.EscapeString(s.text(l.Lang, "offline_title")),
			html.EscapeString(s.text(l.Lang, "offline_text")), html.EscapeString(s.text(l.Lang, "offline_retry")))
	}
	page := strings.NewReplacer(
		"{{name}}", html.EscapeString(b.Name), "{{nonce}}", nonce,
		"{{lang}}", html.EscapeString(b.DefaultLang()), "{{mode}}", html.EscapeString(b.Theme.DefaultMode),
		"{{mark}}", "data:image/svg+xml;base64,"+base64.StdEncoding.EncodeToString(b.Assets["mark.svg"]),
		"{{style}}", variables(&b.Theme), // checked by the configuration
		"{{shown}}", shown.String(), "{{sections}}", sections.String(),
	)
	return []byte(page.Replace(offlineHTML))
}

// serveOffline serves the offline page of the brand, which the service worker requests when it is installed.
func (s *Site) serveOffline(w http.ResponseWriter, r *http.Request, b *bff.Brand) {
	nonce := rand.Text()
	setSecurityHeaders(w.Header(), b, offlinePath, nonce, false)
	w.Header().Set("X-Robots-Tag", "noindex")
	serveRevalidated(w, r, "text/html; charset=utf-8", s.offlinePage(b, nonce))
}
