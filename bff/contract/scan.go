package contract

import (
	"encoding/json"
	"fmt"
	"regexp"
	"strings"
	"unicode"
)

// These functions walk valid JSON without decoding it. On invalid input they return the end of the
// input, never panic.

// skipSpace returns the position of the next byte from i that is not white space.
func skipSpace(raw []byte, i int) int {
	for i < len(raw) && (raw[i] == ' ' || raw[i] == '\n' || raw[i] == '\r' || raw[i] == '\t') {
		i++
	}
	return i
}

// skipString returns the position after the string that begins at i.
func skipString(raw []byte, i int) int {
	for i++; i < len(raw); i++ {
		switch raw[i] {
		case '\\':
			i++
		case '"':
			return i + 1
		}
	}
	return len(raw)
}

// delimiters end a number, true, false and null.
const delimiters = ",:{}[]\" \n\r\t"

// skipValue returns the position after the value that begins at i.
func skipValue(raw []byte, i int) int {
	depth := 0
	for i < len(raw) {
		switch raw[i] {
		case '"':
			i = skipString(raw, i)
		case '{', '[':
			depth++
			i++
			continue
		case '}', ']':
			depth--
			i++
		case ',', ':', ' ', '\n', '\r', '\t':
			i++
			continue
		default:
			for i < len(raw) && strings.IndexByte(delimiters, raw[i]) < 0 {
				i++
			}
		}
		if depth <= 0 {
			return i
		}
	}
	return len(raw)
}

// each calls fn with the position of each value of the array or object at i until fn returns a
// negative position. Otherwise fn returns the position after the value. A member's key has no
// quotes, but its escapes. It returns the position after the array or object, or -1 if fn stopped.
func each(raw []byte, i int, fn func(key []byte, at int) int) int {
	end := byte(']')
	if i < len(raw) && raw[i] == '{' {
		end = '}'
	}
	i = skipSpace(raw, i+1)
	for i < len(raw) && raw[i] != end {
		var key []byte
		if end == '}' {
			after := skipString(raw, i)
			key = raw[min(i+1, after):max(after-1, min(i+1, after))]
			if i = skipSpace(raw, after); i < len(raw) && raw[i] == ':' {
				i = skipSpace(raw, i+1)
			}
			if i >= len(raw) {
				return len(raw)
			}
		}
		if i = fn(key, i); i < 0 {
			return -1
		}
		i = skipSpace(raw, i)
		switch {
		case i < len(raw) && raw[i] == ',':
			i = skipSpace(raw, i+1)
		case i < len(raw) && raw[i] != end:
			return len(raw) // invalid JSON
		}
	}
	return min(i+1, len(raw))
}

// TypeOf returns the JSON type of a value by its first byte, or "" for invalid JSON. Nothing is
// null, as in bff.Answer.
func TypeOf(raw []byte) string {
	i := skipSpace(raw, 0)
	if i == len(raw) {
		return "null"
	}
	switch c := raw[i]; {
	case c == '{':
		return "object"
	case c == '[':
		return "array"
	case c == '"':
		return "string"
	case c == 't' || c == 'f':
		return "boolean"
	case c == 'n':
		return "null"
	case c == '-' || '0' <= c && c <= '9':
		return "number"
	}
	return ""
}

// maxShape is the maximum length of the shape of a string, in characters.
const maxShape = 40

var digits = regexp.MustCompile(`[0-9]`)

// shapeOf describes a JSON value by type and form: letters become a or A, digits 9, and containers
// their size. An operator sees the form of a date, but no data of a player.
func shapeOf(raw []byte) string {
	switch kind := TypeOf(raw); kind {
	case "string":
		var s string
		if json.Unmarshal(raw, &s) != nil {
			return kind
		}
		return `"` + shapeOfText(s) + `"`
	case "number":
		from := skipSpace(raw, 0)
		to := min(skipValue(raw, from), from+maxShape)
		return digits.ReplaceAllString(string(raw[from:to]), "9")
	case "array", "object":
		n := 0
		each(raw, skipSpace(raw, 0), func(_ []byte, at int) int { n++; return skipValue(raw, at) })
		return fmt.Sprintf("%s of %d", kind, n)
	default:
		return kind
	}
}

// shapeOfText replaces letters and digits. A longer text is truncated.
func shapeOfText(s string) string {
	var b strings.Builder
	n := 0
	for _, r := range s {
		if n++; n > maxShape {
			b.WriteString("…")
			break
		}
		switch {
		case unicode.IsUpper(r):
			b.WriteByte('A')
		case unicode.IsLetter(r):
			b.WriteByte('a')
		case unicode.IsNumber(r):
			b.WriteByte('9')
		case r < 0x7f && unicode.IsPrint(r):
			b.WriteRune(r)
		default:
			b.WriteByte('?')
		}
	}
	return b.String()
}
