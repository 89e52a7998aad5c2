package contract

import (
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"croupier/bff"
	"croupier/bff/internal/strictjson"
)

// variant overrides the rules of a call if its data matches.
type variant struct {
	when     map[string]any // values by field; present{} matches any value
	rules    bff.Rules
	defaults map[string]any
}

// present matches a field with any value.
type present struct{}

func (t *table) variant(base bff.Rules, row variantRow) (variant, error) {
	v := variant{when: map[string]any{}, rules: base, defaults: map[string]any{}}
	if len(row.When) == 0 {
		return v, fmt.Errorf("when is required")
	}
	for field, want := range row.When {
		switch w := want.(type) {
		case bool, string:
			v.when[field] = w
		case map[string]any:
			if len(w) != 1 || w["present"] != true {
				return v, fmt.Errorf("when %s: want a value or {present: true}", field)
			}
			v.when[field] = present{}
		default:
			v.when[field] = json.Number(fmt.Sprint(w))
		}
	}
	for field, value := range row.Defaults {
		v.defaults[field] = wireValue(value)
	}
	if row.Who != "" {
		if !slices.Contains(callers, row.Who) {
			return v, fmt.Errorf("who %q: want guest, session, pending or anyone", row.Who)
		}
		v.rules.Who = row.Who
	}
	if row.Kind != "" {
		v.rules.Kind = row.Kind
	}
	v.rules.Part = cmp.Or(row.Part, base.Part)
	v.rules.Protection = cmp.Or(row.Protection, base.Protection)
	if row.Cache != "" {
		policy, err := t.cache(row.Cache)
		if err != nil {
			return v, err
		}
		v.rules.Cache = policy
	}
	if v.rules.Cache.Cacheable() && v.rules.Who != bff.WhoGuest {
		return v, fmt.Errorf("only reads of guests can be cached")
	}
	return v, nil
}

// matches reports whether data meets every condition.
func (v *variant) matches(data map[string]any) bool {
	for field, want := range v.when {
		got, ok := data[field]
		if !ok {
			return false
		}
		if n, isNumber := got.(json.Number); isNumber {
			got = canonical(n) // 2.0 is 2 also for the schema
		}
		if _, any := want.(present); !any && got != want {
			return false
		}
	}
	return true
}

func (e *entry) variant(data map[string]any) *variant {
	for i := range e.variants {
		if e.variants[i].matches(data) {
			return &e.variants[i]
		}
	}
	return nil
}

// Variant has the rules of a call whose data meets every condition. The first matching variant
// applies.
type Variant struct {
	When  []Condition // by field
	Rules bff.Rules
}

// Condition requires a field to have a value, or to be present.
type Condition struct {
	Field string
	Value any // string, bool or json.Number; nil: any value
}

// Variants returns the variants of a call in the order of calls.yaml.
func (c *Catalogue) Variants(call *bff.Call) []Variant {
	var out []Variant
	for _, v := range c.byCall[call].variants {
		variant := Variant{Rules: v.rules}
		for _, field := range slices.Sorted(maps.Keys(v.when)) {
			value := v.when[field]
			if _, any := value.(present); any {
				value = nil
			}
			variant.When = append(variant.When, Condition{Field: field, Value: value})
		}
		out = append(out, variant)
	}
	return out
}

// Resolve returns the rules of a call for data: those of the first matching variant, otherwise the
// rules of the call.
func (c *Catalogue) Resolve(call *bff.Call, data map[string]any) bff.Rules {
	if v := c.byCall[call].variant(data); v != nil {
		return v.rules
	}
	return call.Rules
}

// Complete returns a copy of data with the defaults of absent fields, including Lang, and with
// integers in canonical form (48.0 and 4.8e1 become 48), so that equal requests have equal
// encodings.
func (c *Catalogue) Complete(call *bff.Call, data map[string]any, defaultLang string) map[string]any {
	e := c.byCall[call]
	out := make(map[string]any, len(data)+len(e.defaults)+1)
	out["Lang"] = defaultLang
	maps.Copy(out, e.defaults)
	if v := e.variant(data); v != nil {
		maps.Copy(out, v.defaults)
	}
	for field, value := range data {
		if n, ok := value.(json.Number); ok {
			value = canonical(n)
		}
		out[field] = value
	}
	return out
}

// Prepare returns the data and the rules of a call that the server itself makes, in the form that the request of a
// player has: decoded from JSON, valid and complete. The error names the invalid field.
func (c *Catalogue) Prepare(call *bff.Call, data map[string]any, lang string) (map[string]any, bff.Rules, error) {
	raw, err := json.Marshal(data)
	if err != nil {
		return nil, bff.Rules{}, fmt.Errorf("could not encode the data of %s: %w", call.Name(), err)
	}
	v, err := strictjson.Parse(raw, MaxNesting)
	if err != nil {
		return nil, bff.Rules{}, fmt.Errorf("could not decode the data of %s: %w", call.Name(), err)
	}
	fields, _ := v.(map[string]any) // nil for null
	if f := c.CheckRequest(call, fields); f != nil {
		return nil, bff.Rules{}, fmt.Errorf("could not make %s: data.%s violates the rule %q", call.Name(), f.Field, f.Rule)
	}
	return c.Complete(call, fields, lang), c.Resolve(call, fields), nil
}

// canonical returns an integer without decimal point and exponent, and other numbers unchanged.
func canonical(n json.Number) json.Number {
	if n == "-0" {
		return "0"
	}
	if !strings.ContainsAny(string(n), ".eE") {
		return n
	}
	r, ok := parseNumber(n)
	if !ok || !r.IsInt() {
		return n
	}
	return json.Number(r.Num().String())
}

// wireValue converts a value decoded from YAML or JSON to the types of a decoded request.
func wireValue(v any) any {
	switch v := v.(type) {
	case bool, string, nil, json.Number:
		return v
	default:
		return json.Number(fmt.Sprint(v))
	}
}
