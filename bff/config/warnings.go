package config

import (
	"fmt"
	"math"
	"net"
	"net/netip"
	"slices"
	"strconv"
	"strings"

	"croupier/bff/internal/names"
)

// Warnings returns the warnings, sorted like faults. A configuration with warnings is valid.
func (c *Config) Warnings() Faults { return slices.Clone(c.warnings) }

// Warning returns a warning at a field of the server file, for checks outside this package.
func (c *Config) Warning(path []string, problem, allowed string) Fault {
	return c.file.warning(path, problem, allowed).below(c.source.Dir)
}

// warning returns a warning at a field of this document.
func (d *document) warning(path []string, problem, allowed string) Fault {
	f := d.fault(path, problem, allowed)
	f.Severity = SeverityWarning
	return f
}

// goodSecret is the length in bytes from which a signing secret is as strong as its hash.
const goodSecret = 32

// warn reports valid settings of the server file that are probably mistakes.
func (s *Server) warn(c *checker) {
	for i, proxies := range s.TrustedProxies {
		if isMuchOfTheWorld(proxies) {
			c.warn(fmt.Sprintf("%s includes strangers, who could then choose their address and country", proxies),
				"the addresses of your proxies", "trusted_proxies", fmt.Sprint(i))
		}
	}
	if host, _, err := net.SplitHostPort(s.AdminListen); err == nil && isPublic(host) {
		c.warn("this address may be public, but metrics and profiles have no login",
			"an address of this machine or of a private network, or use a firewall", "admin_listen")
	}
	for name, up := range s.Upstreams {
		if n := len(up.Secret); n >= minSecret && n < goodSecret {
			c.warn(fmt.Sprintf("the secret has only %d bytes", n), fmt.Sprintf("at least %d random bytes", goodSecret),
				"upstreams", name, "secret_file")
		}
	}
}

// isMuchOfTheWorld reports whether a range is larger than any network of one operator.
func isMuchOfTheWorld(p netip.Prefix) bool {
	if p.Addr().Is4() {
		return p.Bits() < 8
	}
	return p.Bits() < 16 && !p.Addr().IsPrivate()
}

// isPublic reports whether other networks may reach a listener. It does not resolve names.
func isPublic(host string) bool {
	if host == "" {
		return true
	}
	a, err := netip.ParseAddr(host)
	return err == nil && !a.IsLoopback() && !a.IsPrivate() && !a.IsLinkLocalUnicast()
}

// warn reports valid settings of a brand file that are probably mistakes.
func (f *brandFile) warn(c *checker, server *Server, calls *callIndex) {
	f.warnOfUnmappedCalls(c, server, calls)
	if server.Profile == production {
		f.warnOfProduction(c)
	}
	for path, text := range f.texts() {
		if strings.Contains(text, unwritten) {
			c.warn("players see the placeholder "+unwritten, "the text for the licence and the law of this brand",
				path...)
		}
	}
	for _, font := range []struct{ field, family string }{
		{"display", f.Theme.Fonts.Display}, {"text", f.Theme.Fonts.Text}, {"arabic", f.Theme.Fonts.Arabic},
	} {
		if !slices.Contains(families, font.family) {
			problem := fmt.Sprintf("the player site has no font %q, so visitors see a font of their device",
				font.family) + names.Hint(font.family, families)
			c.warn(problem, strings.Join(families, ", "), "theme", "fonts", font.field)
		}
	}
	warnOfContrast(c)
	for i, origin := range f.Origins.Frames {
		if strings.Contains(origin, "//*.") {
			c.warn(fmt.Sprintf("pages may load every host below %s in frames", strings.SplitAfter(origin, "*.")[1]),
				"the hosts of the games", "origins", "frames", fmt.Sprint(i))
		}
	}
}

// families are the font families of the player site (web/scripts/fonts.ts). A font of the device
// replaces other families.
var families = []string{
	"Cormorant Garamond Variable", "IBM Plex Sans Arabic", "IBM Plex Sans Variable", "Inter Variable",
	"Manrope Variable", "Sora Variable",
}

// The minimum contrasts of WCAG 2.2, level AA: text (1.4.3) and focus (1.4.11).
const (
	textContrast = 4.5
	markContrast = 3
)

// contrast returns the contrast ratio of two colours #RRGGBB by WCAG 2.2, from 1 to 21.
func contrast(a, b string) float64 {
	la, lb := luminance(a), luminance(b)
	return (max(la, lb) + 0.05) / (min(la, lb) + 0.05)
}

// luminance is the relative luminance of WCAG 2.2. The schema allows colours of this form only.
func luminance(colour string) float64 {
	rgb, _ := strconv.ParseUint(strings.TrimPrefix(colour, "#"), 16, 32)
	linear := func(shift uint) float64 {
		c := float64(rgb>>shift&0xff) / 255
		if c <= 0.04045 {
			return c / 12.92
		}
		return math.Pow((c+0.055)/1.055, 2.4)
	}
	return 0.2126*linear(16) + 0.7152*linear(8) + 0.0722*linear(0)
}

// warnOfContrast reports colours with a contrast below WCAG AA.
func warnOfContrast(c *checker) {
	colours := map[string]string{}
	leaves("theme", c.tree["theme"], func(field string, value any) { colours[field] = fmt.Sprint(value) })
	for _, p := range ContrastPairs {
		colour, on := colours[p.Colour], colours[p.On]
		if ratio := contrast(colour, on); ratio < p.Least {
			f := p.fault(colour, on, ratio)
			c.warn(f.Problem, f.Allowed, strings.Split(f.Field, ".")...)
		}
	}
}
