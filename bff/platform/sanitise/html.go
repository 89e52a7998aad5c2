// Package sanitise removes active HTML from the answers of platforms, and links to addresses that
// the brand does not name.
package sanitise

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/microcosm-cc/bluemonday"
	"golang.org/x/net/html"
)

// policy keeps the structure of a text and its addresses. fixLinks then checks the addresses.
var policy = newPolicy()

func newPolicy() *bluemonday.Policy {
	p := bluemonday.NewPolicy()
	p.AllowElements("h1", "h2", "h3", "h4", "h5", "h6", "p", "br", "hr", "div", "span", "blockquote", "pre", "code",
		"wbr", "bdi", "bdo", "b", "strong", "i", "em", "u", "s", "del", "ins", "small", "sub", "sup", "mark", "q",
		"cite", "abbr", "kbd", "ul", "ol", "li", "dl", "dt", "dd", "details", "summary", "figure", "figcaption",
		"table", "caption", "thead", "tbody", "tfoot", "tr", "th", "td", "section", "article", "header", "footer",
		"address", "time")
	p.AllowNoAttrs().OnElements("a", "span", "bdo")
	p.AllowAttrs("dir").Matching(regexp.MustCompile(`^(ltr|rtl|auto)$`)).Globally()
	p.AllowAttrs("lang").Matching(regexp.MustCompile(`^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*$`)).Globally()
	p.AllowAttrs("open").Matching(regexp.MustCompile(`^(open)?$`)).OnElements("details")
	p.AllowAttrs("colspan", "rowspan", "start").Matching(bluemonday.Integer).OnElements("td", "th", "ol")
	p.AllowAttrs("title").Matching(bluemonday.Paragraph).OnElements("a", "abbr", "img")
	p.AllowAttrs("alt").Matching(bluemonday.Paragraph).OnElements("img")
	p.AllowAttrs("href").OnElements("a")
	p.AllowAttrs("src").OnElements("img")
	p.AllowRelativeURLs(true)
	p.RequireParseableURLs(true)
	p.AllowURLSchemes("http", "https", "mailto", "tel")
	p.SkipElementsContent("iframe", "object", "applet", "noscript", "noembed", "noframes", "template", "textarea",
		"select", "title", "math", "svg", "xmp", "plaintext", "audio", "video", "canvas")
	return p
}

// HTML returns text without scripts, handlers and styles. Refused links lose their address, and
// images without an address are dropped.
func HTML(text string, links, images []string) string {
	if !strings.ContainsAny(text, "<>&\x00") {
		return text
	}
	safe := policy.Sanitize(text)
	if !strings.Contains(safe, "href=") && !strings.Contains(safe, "<img") {
		return safe
	}
	return fixLinks(safe, links, images)
}

// fixLinks applies the rule of links to HTML that policy has written.
func fixLinks(text string, links, images []string) string {
	var out strings.Builder
	tokens := html.NewTokenizer(strings.NewReader(text))
	for kind := tokens.Next(); kind != html.ErrorToken; kind = tokens.Next() { // a string cannot fail to be read
		raw := string(tokens.Raw()) // before Token, which unescapes its text in place
		token := tokens.Token()
		isTag := kind == html.StartTagToken || kind == html.SelfClosingTagToken
		if !isTag || token.Data != "a" && token.Data != "img" {
			out.WriteString(raw)
			continue
		}
		source := ""
		for i := range token.Attr {
			switch attribute := &token.Attr[i]; attribute.Key {
			case "href":
				attribute.Val = hyperlink(attribute.Val, links)
			case "src":
				attribute.Val = Link(attribute.Val, images)
				source = attribute.Val
			}
		}
		token.Attr = slices.DeleteFunc(token.Attr, func(a html.Attribute) bool {
			return a.Val == "" && (a.Key == "href" || a.Key == "src")
		})
		if token.Data == "a" || source != "" {
			out.WriteString(token.String())
		}
	}
	return out.String()
}

// contactAddress matches the addresses of mail programs and telephones.
var contactAddress = regexp.MustCompile(`^(?i:mailto):[^\s\pC"'<>\\]+$|^(?i:tel):[+0-9()./-]+$`)

// hyperlink is Link for texts. Their links may also be mailto: and tel: addresses.
func hyperlink(value string, origins []string) string {
	if contactAddress.MatchString(value) {
		return value
	}
	return Link(value, origins)
}

// AnyOrigin among the allowed origins allows every https origin.
const AnyOrigin = "*"

// absolute matches an http or https URL: scheme, host, port, and the rest.
var absolute = regexp.MustCompile(`^(?i:(https?)://([a-z0-9](?:[a-z0-9.-]*[a-z0-9])?)(?::([0-9]{1,5}))?)([/?#].*)?$`)

// Link returns value as an address that a page may follow: a path of the site, or a URL whose
// origin is allowed. Otherwise it is empty. Origins are scheme://host[:port], where a host may
// begin with "*.".
//
// The site has the same rule (web/src/lib/link). contracts/cases/links.json tests both.
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
	if !slices.ContainsFunc(origins, func(allowed string) bool { return originMatches(origin, allowed) }) {
		return ""
	}
	return origin + parts[4]
}

var defaultPorts = map[string]string{"http": "80", "https": "443"}

// isUnsafe reports whether browsers drop a character of an address or read it as a slash.
func isUnsafe(r rune) bool {
	if r < utf8.RuneSelf {
		return r <= ' ' || strings.ContainsRune("\\\"'<>`{}|^\u007f", r)
	}
	return !unicode.IsLetter(r) && !unicode.IsMark(r) && !unicode.IsNumber(r)
}

// isSitePath reports whether every reader takes value, which begins with a slash, for a path of the site.
// No segment is empty, which could become the host of another site, or moves up.
func isSitePath(value string) bool {
	path, _, _ := strings.Cut(value, "#")
	path, _, _ = strings.Cut(path, "?")
	if strings.Contains(path, "%") {
		lower := strings.ToLower(path)
		if strings.Contains(lower, "%2f") || strings.Contains(lower, "%5c") {
			return false
		}
		path = strings.ReplaceAll(lower, "%2e", ".")
	}
	for segment := range strings.SplitSeq(path, "/") {
		if segment == "." || segment == ".." {
			return false
		}
	}
	return !strings.Contains(path, "//")
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
