package gateway

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

	"croupier/bff/contract"
)

// Limits of numbers in addition to those of the contract: no call needs longer ones, and a program
// that expands a large exponent would run out of memory.
const (
	maxNumber   = 32 // characters of a number
	maxExponent = 2  // digits of its exponent
)

// initialMembers is the capacity of the map of an object.
const initialMembers = 8

// The causes of a refused body. None of them quotes the body, which may hold a password.
var (
	errSyntax    = errors.New("not JSON")
	errTrailing  = errors.New("bytes after the value")
	errDepth     = errors.New("nested too deeply")
	errDuplicate = errors.New("duplicate key")
	errUTF8      = errors.New("invalid UTF-8")
	errNumber    = errors.New("number too long")
)

// jsonError is a cause and its place in the body.
type jsonError struct {
	offset int64
	err    error
}

func (e *jsonError) Error() string { return fmt.Sprintf("%v at byte %d", e.err, e.offset) }

// jsonReader reads one value.
type jsonReader struct {
	decoder jsontext.Decoder
	in      bytes.Reader
}

var jsonReaders = sync.Pool{New: func() any { return new(jsonReader) }}

// parseJSON reads one JSON value (RFC 8259) from the whole of b. Unlike encoding/json it refuses
// duplicate keys, invalid UTF-8 and lone surrogates, so that every later reader sees the value that
// was validated. Objects become map[string]any, arrays []any, numbers json.Number. Errors are
// *jsonError.
func parseJSON(b []byte) (any, error) {
	r := jsonReaders.Get().(*jsonReader) //nolint:forcetypeassert // the pool holds nothing else
	defer jsonReaders.Put(r)
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
	e := &jsonError{offset: r.decoder.InputOffset(), err: err}
	if syntactic := new(jsontext.SyntacticError); errors.As(err, &syntactic) {
		e.offset = syntactic.ByteOffset
	}
	switch {
	case errors.Is(err, errTrailing), errors.Is(err, errDepth), errors.Is(err, errNumber):
	case errors.Is(err, jsontext.ErrDuplicateName):
		e.err = errDuplicate
	case !utf8.Valid(b):
		e.err = errUTF8
	default:
		e.err = errSyntax
	}
	return nil, e
}

func (r *jsonReader) value() (any, error) {
	token, err := r.decoder.ReadToken()
	if err != nil {
		return nil, err
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

func (r *jsonReader) object() (any, error) {
	if r.decoder.StackDepth() > contract.MaxNesting {
		return nil, errDepth
	}
	m := make(map[string]any, initialMembers)
	for r.decoder.PeekKind() != '}' {
		token, err := r.decoder.ReadToken()
		if err != nil {
			return nil, err
		}
		key := token.String()
		if m[key], err = r.value(); err != nil {
			return nil, err
		}
	}
	_, err := r.decoder.ReadToken()
	return m, err
}

func (r *jsonReader) array() (any, error) {
	if r.decoder.StackDepth() > contract.MaxNesting {
		return nil, errDepth
	}
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

// number keeps a number as it was written.
func number(s string) (any, error) {
	if i := strings.IndexAny(s, "eE"); len(s) > maxNumber || i >= 0 && len(strings.TrimLeft(s[i+1:], "+-")) > maxExponent {
		return nil, errNumber
	}
	return json.Number(s), nil
}

func isDigit(c byte) bool { return '0' <= c && c <= '9' }
