package gateway

import (
	"net/http"
	"net/netip"
	"slices"
	"strings"
)

// visitor tells the address that a request really comes from. X-Forwarded-For is read
// from its end, as far as its writers are trusted: what stands left of the first address
// that is no trusted proxy was written by a stranger.
func visitor(r *http.Request, trusted []netip.Prefix) netip.Addr {
	addr := peer(r)
	if !isTrusted(addr, trusted) {
		return addr
	}
	hops := strings.Split(strings.Join(r.Header.Values("X-Forwarded-For"), ","), ",")
	for _, hop := range slices.Backward(hops) {
		a, ok := parseAddr(strings.TrimSpace(hop))
		if !ok {
			return addr
		}
		if addr = a; !isTrusted(addr, trusted) {
			return addr
		}
	}
	return addr
}

// country is the visitor's as a trusted proxy tells it, in capitals; empty where nobody does.
func (g *gateway) country(r *http.Request) string {
	if g.CountryHeader == "" || !isTrusted(peer(r), g.TrustedProxies) {
		return ""
	}
	told := r.Header.Values(g.CountryHeader)
	if len(told) != 1 || len(told[0]) != 2 || !isLower(told[0][0]|0x20) || !isLower(told[0][1]|0x20) {
		return "" // two of them: who knows which one the proxy has written
	}
	return strings.ToUpper(told[0])
}

// secure tells whether the visitor's side of the connection is encrypted.
func secure(r *http.Request, trusted []netip.Prefix) bool {
	return r.TLS != nil ||
		isTrusted(peer(r), trusted) && strings.EqualFold(r.Header.Get("X-Forwarded-Proto"), "https")
}

// peer is the other end of the connection. It is the zero address where the listener has
// none to tell.
func peer(r *http.Request) netip.Addr {
	addr, _ := parseAddr(r.RemoteAddr)
	return addr
}

// parseAddr reads an address with or without a port, as a plain one: IPv4 inside IPv6 is
// IPv4, and a zone means nothing beyond this machine.
func parseAddr(s string) (netip.Addr, bool) {
	if a, err := netip.ParseAddr(strings.Trim(s, "[]")); err == nil {
		return a.Unmap().WithZone(""), true
	}
	ap, err := netip.ParseAddrPort(s)
	return ap.Addr().Unmap().WithZone(""), err == nil
}

func isTrusted(a netip.Addr, trusted []netip.Prefix) bool {
	return slices.ContainsFunc(trusted, func(p netip.Prefix) bool { return p.Contains(a) })
}
