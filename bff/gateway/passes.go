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

// Query parameters of bypass and preview links. The value "off" ends a preview.
const (
	bypassQuery  = "bypass"
	previewQuery = "preview"
	previewOff   = "off"
)

// bypassCookieName returns the name of the cookie with a bypass pass. See bff.Brand.SessionCookie.
func bypassCookieName(brand *bff.Brand) string { return brand.SessionCookie() + "-pass" }

func previewCookieName(brand *bff.Brand) string { return brand.SessionCookie() + "-preview" }

// acceptPass moves a valid pass from the query into a cookie and redirects. It reports whether it
// sent a response.
func (g *gateway) acceptPass(c *gin.Context) bool {
	if !slices.Contains(readMethods, c.Request.Method) || c.Request.URL.RawQuery == "" {
		return false
	}
	query, brand := c.Request.URL.Query(), infoOf(c).scope.Brand
	for _, of := range []struct {
		name, cookie string
		validUntil   func(brand, pass string) (time.Time, bool)
	}{
		{bypassQuery, bypassCookieName(brand), g.Maintenance.BypassValidUntil},
		{previewQuery, previewCookieName(brand), g.PreviewPass},
	} {
		pass, age := query.Get(of.name), -1
		if of.name == previewQuery && pass == previewOff {
			pass = ""
		} else if until, ok := of.validUntil(brand.ID, pass); ok && pass != "" {
			age = max(int(until.Sub(g.Clock())/time.Second), 1)
		} else {
			continue
		}
		http.SetCookie(c.Writer, newCookie(brand, of.cookie, pass, age))
		query.Del(of.name)
		// Without the trim, a path with two leading slashes would redirect to another host.
		to := url.URL{Path: "/" + strings.TrimLeft(c.Request.URL.Path, "/"), RawQuery: query.Encode()}
		c.Header("Cache-Control", "no-store")
		c.Header("Referrer-Policy", "no-referrer")
		c.Redirect(http.StatusSeeOther, to.String())
		return true
	}
	return false
}

// preview shows the brand's draft to a browser with a pass. It applies to pages and their data but
// not to calls.
func (g *gateway) preview(c *gin.Context) {
	scope := &infoOf(c).scope
	cookie, err := c.Request.Cookie(previewCookieName(scope.Brand))
	if err != nil {
		return
	}
	if _, ok := g.PreviewPass(scope.Brand.ID, cookie.Value); !ok {
		return
	}
	draft := g.Draft(scope.Brand.ID)
	if draft == nil {
		return
	}
	scope.Brand = scope.Brand.Previewed(draft)
	scope.Lang = scope.Brand.DefaultLang()
	c.Writer = &uncachedWriter{c.Writer}
}

// uncachedWriter prevents caching of a response, regardless of its handler.
type uncachedWriter struct{ gin.ResponseWriter }

// forbid sets the headers. The methods below call it before they send anything.
func (w *uncachedWriter) forbid() {
	w.Header()["Cache-Control"] = []string{"private, no-store"}
	w.Header()["Croupier-Preview"] = []string{"draft"}
	w.Header().Del("Etag")
}

// WriteHeader sends the status.
func (w *uncachedWriter) WriteHeader(status int) {
	w.forbid()
	w.ResponseWriter.WriteHeader(status)
}

// WriteHeaderNow sends the header.
func (w *uncachedWriter) WriteHeaderNow() {
	w.forbid()
	w.ResponseWriter.WriteHeaderNow()
}

// Write writes to the body.
func (w *uncachedWriter) Write(b []byte) (int, error) {
	w.forbid()
	return w.ResponseWriter.Write(b)
}

// WriteString writes to the body.
func (w *uncachedWriter) WriteString(s string) (int, error) {
	w.forbid()
	return w.ResponseWriter.WriteString(s)
}
