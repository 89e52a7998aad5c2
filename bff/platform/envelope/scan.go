package envelope

import (
	"encoding/json"
	"unicode/utf8"
)

// maxDepth is how deeply objects and lists may be nested, as in encoding/json.
const maxDepth = 10_000

// members checks that raw is one JSON object in UTF-8 and calls visit for each of its members, in order, with the value
// as written. It reads raw once.
func members(raw []byte, visit func(key string, value []byte) error) error {
	i := skipSpace(raw, 0)
	if i == len(raw) || raw[i] != '{' {
		if end, err := skipValue(raw, i, 0); err != nil || skipSpace(raw, end) != len(raw) {
			return faultOf(raw)
		}
		return errNotObject
	}
	i = skipSpace(raw, i+1)
	if i < len(raw) && raw[i] == '}' {
		return atEnd(raw, i+1)
	}
	for {
		end, err := skipString(raw, i)
		if err != nil {
			return faultOf(raw)
		}
		key, err := textOf(raw[i:end])
		if err != nil {
			return err
		}
		colon := skipSpace(raw, end)
		if colon == len(raw) || raw[colon] != ':' {
			return faultOf(raw)
		}
		start := skipSpace(raw, colon+1)
		if end, err = skipValue(raw, start, 1); err != nil {
			return faultOf(raw)
		}
		if err := visit(key, raw[start:end:end]); err != nil {
			return err
		}
		i = skipSpace(raw, end)
		switch {
		case i < len(raw) && raw[i] == ',':
			i = skipSpace(raw, i+1)
		case i < len(raw) && raw[i] == '}':
			return atEnd(raw, i+1)
		default:
			return faultOf(raw)
		}
	}
}

// atEnd fails where more than white space follows.
func atEnd(raw []byte, i int) error {
	if skipSpace(raw, i) != len(raw) {
		return faultOf(raw)
	}
	return nil
}

// faultOf says why raw was refused.
func faultOf(raw []byte) error {
	if !utf8.Valid(raw) {
		return errNotUTF8
	}
	return errNotJSON
}

// textOf returns the text of a string that skipString accepts.
func textOf(quoted []byte) (string, error) {
	for _, c := range quoted {
		if c == '\\' {
			var text string
			err := json.Unmarshal(quoted, &text)
			return text, err
		}
	}
	return string(quoted[1 : len(quoted)-1]), nil
}

// skipSpace returns the first index from i that is not white space.
func skipSpace(raw []byte, i int) int {
	for i < len(raw) && (raw[i] == ' ' || raw[i] == '\n' || raw[i] == '\t' || raw[i] == '\r') {
		i++
	}
	return i
}

// skipValue returns the index after the value that starts at i, which is nested depth deep.
func skipValue(raw []byte, i, depth int) (int, error) {
	if i >= len(raw) {
		return i, errNotJSON
	}
	switch raw[i] {
	case '"':
		return skipString(raw, i)
	case '{', '[':
		return skipNested(raw, i, depth)
	case 't':
		return skipLiteral(raw, i, "true")
	case 'f':
		return skipLiteral(raw, i, "false")
	case 'n':
		return skipLiteral(raw, i, "null")
	}
	return skipNumber(raw, i)
}

// skipNested returns the index after the object or list that starts at i.
func skipNested(raw []byte, i, depth int) (int, error) {
	if depth == maxDepth {
		return i, errNotJSON
	}
	isObject := raw[i] == '{'
	closing := raw[i] + 2 // in ASCII, of both
	i = skipSpace(raw, i+1)
	if i < len(raw) && raw[i] == closing {
		return i + 1, nil
	}
	for {
		var err error
		if isObject {
			if i, err = skipString(raw, i); err != nil {
				return i, err
			}
			if i = skipSpace(raw, i); i == len(raw) || raw[i] != ':' {
				return i, errNotJSON
			}
			i = skipSpace(raw, i+1)
		}
		if i, err = skipValue(raw, i, depth+1); err != nil {
			return i, err
		}
		if i = skipSpace(raw, i); i == len(raw) {
			return i, errNotJSON
		}
		switch raw[i] {
		case closing:
			return i + 1, nil
		case ',':
			i = skipSpace(raw, i+1)
		default:
			return i, errNotJSON
		}
	}
}

func skipLiteral(raw []byte, i int, literal string) (int, error) {
	if end := i + len(literal); end <= len(raw) && string(raw[i:end]) == literal {
		return end, nil
	}
	return i, errNotJSON
}

// skipNumber returns the index after the number that starts at i (RFC 8259 §6).
func skipNumber(raw []byte, i int) (int, error) {
	if i < len(raw) && raw[i] == '-' {
		i++
	}
	switch {
	case i < len(raw) && raw[i] == '0':
		i++
	default:
		end := skipDigits(raw, i)
		if end == i {
			return i, errNotJSON
		}
		i = end
	}
	if i < len(raw) && raw[i] == '.' {
		end := skipDigits(raw, i+1)
		if end == i+1 {
			return i, errNotJSON
		}
		i = end
	}
	if i < len(raw) && raw[i]|0x20 == 'e' {
		i++
		if i < len(raw) && (raw[i] == '+' || raw[i] == '-') {
			i++
		}
		end := skipDigits(raw, i)
		if end == i {
			return i, errNotJSON
		}
		i = end
	}
	return i, nil
}

func skipDigits(raw []byte, i int) int {
	for i < len(raw) && '0' <= raw[i] && raw[i] <= '9' {
		i++
	}
	return i
}

// plain are the bytes that a string may hold as they are: ASCII without quotation mark, backslash and control characters.
var plain = func() (is [256]bool) {
	for c := ' '; c < utf8.RuneSelf; c++ {
		is[c] = c != '"' && c != '\\'
	}
	return is
}()

// skipString returns the index after the string that starts at i.
func skipString(raw []byte, i int) (int, error) {
	if i >= len(raw) || raw[i] != '"' {
		return i, errNotJSON
	}
	for i++; i < len(raw); {
		c := raw[i]
		if plain[c] {
			i++
			continue
		}
		switch {
		case c == '"':
			return i + 1, nil
		case c == '\\':
			n := escapeLength(raw[i:])
			if n == 0 {
				return i, errNotJSON
			}
			i += n
		case c < ' ':
			return i, errNotJSON
		default:
			r, n := utf8.DecodeRune(raw[i:])
			if r == utf8.RuneError && n == 1 {
				return i, errNotUTF8
			}
			i += n
		}
	}
	return i, errNotJSON
}

// escapeLength returns the length of the escape sequence that b begins with, 0 for none.
func escapeLength(b []byte) int {
	if len(b) < 2 {
		return 0
	}
	switch b[1] {
	case '"', '\\', '/', 'b', 'f', 'n', 'r', 't':
		return 2
	case 'u':
		if len(b) < 6 {
			return 0
		}
		for _, c := range b[2:6] {
			if ('0' > c || c > '9') && ('a' > c|0x20 || c|0x20 > 'f') {
				return 0
			}
		}
		return 6
	}
	return 0
}
