package contract

import (
	"regexp"
	"slices"
	"strings"

	"croupier/bff"
)

// Override accepts values at one path of an answer that the contract refuses.
type Override struct {
	// Nullable accepts null and an absent value. Data itself is then served as an empty list.
	Nullable bool `json:"nullable,omitempty" yaml:"nullable,omitempty"`
	// Types accepts every value of these JSON types: string, number, boolean, object and array.
	Types []string `json:"types,omitempty" yaml:"types,omitempty,flow"`
}

// Overrides are the overrides of one upstream, by call name and path (bff.Violation.Path).
type Overrides map[string]map[string]Override

// accepts reports whether the override of a path accepts a violation there.
func (o Override) accepts(v bff.Violation) bool {
	return o.Nullable && (v.Got == "null" || v.Got == bff.GotAbsent) || slices.Contains(o.Types, v.Got)
}

// HasAnswerPath reports whether the contract has a path in the answers of a call, such as
// $[*].name.
func (c *Catalogue) HasAnswerPath(call *bff.Call, path string) bool {
	return len(c.byCall[call].matcher.at(path)) > 0
}

// AnswerTypes returns the JSON types that the answers of a call may have at a path, or nil for any.
func (c *Catalogue) AnswerTypes(call *bff.Call, path string) []string {
	return (&matcher{anyOf: c.byCall[call].matcher.at(path)}).typeNames()
}

// AcceptsAnswerValue reports whether the answers of a call may have a JSON value at a path.
func (c *Catalogue) AcceptsAnswerValue(call *bff.Call, path, value string) bool {
	accepts := func(m *matcher) bool { return m.match([]byte(value), 0) != noMatch }
	return slices.ContainsFunc(c.byCall[call].matcher.at(path), accepts)
}

// pathStep is a step of a path: a field, or the items of a list.
var pathStep = regexp.MustCompile(`^(?:\.([^.[]+)|\[\*\])`)

// at returns the parts of m at a path. Alternatives have several.
func (m *matcher) at(path string) []*matcher {
	rest, ok := strings.CutPrefix(path, bff.RootPath)
	if !ok {
		return nil
	}
	found := []*matcher{m}
	for rest != "" {
		step := pathStep.FindStringSubmatch(rest)
		if step == nil {
			return nil
		}
		rest = rest[len(step[0]):]
		var next []*matcher
		for _, one := range found {
			for _, part := range one.parts() {
				below := part.items
				if step[1] != "" {
					below = part.properties[step[1]].matcher
				}
				if below != nil {
					next = append(next, below)
				}
			}
		}
		found = next
	}
	return found
}

// parts returns m and the parts that describe the same value.
func (m *matcher) parts() []*matcher {
	out := []*matcher{m}
	for _, part := range slices.Concat(m.anyOf, m.oneOf) {
		out = append(out, part.parts()...)
	}
	return out
}
