package gateway_test

import (
	"net/http"
	"net/netip"
	"net/url"
	"strings"
	"testing"
	"time"

	"croupier/bff"
	"croupier/bff/gateway"
	"croupier/bff/testkit"
)

// fakeBypass is a gateway.MaintenanceBypass with one pass and one address of marmara.
type fakeBypass struct{ fixture *fixture }

func (d *fakeBypass) StateFor(brand, _ string, visitor netip.Addr, pass string) bff.MaintenanceState {
	if _, ok := d.BypassValidUntil(brand, pass); ok || visitor == netip.MustParseAddr("203.0.113.9") {
		return bff.MaintenanceState{}
	}
	return d.fixture.state
}

func (d *fakeBypass) BypassValidUntil(brand, pass string) (time.Time, bool) {
	return d.fixture.now.Add(time.Hour), brand == "marmara" && pass == "good"
}

// newClosedFixture returns a gateway whose brands are under maintenance, with a bypass.
func newClosedFixture(t *testing.T) *fixture {
	t.Helper()
	d := &fakeBypass{}
	d.fixture = newFixture(t, func(o *gateway.Options) { o.Bypass = d })
	d.fixture.state.On = true
	return d.fixture
}

func bypassCookie(value string) func(*http.Request) {
	return func(r *http.Request) { r.AddCookie(&http.Cookie{Name: "croupier-pass", Value: value}) }
}

func TestBypassDuringMaintenance(t *testing.T) {
	for _, row := range []struct {
		name string
		edit func(*http.Request)
		in   bool
	}{
		{"a visitor", without("X-None"), false},
		{"a visitor with a forged pass", bypassCookie("bad"), false},
		{"a visitor with a pass", bypassCookie("good"), true},
		{"an admitted address", from("203.0.113.9"), true},
	} {
		t.Run(row.name, func(t *testing.T) {
			r := newClosedFixture(t)
			w, e := r.call(providers, row.edit)
			if e.Result != row.in || (w.Code == 200) != row.in {
				t.Errorf("a call: %d %+v", w.Code, e)
			}
			if _, e := r.call(api("maintenance/check_status", ""), row.edit); e.Result != row.in {
				t.Errorf("check_status: %+v", e)
			}
			want := `{"result":true}`
			if !row.in {
				want = `{"result":false,"message":"This site is under maintenance","until":null}`
			}
			if w := r.get("/v1/check-maintenance", row.edit); w.Body.String() != want {
				t.Errorf("check-maintenance: %s", w.Body)
			}
		})
	}
	r := newClosedFixture(t)
	if _, e := r.call(providers, bypassCookie("good"), host("zephyr.localhost")); e.Result {
		t.Error("a pass of one brand is valid for another")
	}
}

func TestBypassLinkSetsCookie(t *testing.T) {
	for _, row := range []struct{ path, to string }{
		{"/?bypass=good", "/"},
		{"/slot/category/27?a=1&bypass=good&b=2", "/slot/category/27?a=1&b=2"},
		{"//evil.example/x?bypass=good", "/evil.example/x"},
		{`/%5Cevil.example?bypass=good`, `/%5Cevil.example`},
	} {
		w := newClosedFixture(t).get(row.path)
		if w.Code != http.StatusSeeOther || w.Header().Get("Location") != row.to {
			t.Errorf("%s: %d to %q, want %q", row.path, w.Code, w.Header().Get("Location"), row.to)
		}
		if w.Header().Get("Cache-Control") != "no-store" || w.Header().Get("Referrer-Policy") != "no-referrer" {
			t.Errorf("%s: %v", row.path, w.Header())
		}
		if len(w.Result().Cookies()) != 1 {
			t.Fatalf("%s: cookies %v", row.path, w.Result().Cookies())
		}
		c := w.Result().Cookies()[0]
		if c.Name != "croupier-pass" || c.Value != "good" || c.MaxAge != 3600 || !c.HttpOnly || c.SameSite != http.SameSiteLaxMode || c.Path != "/" || c.Domain != "" {
			t.Errorf("%s: cookie %+v", row.path, c)
		}
	}
	r := newClosedFixture(t)
	r.marmara().Sessions.Secure = true
	if c := r.get("/?bypass=good").Result().Cookies()[0]; c.Name != "__Host-croupier-pass" || !c.Secure {
		t.Errorf("behind TLS: %+v", c)
	}
}

// A redirect leads to a page of the site, whatever address it was asked for.
func TestBypassLinkStaysOnTheSite(t *testing.T) {
	r := newClosedFixture(t)
	const site = "http://marmara.localhost"
	redirects := 0
	for _, address := range testkit.HostileAddresses(t) {
		for name, edit := range map[string]func(*url.URL){
			"as the path":            func(u *url.URL) { u.Path = address },
			"as a path with slash":   func(u *url.URL) { u.Path = "/" + address },
			"as an escaped path":     func(u *url.URL) { u.Path, u.RawPath = address, (&url.URL{Path: address}).EscapedPath() },
			"in the query":           func(u *url.URL) { u.RawQuery += "&returnUrl=" + url.QueryEscape(address) },
			"as a name of the query": func(u *url.URL) { u.RawQuery += "&" + url.QueryEscape(address) },
		} {
			w := r.get("/?bypass=good", func(hr *http.Request) { edit(hr.URL) })
			to := w.Header().Get("Location")
			if to == "" && w.Code >= 400 {
				continue // not an address of HTTP
			}
			redirects++
			if w.Code != http.StatusSeeOther || !strings.HasPrefix(to, "/") || testkit.LeadsTo(site+"/login", to) != site {
				t.Errorf("%.60q %s: %d to %.60q", address, name, w.Code, to)
			}
		}
	}
	if redirects < 2000 {
		t.Errorf("%d redirects, want those of most addresses", redirects)
	}
}

func TestInvalidBypassLinkIsIgnored(t *testing.T) {
	r := newClosedFixture(t)
	for name, w := range map[string]*http.Response{
		"forged":           r.get("/?bypass=bad").Result(),
		"empty":            r.get("/?bypass=").Result(),
		"another brand's":  r.get("/?bypass=good", host("zephyr.localhost")).Result(),
		"without doorkeep": newFixture(t).get("/?bypass=good").Result(),
	} {
		if w.StatusCode != http.StatusOK || len(w.Cookies()) != 0 {
			t.Errorf("%s: %d %v", name, w.StatusCode, w.Cookies())
		}
	}
}
