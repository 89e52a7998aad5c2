package gateway

import (
	"net"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"github.com/gin-gonic/gin"

	"croupier/bff"
	"croupier/bff/contract"
)

// originKind is what a request's headers say about the page that sent it.
type originKind int

const (
	originForeign originKind = iota // a page of another site
	originSame                      // a page of the brand, or a program that is no browser
	// originClient is a page of another origin that the brand lists: an existing front end that
	// sends the user object (calls.md §3). Its requests never use the session of a cookie.
	originClient
)

// preflightMaxAge is how long a browser may cache a preflight response, in seconds.
const preflightMaxAge = "600"

// The headers that a page of another origin may send, and those that it may read.
var (
	corsAllowHeaders  = strings.Join([]string{"Content-Type", contract.PanelHeader, contract.IdempotencyHeader}, ", ")
	corsExposeHeaders = strings.Join([]string{headerRequestID, headerCache, "Age", "Date", "Retry-After"}, ", ")
)

// cors determines the origin of a call. It allows the brand's clients of other origins to read the
// answers, without credentials, and answers their preflight requests.
func (g *gateway) cors(c *gin.Context) {
	info := infoOf(c)
	brand := info.scope.Brand
	if len(brand.Origins.Clients) > 0 {
		c.Writer.Header().Add("Vary", "Origin")
	}
	if !isClientOrigin(c.Request, brand) {
		if g.isSameOrigin(c.Request, info) {
			info.origin = originSame
		}
		return
	}
	info.origin = originClient
	c.Header("Access-Control-Allow-Origin", c.GetHeader("Origin"))
	if c.Request.Method != http.MethodOptions {
		c.Header("Access-Control-Expose-Headers", corsExposeHeaders)
		return
	}
	c.Header("Access-Control-Allow-Methods", http.MethodPost)
	c.Header("Access-Control-Allow-Headers", corsAllowHeaders)
	c.Header("Access-Control-Max-Age", preflightMaxAge)
	c.AbortWithStatus(http.StatusNoContent)
}

func isClientOrigin(hr *http.Request, brand *bff.Brand) bool {
	if brand.Sessions.Transport != transportBody {
		return false
	}
	origins := hr.Header["Origin"]
	return len(origins) == 1 && slices.Contains(brand.Origins.Clients, origins[0])
}

// isSameOrigin reports whether a request was sent by a page of the brand or by a program that is
// no browser.
func (g *gateway) isSameOrigin(hr *http.Request, info *requestInfo) bool {
	if origins := hr.Header["Origin"]; len(origins) > 0 {
		scheme := "http"
		if info.scope.Brand.Sessions.Secure || isSecure(hr, info.viaProxy) {
			scheme = "https"
		}
		return len(origins) == 1 && isBrandOrigin(origins[0], scheme, hr.Host, info.scope.Brand)
	}
	// Browsers that send no Origin send Sec-Fetch-Site; other programs send neither.
	sites := hr.Header["Sec-Fetch-Site"]
	return len(sites) == 0 || len(sites) == 1 && (sites[0] == "same-origin" || sites[0] == "none")
}

// isBrandOrigin reports whether origin is a page of the brand: any of its hosts, with the scheme
// and the port of the request.
func isBrandOrigin(origin, scheme, host string, brand *bff.Brand) bool {
	// The usual case: the host of the request itself, which is known to be the brand's.
	if name, ok := strings.CutPrefix(origin, scheme+"://"); ok && name == host {
		return true
	}
	u, err := url.Parse(origin)
	if err != nil || u.Scheme != scheme || origin != u.Scheme+"://"+u.Host {
		return false
	}
	return slices.Contains(brand.Hosts, hostname(u.Host)) && port(u.Host, scheme) == port(host, scheme)
}

// port returns the port of host, or the default port of the scheme.
func port(host, scheme string) string {
	if _, p, err := net.SplitHostPort(host); err == nil && p != "" {
		return p
	}
	if scheme == "https" {
		return "443"
	}
	return "80"
}
