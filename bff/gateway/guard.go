package gateway

import (
	"mime"
	"net"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"github.com/gin-gonic/gin"

	"croupier/bff"
	"croupier/bff/contract"
)

// reasonMethod refuses any method but POST. calls.md §1 has no row for it: a browser's
// own client cannot send one.
var reasonMethod = &bff.Reason{
	Status: http.StatusMethodNotAllowed,
	Debug:  "method not allowed",
	Key:    bff.ReasonBadRequest.Key,
}

// guard refuses what did not come from a page of this brand (calls.md §1). A browser lets
// a foreign page send neither the custom header nor JSON without asking first, and we
// answer no such question; Origin and Sec-Fetch-Site are what it says itself.
func (g *gateway) guard(r *http.Request, scope *bff.Scope) error {
	if r.Method != http.MethodPost {
		return reasonMethod
	}
	if panel := r.Header.Values(contract.PanelHeader); len(panel) != 1 || panel[0] != contract.PanelValue {
		return bff.ReasonPanelMissing
	}
	if !isClient(r, scope.Brand) {
		if err := g.checkOrigin(r, scope.Brand); err != nil {
			return err
		}
	}
	if !isJSON(r.Header) {
		return bff.ReasonMediaType
	}
	if country := g.country(r); country != "" && scope.Brand.Blocked[country] {
		return bff.ReasonRegionBlocked
	}
	return nil
}

// pathStaffEvents is the one path of the console that is asked without headers of its own:
// no page can give an EventSource any.
const pathStaffEvents = "/staff/v1/events"

// staffOnly refuses what did not come from a page of this brand, for the console.
func (g *gateway) staffOnly(c *gin.Context) {
	err := g.checkOrigin(c.Request, bff.ScopeOf(c.Request.Context()).Brand)
	panel := c.Request.Header.Values(contract.PanelHeader)
	bodied := c.Request.Method != http.MethodGet && c.Request.ContentLength != 0
	switch {
	case err != nil:
	case c.Request.URL.Path != pathStaffEvents && (len(panel) != 1 || panel[0] != contract.PanelValue):
		err = bff.ReasonPanelMissing
	case bodied && !isJSON(c.Request.Header):
		err = bff.ReasonMediaType
	}
	if err != nil {
		c.Abort()
		g.refuse(c, err)
	}
}

// isJSON tells whether the body is said to be JSON in UTF-8 as it lies.
func isJSON(h http.Header) bool {
	types := h.Values("Content-Type")
	if len(types) != 1 || !slices.Contains([]string{"", "identity"}, h.Get("Content-Encoding")) {
		return false
	}
	if types[0] == contentTypeJSON {
		return true
	}
	mediaType, params, err := mime.ParseMediaType(types[0])
	if err != nil || mediaType != contentTypeJSON {
		return false
	}
	for name, value := range params {
		if name != "charset" || !strings.EqualFold(value, "utf-8") {
			return false
		}
	}
	return true
}

// checkOrigin refuses a request that a browser says another site's page has made.
func (g *gateway) checkOrigin(r *http.Request, brand *bff.Brand) error {
	origins := r.Header.Values("Origin")
	if len(origins) > 0 {
		scheme := "http"
		if brand.Sessions.Secure || secure(r, g.TrustedProxies) {
			scheme = "https"
		}
		if len(origins) > 1 || !isOwn(origins[0], scheme, r.Host, brand) {
			return bff.ReasonOriginRefused
		}
		return nil
	}
	// Without an Origin the browser's word on the site is all there is; programs that are
	// no browser send neither.
	switch sites := r.Header.Values("Sec-Fetch-Site"); {
	case len(sites) == 0:
		return nil
	case len(sites) == 1 && (sites[0] == "same-origin" || sites[0] == "none"):
		return nil
	}
	return bff.ReasonOriginRefused
}

// isOwn tells whether an Origin is a page of the brand: the scheme and port that this
// request came by, and any of the brand's hosts.
func isOwn(origin, scheme, host string, brand *bff.Brand) bool {
	// Nearly every page asks the very host that it came from, which is known as the brand's.
	if name, ok := strings.CutPrefix(origin, scheme+"://"); ok && name == host {
		return true
	}
	u, err := url.Parse(origin)
	if err != nil || u.Scheme != scheme || origin != u.Scheme+"://"+u.Host {
		return false
	}
	return slices.Contains(brand.Hosts, hostname(u.Host)) && port(u.Host, scheme) == port(host, scheme)
}

// port gives the port of host, or the scheme's own where it names none.
func port(host, scheme string) string {
	if _, p, err := net.SplitHostPort(host); err == nil && p != "" {
		return p
	}
	if scheme == "https" {
		return "443"
	}
	return "80"
}
