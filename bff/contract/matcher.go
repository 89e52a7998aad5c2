package contract

import (
	"bytes"
	"encoding/json"
	"math/big"
	"slices"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// verdict is the result of matching a value.
type verdict int8

const (
	matches verdict = iota
	differs         // the value violates the schema
	unsure          // only the schema library can tell
)

// matcher is a compiled schema of an answer. It matches raw JSON without decoding it, as every answer
// of every platform is checked. A value that matches is valid; for any other value the schema itself
// is asked (see explain). It is immutable, and recursive where the schema is.
type matcher struct {
	schema *jsonschema.Schema
	types  []string // nil allows all; "integer" is a number without fraction

	properties map[string]property
	required   []string
	closed     bool // additional properties violate the schema
	items      *matcher
	minItems   int
	maxItems   int // -1: unbounded

	tokens     map[string]bool // JSON texts of the values of enum or const
	scalar     *scalarRules    // keywords of strings and numbers; nil without any
	anyOf      []*matcher
	oneOf      []*matcher
	allOf      []*matcher // also the target of $ref beside other keywords
	unsureOnly bool       // a keyword that is not known here
}

// property is a property of an object; bit is its position in required, or -1.
type property struct {
	*matcher
	bit int
}

// maxRequired is the number of required properties that fit into a bit set.
const maxRequired = 64

// matchers compiles schemas; equal schemas share a matcher.
type matchers map[*jsonschema.Schema]*matcher

func (c matchers) compile(s *jsonschema.Schema) *matcher {
	if m := c[s]; m != nil {
		return m
	}
	if s.Ref != nil && onlyRef(s) {
		return c.compile(s.Ref)
	}
	m := &matcher{schema: s, maxItems: -1}
	c[s] = m // before its parts, which may refer to it
	m.unsureOnly = hasOtherKeywords(s)
	if s.Types != nil {
		m.types = s.Types.ToStrings()
	}
	if s.Ref != nil {
		m.allOf = append(m.allOf, c.compile(s.Ref))
	}
	for _, part := range s.AllOf {
		m.allOf = append(m.allOf, c.compile(part))
	}
	for _, part := range s.AnyOf {
		m.anyOf = append(m.anyOf, c.compile(part))
	}
	for _, part := range s.OneOf {
		m.oneOf = append(m.oneOf, c.compile(part))
	}
	c.compileObject(m, s)
	if s.Items2020 != nil {
		m.items = c.compile(s.Items2020)
	}
	if s.MinItems != nil {
		m.minItems = *s.MinItems
	}
	if s.MaxItems != nil {
		m.maxItems = *s.MaxItems
	}
	m.tokens = tokensOf(s)
	m.scalar = scalarOf(s)
	return m
}

func (c matchers) compileObject(m *matcher, s *jsonschema.Schema) {
	m.required = s.Required
	m.closed = s.AdditionalProperties == false
	if len(s.Properties) == 0 && len(s.Required) == 0 {
		return
	}
	m.properties = make(map[string]property, len(s.Properties))
	for name, part := range s.Properties {
		m.properties[name] = property{matcher: c.compile(part), bit: slices.Index(s.Required, name)}
	}
	for bit, name := range s.Required {
		if _, ok := m.properties[name]; !ok {
			m.properties[name] = property{matcher: &matcher{maxItems: -1}, bit: bit}
		}
	}
}

// onlyRef reports whether s has no constraint besides $ref.
func onlyRef(s *jsonschema.Schema) bool {
	return s.Types == nil && s.Enum == nil && s.Const == nil && s.Format == nil && s.Pattern == nil &&
		len(s.AllOf)+len(s.AnyOf)+len(s.OneOf)+len(s.Properties)+len(s.Required) == 0 &&
		s.Items2020 == nil && s.MinItems == nil && s.MaxItems == nil && s.MinLength == nil && s.MaxLength == nil &&
		s.Minimum == nil && s.Maximum == nil && s.ExclusiveMinimum == nil && s.AdditionalProperties == nil && !hasOtherKeywords(s)
}

// hasOtherKeywords reports keywords that a matcher leaves to the schema.
func hasOtherKeywords(s *jsonschema.Schema) bool {
	_, schemaOfRest := s.AdditionalProperties.(*jsonschema.Schema)
	return schemaOfRest || s.Bool != nil || s.RecursiveRef != nil || s.DynamicRef != nil || s.Not != nil || s.If != nil ||
		s.MaxProperties != nil || s.MinProperties != nil || s.PropertyNames != nil || len(s.PatternProperties) > 0 ||
		len(s.Dependencies)+len(s.DependentRequired)+len(s.DependentSchemas) > 0 || s.UnevaluatedProperties != nil ||
		s.UniqueItems || s.Contains != nil || s.Items != nil || s.AdditionalItems != nil || len(s.PrefixItems) > 0 ||
		s.UnevaluatedItems != nil || s.ContentEncoding != nil || s.ContentMediaType != nil || s.ContentSchema != nil ||
		s.ExclusiveMaximum != nil || s.MultipleOf != nil || len(s.Extensions) > 0 || len(s.Required) > maxRequired
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
		var text bytes.Buffer
		e := json.NewEncoder(&text)
		e.SetEscapeHTML(false)
		if e.Encode(v) == nil {
			out[strings.TrimSpace(text.String())] = true
		}
	}
	return out
}

// bound returns a limit of a number as an integer; ok is false for one with a fraction.
func bound(r *big.Rat) (n int64, ok bool) {
	if !r.IsInt() || !r.Num().IsInt64() {
		return 0, false
	}
	return r.Num().Int64(), true
}

// allTypes are the JSON types; an integer is a number.
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
	for _, part := range slices.Concat(m.allOf, m.anyOf, m.oneOf) {
		types = append(types, part.typeNames()...)
	}
	slices.Sort(types)
	return slices.Compact(types)
}
