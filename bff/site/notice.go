package site

import (
	_ "embed"
	"encoding/json"
	"fmt"
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

//go:embed notice.html
var noticeHTML string

var noticeTemplate = mustParse(strings.TrimSpace(noticeHTML))

// notice returns a notice with the brand's logo and its addresses, and a link that loads the page again where that may
// help.
func (d *pageData) notice(kind noticeKind) string {
	text := notices[kind][d.lang]
	return noticeTemplate.fill(values{
		"name": d.brand.Name, "logo": logoPath(d), "emails": d.brand.Contact.Emails,
		"title": text.Title, "text": text.Text, "retry": text.Retry,
	})
}

// notices returns what the page contains for browsers that cannot run or load the site.
func (d *pageData) notices() string {
	style := `<style nonce="` + d.nonce + `">#root{display:none}</style>`
	return `<noscript>` + style + d.notice(noticeScript) + `</noscript>` +
		`<div id="unsupported" hidden>` + d.notice(noticeDevice) + `</div>` +
		`<div id="failed" hidden>` + d.notice(noticeFailed) + `</div>`
}

// What a notice replaces: the scripts of the build, which stand in the head, with their preloads, and the body.
var (
	scripts  = regexp.MustCompile(`\s*(<script\b[^>]*>[^<]*</script>|<link rel="modulepreload"[^>]*>)`)
	pageBody = regexp.MustCompile(`(?s)<body>.*</body>`)
)

// renderNotice returns the page with a notice instead of the site, without bootstrap, preloads and scripts.
func (t *pageTemplate) renderNotice(kind noticeKind, d *pageData) []byte {
	page := scripts.ReplaceAllString(string(t.raw), "")
	page = pageBody.ReplaceAllLiteralString(page, "<body>"+d.notice(kind)+"</body>")
	return []byte(strings.NewReplacer(
		rootPlaceholder, d.root(),
		headPlaceholder, headTemplate.fill(d.look()),
		nonceValue, `"`+d.nonce+`"`,
	).Replace(page))
}

// refused reports whether the visitor gets a notice. The console is for the staff, wherever they are.
func refused(scope *bff.Scope, r *http.Request) bool {
	return scope.RegionBlocked && pageKind(r.URL.Path) != pageConsole
}
