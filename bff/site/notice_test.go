package site

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"croupier/bff"
)

func TestEveryNoticeHasEveryLanguage(t *testing.T) {
	for _, kind := range []noticeKind{noticeRegion, noticeScript, noticeDevice, noticeFailed} {
		for _, lang := range []string{"tr", "en", "de", "ru", "ar"} {
			if text := notices[kind][lang]; text.Title == "" || text.Text == "" {
				t.Errorf("%s in %s: %+v", kind, lang, text)
			}
			if retry := notices[kind][lang].Retry; (retry != "") != (kind == noticeFailed) {
				t.Errorf("%s in %s: retry %q", kind, lang, retry)
			}
		}
	}
}

func TestNoticesNeedNoScript(t *testing.T) {
	template, err := newPageTemplate([]byte(strings.Join([]string{
		rootPlaceholder, "<head>", noncePlaceholder, headPlaceholder, "</head><body>", noticesPlaceholder, shellPlaceholder, dataPlaceholder,
		`<script type="module" src="/app.js"></script></body></html>`,
	}, "")))
	if err != nil {
		t.Fatal(err)
	}
	zone := &bff.Brand{ID: "pera", Name: "Pera & Co", Languages: []bff.Language{{Lang: "ar"}}, Contact: bff.Contact{Emails: []string{"destek@pera.example"}}}
	d := &pageData{brand: zone, lang: "ar", mode: "dark", page: pageInner, nonce: "N", build: &build{}}

	page := string(template.render(d))
	for _, want := range []string{"<noscript>", notices[noticeScript]["ar"].Title, `<div id="unsupported" hidden>`, notices[noticeDevice]["ar"].Title, `<div id="failed" hidden>`, `href="">` + notices[noticeFailed]["ar"].Retry + "</a>", "mailto:destek@pera.example", "Pera &amp; Co"} {
		if !strings.Contains(page, want) {
			t.Errorf("the page has no %q", want)
		}
	}
	refusal := string(template.renderNotice(noticeRegion, d))
	if !strings.Contains(refusal, notices[noticeRegion]["ar"].Text) || strings.Contains(refusal, "<script") || !strings.Contains(refusal, `dir="rtl"`) {
		t.Errorf("the refusal:\n%s", refusal)
	}
}

func TestRefusedVisitorsGetANoticeAndTheStaffTheConsole(t *testing.T) {
	for _, c := range []struct {
		path    string
		blocked bool
		want    bool
	}{{"/", false, false}, {"/", true, true}, {"/slot", true, true}, {"/maintenance-control", true, false}, {"/maintenance-control/login", true, false}} {
		got := refused(&bff.Scope{RegionBlocked: c.blocked}, httptest.NewRequest(http.MethodGet, c.path, nil))
		if got != c.want {
			t.Errorf("%s, blocked %v: %v", c.path, c.blocked, got)
		}
	}
}
