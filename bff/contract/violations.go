package contract

import (
	"bytes"
	"cmp"
	"encoding/json"
	"strconv"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"croupier/bff"
)

// Violations validates the data of an answer with result=true against the answer schema of a call.
// It returns one violation per path, at most maxViolations, or nil. Data must be valid JSON. Empty
// data counts as null. A value that an override of the call accepts is not a violation. The call
// must be from this catalogue. Valid data is not decoded.
func (c *Catalogue) Violations(call *bff.Call, data json.RawMessage, accepted map[string]Override) []bff.Violation {
	m := c.byCall[call].matcher
	raw := valueOf(data)
	if _, ok := c.valid.Get(m, raw); ok {
		return nil
	}
	if m.match(raw, 0) != noMatch {
		c.valid.Put(m, raw, func([]byte) struct{} { return struct{}{} })
		return nil
	}
	x := &explainer{catalogue: c, accepted: accepted, seen: map[string]bool{}, checks: maxChecks, values: maxValues}
	x.explain(m, raw, bff.RootPath)
	return x.found
}

// ReadableData reports whether the JSON type of data is one that the site can read for a call. Data
// that may be null is not read at all: platforms send anything if only `result` matters.
func (c *Catalogue) ReadableData(call *bff.Call, data json.RawMessage) bool {
	e := c.byCall[call]
	kind := TypeOf(data)
	return kind != "" && (e.types["null"] || e.types[kind])
}

var null = []byte("null")

// valueOf returns data without white space around it. Empty data counts as null.
func valueOf(data json.RawMessage) []byte {
	if raw := bytes.TrimSpace(data); len(raw) > 0 {
		return raw
	}
	return null
}

// The work for one answer is bounded, because a platform may violate the contract any number of
// times.
const (
	maxViolations = 32     // reported per answer
	maxChecks     = 10_000 // values that the schema library looks at
	maxValues     = 20_000 // values that are explained
)

// explainer collects the violations of one answer. It descends only into parts that do not match,
// and leaves single values to the schema library.
type explainer struct {
	catalogue *Catalogue
	accepted  map[string]Override
	found     []bff.Violation
	seen      map[string]bool // paths in found
	checks    int             // left
	values    int             // left
}

func (x *explainer) exhausted() bool {
	return len(x.found) >= maxViolations || x.checks <= 0 || x.values <= 0
}

func (x *explainer) add(v bff.Violation) {
	if !x.seen[v.Path] && !x.exhausted() && !x.accepted[v.Path].accepts(v) {
		x.seen[v.Path] = true
		x.found = append(x.found, v)
	}
}

// explain adds the violations of a value that does not match.
func (x *explainer) explain(m *matcher, raw []byte, path string) {
	if x.exhausted() {
		return
	}
	x.values--
	x.explainBranch(m.anyOf, raw, path)
	x.explainBranch(m.oneOf, raw, path)
	switch kind := TypeOf(raw); {
	case !m.allows(kind):
		x.add(bff.Violation{
			Path: path, Rule: "type", Got: kind, Want: strings.Join(m.typeNames(), " or "), Example: shapeOf(raw),
		})
	case kind == "object" && m.tokens == nil:
		x.explainObject(m, raw, path)
	case kind == "array" && m.tokens == nil:
		x.explainArray(m, raw, path)
	default:
		x.validate(m, raw, path)
	}
}

// descend explains a part of a value unless it matches.
func (x *explainer) descend(m *matcher, raw []byte, path string) {
	if m.match(raw, 0) == noMatch {
		x.explain(m, raw, path)
	}
}

// explainBranch explains the branch of anyOf or oneOf with the fewest violations. A payment method
// of one kind misses all fields of the other kind.
func (x *explainer) explainBranch(branches []*matcher, raw []byte, path string) {
	var best *explainer
	for _, m := range branches {
		if m.match(raw, 0) != noMatch {
			return
		}
		one := &explainer{
			catalogue: x.catalogue, accepted: x.accepted, seen: map[string]bool{}, checks: x.checks, values: x.values,
		}
		one.explain(m, raw, path)
		x.checks, x.values = one.checks, one.values
		if len(one.found) == 0 {
			return
		}
		if best == nil || len(one.found) < len(best.found) {
			best = one
		}
	}
	if best == nil {
		return
	}
	wants := (&matcher{anyOf: branches}).typeNames()
	for _, v := range best.found {
		if v.Path == path && v.Rule == "type" && len(wants) > 0 {
			v.Want = strings.Join(wants, " or ")
		}
		x.add(v)
	}
}

func (x *explainer) explainObject(m *matcher, raw []byte, path string) {
	if m.schema.AdditionalProperties == false {
		x.validate(m, raw, path)
		return
	}
	present := map[string]bool{}
	each(raw, 0, func(key []byte, at int) int {
		name := string(unescaped(key))
		end := skipValue(raw, at)
		p, known := m.properties[name]
		if !known {
			return end
		}
		present[name] = true
		x.descend(p.matcher, raw[at:end], path+"."+name)
		return end
	})
	for _, name := range m.schema.Required {
		if present[name] {
			continue
		}
		at := path + "." + name
		x.add(bff.Violation{
			Path: at, Rule: "required", Got: bff.GotAbsent,
			Want: strings.Join(m.properties[name].typeNames(), " or "), Example: bff.GotAbsent,
		})
	}
}

func (x *explainer) explainArray(m *matcher, raw []byte, path string) {
	n := 0
	each(raw, 0, func(_ []byte, at int) int {
		n++
		end := skipValue(raw, at)
		if m.items != nil && !x.exhausted() {
			x.descend(m.items, raw[at:end], path+"[*]")
		}
		return end
	})
	if least := m.schema.MinItems; least != nil && n < *least {
		x.addLength(raw, path, "min_items", "min", *least)
	}
	if most := m.schema.MaxItems; most != nil && n > *most {
		x.addLength(raw, path, "max_items", "max", *most)
	}
}

// addLength adds a violated bound of the length of an array.
func (x *explainer) addLength(raw []byte, path, rule, name string, limit int) {
	want := x.catalogue.Message(fallbackLang, "rule."+rule, map[string]string{name: strconv.Itoa(limit)})
	x.add(bff.Violation{Path: path, Rule: rule, Got: "array", Want: want, Example: shapeOf(raw)})
}

// validate asks the schema library about a value, and reports a violation at its path.
func (x *explainer) validate(m *matcher, raw []byte, path string) {
	if x.seen[path] {
		return
	}
	x.checks--
	v, err := decodeJSON(raw)
	if err != nil {
		return
	}
	found := validate(&definition{schema: m.schema}, v)
	if len(found) == 0 {
		return
	}
	l := found[0]
	want := x.catalogue.Message(fallbackLang, "rule."+l.Rule, l.Params)
	switch l.Rule {
	case "type":
		want = strings.Join(m.typeNames(), " or ")
	case "pattern", "other":
		want = cmp.Or(m.schema.Description, want)
	}
	x.add(bff.Violation{Path: path, Rule: l.Rule, Got: TypeOf(raw), Want: want, Example: shapeOf(raw)})
}

// decodeJSON decodes a value with json.Number.
func decodeJSON(raw []byte) (any, error) { return jsonschema.UnmarshalJSON(bytes.NewReader(raw)) }
