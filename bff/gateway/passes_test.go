package gateway_test

import (
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"croupier/bff"
	"croupier/bff/gateway"
	"croupier/bff/test/testkit"
)

// newClosedFixture returns a gateway with brands under maintenance and a bypass.
func newClosedFixture(t *testing.T) *fixture {
	t.Helper()
	r := newFixture(t)
	r.pass, r.state.On = "good", true
	return r
}

// newPreviewFixture returns a gateway with a site that shows radius and site id of the brand.
func newPreviewFixture(t *testing.T) *fixture {
	t.Helper()
	draft := brand("marmara", "en")
	draft.Theme, draft.SiteID = bff.Theme{Radius: 20}, 999
	draft.Datas = map[string][]byte{"languages.json": []byte(`["draft"]`)}
	draft.Licences = []bff.Licence{{ID: "draft"}}
	draft.Features = map[string]bool{"slots": true}
	draft.Sections = map[string]bff.Section{"row/a": {Games: make([]bff.GameRef, 1)}}
	r := newFixture(t, func(o *gateway.Options) {
		o.Site = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			scope := bff.ScopeOf(r.Context())
			b := scope.Brand
			w.Header().Set("Origins", fmt.Sprint(scope.Preview, scope.Origins()))
			w.Header().Set("Cache-Control", "public, max-age=300")
			w.Header().Set("Etag", `"x"`)
			_, _ = fmt.Fprintf(w, "radius %d of site %d", b.Theme.Radius, b.SiteID)
		})
		o.Bootstrap = func(s *bff.Scope) ([]byte, error) {
			return fmt.Appendf(nil, `{"radius":%d,"lang":%q}`, s.Brand.Theme.Radius, s.Lang), nil
		}
	})
	r.pass, r.draft, r.marmara().SiteID = "good", draft, 1
	return r
}

// checkLink opens links with a pass. They redirect to the address without the pass and set a
// session cookie.
func checkLink(t *testing.T, build func(*testing.T) *fixture, query, cookieName string, links map[string]string) {
	t.Helper()
	for path, to := range links {
		w := build(t).get(path)
		h := w.Header()
		got := []string{h.Get("Location"), h.Get("Cache-Control"), h.Get("Referrer-Policy")}
		assert.Equal(t, []string{to, "no-store", "no-referrer"}, got, path)
		assert.Contains(t, h["Set-Cookie"], cookieName+"=good; Path=/; Max-Age=3600; HttpOnly; SameSite=Lax", path)
		assert.Equal(t, http.StatusSeeOther, w.Code, path)
	}
	r := build(t)
	for name, w := range map[string]*http.Response{
		"forged":             r.get(query + "bad").Result(),
		"empty":              r.get(query).Result(),
		"of another brand":   r.get(query+"good", host("zephyr.localhost")).Result(),
		"without the option": newFixture(t).get(query + "good").Result(),
	} {
		assert.Equal(t, http.StatusOK, w.StatusCode, name)
		assert.Empty(t, w.Cookies(), name)
	}
	r.marmara().Sessions.Secure = true
	assert.Regexp(t, "__Host-"+cookieName+"=good[^,]+; Secure", r.get(query+"good").Header(), "behind TLS")
}

func TestBypassLinkSetsCookie(t *testing.T) {
	checkLink(t, newClosedFixture, "/?bypass=", "croupier-pass", map[string]string{
		"/?bypass=good":                         "/",
		"/slot/category/27?a=1&bypass=good&b=2": "/slot/category/27?a=1&b=2",
		"//evil.example/x?bypass=good":          "/evil.example/x",
		`/%5Cevil.example?bypass=good`:          `/%5Cevil.example`,
	})
}

// A redirect always leads to a page of the site.
func TestBypassLinkStaysOnTheSite(t *testing.T) {
	r := newClosedFixture(t)
	const site = "http://marmara.localhost"
	redirects := 0
	for _, address := range testkit.HostileAddresses(t) {
		for name, edit := range map[string]func(*url.URL){
			"as the path":          func(u *url.URL) { u.Path = address },
			"as a path with slash": func(u *url.URL) { u.Path = "/" + address },
			"as an escaped path": func(u *url.URL) {
				u.Path, u.RawPath = address, (&url.URL{Path: address}).EscapedPath()
			},
			"in the query":           func(u *url.URL) { u.RawQuery += "&returnUrl=" + url.QueryEscape(address) },
			"as a name of the query": func(u *url.URL) { u.RawQuery += "&" + url.QueryEscape(address) },
		} {
			w := r.get("/?bypass=good", func(hr *http.Request) { edit(hr.URL) })
			to := w.Header().Get("Location")
			if to == "" && w.Code >= 400 {
				continue // not a valid address in HTTP
			}
			redirects++
			onSite := strings.HasPrefix(to, "/") && testkit.LeadsTo(site+"/login", to) == site
			assert.True(t, w.Code == http.StatusSeeOther && onSite, "%.60q %s: %d to %.60q", address, name, w.Code, to)
		}
	}
	assert.GreaterOrEqual(t, redirects, 2000, "redirects of most addresses")
}

func TestPreviewLinkSetsACookieOfTheBrowser(t *testing.T) {
	checkLink(t, newPreviewFixture, "/?preview=", "croupier-preview", map[string]string{
		"/?preview=good":                "/",
		"/slot?a=1&preview=good":        "/slot?a=1",
		"//evil.example/x?preview=good": "/evil.example/x",
	})
	r := newPreviewFixture(t)
	const (
		first, framed = "; HttpOnly; SameSite=Lax", "; HttpOnly; Secure; SameSite=None; Partitioned"
		cleared, good = "croupier-preview=; Path=/; Max-Age=0", "croupier-preview=good; Path=/; Max-Age=3600"
	)
	for query, cookies := range map[string][]string{ // without partitions, the last one applies
		"preview=good":          {cleared + framed, good + first},
		"preview=good&framed=1": {cleared + first, good + framed},
		"preview=off":           {cleared + framed, cleared + first},
	} {
		w := r.get("/?" + query)
		assert.Equal(t, "303 /", fmt.Sprint(w.Code, " ", w.Header().Get("Location")), query)
		assert.Equal(t, cookies, w.Header()["Set-Cookie"], query)
	}
	r.marmara().Hosts = []string{"localhost", "a.test"}
	w := r.get("/", header("Cookie", "croupier-preview=good"), host("localhost:8080"))
	assert.Equal(t, "true [http://localhost:8080 http://a.test:8080]", w.Header().Get("Origins"),
		"pages that may have the frame")
}

func TestPreviewIsSeenByABrowserWithAPassOnly(t *testing.T) {
	r := newPreviewFixture(t)
	for _, row := range []struct {
		name  string
		edit  func(*http.Request)
		draft bool
	}{
		{"a visitor", without("X-None"), false},
		{"a browser with a pass", header("Cookie", "croupier-preview=good"), true},
		{"a browser with a forged pass", header("Cookie", "croupier-preview=bad"), false},
		{"a pass in the wrong cookie", header("Cookie", "croupier-pass=good"), false},
	} {
		for path, want := range map[string][2]string{
			"/":                      {"radius 0 of site 1", "radius 20 of site 1"},
			"/slot/lobby":            {"radius 0 of site 1", "radius 20 of site 1"},
			"/brand/dark.svg":        {"radius 0 of site 1", "radius 20 of site 1"},
			"/maintenance-control/x": {"radius 0 of site 1", "radius 0 of site 1"},
			"/v1/bootstrap":          {`{"radius":0,"lang":"tr"}`, `{"radius":20,"lang":"en"}`},
			"/datas/languages.json":  {`[{"id":1}]`, `["draft"]`},
			"/v1/licenses":           {`"id":"mga"`, `"id":"draft"`},
			"/v1/rows?section=row/a": {"unknown call", `{"name":"row/a"`},
			"/v1/check-maintenance":  {`{"result":true}`, `{"result":true}`},
			"/datas/no-such-file.js": {"unknown call", "unknown call"},
		} {
			w := r.get(path, row.edit)
			assert.Contains(t, w.Body.String(), want[map[bool]int{true: 1}[row.draft]], "%s: %s", row.name, path)
			previewed := w.Header().Get("Croupier-Preview") != ""
			assert.True(t, row.draft || !previewed, "%s: %s: %v", row.name, path, w.Header())
			if row.draft && want[0] != want[1] { // caches may store only data of the published brand
				cacheable := w.Header().Get("Cache-Control") != "private, no-store" || w.Header().Get("Etag") != ""
				assert.True(t, previewed && !cacheable, "%s: %s: %v", row.name, path, w.Header())
			}
		}
	}
	other := r.get("/", header("Cookie", "croupier-preview=good"), host("zephyr.localhost"))
	assert.Equal(t, "", other.Header().Get("Croupier-Preview"), "a pass of one brand is valid for another")
}

func TestCallsOfAPreviewAreThoseOfThePublishedBrand(t *testing.T) {
	r := newPreviewFixture(t)
	r.want("a call", 200, "", providers, header("Cookie", "croupier-preview=good"))
	assert.Same(t, r.marmara(), r.sent[0].Brand)
}
