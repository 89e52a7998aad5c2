package freeze

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"
)

// maxDepth is deeper than anything that is frozen.
const maxDepth = 64

// Tree is JSON as read: nil, bool, string, json.Number, []any or map[string]any.
type Tree any

// Parse reads one JSON value strictly: no name twice in one object, nothing after it.
func Parse(raw []byte) (Tree, error) {
	dec := json.NewDecoder(bytes.NewReader(raw))
	dec.UseNumber()
	tree, err := parse(dec, "", 0)
	if err != nil {
		return nil, err
	}
	if _, err := dec.Token(); !errors.Is(err, io.EOF) {
		return nil, &Fault{"", "there is more after the end of the object"}
	}
	return tree, nil
}

func parse(dec *json.Decoder, at string, depth int) (Tree, error) {
	token, err := dec.Token()
	if err != nil {
		return nil, broken(at, err)
	}
	d, nested := token.(json.Delim)
	if !nested {
		return token, nil
	}
	if depth++; depth > maxDepth {
		return nil, &Fault{at, "is nested too deeply"}
	}
	if d == '{' {
		return parseObject(dec, at, depth)
	}
	out := []any{}
	for i := 0; dec.More(); i++ {
		item, err := parse(dec, fmt.Sprintf("%s[%d]", at, i), depth)
		if err != nil {
			return nil, err
		}
		out = append(out, item)
	}
	return out, end(dec, at)
}

func parseObject(dec *json.Decoder, at string, depth int) (Tree, error) {
	out := map[string]any{}
	for dec.More() {
		token, err := dec.Token()
		if err != nil {
			return nil, broken(at, err)
		}
		name, _ := token.(string) // what else would be no JSON, and told as such
		inner := join(at, name)
		if _, twice := out[name]; twice {
			return nil, &Fault{inner, "stands there twice"}
		}
		if out[name], err = parse(dec, inner, depth); err != nil {
			return nil, err
		}
	}
	return out, end(dec, at)
}

func end(dec *json.Decoder, at string) error {
	if _, err := dec.Token(); err != nil {
		return broken(at, err)
	}
	return nil
}

func broken(at string, err error) error {
	var syntax *json.SyntaxError
	switch {
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
		return &Fault{at, "the file breaks off here"}
	case errors.As(err, &syntax):
		return &Fault{at, "is no JSON at byte " + strconv.FormatInt(syntax.Offset, 10)}
	default:
		return &Fault{at, "is no JSON"}
	}
}
