package contract

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"math/big"
	"slices"
	"strings"

	"croupier/bff"
	"croupier/bff/internal/strictjson"
)

// Variant overrides the rules of a call whose data meets every condition. The first matching
// variant applies.
type Variant struct {
	When     []Condition // by field
	Rules    bff.Rules
	defaults map[string]any
}

// Condition requires a field to have a value, or to be present.
type Condition struct {
	Field string
	Value any // string, bool or json.Number; nil: any value
}

// variant resolves a variant of a call with the rules base.
func (t *table) variant(base bff.Rules, row variantRow) (Variant, error) {
	v := Variant{Rules: base, defaults: map[string]any{}}
	if len(row.When) == 0 {
		return v, errors.New("when is required")
	}
	for _, field := range slices.Sorted(maps.Keys(row.When)) {
		value := row.When[field]
		if w, isMap := value.(map[string]any); isMap {
			if len(w) != 1 || w["present"] != true {
				return v, fmt.Errorf("when %s: want a value or {present: true}", field)
			}
			value = nil
		}
		v.When = append(v.When, Condition{field, wireValue(value)})
	}
	for field, value := range row.Defaults {
		v.defaults[field] = wireValue(value)
	}
	v.Rules.Who, v.Rules.Kind = cmp.Or(row.Who, base.Who), cmp.Or(row.Kind, base.Kind)
	v.Rules.Part, v.Rules.Protection = cmp.Or(row.Part, base.Part), cmp.Or(row.Protection, base.Protection)
	var err error
	if row.CacheName != "" {
		v.Rules.Cache, err = t.cache(row.CacheName)
	}
	return v, err
}

// matches reports whether data meets every condition.
func (v *Variant) matches(data map[string]any) bool {
	for _, c := range v.When {
		got, ok := data[c.Field]
		if n, isNumber := got.(json.Number); isNumber {
			got = canonical(n) // 2.0 is 2 also for the schema
		}
		if !ok || c.Value != nil && got != c.Value {
			return false
		}
	}
	return true
}

func (e *entry) variant(data map[string]any) *Variant {
	for i := range e.variants {
		if e.variants[i].matches(data) {
			return &e.variants[i]
		}
	}
	return nil
}

// Variants returns the variants of a call in the order of calls.yaml. They must not be modified.
func (c *Catalogue) Variants(call *bff.Call) []Variant { return c.byCall[call].variants }

// Resolve returns the rules of the first variant that matches data, otherwise the rules of the
// call.
func (c *Catalogue) Resolve(call *bff.Call, data map[string]any) bff.Rules {
	if v := c.byCall[call].variant(data); v != nil {
		return v.Rules
	}
	return call.Rules
}

// Complete returns a copy of data with the defaults of absent fields, including Lang, and with
// integers in canonical form (48.0 and 4.8e1 become 48). Equal requests then have equal encodings.
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

// Prepare returns the data and the rules of a call of the server in the form of a player's request:
// decoded from JSON, valid and complete. The error names the invalid field.
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
		return nil, bff.Rules{},
			fmt.Errorf("could not make %s: data.%s violates the rule %q", call.Name(), f.Field, f.Rule)
	}
	return c.Complete(call, fields, lang), c.Resolve(call, fields), nil
}

// canonical returns an integer without decimal point and exponent, and other numbers unchanged.
func canonical(n json.Number) json.Number {
	if n == "-0" {
		return "0"
	}
	if !strings.ContainsAny(string(n), ".eE") || !withinBounds(n) {
		return n
	}
	if r, ok := new(big.Rat).SetString(string(n)); ok && r.IsInt() {
		return json.Number(r.Num().String())
	}
	return n
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
