package site

import (
	"bytes"
	"crypto/rand"
	_ "embed"
	"encoding/base64"
	"html/template"
	"net/http"

	"croupier/bff"
)

// offlinePath is the path of the page that the service worker shows while the browser is offline.
const offlinePath = "/offline"

// offlineRevisionNonce makes the page comparable: its hash names its version.
const offlineRevisionNonce = "revision"

//go:embed offline.html
var offlineHTML string

var offlineTemplate = template.Must(template.New("offline").Parse(offlineHTML))

// offlineData is the data of the offline page. It has the texts of every language and both modes, because the
// browser stores it once.
type offlineData struct {
	Name, Nonce, Lang, Mode string
	Mark                    template.URL // a data URL
	Style                   template.CSS
	Texts                   []offlineText
}

type offlineText struct {
	Lang, Dir, Title, Text, Retry string
}

// offlinePage returns the offline page of a brand.
func (s *Site) offlinePage(b *bff.Brand, nonce string) []byte {
	d := offlineData{
		Name: b.Name, Nonce: nonce, Lang: b.DefaultLang(), Mode: b.Theme.DefaultMode,
		Mark:  template.URL("data:image/svg+xml;base64," + base64.StdEncoding.EncodeToString(b.Assets["mark.svg"])), //nolint:gosec // G203: base64
		Style: template.CSS(variables(&b.Theme)),                                                                    //nolint:gosec // G203: checked by the configuration, see variables
	}
	for _, l := range b.Languages {
		d.Texts = append(d.Texts, offlineText{
			Lang: l.Lang, Dir: direction(l.Lang),
			Title: s.text(l.Lang, "offline_title"), Text: s.text(l.Lang, "offline_text"), Retry: s.text(l.Lang, "offline_retry"),
		})
	}
	var out bytes.Buffer
	if err := offlineTemplate.Execute(&out, d); err != nil {
		panic("site: render the offline page: " + err.Error()) // the template and its data are fixed
	}
	return out.Bytes()
}

// serveOffline serves the offline page of the brand, which the service worker requests when it is installed.
func (s *Site) serveOffline(w http.ResponseWriter, r *http.Request, b *bff.Brand) {
	nonce := rand.Text()
	setSecurityHeaders(w.Header(), b, offlinePath, nonce, false)
	w.Header().Set("X-Robots-Tag", "noindex")
	serveRevalidated(w, r, "text/html; charset=utf-8", s.offlinePage(b, nonce))
}
