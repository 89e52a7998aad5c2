package config

import (
	"fmt"
	"net"
	"net/netip"
	"slices"
	"strings"

	"croupier/bff"
	"croupier/bff/internal/nearest"
)

// Warnings returns what is allowed and probably not meant, sorted as faults are. A configuration with
// warnings is used.
func (c *Config) Warnings() Faults { return slices.Clone(c.warnings) }

// Warning returns a warning at a field of the server file, for checks outside this package.
func (c *Config) Warning(path []string, problem, allowed string) Fault {
	f := c.Fault(path, problem, allowed)
	f.Severity = SeverityWarning
	return f
}

// warning returns a warning at a field of this document.
func (d *document) warning(path []string, problem, allowed string) Fault {
	f := d.fault(path, problem, allowed)
	f.Severity = SeverityWarning
	return f
}

// goodSecret is the length of a signing secret in bytes from which guessing it is hopeless: that of its hash.
const goodSecret = 32

// warnings returns the warnings of the server file.
func (s *Server) warnings(d *document) Faults {
	var out Faults
	for i, proxies := range s.TrustedProxies {
		if isMuchOfTheWorld(proxies) {
			out = append(out, d.warning([]string{"trusted_proxies", fmt.Sprint(i)},
				fmt.Sprintf("%s trusts strangers: whoever connects from there chooses the visitor's address and country", proxies), "the addresses of your proxies"))
		}
	}
	if host, _, err := net.SplitHostPort(s.AdminListen); err == nil && isPublic(host) {
		out = append(out, d.warning([]string{"admin_listen"}, "metrics and profiles have no login, and this address may be reached from outside",
			"an address of this machine or of a private network, or a firewall in front of it"))
	}
	for name, up := range s.Upstreams {
		if n := len(up.Secret); n > 0 && n < goodSecret {
			out = append(out, d.warning([]string{"upstreams", name, "secret_file"}, fmt.Sprintf("the key has %d bytes", n), fmt.Sprintf("at least %d random bytes", goodSecret)))
		}
	}
	return out
}

// isMuchOfTheWorld reports whether a range is far larger than any network of one operator.
func isMuchOfTheWorld(p netip.Prefix) bool {
	if p.Addr().Is4() {
		return p.Bits() < 8
	}
	return p.Bits() < 16 && !p.Addr().IsPrivate()
}

// isPublic reports whether a listener of host may be reached from other networks. A name is not looked up.
func isPublic(host string) bool {
	if host == "" {
		return true
	}
	a, err := netip.ParseAddr(host)
	return err == nil && !a.IsLoopback() && !a.IsPrivate() && !a.IsLinkLocalUnicast()
}

// warnings returns the warnings of a brand file.
func (f *brandFile) warnings(d *document, look bff.Theme) Faults {
	out := f.unwrittenWarnings(d)
	for _, font := range []struct{ field, family string }{
		{"display", f.Theme.Fonts.Display}, {"text", f.Theme.Fonts.Text}, {"arabic", f.Theme.Fonts.Arabic},
	} {
		if !slices.Contains(Families, font.family) {
			out = append(out, d.warning([]string{"theme", "fonts", font.field},
				fmt.Sprintf("the site has no font %q, a font of the visitor's device replaces it", font.family)+nearest.Hint(font.family, Families), strings.Join(Families, ", ")))
		}
	}
	for _, pair := range pairs(look) {
		ratio, err := Contrast(pair.Colours[0], pair.Colours[1])
		if err == nil && ratio < pair.Least {
			out = append(out, d.warning([]string{"theme", "modes", pair.Mode, pair.Foreground},
				fmt.Sprintf("%s on %s %s has a contrast of %.2f", pair.Colours[0], pair.Background, pair.Colours[1], ratio), fmt.Sprintf("at least %v, WCAG AA", pair.Least)))
		}
	}
	for i, origin := range f.Origins.Frames {
		if strings.Contains(origin, "//*.") {
			out = append(out, d.warning([]string{"origins", "frames", fmt.Sprint(i)},
				fmt.Sprintf("every host below %s may be framed, also one that somebody else gets", strings.SplitAfter(origin, "*.")[1]), "the hosts of the games"))
		}
	}
	return out
}
