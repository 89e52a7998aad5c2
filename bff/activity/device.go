package activity

import (
	"net/netip"
	"strconv"

	"github.com/mileusna/useragent"
)

// describeAgent returns a short description of a User-Agent: "Chrome 120 on Windows".
func describeAgent(agent string) string {
	ua := useragent.Parse(agent)
	name := ua.Name
	switch {
	case name == "" || len(name) > maxAgentName:
		return "unknown"
	case ua.VersionNo.Major > 0:
		name += " " + strconv.Itoa(ua.VersionNo.Major)
	}
	if ua.OS != "" && len(ua.OS) <= maxAgentName {
		name += " on " + ua.OS
	}
	return name
}

// maxAgentName bounds the parts of a description, which visitors choose.
const maxAgentName = 40

// shortened returns the network of an address: its first 24 bits, or 48 of IPv6.
func shortened(address netip.Addr) string {
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
