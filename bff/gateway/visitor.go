package gateway

import (
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"regexp"
	"slices"
	"strings"

	"github.com/gin-gonic/gin"

	"croupier/bff"
	"croupier/bff/contract"
	"croupier/bff/internal/device"
)

// visitorAddress returns the address of the visitor and whether the peer is a trusted proxy. It
// reads X-Forwarded-For from the end, because the visitor can write everything before the first
// untrusted address.
func visitorAddress(hr *http.Request, trusted []netip.Prefix) (addr netip.Addr, viaProxy bool) {
	addr, _ = parseAddr(hr.RemoteAddr) // zero for listeners without addresses
	if !isTrusted(addr, trusted) {
		return addr, false
	}
	hops := strings.Split(strings.Join(hr.Header.Values("X-Forwarded-For"), ","), ",")
	for _, hop := range slices.Backward(hops) {
		a, ok := parseAddr(strings.TrimSpace(hop))
		if !ok {
			return addr, true
		}
		if addr = a; !isTrusted(addr, trusted) {
			return addr, true
		}
	}
	return addr, true
}

// countryCode matches country codes (ISO 3166).
var countryCode = regexp.MustCompile(`^[A-Za-z]{2}$`)

// unknownCountries lists the codes that proxies send for addresses without a country.
var unknownCountries = []string{"XX", "ZZ"}

// country returns the visitor's country from a trusted proxy, in capitals. It returns "" if the
// country is unknown or the header has two values, because the visitor may have sent one.
func (g *gateway) country(hr *http.Request, info *requestInfo) string {
	if g.CountryHeader == "" || !info.viaProxy {
		return ""
	}
	values := hr.Header.Values(g.CountryHeader)
	if len(values) != 1 || !countryCode.MatchString(values[0]) {
		return ""
	}
	country := strings.ToUpper(values[0])
	if slices.Contains(unknownCountries, country) {
		return ""
	}
	return country
}

// ownContent returns the brand's own content for a call, or nil. A browser with a preview pass gets
// the content of the draft.
func (g *gateway) ownContent(r *request) *bff.OwnContent {
	content := r.scope.Brand.Content
	if strings.Contains(strings.Join(r.http.Header["Cookie"], ";"), "-preview=") { // allocates nothing
		if draft := g.previewedDraft(r.http, r.scope.Brand); draft != nil {
			content = draft.Content
		}
	}
	call := r.scope.Call.Name()
	if len(content[call]) == 0 {
		return nil
	}
	g.describeVisitor(r.http, r.info)
	return content.Select(call, r.upstream.Data, r.scope, g.Clock())
}

// describeVisitor sets the country and the device of a visitor for own content.
func (g *gateway) describeVisitor(hr *http.Request, info *requestInfo) {
	info.scope.Country = g.country(hr, info)
	info.scope.Phone = device.IsPhone(hr.UserAgent(), hr.Header.Get("Sec-Ch-Ua-Mobile"))
}

// isBlocked reports whether the brand blocks the visitor's country. A brand with blocked countries
// also blocks unknown countries.
func (g *gateway) isBlocked(hr *http.Request, info *requestInfo) bool {
	blocked := info.scope.Brand.Blocked
	if len(blocked) == 0 {
		return false
	}
	country := g.country(hr, info)
	return country == "" || blocked[country]
}

func isSecure(hr *http.Request, viaProxy bool) bool {
	return hr.TLS != nil || viaProxy && strings.EqualFold(hr.Header.Get("X-Forwarded-Proto"), "https")
}

// parseAddr parses an address with or without a port. It unmaps IPv4 inside IPv6 and removes the
// zone.
func parseAddr(s string) (netip.Addr, bool) {
	// Parse addresses with a port first, because a failed attempt allocates an error.
	if strings.Count(s, ":") == 1 || strings.HasPrefix(s, "[") {
		if ap, err := netip.ParseAddrPort(s); err == nil {
			return ap.Addr().Unmap().WithZone(""), true
		}
	}
	if a, err := netip.ParseAddr(strings.Trim(s, "[]")); err == nil {
		return a.Unmap().WithZone(""), true
	}
	ap, err := netip.ParseAddrPort(s)
	return ap.Addr().Unmap().WithZone(""), err == nil
}

func isTrusted(a netip.Addr, trusted []netip.Prefix) bool {
	return slices.ContainsFunc(trusted, func(p netip.Prefix) bool { return p.Contains(a) })
}

// pathsWithoutPanel lists the console's reads for EventSource and links, which cannot send headers.
var pathsWithoutPanel = []string{
	"/staff/v1/events", "/staff/v1/openapi.yaml", "/staff/v1/audit.csv", "/staff/v1/audit.jsonl",
	"/staff/v1/limits.csv", "/staff/v1/login/company",
}

// pathsOfProvider are the requests that come from the identity provider, by path and method. The
// staff API verifies their state or signature.
var pathsOfProvider = map[string]string{
	"/staff/v1/login/callback": http.MethodGet, "/staff/v1/login/backchannel": http.MethodPost,
}

func isWithoutPanel(path string) bool {
	return slices.Contains(pathsWithoutPanel, path) ||
		strings.HasPrefix(path, "/staff/v1/players/") && strings.HasSuffix(path, "/export") ||
		strings.HasPrefix(path, pathStudio) && strings.Contains(path, "/pictures/")
}

const pathStudio = "/staff/v1/studio/"

// isPicture reports whether the request uploads a picture.
func isPicture(hr *http.Request) bool {
	return strings.HasPrefix(hr.URL.Path, pathStudio) && strings.HasSuffix(hr.URL.Path, "/pictures") &&
		strings.HasPrefix(hr.Header.Get("Content-Type"), "image/")
}

// isEvent reports whether another system sends an event, with a signature instead of a cookie.
func isEvent(hr *http.Request) bool {
	return hr.Method == http.MethodPost && hr.URL.Path == "/staff/v1/events"
}

// guardStaff refuses console requests that a page of this brand did not send. Pages of other sites
// cannot send tokens, because Croupier refuses their preflight requests.
func (g *gateway) guardStaff(c *gin.Context) {
	isRead := c.Request.Method == http.MethodGet
	_, hasToken := bff.BearerToken(c.Request.Header)
	switch {
	case pathsOfProvider[c.Request.URL.Path] == c.Request.Method:
	case !hasToken && !g.isSameOrigin(c.Request, infoOf(c)):
		g.refuse(c, bff.ReasonOriginRefused)
	case !hasToken && !hasPanel(c.Request.Header) && !(isRead && isWithoutPanel(c.Request.URL.Path)) &&
		!isEvent(c.Request):
		g.refuse(c, bff.ReasonPanelMissing)
	case !isRead && c.Request.ContentLength != 0 && !isJSON(c.Request.Header) && !isPicture(c.Request):
		g.refuse(c, bff.ReasonMediaType)
	}
}

// guardMockControl protects the mock's control API.
func (g *gateway) guardMockControl(c *gin.Context) {
	switch info := infoOf(c); {
	case !info.scope.Brand.Upstream.Control:
		g.refuse(c, bff.ReasonUnknownCall)
	case !g.isSameOrigin(c.Request, info):
		g.refuse(c, bff.ReasonOriginRefused)
	}
}

// originKind classifies the page that sent a request.
type originKind int

const (
	originForeign originKind = iota // a page of another site
	originSame                      // a page of the brand, or a program other than a browser
	// originClient is a page of another origin that the brand lists, such as an existing front end
	// that sends the user object. Its requests never use a session cookie.
	originClient
)

// preflightMaxAge is the time in seconds that a browser may cache a preflight response.
const preflightMaxAge = "600"

// Headers that a page of another origin may send or read.
var (
	corsAllowHeaders  = strings.Join([]string{"Content-Type", contract.PanelHeader, contract.IdempotencyHeader}, ", ")
	corsExposeHeaders = strings.Join([]string{headerRequestID, headerCache, "Age", "Date", "Retry-After"}, ", ")
)

// cors determines the origin of a call, lets the brand's clients read responses, and answers
// preflight requests.
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

// isSameOrigin reports whether a page of the brand, or a program other than a browser, sent a
// request.
func (g *gateway) isSameOrigin(hr *http.Request, info *requestInfo) bool {
	if origins := hr.Header["Origin"]; len(origins) > 0 {
		scheme := "http"
		if info.scope.Brand.Sessions.Secure || isSecure(hr, info.viaProxy) {
			scheme = "https"
		}
		return len(origins) == 1 && isBrandOrigin(origins[0], scheme, hr.Host, info.scope.Brand)
	}
	// Browsers that send no Origin send Sec-Fetch-Site. Other programs send neither.
	sites := hr.Header["Sec-Fetch-Site"]
	return len(sites) == 0 || len(sites) == 1 && (sites[0] == "same-origin" || sites[0] == "none")
}

// isBrandOrigin reports whether origin is one of the brand's hosts with the scheme and port of the
// request.
func isBrandOrigin(origin, scheme, host string, brand *bff.Brand) bool {
	// In the usual case, the origin is the host of the request, which belongs to the brand.
	if name, ok := strings.CutPrefix(origin, scheme+"://"); ok && name == host {
		return true
	}
	u, err := url.Parse(origin)
	if err != nil || u.Scheme != scheme || origin != u.Scheme+"://"+u.Host {
		return false
	}
	return slices.Contains(brand.Hosts, hostname(u.Host)) && port(u.Host, scheme) == port(host, scheme)
}

func port(host, scheme string) string {
	if _, p, err := net.SplitHostPort(host); err == nil && p != "" {
		return p
	}
	if scheme == "https" {
		return "443"
	}
	return "80"
}
