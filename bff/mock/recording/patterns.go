package recording

import (
	"net/netip"
	"net/url"
	"regexp"
	"strings"
	"unicode"
)

// hidden replaces values that have no replacement of their own.
const hidden = "masked"

// Patterns of personal data and secrets in texts.
var (
	urlPattern   = regexp.MustCompile(`(?i)\b[a-z][a-z0-9+.-]*://[^\s"'<>]+`)
	queryPattern = regexp.MustCompile(`[?&;][\w.%\[\]-]+=[^\s"'<>&;#]*`)
	secretName   = regexp.MustCompile(`(?i)tok|sid|sess|sig|key|auth|pass|secret|jwt|code|user|uid|player|mail|phone`)
	mailPattern  = regexp.MustCompile(`[\pL\pN._%+-]+@[\pL\pN-]+(?:\.[\pL\pN-]+)+`)
	tokenPattern = regexp.MustCompile(`\beyJ[\w-]+\.[\w-]+\.[\w-]*`) // RFC 7519
	ipPattern    = regexp.MustCompile(`\b(?:\d{1,3}\.){3}\d{1,3}\b|\b(?:[0-9A-Fa-f]{1,4}:){4,7}:?[0-9A-Fa-f]{1,4}\b`)
	ibanPattern  = regexp.MustCompile(`\b[A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){3,7}(?: ?[A-Z0-9]{1,3})?\b`)
	// A date, which is kept, or the number of a telephone, a card or a person.
	numberPattern = regexp.MustCompile(`\b\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d)?)?\b|[+(]?\d(?:[ ()/-]{0,2}\d){9,18}`)
	datePattern   = regexp.MustCompile(`^\d{4}-\d\d-\d\d(?:[T ]\d\d:|$)`)
)

// scrubbed masks personal data and secrets in a text. strict masks numbers and whole queries
// of addresses too, which public texts may have.
func scrubbed(text string, strict bool) string {
	text = urlPattern.ReplaceAllStringFunc(text, func(address string) string {
		u, err := url.Parse(address)
		if err != nil || u.User == nil {
			return address
		}
		u.User = nil
		return u.String()
	})
	text = queryPattern.ReplaceAllStringFunc(text, func(parameter string) string {
		name, _, _ := strings.Cut(parameter, "=")
		if !strict && !secretName.MatchString(name) {
			return parameter
		}
		return name + "=" + hidden
	})
	text = mailPattern.ReplaceAllString(text, masks.Replacements["email"])
	text = tokenPattern.ReplaceAllString(text, hidden)
	text = ipPattern.ReplaceAllStringFunc(text, func(address string) string {
		if isLoopback(address) {
			return address
		}
		return masks.Replacements["ip"]
	})
	if !strict {
		return text
	}
	text = ibanPattern.ReplaceAllString(text, hidden)
	return numberPattern.ReplaceAllStringFunc(text, func(number string) string {
		if datePattern.MatchString(number) {
			return number
		}
		return hidden
	})
}

// isLoopback reports whether an address is loopback: links of a local platform have it.
func isLoopback(address string) bool {
	ip, err := netip.ParseAddr(address)
	return err == nil && ip.IsLoopback()
}

// replaceWord replaces value as a whole word, ignoring case.
func replaceWord(text, value, by string) string {
	runes, plain, want := []rune(text), folded(text), folded(value)
	var b strings.Builder
	for at := 0; at < len(runes); {
		end := at + len(want)
		if end <= len(runes) && string(plain[at:end]) == string(want) &&
			(at == 0 || !inWord(plain[at-1])) && (end == len(runes) || !inWord(plain[end])) {
			b.WriteString(by)
			at = end
			continue
		}
		b.WriteRune(runes[at])
		at++
	}
	return b.String()
}

// folded returns the letters of a text in lower case, without changing their number; the
// Turkish dotted and dotless i are equal.
func folded(text string) []rune {
	runes := []rune(text)
	for i, r := range runes {
		if runes[i] = unicode.ToLower(r); r == 'İ' || r == 'ı' {
			runes[i] = 'i'
		}
	}
	return runes
}

func inWord(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }
