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

// maintenanceOf returns the maintenance state of a call for this visitor: that of its part or else its own.
func (g *gateway) maintenanceOf(hr *http.Request, scope *bff.Scope, call string, part bff.Part) bff.MaintenanceState {
	if s := g.maintenanceState(hr, scope, string(part)); s.On {
		return s
	}
	return g.maintenanceState(hr, scope, call)
}

// maintenanceState returns the maintenance state of a part or a call for this visitor, or of the whole
// site when name is empty. The bypass is consulted only during maintenance.
func (g *gateway) maintenanceState(hr *http.Request, scope *bff.Scope, name string) bff.MaintenanceState {
	s := g.Maintenance.State(scope.Brand.ID, name)
	if !s.On || g.Bypass == nil {
		return s
	}
	pass := ""
	if c, err := hr.Cookie(bypassCookieName(scope.Brand)); err == nil {
		pass = c.Value
	}
	return g.Bypass.StateFor(scope.Brand.ID, name, scope.Visitor, pass)
}

// acceptBypass moves a tester's pass from the query into a cookie and redirects. It reports whether
// it has answered; an invalid pass is ignored.
func (g *gateway) acceptBypass(c *gin.Context) bool {
	if g.Bypass == nil || !slices.Contains(readMethods, c.Request.Method) || !strings.Contains(c.Request.URL.RawQuery, bypassQuery) {
		return false
	}
	query, brand := c.Request.URL.Query(), infoOf(c).scope.Brand
	pass := query.Get(bypassQuery)
	until, ok := g.Bypass.BypassValidUntil(brand.ID, pass)
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
