package contract

import (
	"bytes"
	"encoding/json"
	"math"
	"slices"
	"strconv"
	"unicode/utf8"
)

// noMatch is the result of matching a value that violates the schema.
const noMatch = -1

// match matches the value at i and returns the position after it, or noMatch.
func (m *matcher) match(raw []byte, i int) int {
	if len(m.anyOf)+len(m.oneOf) > 0 && !m.matchBranches(raw[i:skipValue(raw, i)]) {
		return noMatch
	}
	switch kind := TypeOf(raw[i:]); {
	case !m.allows(kind):
		return noMatch
	case kind == "object" && m.tokens == nil:
		return m.matchObject(raw, i)
	case kind == "array" && m.tokens == nil:
		return m.matchArray(raw, i)
	default:
		end := skipValue(raw, i)
		if !m.matchScalar(kind, raw[i:end]) {
			return noMatch
		}
		return end
	}
}

// matchBranches matches the whole of raw against anyOf and oneOf.
func (m *matcher) matchBranches(raw []byte) bool {
	count := func(branches []*matcher, enough int) (n int) {
		for _, branch := range branches {
			if n < enough && branch.match(raw, 0) != noMatch {
				n++
			}
		}
		return n
	}
	return (len(m.anyOf) == 0 || count(m.anyOf, 1) == 1) && (len(m.oneOf) == 0 || count(m.oneOf, 2) == 1)
}

// allows reports whether m allows values of a type. A number may still be no integer.
func (m *matcher) allows(kind string) bool {
	return m.types == nil || slices.Contains(m.types, kind) || kind == "number" && slices.Contains(m.types, "integer")
}

func (m *matcher) matchArray(raw []byte, i int) int {
	n := 0
	end := each(raw, i, func(_ []byte, at int) int {
		n++
		if m.items == nil {
			return skipValue(raw, at)
		}
		return m.items.match(raw, at)
	})
	if s := m.schema; s.MinItems != nil && n < *s.MinItems || s.MaxItems != nil && n > *s.MaxItems {
		return noMatch
	}
	return end
}

func (m *matcher) matchObject(raw []byte, i int) int {
	var seen uint64
	end := each(raw, i, func(key []byte, at int) int {
		p, known := m.properties[string(unescaped(key))]
		switch {
		case !known && m.schema.AdditionalProperties == false:
			return noMatch
		case !known:
			return skipValue(raw, at)
		case p.bit >= 0:
			seen |= 1 << p.bit
		}
		return p.match(raw, at)
	})
	if seen != 1<<len(m.schema.Required)-1 {
		return noMatch
	}
	return end
}

func (m *matcher) matchScalar(kind string, token []byte) bool {
	switch {
	case m.tokens != nil && !m.tokens[string(token)]:
		isNotation := kind == "number" || bytes.IndexByte(token, '\\') >= 0 // maybe another one of a listed value
		return isNotation && m.matchLibrary(token)
	case kind == "number":
		return m.matchNumber(token)
	case kind == "string":
		return m.matchString(token)
	}
	return true
}

// matchString matches a string token, quotes included.
func (m *matcher) matchString(token []byte) bool {
	if len(token) < 2 {
		return false // invalid JSON
	}
	s, text := m.schema, unescaped(token[1:len(token)-1])
	return (s.MinLength == nil || utf8.RuneCount(text) >= *s.MinLength) &&
		(s.MaxLength == nil || len(text) <= *s.MaxLength || utf8.RuneCount(text) <= *s.MaxLength) &&
		(s.Pattern == nil || s.Pattern.MatchString(string(text))) &&
		(s.Format == nil || s.Format.Validate(string(text)) == nil)
}

// maxExactDigits is the length up to which numbers are distinct as float64.
const maxExactDigits = 15

func (m *matcher) matchNumber(token []byte) bool {
	n, err := strconv.ParseFloat(string(token), 64)
	if err != nil || len(token) > maxExactDigits {
		return m.matchLibrary(token)
	}
	isOfType := n == math.Trunc(n) || m.types == nil || slices.Contains(m.types, "number")
	return isOfType && m.low <= n && n <= m.high && m.above < n && withinBounds(json.Number(token)) &&
		(m.schema.Format == nil || m.schema.Format.Validate(json.Number(token)) == nil)
}

// matchLibrary asks the schema library about a value.
func (m *matcher) matchLibrary(raw []byte) bool {
	v, err := decodeJSON(raw)
	return err == nil && len(validate(&definition{schema: m.schema}, v)) == 0
}

// unescaped returns the text between the quotes of a string.
func unescaped(text []byte) []byte {
	if bytes.IndexByte(text, '\\') < 0 {
		return text
	}
	var out string
	if json.Unmarshal(slices.Concat([]byte{'"'}, text, []byte{'"'}), &out) != nil {
		return text
	}
	return []byte(out)
}
