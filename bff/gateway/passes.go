package gateway

import (
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/gin-gonic/gin"

	"croupier/bff"
)

// bypassQuery is the query parameter of a tester's link: /?bypass=PASS.
const bypassQuery = "bypass"

// acceptBypass moves a tester's pass from the query into a cookie and redirects. It reports whether
// it has answered; an invalid pass is ignored.
func (g *gateway) acceptBypass(c *gin.Context) bool {
	if !slices.Contains(readMethods, c.Request.Method) || !strings.Contains(c.Request.URL.RawQuery, bypassQuery) {
		return false
	}
	query, brand := c.Request.URL.Query(), infoOf(c).scope.Brand
	pass := query.Get(bypassQuery)
	until, ok := g.Maintenance.BypassValidUntil(brand.ID, pass)
	if !ok {
		return false
	}
	takePass(c, brand, bypassQuery, bypassCookieName(brand), pass, max(int(until.Sub(g.Clock())/time.Second), 1))
	return true
}

// bypassCookieName returns the name of the cookie with a bypass pass; see bff.Brand.SessionCookie.
func bypassCookieName(brand *bff.Brand) string { return brand.SessionCookie() + "-pass" }

// takePass moves a pass from the query parameter named query into a cookie that lives for age seconds, or
// deletes the cookie where age is negative, and redirects to the address without the parameter.
func takePass(c *gin.Context, brand *bff.Brand, query, cookie, pass string, age int) {
	http.SetCookie(c.Writer, &http.Cookie{ //nolint:gosec // Secure with TLS; a demo on localhost has none
		Name:     cookie,
		Value:    pass,
		Path:     "/",
		MaxAge:   age,
		HttpOnly: true,
		Secure:   brand.Sessions.Secure,
		SameSite: http.SameSiteLaxMode,
	})
	rest := c.Request.URL.Query()
	rest.Del(query)
	// A path that begins with two slashes would redirect to another host.
	to := url.URL{Path: "/" + strings.TrimLeft(c.Request.URL.Path, "/"), RawQuery: rest.Encode()}
	c.Header("Cache-Control", "no-store")
	c.Header("Referrer-Policy", "no-referrer")
	c.Redirect(http.StatusSeeOther, to.String())
}

// previewQuery is the query parameter of a preview's link: /?preview=PASS. The value "off" ends the preview.
const (
	previewQuery = "preview"
	previewOff   = "off"
)

// preview shows the draft of the brand to a browser with a pass. It precedes pages and what they are made of, and no
// calls: those have the published brand for everybody. Previewed responses are stored by no cache.
func (g *gateway) preview(c *gin.Context) {
	scope := &infoOf(c).scope
	cookie, err := c.Request.Cookie(previewCookieName(scope.Brand))
	if err != nil {
		return
	}
	if _, ok := g.Previews.PassValidUntil(scope.Brand.ID, cookie.Value); !ok {
		return
	}
	draft := g.Previews.Draft(scope.Brand.ID)
	if draft == nil {
		return
	}
	scope.Brand = scope.Brand.Previewed(draft)
	scope.Lang = scope.Brand.DefaultLang()
	c.Writer = &uncachedWriter{c.Writer}
}

// acceptPreview moves a pass from the query into a cookie of this browser and redirects, as acceptBypass does. It
// reports whether it has answered; an invalid pass is ignored.
func (g *gateway) acceptPreview(c *gin.Context) bool {
	if !slices.Contains(readMethods, c.Request.Method) || !strings.Contains(c.Request.URL.RawQuery, previewQuery) {
		return false
	}
	query, brand := c.Request.URL.Query(), infoOf(c).scope.Brand
	pass, age := query.Get(previewQuery), -1
	if pass == previewOff {
		pass = ""
	} else {
		until, ok := g.Previews.PassValidUntil(brand.ID, pass)
		if !ok {
			return false
		}
		age = max(int(until.Sub(g.Clock())/time.Second), 1)
	}
	takePass(c, brand, previewQuery, previewCookieName(brand), pass, age)
	return true
}

// previewCookieName returns the name of the cookie with a preview pass.
func previewCookieName(brand *bff.Brand) string { return brand.SessionCookie() + "-preview" }

// uncachedWriter keeps a response from every cache, whatever its handler allows.
type uncachedWriter struct{ gin.ResponseWriter }

// forbid sets the headers. Nothing has been sent yet when a method below first calls it.
func (w *uncachedWriter) forbid() {
	w.Header()["Cache-Control"] = []string{"private, no-store"}
	w.Header()["Croupier-Preview"] = []string{"draft"}
	w.Header().Del("Etag")
}

// WriteHeader sets the status.
func (w *uncachedWriter) WriteHeader(status int) {
	w.forbid()
	w.ResponseWriter.WriteHeader(status)
}

// WriteHeaderNow sends the header.
func (w *uncachedWriter) WriteHeaderNow() {
	w.forbid()
	w.ResponseWriter.WriteHeaderNow()
}

// Write writes a part of the body.
func (w *uncachedWriter) Write(b []byte) (int, error) {
	w.forbid()
	return w.ResponseWriter.Write(b)
}

// WriteString writes a part of the body.
func (w *uncachedWriter) WriteString(s string) (int, error) {
	w.forbid()
	return w.ResponseWriter.WriteString(s)
}
