package gateway

import (
	"encoding/json"
	"errors"
	"fmt"
	"unicode/utf16"
	"unicode/utf8"

	"croupier/bff/contract"
)

// Limits of a body's numbers beside those of the contract: longer ones mean nothing to a
// casino, and an exponent that is expanded somewhere behind us would fill its memory.
const (
	maxNumber      = 32 // characters of a number
	maxExponent    = 2  // digits of its exponent
	initialMembers = 8  // room made for an object's members at first
)

// Why a body is refused. None of them quotes the body: it may hold a password.
var (
	errSyntax    = errors.New("not JSON")
	errTrailing  = errors.New("bytes after the value")
	errDepth     = errors.New("nested too deeply")
	errDuplicate = errors.New("duplicate key")
	errUTF8      = errors.New("invalid UTF-8")
	errSurrogate = errors.New("lone surrogate")
	errNumber    = errors.New("number too long")
)

// scanError says where in the body the scan stopped.
type scanError struct {
	offset int
	err    error
}

func (e *scanError) Error() string { return fmt.Sprintf("%v at byte %d", e.err, e.offset) }

func (e *scanError) Unwrap() error { return e.err }

// scan reads one JSON value (RFC 8259) from the whole of b, strictly: what encoding/json
// lets pass or repairs (duplicate keys, invalid UTF-8, lone surrogates) is refused, so that
// every reader of what we send on sees the same value that we checked. Objects become
// map[string]any, arrays []any, numbers json.Number. Errors are *scanError.
func scan(b []byte) (any, error) {
	s := scanner{b: b}
	s.space()
	v, err := s.value(0)
	if err == nil {
		s.space()
		if s.i < len(b) {
			err = errTrailing
		}
	}
	if err != nil {
		return nil, &scanError{offset: s.i, err: err}
	}
	return v, nil
}

type scanner struct {
	b []byte
	i int // of the next byte to read
}

func (s *scanner) space() {
	for s.i < len(s.b) {
		switch s.b[s.i] {
		case ' ', '\t', '\n', '\r':
			s.i++
		default:
			return
		}
	}
}

// peek gives the next byte, 0 at the end; a NUL byte is no start of anything in JSON.
func (s *scanner) peek() byte {
	if s.i < len(s.b) {
		return s.b[s.i]
	}
	return 0
}

// accept reads c if it comes next.
func (s *scanner) accept(c byte) bool {
	if s.i < len(s.b) && s.b[s.i] == c {
		s.i++
		return true
	}
	return false
}

func (s *scanner) value(depth int) (any, error) {
	switch c := s.peek(); {
	case c == '{':
		return s.object(depth + 1)
	case c == '[':
		return s.array(depth + 1)
	case c == '"':
		return s.string()
	case c == '-' || isDigit(c):
		return s.number()
	case c == 't':
		return true, s.word("true")
	case c == 'f':
		return false, s.word("false")
	case c == 'n':
		return nil, s.word("null")
	}
	return nil, errSyntax
}

func (s *scanner) word(w string) error {
	if len(s.b)-s.i < len(w) || string(s.b[s.i:s.i+len(w)]) != w {
		return errSyntax
	}
	s.i += len(w)
	return nil
}

func (s *scanner) object(depth int) (any, error) {
	if depth > contract.MaxNesting {
		return nil, errDepth
	}
	s.i++
	s.space()
	if s.accept('}') {
		return map[string]any{}, nil
	}
	m := make(map[string]any, initialMembers)
	for {
		if s.peek() != '"' {
			return nil, errSyntax
		}
		key, err := s.string()
		if err != nil {
			return nil, err
		}
		// Compared as read, so that "a" and "\u0061" are the same key.
		if _, ok := m[key]; ok {
			return nil, errDuplicate
		}
		s.space()
		if !s.accept(':') {
			return nil, errSyntax
		}
		s.space()
		if m[key], err = s.value(depth); err != nil {
			return nil, err
		}
		s.space()
		if s.accept('}') {
			return m, nil
		}
		if !s.accept(',') {
			return nil, errSyntax
		}
		s.space()
	}
}

func (s *scanner) array(depth int) (any, error) {
	if depth > contract.MaxNesting {
		return nil, errDepth
	}
	s.i++
	s.space()
	list := []any{}
	if s.accept(']') {
		return list, nil
	}
	for {
		v, err := s.value(depth)
		if err != nil {
			return nil, err
		}
		list = append(list, v)
		s.space()
		if s.accept(']') {
			return list, nil
		}
		if !s.accept(',') {
			return nil, errSyntax
		}
		s.space()
	}
}

// number reads a number and keeps it as it was written.
func (s *scanner) number() (any, error) {
	start := s.i
	s.accept('-')
	if !s.accept('0') && s.digits() == 0 {
		return nil, errSyntax
	}
	if s.accept('.') && s.digits() == 0 {
		return nil, errSyntax
	}
	if c := s.peek(); c == 'e' || c == 'E' {
		s.i++
		if !s.accept('+') {
			s.accept('-')
		}
		switch n := s.digits(); {
		case n == 0:
			return nil, errSyntax
		case n > maxExponent:
			return nil, errNumber
		}
	}
	if s.i-start > maxNumber {
		return nil, errNumber
	}
	return json.Number(s.b[start:s.i]), nil
}

// digits reads digits and tells how many there were.
func (s *scanner) digits() int {
	start := s.i
	for isDigit(s.peek()) {
		s.i++
	}
	return s.i - start
}

func isDigit(c byte) bool { return '0' <= c && c <= '9' }

// string reads a string. Most have no escape and are copied once.
func (s *scanner) string() (string, error) {
	s.i++
	start := s.i
	var out []byte // what was read before start, once there was an escape
	for s.i < len(s.b) {
		switch c := s.b[s.i]; {
		case c == '"':
			out = append(out, s.b[start:s.i]...)
			s.i++
			return string(out), nil
		case c == '\\':
			out = append(out, s.b[start:s.i]...)
			r, err := s.escape()
			if err != nil {
				return "", err
			}
			out = utf8.AppendRune(out, r)
			start = s.i
		case c < ' ':
			return "", errSyntax
		case c < utf8.RuneSelf:
			s.i++
		default:
			r, size := utf8.DecodeRune(s.b[s.i:])
			if r == utf8.RuneError && size == 1 {
				return "", errUTF8
			}
			s.i += size
		}
	}
	return "", errSyntax
}

// escape reads what a backslash begins.
func (s *scanner) escape() (rune, error) {
	s.i++
	if s.accept('u') {
		return s.unicode()
	}
	for i, c := range []byte(`"\/bfnrt`) {
		if s.accept(c) {
			return rune("\"\\/\b\f\n\r\t"[i]), nil
		}
	}
	return 0, errSyntax
}

// unicode reads the digits of a \u escape, and of the second one where the first is half
// of a pair.
func (s *scanner) unicode() (rune, error) {
	r, err := s.hex4()
	if err != nil || !utf16.IsSurrogate(r) {
		return r, err
	}
	if !s.accept('\\') || !s.accept('u') {
		return 0, errSurrogate
	}
	low, err := s.hex4()
	if err != nil {
		return 0, err
	}
	if r = utf16.DecodeRune(r, low); r == utf8.RuneError {
		return 0, errSurrogate
	}
	return r, nil
}

func (s *scanner) hex4() (rune, error) {
	if len(s.b)-s.i < 4 {
		return 0, errSyntax
	}
	var r rune
	for _, c := range s.b[s.i : s.i+4] {
		switch {
		case isDigit(c):
			c -= '0'
		case 'a' <= c && c <= 'f':
			c -= 'a' - 10
		case 'A' <= c && c <= 'F':
			c -= 'A' - 10
		default:
			return 0, errSyntax
		}
		r = r<<4 | rune(c)
	}
	s.i += 4
	return r, nil
}
