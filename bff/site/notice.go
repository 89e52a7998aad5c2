package site

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"html"
	"net/http"
	"regexp"
	"strings"

	"croupier/bff"
)

// A noticeKind is a reason why a visitor gets a notice instead of the site.
type noticeKind string

// The notices that work without the site's scripts (specification §2, error screens).
const (
	noticeRegion noticeKind = "region" // the brand refuses the visitor's country
	noticeScript noticeKind = "script" // the browser runs no scripts
	noticeDevice noticeKind = "device" // the browser lacks what the site's scripts need
	noticeFailed noticeKind = "failed" // the site's scripts cannot be loaded
)

//go:embed notices.json
var noticesJSON []byte

// notices has the texts by kind and language.
var notices = func() (out map[noticeKind]map[string]struct{ Title, Text, Retry string }) {
	if err := json.Unmarshal(noticesJSON, &out); err != nil {
		panic(fmt.Sprintf("site: parse notices.json: %v", err))
	}
	return out
}()

// noticeHTML returns a notice with the brand's logo and its addresses, and a link that loads the page again where
// that may help.
func noticeHTML(kind noticeKind, b *bff.Brand, lang, mode string) string {
	text := notices[kind][lang]
	var out strings.Builder
	fmt.Fprintf(&out, `<div class="notice" role="alert"><img alt="%s" src="%s"><h1>%s</h1><p>%s</p>`,
		html.EscapeString(b.Name), html.EscapeString(assetPath(b, mode+".svg")), html.EscapeString(text.Title), html.EscapeString(text.Text))
	if text.Retry != "" {
		fmt.Fprintf(&out, `<a class="notice-retry" href="">%s</a>`, html.EscapeString(text.Retry))
	}
	for _, address := range b.Contact.Emails {
		fmt.Fprintf(&out, `<a href="mailto:%[1]s">%[1]s</a>`, html.EscapeString(address))
	}
	out.WriteString(`</div>`)
	return out.String()
}

// notices returns what the page contains for browsers that cannot run or load the site.
func (d *pageData) notices() string {
	return `<noscript><style nonce="` + d.nonce + `">#root{display:none}</style>` + noticeHTML(noticeScript, d.brand, d.lang, d.mode) + `</noscript>` +
		`<div id="unsupported" hidden>` + noticeHTML(noticeDevice, d.brand, d.lang, d.mode) + `</div>` +
		`<div id="failed" hidden>` + noticeHTML(noticeFailed, d.brand, d.lang, d.mode) + `</div>`
}

// The ends of the page's body.
const (
	bodyStart = "<body>"
	bodyEnd   = "</body>"
)

// scripts matches the scripts of the build, which stand in the head, and their preloads.
var scripts = regexp.MustCompile(`\s*(<script\b[^>]*>[^<]*</script>|<link rel="modulepreload"[^>]*>)`)

// renderNotice returns the page with a notice instead of the site: the same head without bootstrap and preloads,
// and no scripts.
func (t *pageTemplate) renderNotice(kind noticeKind, d *pageData) []byte {
	page := scripts.ReplaceAllString(string(t.raw), "")
	if start, end := strings.Index(page, bodyStart), strings.LastIndex(page, bodyEnd); start >= 0 && end > start {
		page = page[:start+len(bodyStart)] + noticeHTML(kind, d.brand, d.lang, d.mode) + page[end:]
	}
	return []byte(strings.NewReplacer(
		rootPlaceholder, d.root(),
		headPlaceholder, d.look(),
		nonceValue, `"`+d.nonce+`"`,
	).Replace(page))
}

// refused reports whether the visitor gets a notice instead of the page. The console is for the staff, wherever
// they are.
func refused(scope *bff.Scope, r *http.Request) bool {
	return scope.RegionBlocked && pageKind(r.URL.Path) != pageConsole
}
