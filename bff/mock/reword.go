package mock

import (
	"bytes"
	"cmp"
	"encoding/json"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"croupier/bff"
	"croupier/bff/mock/world"
)

// wording changes a text of a response; html is set for markup, most is the number of letters that the contract allows.
type wording func(key, text string, html bool, most int) string

// worded are the fields with texts for people and their maximum length in the contract. It
// leaves out what forms send back (an address, an account's owner): changed texts must not
// get into the world.
var worded = map[string]int{
	"name": 300, "title": 300, "Title": 300, "text": 2000, "summary": 2000, "button": 80, "html": 200_000, "Text": 200_000,
	"providerName": 120, "dealer": 120, "player": 80, "match": 300, "market": 300, "pick": 300, "category": 120,
	"sub_category": 120, "status_text": 120, "method": 200, "label": 200, "bankName": 300, "firstname": 100, "lastname": 100,
}

// reworded changes every text of a response, and the message of a refusal unless clients rely on it.
func reworded(a *bff.Answer, w wording) *bff.Answer {
	out := *a
	if !a.Result {
		if !slices.Contains(known, a.Message) {
			out.Message = w("message", a.Message, false, 1000)
		}
		return &out
	}
	var data any
	dec := json.NewDecoder(bytes.NewReader(a.Data))
	dec.UseNumber()
	if dec.Decode(&data) != nil {
		return a // there is nothing to change
	}
	out.Data, _ = encode(reword(data, w)) // decoded JSON always encodes
	return &out
}

func reword(v any, w wording) any {
	switch node := v.(type) {
	case []any:
		for i := range node {
			node[i] = reword(node[i], w)
		}
	case map[string]any:
		if node["InfType"] == "SocialMediaLinks" {
			return v // clients parse its text
		}
		_, input := node["pattern"] // a form field: clients use its name
		for key, value := range node {
			text, isText := value.(string)
			most, read := worded[key]
			switch {
			case !isText:
				node[key] = reword(value, w)
			case input && key == "name":
			case read:
				node[key] = w(key, text, key == "html" || key == "Text", most)
			}
		}
	}
	return v
}

// known are the messages that clients rely on (calls.md §1).
var known = []string{
	"", world.ErrSession.Message, world.ErrLogin.Message, world.ErrInactive.Message, world.ErrUnauthorized.Message,
	world.ErrNoRecords.Message, world.ErrMaintenance.Message,
}

var textOrTag = regexp.MustCompile(`<[^>]*>|[^<]+`)

// between applies f to the text between tags.
func between(html string, f func(string) string) string {
	return textOrTag.ReplaceAllStringFunc(html, func(part string) string {
		if part[0] == '<' || strings.TrimSpace(part) == "" {
			return part
		}
		return f(part)
	})
}

// lengthened triples the length of a text; the added part is one word.
func lengthened(_, text string, html bool, most int) string {
	long := func(s string) string {
		word := strings.Join(strings.Fields(s), "")
		return strings.TrimRight(s, " ") + " " + word + word
	}
	if html {
		if out := between(text, long); len(out) <= most {
			return out
		}
		return text
	}
	if text == "" {
		return ""
	}
	return shortened(long(text), most)
}

func shortened(text string, most int) string {
	letters := []rune(text)
	return string(letters[:min(len(letters), most)])
}

// arabicNames are the fields with names; other texts are Arabic because the language is.
var arabicNames = map[string]bool{
	"name": true, "providerName": true, "dealer": true, "player": true, "match": true, "method": true, "bankName": true,
	"firstname": true, "lastname": true,
}

var arabicLetters = map[rune]string{
	'a': "ا", 'b': "ب", 'c': "ج", 'd': "د", 'e': "ي", 'f': "ف", 'g': "غ", 'h': "ه", 'i': "ي", 'j': "ج", 'k': "ك",
	'l': "ل", 'm': "م", 'n': "ن", 'o': "و", 'p': "ب", 'q': "ق", 'r': "ر", 's': "س", 't': "ت", 'u': "و", 'v': "ف",
	'w': "و", 'x': "كس", 'y': "ي", 'z': "ز", 'ç': "تش", 'ğ': "غ", 'ı': "ي", 'ö': "و", 'ş': "ش", 'ü': "و", 'â': "ا", 'î': "ي", 'û': "و",
}

// inArabicLetters transliterates the Latin letters of a name; other characters stay.
func inArabicLetters(key, text string, _ bool, most int) string {
	if !arabicNames[key] {
		return text
	}
	var b strings.Builder
	for _, r := range strings.ReplaceAll(text, "İ", "i") {
		b.WriteString(cmp.Or(arabicLetters[unicode.ToLower(r)], string(r)))
	}
	return shortened(b.String(), most)
}
