package gateway

import (
	"net/http"
	"net/netip"
	"slices"
	"strings"
)

// visitorAddress returns the address of the visitor and whether the peer is a trusted proxy.
// X-Forwarded-For is read from its end, as far as the entries are trusted proxies: what precedes
// the first other address was written by the visitor.
func visitorAddress(hr *http.Request, trusted []netip.Prefix) (addr netip.Addr, viaProxy bool) {
	addr, _ = parseAddr(hr.RemoteAddr) // the zero address for listeners without addresses
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

// unknownCountries are what proxies send for addresses without a country.
var unknownCountries = []string{"XX", "ZZ"}

// country returns the visitor's country as a trusted proxy reports it, in capitals. It is empty
// when unknown: without a header, with two values, of which one may be the visitor's, with a value
// that is no country code, and in requests that did not come through a trusted proxy.
func (g *gateway) country(hr *http.Request, info *requestInfo) string {
	if g.CountryHeader == "" || !info.viaProxy {
		return ""
	}
	values := hr.Header.Values(g.CountryHeader)
	if len(values) != 1 || len(values[0]) != 2 || !isLower(values[0][0]|0x20) || !isLower(values[0][1]|0x20) {
		return ""
	}
	country := strings.ToUpper(values[0])
	if slices.Contains(unknownCountries, country) {
		return ""
	}
	return country
}

// isBlocked reports whether the brand refuses the visitor's country. A brand that blocks countries
// refuses unknown ones too.
func (g *gateway) isBlocked(hr *http.Request, info *requestInfo) bool {
	blocked := info.scope.Brand.Blocked
	if len(blocked) == 0 {
		return false
	}
	country := g.country(hr, info)
	return country == "" || blocked[country]
}

// isSecure reports whether the visitor's connection is encrypted.
func isSecure(hr *http.Request, viaProxy bool) bool {
	return hr.TLS != nil || viaProxy && strings.EqualFold(hr.Header.Get("X-Forwarded-Proto"), "https")
}

// parseAddr parses an address with or without a port. It returns IPv4 inside IPv6 as IPv4, and
// drops zones, which have no meaning outside this machine.
func parseAddr(s string) (netip.Addr, bool) {
	// What has a port is parsed as such at once: an attempt that fails allocates its error.
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
