package recording

import (
	_ "embed"
	"encoding/json"
	"maps"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/goccy/go-yaml"

	"croupier/bff/contract"
)

//go:embed masks.yaml
var rawMasks []byte

// maskTable has the fields that masks.yaml documents. Names are in the form of plain.
type maskTable struct {
	Replacements        map[string]string
	Identifiers, Person []string
}

var masks = func() (t maskTable) {
	if err := yaml.UnmarshalWithOptions(rawMasks, &t, yaml.Strict()); err != nil {
		panic("read masks.yaml: " + err.Error())
	}
	return t
}()

// Bounds of the values that texts are searched for: shorter ones are too common.
const (
	minName   = 2 // letters
	minValue  = 4 // letters
	maxValues = 5000
)

// mask replaces personal data and secrets in requests and responses, and later in texts that quote them.
type mask struct {
	known   map[string]bool // the contract's property names, plain
	values  []replacement   // what texts are searched for, the longest first: whole names before their parts
	numbers map[string]int
}

type replacement struct{ value, by string }

func newMask(calls *contract.Catalogue) *mask {
	m := &mask{known: map[string]bool{}, numbers: map[string]int{}}
	for _, file := range calls.Schemas() {
		for _, def := range file.Defs {
			m.learn(def.Value)
		}
	}
	return m
}

// learn adds the property names of a schema.
func (m *mask) learn(schema any) {
	switch schema := schema.(type) {
	case yaml.MapSlice:
		for _, item := range schema {
			if properties, ok := item.Value.(yaml.MapSlice); ok && item.Key == "properties" {
				for _, p := range properties {
					if key, ok := p.Key.(string); ok {
						m.known[plain(key)] = true
					}
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

func (m *mask) request(data map[string]any) map[string]any {
	out, _ := m.quoted(m.named(data, "", true, "")).(map[string]any)
	return out
}

// response masks the data or a text of a response. strict is set for responses that may be
// about a person: it masks the values of unknown names too. A code is a bank's there.
func (m *mask) response(v any, strict bool) any { return m.quoted(m.named(v, "", strict, "code")) }

// unknown reports whether the values of a name are masked because the contract lacks it.
func (m *mask) unknown(name string, strict bool) bool {
	_, secret := masks.Replacements[name]
	return strict && name != "" && !secret && !m.known[name] && !slices.Contains(masks.Identifiers, name)
}

// named masks by the names of values, except those of the name keep.
func (m *mask) named(v any, name string, strict bool, keep string) any {
	switch v := v.(type) {
	case map[string]any:
		out := make(map[string]any, len(v))
		unknown := 0
		for _, key := range slices.Sorted(maps.Keys(v)) {
			// Everything within a secret is secret.
			inherited := name
			if _, secret := masks.Replacements[name]; !secret && !m.unknown(name, strict) {
				inherited = plain(key)
			}
			inner := m.named(v[key], inherited, strict, keep)
			if m.unknown(plain(key), strict) {
				// The name itself may be personal.
				unknown++
				key = hidden + strconv.Itoa(unknown)
			}
			out[key] = inner
		}
		return out
	case []any:
		out := make([]any, len(v))
		for i, inner := range v {
			out[i] = m.named(inner, name, strict, keep)
		}
		return out
	default:
		if name != "" && name == keep {
			return v
		}
		return m.leaf(v, name, strict)
	}
}

func (m *mask) leaf(v any, name string, strict bool) any {
	by, secret := masks.Replacements[name]
	switch v := v.(type) {
	case string:
		switch {
		case v == "":
			return v
		case slices.Contains(masks.Identifiers, name):
			return "R" + m.number(v).String()
		case secret:
			m.learnValue(name, v, by)
			return by
		case m.unknown(name, strict):
			return hidden
		}
		return scrubbed(v, strict)
	case json.Number:
		switch {
		case slices.Contains(masks.Identifiers, name):
			return m.number(v.String())
		case secret:
			m.remember(v.String(), "0", minValue)
			return json.Number("0")
		case m.unknown(name, strict):
			return json.Number("0")
		}
	}
	return v
}

func (m *mask) number(value string) json.Number {
	n, ok := m.numbers[value]
	if !ok {
		n = len(m.numbers) + 1
		m.numbers[value] = n
	}
	return json.Number(strconv.Itoa(n))
}

// learnValue adds a masked value to the searched ones, and each word of a person's name.
func (m *mask) learnValue(name, value, by string) {
	if !slices.Contains(masks.Person, name) {
		m.remember(value, by, minValue)
		return
	}
	for _, word := range append(strings.Fields(value), value) {
		m.remember(word, by, minName)
	}
}

func (m *mask) remember(value, by string, shortest int) {
	if utf8.RuneCountInString(value) < shortest || isLoopback(value) || strings.Contains(by, value) || len(m.values) >= maxValues ||
		slices.ContainsFunc(m.values, func(n replacement) bool { return n.value == value }) {
		return
	}
	m.values = append(m.values, replacement{value, by})
	slices.SortStableFunc(m.values, func(a, b replacement) int { return len(b.value) - len(a.value) })
}

// quoted replaces searched values that are whole words of texts and unknown names, and equal numbers.
func (m *mask) quoted(v any) any {
	switch v := v.(type) {
	case map[string]any:
		out := make(map[string]any, len(v))
		for key, inner := range v {
			if !m.known[plain(key)] {
				key = m.unquoted(key)
			}
			out[key] = m.quoted(inner)
		}
		return out
	case []any:
		for i, inner := range v {
			v[i] = m.quoted(inner)
		}
	case json.Number:
		if slices.ContainsFunc(m.values, func(n replacement) bool { return n.value == v.String() }) {
			return json.Number("0")
		}
	case string:
		return m.unquoted(v)
	}
	return v
}

func (m *mask) unquoted(text string) string {
	for _, n := range m.values {
		if strings.Contains(string(folded(text)), string(folded(n.value))) {
			text = replaceWord(text, n.value, n.by)
		}
	}
	return text
}
