package gateway_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"croupier/bff"
	"croupier/bff/gateway"
	"croupier/bff/theme"
)

// fakePreviews has a draft of marmara and the pass "good" to it.
type fakePreviews struct {
	fixture *fixture
	draft   *bff.Brand
}

func (p *fakePreviews) Draft(brand string) *bff.Brand {
	if brand != "marmara" {
		return nil
	}
	return p.draft
}

func (p *fakePreviews) PassValidUntil(brand, pass string) (time.Time, bool) {
	return p.fixture.now.Add(time.Hour), brand == "marmara" && pass == "good"
}

// newPreviewFixture returns a gateway whose site shows radius and site id of the brand.
func newPreviewFixture(t *testing.T) *fixture {
	t.Helper()
	draft := brand("marmara", "en")
	draft.Theme, draft.SiteID = theme.Theme{Radius: 20}, 999
	draft.Datas = map[string][]byte{"languages.json": []byte(`["draft"]`)}
	draft.Licences = []bff.Licence{{ID: "draft"}}
	p := &fakePreviews{draft: draft}
	p.fixture = newFixture(t, func(o *gateway.Options) {
		o.Previews = p
		o.Site = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			b := bff.ScopeOf(r.Context()).Brand
			w.Header().Set("Cache-Control", "public, max-age=300")
			w.Header().Set("Etag", `"x"`)
			_, _ = fmt.Fprintf(w, "radius %d of site %d", b.Theme.Radius, b.SiteID)
		})
		o.Bootstrap = func(s *bff.Scope) ([]byte, error) {
			return fmt.Appendf(nil, `{"radius":%d,"lang":%q}`, s.Brand.Theme.Radius, s.Lang), nil
		}
	})
	p.fixture.marmara().SiteID = 1
	return p.fixture
}

func previewCookie(value string) func(*http.Request) {
	return func(r *http.Request) { r.AddCookie(&http.Cookie{Name: "croupier-preview", Value: value}) }
}

func TestPreviewIsSeenByABrowserWithAPassOnly(t *testing.T) {
	for _, row := range []struct {
		name  string
		edit  func(*http.Request)
		draft bool
	}{
		{"a visitor", without("X-None"), false},
		{"a browser with a pass", previewCookie("good"), true},
		{"a browser with a forged pass", previewCookie("bad"), false},
		{"a pass in the wrong cookie", bypassCookie("good"), false},
	} {
		r := newPreviewFixture(t)
		for path, want := range map[string][2]string{
			"/":                      {"radius 0 of site 1", "radius 20 of site 1"},
			"/slot/lobby":            {"radius 0 of site 1", "radius 20 of site 1"},
			"/brand/dark.svg":        {"radius 0 of site 1", "radius 20 of site 1"},
			"/v1/bootstrap":          {`{"radius":0,"lang":"tr"}`, `{"radius":20,"lang":"en"}`},
			"/datas/languages.json":  {`[{"id":1}]`, `["draft"]`},
			"/v1/licenses":           {`"id":"mga"`, `"id":"draft"`},
			"/v1/check-maintenance":  {`{"result":true}`, `{"result":true}`},
			"/datas/no-such-file.js": {"unknown call", "unknown call"},
		} {
			w := r.get(path, row.edit)
			text := want[0]
			if row.draft {
				text = want[1]
			}
			if !strings.Contains(w.Body.String(), text) {
				t.Errorf("%s: %s: %s, want %s", row.name, path, w.Body, text)
			}
			// What a cache may store belongs to the published brand.
			if row.draft && want[0] != want[1] && (w.Header().Get("Cache-Control") != "private, no-store" || w.Header().Get("Etag") != "" || w.Header().Get("Croupier-Preview") == "") {
				t.Errorf("%s: %s may be cached: %v", row.name, path, w.Header())
			}
			if !row.draft && w.Header().Get("Croupier-Preview") != "" {
				t.Errorf("%s: %s is a preview: %v", row.name, path, w.Header())
			}
		}
	}
	if w := newPreviewFixture(t).get("/", previewCookie("good"), host("zephyr.localhost")); w.Header().Get("Croupier-Preview") != "" {
		t.Error("a pass of one brand is valid for another")
	}
}

func TestCallsOfAPreviewAreThoseOfThePublishedBrand(t *testing.T) {
	r := newPreviewFixture(t)
	if _, e := r.call(providers, previewCookie("good")); !e.Result {
		t.Fatalf("%+v", e)
	}
	if got := r.sent[0].Brand; got != r.marmara() {
		t.Errorf("the platform was called for %+v", got)
	}
}

func TestPreviewLinkSetsACookieOfTheBrowser(t *testing.T) {
	for _, row := range []struct{ path, to, value string }{
		{"/?preview=good", "/", "good"},
		{"/slot?a=1&preview=good", "/slot?a=1", "good"},
		{"//evil.example/x?preview=good", "/evil.example/x", "good"},
		{"/?preview=off", "/", ""},
	} {
		w := newPreviewFixture(t).get(row.path)
		if w.Code != http.StatusSeeOther || w.Header().Get("Location") != row.to || w.Header().Get("Cache-Control") != "no-store" {
			t.Errorf("%s: %d %v", row.path, w.Code, w.Header())
		}
		if len(w.Result().Cookies()) != 1 {
			t.Fatalf("%s: %v", row.path, w.Result().Cookies())
		}
		c := w.Result().Cookies()[0]
		if c.Name != "croupier-preview" || c.Value != row.value || !c.HttpOnly || c.SameSite != http.SameSiteLaxMode || (c.MaxAge > 0) != (row.value != "") {
			t.Errorf("%s: %v", row.path, c)
		}
	}
	r := newPreviewFixture(t)
	r.marmara().Sessions.Secure = true
	if c := r.get("/?preview=good").Result().Cookies()[0]; !c.Secure || c.Name != "__Host-croupier-preview" {
		t.Errorf("behind TLS: %v", c)
	}
	if w := newPreviewFixture(t).get("/?preview=bad"); w.Code != http.StatusOK || len(w.Result().Cookies()) > 0 {
		t.Errorf("a forged pass: %d %v", w.Code, w.Header())
	}
	if w := newPreviewFixture(t).get("/?preview=good", host("zephyr.localhost")); w.Code != http.StatusOK || len(w.Result().Cookies()) > 0 {
		t.Errorf("a pass of another brand: %d %v", w.Code, w.Header())
	}
}
