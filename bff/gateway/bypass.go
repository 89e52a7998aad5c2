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

// bypassQuery carries a tester's pass in a link: /?bypass=PASS.
const bypassQuery = "bypass"

// state gives the maintenance that this visitor meets at a call, or at the whole site
// where call is empty. Only where there is any does it matter who asks.
func (g *gateway) maintenanceState(r *http.Request, scope *bff.Scope, call string) bff.MaintenanceState {
	s := g.Maintenance.State(scope.Brand.ID, call)
	if !s.On || g.Bypass == nil {
		return s
	}
	pass := ""
	if c, err := r.Cookie(bypassCookieName(scope.Brand)); err == nil {
		pass = c.Value
	}
	return g.Bypass.StateFor(scope.Brand.ID, call, scope.Visitor, pass)
}

// letIn takes a tester's pass out of the address and puts it into a cookie. It tells
// whether it has answered; a pass that is none is left alone, and the site opens as ever.
func (g *gateway) letIn(c *gin.Context) bool {
	if g.Bypass == nil || !slices.Contains(readMethods, c.Request.Method) || !strings.Contains(c.Request.URL.RawQuery, bypassQuery) {
		return false
	}
	query, brand := c.Request.URL.Query(), bff.ScopeOf(c.Request.Context()).Brand
	pass := query.Get(bypassQuery)
	until, ok := g.Bypass.BypassValidUntil(brand.ID, pass)
	if !ok {
		return false
	}
	http.SetCookie(c.Writer, &http.Cookie{ //nolint:gosec // Secure wherever there is TLS; a demo on localhost has none
		Name:     bypassCookieName(brand),
		Value:    pass,
		Path:     "/",
		MaxAge:   max(int(until.Sub(g.Clock())/time.Second), 1),
		HttpOnly: true,
		Secure:   brand.Sessions.Secure,
		SameSite: http.SameSiteLaxMode,
	})
	query.Del(bypassQuery)
	// One slash: a path that begins with two would lead to another host.
	to := url.URL{Path: "/" + strings.TrimLeft(c.Request.URL.Path, "/"), RawQuery: query.Encode()}
	c.Header("Cache-Control", "no-store")
	c.Header("Referrer-Policy", "no-referrer")
	c.Redirect(http.StatusSeeOther, to.String())
	return true
}

// bypassCookieName is the name of the cookie that holds a pass; see cookieName.
func bypassCookieName(brand *bff.Brand) string { return cookieName(brand) + "-pass" }
