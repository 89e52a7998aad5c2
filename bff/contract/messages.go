package contract

import (
	"errors"
	"fmt"
	"io/fs"
	"math"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"croupier/bff"
)

// fallbackLang is the reference language, which defines the keys.
const fallbackLang = "en"

var placeholder = regexp.MustCompile(`\{([a-z]+)\}`)

// readMessages reads the BFF's own texts. A test compares the keys and placeholders of the
// languages.
func readMessages(files fs.FS) (map[string]map[string]string, error) {
	names, err := fs.Glob(files, "messages/??.yaml")
	if err != nil {
		return nil, err
	}
	out := map[string]map[string]string{}
	for _, name := range names {
		texts := map[string]string{}
		if err := readYAML(files, name, &texts); err != nil {
			return nil, err
		}
		out[strings.TrimSuffix(path.Base(name), ".yaml")] = texts
	}
	return out, nil
}

// Message returns the BFF's own text for a key with its {placeholders} replaced by params. Unknown
// languages fall back to English. An unknown key is returned unchanged, so the defect is visible.
func (c *Catalogue) Message(lang, key string, params map[string]string) string {
	texts, ok := c.messages[lang]
	if !ok {
		texts = c.messages[fallbackLang]
	}
	text, ok := texts[key]
	if !ok {
		return key
	}
	return placeholder.ReplaceAllStringFunc(text, func(name string) string {
		if value, ok := params[name[1:len(name)-1]]; ok {
			return value
		}
		return name
	})
}

// problem translates an English problem of settings. The texts by language are templates for the groups
// of the pattern.
type problem struct {
	pattern *regexp.Regexp
	texts   map[string]string
}

// readProblems reads the problems of the code and adds the messages about rules.
func readProblems(files fs.FS, messages map[string]map[string]string) (all []problem, err error) {
	var rows []map[string]string
	if err = readYAML(files, "messages/problems.yaml", &rows); err != nil {
		return nil, err
	}
	for key, text := range messages[fallbackLang] {
		if strings.HasPrefix(key, "rule.") {
			row := map[string]string{}
			for lang := range messages {
				row[lang] = placeholder.ReplaceAllString(messages[lang][key], `$${$1}`)
			}
			row[fallbackLang] = placeholder.ReplaceAllString(text, `(?P<$1>.*)`)
			rows = append(rows, row)
		}
	}
	// The longest pattern is the most exact one.
	slices.SortStableFunc(rows, func(a, b map[string]string) int { return len(b[fallbackLang]) - len(a[fallbackLang]) })
	for _, row := range rows {
		pattern, err := regexp.Compile("^(?:" + row[fallbackLang] + ")$")
		if err != nil {
			return nil, err
		}
		delete(row, fallbackLang)
		all = append(all, problem{pattern, row})
	}
	return all, nil
}

// Problem translates a problem of a brand's settings, or the description of allowed values. It returns a
// text without a translation unchanged.
func (c *Catalogue) Problem(lang, text string) string {
	for _, p := range c.problems {
		if at := p.pattern.FindStringSubmatchIndex(text); at != nil && p.texts[lang] != "" {
			return string(p.pattern.ExpandString(nil, p.texts[lang], text, at))
		}
	}
	return text
}

// ReasonText returns the fixed message of a reason, or the text of its key with the field and the
// rule of a fault, or with the minutes to wait.
func (c *Catalogue) ReasonText(lang string, r *bff.Reason) string {
	if r.Message != "" {
		return r.Message
	}
	if errors.Is(r, bff.ReasonRateLimited) && r.RetryAfter > time.Minute {
		return c.Message(lang, "rate_limited_minutes",
			map[string]string{"minutes": strconv.Itoa(int(math.Ceil(r.RetryAfter.Minutes())))})
	}
	if r.Fault == nil {
		return c.Message(lang, r.Key, nil)
	}
	return c.Message(lang, r.Key, map[string]string{
		"field":  r.Fault.Field,
		"detail": c.Message(lang, "rule."+r.Fault.Rule, r.Fault.Params),
	})
}

func readKnownMessages(files fs.FS) (map[string]bff.KnownMessage, error) {
	const name = "messages/upstream.yaml"
	var rows []struct {
		Message          string `yaml:"message"`
		bff.KnownMessage `yaml:",inline"`
	}
	if err := readYAML(files, name, &rows); err != nil {
		return nil, err
	}
	out := map[string]bff.KnownMessage{}
	for _, row := range rows {
		key := NormalizeMessage(row.Message)
		if _, duplicate := out[key]; duplicate || key == "" || row.Debug == "" {
			return nil, fmt.Errorf("%s: %q: want a unique message with its debug", name, row.Message)
		}
		out[key] = row.KnownMessage
	}
	return out, nil
}

// ClassifyMessage returns the known message of the contract that equals message after
// normalization.
func (c *Catalogue) ClassifyMessage(message string) (bff.KnownMessage, bool) {
	if len(message) > maxMessageLength {
		return bff.KnownMessage{}, false
	}
	known, ok := c.known[NormalizeMessage(message)]
	return known, ok
}

// ClassifyBrandMessage returns the known message of a brand (bff.Brand.Messages) that equals
// message after normalization. Messages of the brand take precedence over messages of the contract.
func ClassifyBrandMessage(brand *bff.Brand, message string) (bff.KnownMessage, bool) {
	if len(brand.Messages) == 0 || len(message) > maxMessageLength {
		return bff.KnownMessage{}, false
	}
	normalized := NormalizeMessage(message)
	for text, known := range brand.Messages { // few entries, and only for failed calls
		if NormalizeMessage(text) == normalized {
			return known, true
		}
	}
	return bff.KnownMessage{}, false
}

// maxMessageLength bounds the messages that are classified, in bytes.
const maxMessageLength = 512

// NormalizeMessage returns the form of a message for comparison: NFC, single spaces, without
// trailing full stops and exclamation marks, in lower case. The Turkish letters I, ı, İ and i are
// equal, so that the result does not depend on the case rules that produced OTURUM SÜRESİ DOLDU.
func NormalizeMessage(message string) string {
	s := strings.Join(strings.Fields(norm.NFC.String(message)), " ")
	s = strings.TrimRight(s, ".! ")
	return strings.Map(func(r rune) rune {
		switch r {
		case 'I', 'ı', 'İ':
			return 'i'
		}
		return unicode.ToLower(r)
	}, s)
}
