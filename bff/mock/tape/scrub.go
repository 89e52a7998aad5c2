package tape

import (
	"net/netip"
	"net/url"
	"regexp"
	"strings"
	"unicode"
)

// hidden stands for what has no stand-in of its own.
const hidden = "masked"

// What a person or a secret looks like in a text, whatever the text is called.
var (
	looksURL   = regexp.MustCompile(`(?i)\b[a-z][a-z0-9+.-]*://[^\s"'<>]+`)
	looksQuery = regexp.MustCompile(`[?&;][\w.%\[\]-]+=[^\s"'<>&;#]*`)
	tells      = regexp.MustCompile(`(?i)tok|sid|sess|sig|key|auth|pass|secret|jwt|code|user|uid|player|mail|phone`)
	looksMail  = regexp.MustCompile(`[\pL\pN._%+-]+@[\pL\pN-]+(?:\.[\pL\pN-]+)+`)
	looksToken = regexp.MustCompile(`\beyJ[\w-]+\.[\w-]+\.[\w-]*`) // RFC 7519
	looksIP    = regexp.MustCompile(`\b(?:\d{1,3}\.){3}\d{1,3}\b|\b(?:[0-9A-Fa-f]{1,4}:){4,7}:?[0-9A-Fa-f]{1,4}\b`)
	looksIBAN  = regexp.MustCompile(`\b[A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){3,7}(?: ?[A-Z0-9]{1,3})?\b`)
	// A date, which stays, or the number of a telephone, a card or a person.
	looksNumber = regexp.MustCompile(`\b\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d)?)?\b|[+(]?\d(?:[ ()/-]{0,2}\d){9,18}`)
	isDate      = regexp.MustCompile(`^\d{4}-\d\d-\d\d(?:[T ]\d\d:|$)`)
)

// scrubbed takes out of a text what looks like a person's or a secret. strict takes numbers,
// too, and all of every address' query: what is told to anybody may have those.
func scrubbed(text string, strict bool) string {
	text = looksURL.ReplaceAllStringFunc(text, func(address string) string {
		u, err := url.Parse(address)
		if err != nil || u.User == nil {
			return address
		}
		u.User = nil
		return u.String()
	})
	text = looksQuery.ReplaceAllStringFunc(text, func(parameter string) string {
		name, _, _ := strings.Cut(parameter, "=")
		if !strict && !tells.MatchString(name) {
			return parameter
		}
		return name + "=" + hidden
	})
	text = looksMail.ReplaceAllString(text, masks["email"])
	text = looksToken.ReplaceAllString(text, hidden)
	text = looksIP.ReplaceAllStringFunc(text, func(address string) string {
		if nobodys(address) {
			return address
		}
		return masks["ip"]
	})
	if !strict {
		return text
	}
	text = looksIBAN.ReplaceAllString(text, hidden)
	return looksNumber.ReplaceAllStringFunc(text, func(number string) string {
		if isDate.MatchString(number) {
			return number
		}
		return hidden
	})
}

// nobodys tells whether an address is that of any machine itself: it stands in the links of
// a platform that runs here, and says nothing of a person.
func nobodys(address string) bool {
	ip, err := netip.ParseAddr(address)
	return err == nil && ip.IsLoopback()
}

// replaceWord replaces value, in capitals or not, where no letter or digit touches it.
func replaceWord(text, value, standIn string) string {
	runes, plain, want := []rune(text), folded(text), folded(value)
	var b strings.Builder
	for at := 0; at < len(runes); {
		end := at + len(want)
		if end <= len(runes) && string(plain[at:end]) == string(want) &&
			(at == 0 || !inWord(plain[at-1])) && (end == len(runes) || !inWord(plain[end])) {
			b.WriteString(standIn)
			at = end
			continue
		}
		b.WriteRune(runes[at])
		at++
	}
	return b.String()
}

// folded gives a text's letters as small ones, as many as there were; Turkish has two kinds of
// i, which count as one.
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
