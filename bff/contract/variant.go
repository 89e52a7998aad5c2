package contract

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"croupier/bff"
)

// variant is other rules for a call where its data matches.
type variant struct {
	when     map[string]any // field to value; presence where the value is present{}
	rules    bff.Rules
	defaults map[string]any
}

// present asks for a field to be there at all.
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
		v.rules.Who = row.Who
	}
	if row.Kind != "" {
		v.rules.Kind = row.Kind
	}
	if row.Cache != "" {
		policy, err := t.cache(row.Cache)
		if err != nil {
			return v, err
		}
		v.rules.Cache = policy
	}
	if v.rules.Cache.Cacheable() && v.rules.Who != bff.WhoGuest {
		return v, fmt.Errorf("only a guest's reads may be kept")
	}
	return v, nil
}

// matches compares the data with every condition.
func (v *variant) matches(data map[string]any) bool {
	for field, want := range v.when {
		got, ok := data[field]
		if !ok {
			return false
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

// Variant is other rules for a call where its data meets every condition; the first that
// does counts.
type Variant struct {
	When  []Condition // by field
	Rules bff.Rules
}

// Condition asks for a field to have a value, or to be there at all.
type Condition struct {
	Field string
	Value any // string, bool or json.Number; nil where any value will do
}

// Variants gives the other rules of a call, in the order of calls.yaml.
func (c *Catalogue) Variants(call *bff.Call) []Variant {
	var out []Variant
	for _, v := range c.byCall[call].variants {
		row := Variant{Rules: v.rules}
		for _, field := range slices.Sorted(maps.Keys(v.when)) {
			value := v.when[field]
			if _, any := value.(present); any {
				value = nil
			}
			row.When = append(row.When, Condition{Field: field, Value: value})
		}
		out = append(out, row)
	}
	return out
}

// Resolve gives the rules in force for this data: those of the first variant that
// matches, else the call's own.
func (c *Catalogue) Resolve(call *bff.Call, data map[string]any) bff.Rules {
	if v := c.byCall[call].variant(data); v != nil {
		return v.rules
	}
	return call.Rules
}

// Complete gives a copy of data in which every field that has a default and is absent is
// filled in, Lang included, and in which whole numbers are written one way only (48.0 and
// 4.8e1 become 48), so that equal requests are equal byte for byte once encoded.
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

// canonical writes a whole number without point and exponent; any other stays as it is.
func canonical(n json.Number) json.Number {
	if n == "-0" {
		return "0"
	}
	if !strings.ContainsAny(string(n), ".eE") {
		return n
	}
	r, ok := readable(n)
	if !ok || !r.IsInt() {
		return n
	}
	return json.Number(r.Num().String())
}

// wireValue turns a value read from YAML or JSON into what the strict decoder gives.
func wireValue(v any) any {
	switch v := v.(type) {
	case bool, string, nil, json.Number:
		return v
	default:
		return json.Number(fmt.Sprint(v))
	}
}
