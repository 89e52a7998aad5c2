// Package device describes the device and the network of a visitor for staff and players.
package device

import (
	"net/netip"
	"strconv"
	"strings"
	"unicode"

	"github.com/mileusna/useragent"
)

// maxName bounds the parts of a description, which visitors choose.
const maxName = 40

// Describe returns browser and system of a User-Agent, "Chrome 120 · Windows", or "" if both are
// unknown.
func Describe(agent string) string {
	browser, system := Parse(agent)
	return strings.TrimSuffix(browser+" · "+system, " · ")
}

// Truncate returns at most length graphic characters of a User-Agent, and whether it has more.
func Truncate(agent string, length int) (shown string, isCut bool) {
	graphic := []rune(strings.Map(func(r rune) rune {
		if r == unicode.ReplacementChar || !unicode.IsGraphic(r) {
			return -1
		}
		return r
	}, agent))
	return string(graphic[:min(len(graphic), length)]), len(graphic) > length
}

// Parse returns the browser and the system of a User-Agent: "Chrome 120" and "Windows". Either is
// empty if unknown.
func Parse(agent string) (browser, system string) {
	ua := useragent.Parse(agent)
	if ua.Name == "" || len(ua.Name) > maxName {
		return "", ""
	}
	browser = ua.Name
	if ua.VersionNo.Major > 0 {
		browser += " " + strconv.Itoa(ua.VersionNo.Major)
	}
	if len(ua.OS) <= maxName {
		system = ua.OS
	}
	return browser, system
}

// IsPhone reports whether a visitor uses a phone. hint is the header Sec-CH-UA-Mobile, which browsers
// that send it know best. A tablet is no phone. On Android, only phones have Mobile in their User-Agent.
func IsPhone(agent, hint string) bool {
	if hint == "?0" || hint == "?1" {
		return hint == "?1"
	}
	ua := useragent.Parse(agent)
	return ua.Mobile && !ua.Tablet && (!ua.IsAndroid() || strings.Contains(agent, "Mobi"))
}

// Network returns the network of an address: its first 24 bits, or 48 of IPv6. It is empty for the
// zero address.
func Network(address netip.Addr) string {
	if !address.IsValid() {
		return ""
	}
	bits := 24
	if address = address.Unmap(); address.Is6() {
		bits = 48
	}
	network, err := address.Prefix(bits)
	if err != nil {
		return ""
	}
	return network.String()
}
