package contract

import (
	"encoding/json"
	"fmt"
	"strings"
	"unicode"
)

// maxShape is the maximum length of the shape of a string, in characters.
const maxShape = 40

// shapeOf describes a JSON value by type and form: letters become a or A, digits 9, and containers
// their size. It tells an operator how a date is written, and nothing about a player.
func shapeOf(raw []byte) string {
	switch kind := typeOf(raw); kind {
	case "string":
		var s string
		if json.Unmarshal(raw, &s) != nil {
			return kind
		}
		return `"` + shapeOfText(s) + `"`
	case "number":
		return shapeOfNumber(raw)
	case "array":
		n := 0
		eachItem(raw, skipSpace(raw, 0), func(at int) int { n++; return skipValue(raw, at) })
		return fmt.Sprintf("array of %d", n)
	case "object":
		n := 0
		eachMember(raw, skipSpace(raw, 0), func(_ []byte, at int) int { n++; return skipValue(raw, at) })
		return fmt.Sprintf("object of %d", n)
	default:
		return kind
	}
}

func shapeOfNumber(raw []byte) string {
	from := skipSpace(raw, 0)
	to := min(skipValue(raw, from), from+maxShape)
	return strings.Map(func(r rune) rune {
		if '0' <= r && r <= '9' {
			return '9'
		}
		return r
	}, string(raw[from:to]))
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
		case r < ' ' || r == unicode.ReplacementChar:
			b.WriteByte('?')
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
