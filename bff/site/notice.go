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

// noticeKind is a reason to show a notice instead of the site.
type noticeKind string

// The notices that work without the site's scripts.
const (
	noticeRegion noticeKind = "region" // the brand blocks the visitor's country
	noticeScript noticeKind = "script" // the browser runs no scripts
	noticeDevice noticeKind = "device" // the browser lacks features that the site's scripts need
	noticeFailed noticeKind = "failed" // the site's scripts failed to load
)

//go:embed notices.json
var noticesJSON []byte

// notices contains the texts by kind and language.
var notices = func() (out map[noticeKind]map[string]struct{ Title, Text, Retry string }) {
	if err := json.Unmarshal(noticesJSON, &out); err != nil {
		panic(fmt.Sprintf("site: parse notices.json: %v", err))
	}
	return out
}()

//go:embed notice.html
var noticeHTML string

var noticeTemplate = mustParse(strings.TrimSpace(noticeHTML))

// noticeLine is a notice above a page that visitors can read without scripts. The page reserves no
// space for what scripts add.
var noticeLine = mustParse(`<style nonce="⟦nonce⟧">[data-height]:empty,section:has([aria-busy]){display:none}</style><p class="notice-line" role="status">⟦text⟧</p>`)

// notice returns a notice with the brand's logo and email addresses. It includes a reload link if a
// reload may help.
func (d *pageData) notice(kind noticeKind) string {
	text := notices[kind][d.brand.BuiltInLanguage(d.lang)]
	return noticeTemplate.fill(values{
		"name": d.brand.Name, "logo": logoPath(d), "emails": d.brand.Contact.Emails,
		"title": text.Title, "text": text.Text, "retry": text.Retry,
	})
}

// notices returns the parts of the page for browsers that cannot run or load the site.
func (d *pageData) notices() string {
	script := `<style nonce="` + d.nonce + `">#root{display:none}</style>` + d.notice(noticeScript)
	if d.paintsFully() {
		text := notices[noticeScript][d.brand.BuiltInLanguage(d.lang)].Text
		script = noticeLine.fill(values{"text": text, "nonce": d.nonce})
	}
	return `<noscript>` + script + `</noscript>` + `<div id="unsupported" hidden>` + d.notice(noticeDevice) + `</div>` +
		`<div id="failed" hidden>` + d.notice(noticeFailed) + `</div>`
}

// A notice replaces the scripts and preloads of the build in the head, and the body.
var (
	scripts  = regexp.MustCompile(`\s*(<script\b[^>]*>[^<]*</script>|<link rel="modulepreload"[^>]*>)`)
	pageBody = regexp.MustCompile(`(?s)<body>.*</body>`)
)

// renderNotice returns the page with a notice instead of the site. It omits bootstrap, preloads and
// scripts.
func (t *pageTemplate) renderNotice(kind noticeKind, d *pageData) []byte {
	page := scripts.ReplaceAllString(string(t.raw), "")
	page = pageBody.ReplaceAllLiteralString(page, "<body>"+d.notice(kind)+"</body>")
	return []byte(strings.NewReplacer(
		rootPlaceholder, d.root(),
		headPlaceholder, headTemplate.fill(d.look()),
		nonceValue, `"`+d.nonce+`"`,
	).Replace(page))
}

// refused reports whether the visitor gets a notice. Staff can use the console from everywhere.
func refused(scope *bff.Scope, r *http.Request) bool {
	return scope.RegionBlocked && pageKind(r.URL.Path) != pageConsole
}
