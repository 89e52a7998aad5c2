package recording

import (
	"cmp"
	_ "embed"
	"encoding/json"
	"maps"
	"net/netip"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/goccy/go-yaml"

	"croupier/bff/contract"
	"croupier/bff/internal/lists"
)

//go:embed masks.yaml
var rawMasks []byte

// maskTable has the fields that masks.yaml documents. Names are in the form of plain.
type maskTable struct {
	Replacements       map[string]string
	Identifiers, Texts []string
}

var masks = func() (t maskTable) {
	if err := yaml.UnmarshalWithOptions(rawMasks, &t, yaml.Strict()); err != nil {
		panic("read masks.yaml: " + err.Error())
	}
	return t
}()

// hidden replaces values without a specific replacement.
const hidden = "masked"

type mask struct {
	calls      *contract.Catalogue
	properties map[string]bool // the contract's property names, plain
	enumerated map[string]bool // the contract's enumerated values
	numbers    map[string]int  // of identifiers
}

func newMask(calls *contract.Catalogue) *mask {
	m := &mask{calls: calls, properties: map[string]bool{}, enumerated: map[string]bool{}, numbers: map[string]int{}}
	for _, file := range calls.Schemas() {
		for _, def := range file.Defs {
			m.learn(def.Value)
		}
	}
	return m
}

func (m *mask) learn(schema any) {
	switch schema := schema.(type) {
	case yaml.MapSlice:
		for _, item := range schema {
			if text, ok := item.Value.(string); ok && item.Key == "const" {
				m.enumerated[text] = true
			}
			if properties, ok := item.Value.(yaml.MapSlice); ok && item.Key == "properties" {
				for _, p := range properties {
					name, _ := p.Key.(string)
					m.properties[plain(name)] = true
				}
			}
			if values, ok := item.Value.([]any); ok && item.Key == "enum" {
				for _, v := range values {
					text, _ := v.(string)
					m.enumerated[text] = true
				}
			}
			m.learn(item.Value)
		}
	case []any:
		for _, inner := range schema {
			m.learn(inner)
		}
	}
}

// plain normalises the spelling of a name: newPassword and new_password are newpassword.
func plain(name string) string {
	return strings.ToLower(strings.NewReplacer("_", "", "-", "", ".", "", " ", "").Replace(name))
}

// scope selects the values that are masked besides named secrets and secrets found in texts.
type scope struct {
	unknown bool   // everything whose name the contract lacks
	texts   bool   // texts, except enumerated values, dates and texts of maskTable.Texts
	keep    string // name that is not a secret here
}

// Scopes of requests, and of responses to everybody or about a person. A code is a bank's in
// responses.
var (
	requests = scope{unknown: true}
	public   = scope{keep: "code"}
	personal = scope{unknown: true, texts: true, keep: "code"}
)

// value masks a value of a name, "" for none. Everything within a secret is secret.
func (m *mask) value(v any, name string, s scope) any {
	switch v := v.(type) {
	case map[string]any:
		out := make(map[string]any, len(v))
		for _, key := range slices.Sorted(maps.Keys(v)) {
			inherited, shown := name, key
			if !m.hides(name, s) {
				inherited = plain(key)
			}
			if _, named := masks.Replacements[plain(key)]; !named && m.hides(plain(key), s) {
				shown = hidden + strconv.Itoa(len(out)+1) // the name itself may be personal
			}
			out[shown] = m.value(v[key], inherited, s)
		}
		return out
	case []any:
		return lists.Map(v, func(inner any) any { return m.value(inner, name, s) })
	case string:
		return m.text(v, name, s)
	case json.Number:
		switch {
		case slices.Contains(masks.Identifiers, name):
			return m.number(v.String())
		case m.hides(name, s):
			return json.Number("0")
		}
	}
	return v
}

func (m *mask) hides(name string, s scope) bool {
	_, secret := masks.Replacements[name]
	unknown := name != "" && !m.properties[name] && !slices.Contains(masks.Identifiers, name)
	return name != s.keep && (secret || s.unknown && unknown)
}

func (m *mask) text(v, name string, s scope) string {
	switch {
	case v == "" || name != "" && name == s.keep:
		return v
	case slices.Contains(masks.Identifiers, name):
		return "R" + m.number(v).String()
	case m.hides(name, s), s.texts && !m.readable(v, name):
		return cmp.Or(masks.Replacements[name], hidden)
	}
	return scrubbed(v)
}

// readable reports whether a text is known to be about nobody.
func (m *mask) readable(v, name string) bool {
	_, known := m.calls.ClassifyMessage(v)
	return known || m.enumerated[v] || datePattern.MatchString(v) || slices.Contains(masks.Texts, name)
}

func (m *mask) number(value string) json.Number {
	if m.numbers[value] == 0 {
		m.numbers[value] = len(m.numbers) + 1
	}
	return json.Number(strconv.Itoa(m.numbers[value]))
}

var datePattern = regexp.MustCompile(`^\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d:\d\d)?$`)

// patterns find personal data and secrets in texts: the user of an address, queries, mail
// addresses, tokens (RFC 7519).
var patterns = []struct {
	find *regexp.Regexp
	by   string
}{
	{regexp.MustCompile(`(?i)\b([a-z][a-z0-9+.-]*://)[^\s"'<>/@]*@`), "$1"},
	{regexp.MustCompile(
		`([?&;][\w.%\[\]-]*(?i:tok|sid|sess|sig|key|auth|pass|secret|jwt|code|user|uid|player|mail|phone)[\w.%\[\]-]*=)[^\s"'<>&;#]*`), "${1}" + hidden},
	{regexp.MustCompile(`[\pL\pN._%+-]+@[\pL\pN-]+(?:\.[\pL\pN-]+)+`), masks.Replacements["email"]},
	{regexp.MustCompile(`\beyJ[\w-]+\.[\w-]+\.[\w-]*`), hidden},
}

var ipPattern = regexp.MustCompile(`\b(?:\d{1,3}\.){3}\d{1,3}\b|\b(?:[0-9A-Fa-f]{1,4}:){4,7}:?[0-9A-Fa-f]{1,4}\b`)

// scrubbed masks the matches of the patterns. Loopback addresses stay: links of a local platform
// have them.
func scrubbed(text string) string {
	for _, p := range patterns {
		text = p.find.ReplaceAllString(text, p.by)
	}
	return ipPattern.ReplaceAllStringFunc(text, func(address string) string {
		if ip, err := netip.ParseAddr(address); err == nil && ip.IsLoopback() {
			return address
		}
		return masks.Replacements["ip"]
	})
}
