// Package strictjson reads JSON of untrusted clients. encoding/json merges duplicate keys and
// replaces invalid UTF-8, and many readers ignore the case of keys. Two readers could see different
// values. Marshal writes JSON without HTML escapes.
//
// It uses the jsontext of go-json-experiment. The standard library needs GOEXPERIMENT=jsonv2 for
// the same package, and this experiment also replaces encoding/json everywhere.
package strictjson

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"

	"croupier/bff/internal/names"
)

// Limits of numbers. A program that expands a large exponent would run out of memory.
const (
	maxNumber   = 32 // characters of a number
	maxExponent = 2  // digits of its exponent
)

// initialMembers is the capacity of the map of an object.
const initialMembers = 8

// The causes of a refused body. None of them quotes the body, which may contain a password.
var (
	errSyntax    = errors.New("not JSON")
	errTrailing  = errors.New("bytes after the value")
	errDepth     = errors.New("nested too deeply")
	errDuplicate = errors.New("duplicate key")
	errCase      = errors.New("keys that differ only in case")
	errUTF8      = errors.New("invalid UTF-8")
	errNumber    = errors.New("number too long")
)

// Error is the cause and the place of a refusal. Its text quotes nothing of the body.
type Error struct {
	Offset int64
	Key    string // the key that differs only in case from an earlier one of its object; else empty
	err    error
}

// Error returns the cause and the offset.
func (e *Error) Error() string { return fmt.Sprintf("%v at byte %d", e.err, e.Offset) }

// reader reads one value.
type reader struct {
	decoder    jsontext.Decoder
	in         bytes.Reader
	maxNesting int
	key        string // Error.Key
}

var readers = sync.Pool{New: func() any { return new(reader) }}

// Parse reads one JSON value (RFC 8259) from the whole of b. Unlike encoding/json it refuses
// duplicate keys, also keys that differ only in case, invalid UTF-8 and lone surrogates. Every
// later reader then sees the validated value. Objects and arrays may be nested maxNesting deep.
// Objects become map[string]any, arrays []any, numbers json.Number. Errors are *Error.
func Parse(b []byte, maxNesting int) (any, error) {
	r := readers.Get().(*reader) //nolint:forcetypeassert // the pool contains nothing else
	defer readers.Put(r)
	r.maxNesting, r.key = maxNesting, ""
	r.in.Reset(b)
	r.decoder.Reset(&r.in)
	v, err := r.value()
	if err == nil {
		if _, end := r.decoder.ReadToken(); !errors.Is(end, io.EOF) {
			err = errTrailing
		}
	}
	if err == nil {
		return v, nil
	}
	e := &Error{Offset: r.decoder.InputOffset(), Key: r.key, err: err}
	if syntactic := new(jsontext.SyntacticError); errors.As(err, &syntactic) {
		e.Offset = syntactic.ByteOffset
	}
	switch {
	case errors.Is(err, errTrailing), errors.Is(err, errDepth), errors.Is(err, errNumber), errors.Is(err, errCase):
	case errors.Is(err, jsontext.ErrDuplicateName):
		e.err = errDuplicate
	case !utf8.Valid(b):
		e.err = errUTF8
	default:
		e.err = errSyntax
	}
	return nil, e
}

func (r *reader) value() (any, error) {
	token, err := r.decoder.ReadToken()
	if err != nil {
		return nil, err
	}
	if r.decoder.StackDepth() > r.maxNesting { // the token opens an object or an array
		return nil, errDepth
	}
	switch token.Kind() {
	case '{':
		return r.object()
	case '[':
		return r.array()
	case '"':
		return token.String(), nil
	case '0':
		return number(token.String())
	case 't', 'f':
		return token.Bool(), nil
	default: // null
		return nil, nil
	}
}

func (r *reader) object() (any, error) {
	m := make(map[string]any, initialMembers)
	folded := make(map[string]struct{}, initialMembers)
	for r.decoder.PeekKind() != '}' {
		token, err := r.decoder.ReadToken()
		if err != nil {
			return nil, err
		}
		key := token.String()
		if folded[names.FoldCase(key)] = struct{}{}; len(folded) == len(m) {
			r.key = key
			return nil, errCase
		}
		if m[key], err = r.value(); err != nil {
			return nil, err
		}
	}
	_, err := r.decoder.ReadToken()
	return m, err
}

func (r *reader) array() (any, error) {
	list := []any{}
	for r.decoder.PeekKind() != ']' {
		v, err := r.value()
		if err != nil {
			return nil, err
		}
		list = append(list, v)
	}
	_, err := r.decoder.ReadToken()
	return list, err
}

// number returns a number as written.
func number(s string) (any, error) {
	if i := strings.IndexAny(s, "eE"); len(s) > maxNumber || i >= 0 &&
		len(strings.TrimLeft(s[i+1:], "+-")) > maxExponent {
		return nil, errNumber
	}
	return json.Number(s), nil
}

// Marshal is like json.Marshal, but does not escape HTML.
func Marshal(v any) (json.RawMessage, error) {
	var out bytes.Buffer
	enc := json.NewEncoder(&out)
	enc.SetEscapeHTML(false)
	err := enc.Encode(v)
	return bytes.TrimSpace(out.Bytes()), err
}
