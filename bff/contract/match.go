package contract

import (
	"bytes"
	"slices"
)

// match matches the value at i and returns the position after it.
func (m *matcher) match(raw []byte, i int) (verdict, int) {
	if m.unsureOnly {
		return unsure, skipValue(raw, i)
	}
	if len(m.allOf)+len(m.anyOf)+len(m.oneOf) > 0 {
		end := skipValue(raw, i)
		if v := m.matchParts(raw[i:end]); v != matches {
			return v, end
		}
	}
	kind := typeOf(raw[i:])
	switch kind {
	case "object":
		return m.matchObject(raw, i)
	case "array":
		return m.matchArray(raw, i)
	}
	end := skipValue(raw, i)
	return m.matchScalar(kind, raw[i:end]), end
}

// matchParts matches the whole of raw against allOf, anyOf and oneOf.
func (m *matcher) matchParts(raw []byte) verdict {
	for _, part := range m.allOf {
		if v, _ := part.match(raw, 0); v != matches {
			return v
		}
	}
	if len(m.anyOf) > 0 {
		best := differs
		for _, part := range m.anyOf {
			v, _ := part.match(raw, 0)
			if v == matches {
				best = matches
				break
			}
			best = max(best, v)
		}
		if best != matches {
			return best
		}
	}
	if len(m.oneOf) == 0 {
		return matches
	}
	matched := 0
	for _, part := range m.oneOf {
		v, _ := part.match(raw, 0)
		if v == unsure {
			return unsure
		}
		if v == matches {
			matched++
		}
	}
	if matched != 1 {
		return differs
	}
	return matches
}

// allows reports whether the type of a value is allowed; token is the value.
func (m *matcher) allows(kind string, token []byte) verdict {
	if m.types == nil || slices.Contains(m.types, kind) {
		return matches
	}
	if kind == "number" && slices.Contains(m.types, "integer") {
		for _, c := range token {
			if c == '.' || c == 'e' || c == 'E' {
				return unsure // 1.0 is an integer
			}
		}
		return matches
	}
	return differs
}

func (m *matcher) matchScalar(kind string, token []byte) verdict {
	if v := m.allows(kind, token); v != matches {
		return v
	}
	if m.tokens != nil && !m.tokens[string(token)] {
		if kind == "string" && bytes.IndexByte(token, '\\') >= 0 || kind == "number" && bytes.ContainsAny(token, ".eE") {
			return unsure // maybe another notation of a listed value
		}
		return differs
	}
	switch {
	case kind == "number" && m.scalar != nil:
		return m.scalar.matchNumber(token)
	case kind == "number" && (len(token) > maxNumberLength || bytes.ContainsAny(token, "eE")):
		return unsure
	case kind == "string" && m.scalar != nil:
		return m.scalar.matchString(token)
	case kind == "":
		return unsure
	}
	return matches
}

func (m *matcher) matchArray(raw []byte, i int) (verdict, int) {
	if m.tokens != nil || m.allows("array", nil) != matches {
		return differs, skipValue(raw, i)
	}
	n, out := 0, matches
	end := eachItem(raw, i, func(at int) int {
		n++
		if m.items == nil {
			return skipValue(raw, at)
		}
		v, end := m.items.match(raw, at)
		if v != matches {
			out = v
			return -1
		}
		return end
	})
	switch {
	case end < 0:
		return out, skipValue(raw, i)
	case n < m.minItems || m.maxItems >= 0 && n > m.maxItems:
		return differs, end
	}
	return matches, end
}

func (m *matcher) matchObject(raw []byte, i int) (verdict, int) {
	if m.tokens != nil || m.allows("object", nil) != matches {
		return differs, skipValue(raw, i)
	}
	var seen uint64
	out := matches
	end := eachMember(raw, i, func(key []byte, at int) int {
		p, known := m.properties[string(key)]
		if !known {
			// A key with an escape may be one of the properties.
			if m.closed || slices.Contains(key, '\\') {
				out = unsure
				return -1
			}
			return skipValue(raw, at)
		}
		if p.bit >= 0 {
			seen |= 1 << p.bit
		}
		v, end := p.match(raw, at)
		if v != matches {
			out = v
			return -1
		}
		return end
	})
	switch {
	case end < 0:
		return out, skipValue(raw, i)
	case seen != 1<<len(m.required)-1:
		return differs, end
	}
	return matches, end
}
