package contract

import (
	"maps"
	"math"
	"math/big"
	"slices"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"croupier/bff/internal/lists"
	"croupier/bff/internal/strictjson"
)

// matcher is a compiled schema of an answer. It matches raw JSON without decoding it, because
// Croupier checks every answer. A test compares its keywords with the schemas' keywords. It is
// immutable, and recursive if the schema is.
type matcher struct {
	schema *jsonschema.Schema
	types  []string // nil allows all; "integer" is a number without fraction

	properties map[string]property
	items      *matcher
	tokens     map[string]bool // JSON texts of the values of enum or const
	anyOf      []*matcher
	oneOf      []*matcher

	low, high, above float64 // minimum, maximum and exclusiveMinimum
}

// property is a property of an object. bit is its position in required, or -1.
type property struct {
	*matcher
	bit int
}

// matchers compiles schemas. Equal schemas share a matcher.
type matchers map[*jsonschema.Schema]*matcher

func (c matchers) compile(s *jsonschema.Schema) *matcher {
	switch {
	case s == nil:
		return c.compile(&jsonschema.Schema{}) // anything
	case s.Ref != nil:
		return c.compile(s.Ref)
	case c[s] != nil:
		return c[s]
	}
	m := &matcher{
		schema: s, properties: map[string]property{}, tokens: tokensOf(s),
		low: bound(s.Minimum, -1), high: bound(s.Maximum, 1), above: bound(s.ExclusiveMinimum, -1),
	}
	c[s] = m // before its parts, which may refer to it
	if s.Types != nil {
		m.types = s.Types.ToStrings()
	}
	m.anyOf, m.oneOf = lists.Map(s.AnyOf, c.compile), lists.Map(s.OneOf, c.compile)
	for _, name := range slices.AppendSeq(slices.Clone(s.Required), maps.Keys(s.Properties)) {
		m.properties[name] = property{c.compile(s.Properties[name]), slices.Index(s.Required, name)}
	}
	if s.Items2020 != nil {
		m.items = c.compile(s.Items2020)
	}
	return m
}

// tokensOf returns the JSON texts of the scalars of enum or const, or nil.
func tokensOf(s *jsonschema.Schema) map[string]bool {
	var values []any
	switch {
	case s.Enum != nil:
		values = s.Enum.Values
	case s.Const != nil:
		values = []any{*s.Const}
	default:
		return nil
	}
	out := map[string]bool{}
	for _, v := range values {
		if text, err := strictjson.Marshal(v); err == nil {
			out[string(text)] = true
		}
	}
	return out
}

// bound returns a limit of a number, or infinity with a sign if it has none.
func bound(limit *big.Rat, sign int) float64 {
	if limit == nil {
		return math.Inf(sign)
	}
	n, _ := limit.Float64()
	return n
}

// allTypes are the JSON types. An integer is a number.
var allTypes = []string{"null", "boolean", "number", "string", "array", "object"}

// rootTypes returns the JSON types that m allows.
func (m *matcher) rootTypes() map[string]bool {
	out := map[string]bool{}
	types := m.typeNames()
	if len(types) == 0 {
		types = allTypes
	}
	for _, name := range types {
		if name == "integer" {
			name = "number"
		}
		out[name] = true
	}
	return out
}

// typeNames returns the types that m or its parts name, or nil if they name none.
func (m *matcher) typeNames() []string {
	types := slices.Clone(m.types)
	for _, part := range slices.Concat(m.anyOf, m.oneOf) {
		types = append(types, part.typeNames()...)
	}
	slices.Sort(types)
	return slices.Compact(types)
}
