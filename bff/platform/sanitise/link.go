package sanitise

import (
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"
)

// AnyOrigin among the allowed origins allows every https origin.
const AnyOrigin = "*"

// absolute matches an http or https URL: scheme, host, port, and the rest. Its host has no user
// information, no escapes and no letters of other alphabets.
var absolute = regexp.MustCompile(`^(?i:(https?)://([a-z0-9](?:[a-z0-9.-]*[a-z0-9])?)(?::([0-9]{1,5}))?)([/?#].*)?$`)

// Link returns value as an address that a page may follow: a path of the site, or a URL whose origin is
// allowed. Otherwise it is empty. Origins are scheme://host[:port], where a host may begin with "*.";
// AnyOrigin allows https anywhere. Surrounding white space is dropped, and a URL's scheme and host
// are returned in lower case without a default port.
//
// The site has the same rule (web/src/lib/link); contracts/cases/links.json holds both to it.
func Link(value string, origins []string) string {
	value = strings.Trim(value, " \t\r\n")
	if value == "" || !utf8.ValidString(value) || strings.ContainsFunc(value, isUnsafe) {
		return ""
	}
	if value[0] == '/' {
		if isSitePath(value) {
			return value
		}
		return ""
	}
	parts := absolute.FindStringSubmatch(value)
	if parts == nil {
		return ""
	}
	scheme, host, port := strings.ToLower(parts[1]), strings.ToLower(parts[2]), strings.TrimLeft(parts[3], "0")
	if strings.Contains(host, "..") || parts[3] != "" && port == "" {
		return ""
	}
	origin := scheme + "://" + host
	if port != "" && port != defaultPorts[scheme] {
		origin += ":" + port
	}
	for _, allowed := range origins {
		if originMatches(origin, allowed) {
			return origin + parts[4]
		}
	}
	return ""
}

var defaultPorts = map[string]string{"http": "80", "https": "443"}

// isUnsafe reports whether a character has no place in an address: those that browsers drop or read as
// a slash, invisible ones, and those that end an attribute.
func isUnsafe(r rune) bool {
	if r < utf8.RuneSelf {
		return r <= ' ' || strings.ContainsRune("\\\"'<>`{}|^\u007f", r)
	}
	return !unicode.IsLetter(r) && !unicode.IsMark(r) && !unicode.IsNumber(r)
}

var encodedDot = strings.NewReplacer("%2e", ".", "%2E", ".")

// isSitePath reports whether value, which begins with a slash, is a path of the site whoever reads it:
// no empty segment, which could become the host of another site, and no segment that moves up.
func isSitePath(value string) bool {
	path, _, _ := strings.Cut(value, "#")
	path, _, _ = strings.Cut(path, "?")
	lower := strings.ToLower(path)
	if strings.Contains(path, "//") || strings.Contains(lower, "%2f") || strings.Contains(lower, "%5c") {
		return false
	}
	for segment := range strings.SplitSeq(path, "/") {
		if plain := encodedDot.Replace(segment); plain == "." || plain == ".." {
			return false
		}
	}
	return true
}

// originMatches reports whether an origin in its normal form is the allowed one.
func originMatches(origin, allowed string) bool {
	if allowed == AnyOrigin {
		return strings.HasPrefix(origin, "https://")
	}
	scheme, host, _ := strings.Cut(allowed, "://")
	if suffix, wild := strings.CutPrefix(host, "*"); wild {
		name, ok := strings.CutPrefix(origin, scheme+"://")
		return ok && len(name) > len(suffix) && strings.HasSuffix(name, suffix)
	}
	return origin == strings.TrimSuffix(allowed, ":"+defaultPorts[scheme])
}
