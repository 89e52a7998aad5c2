package codec

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
)

// maxDepth is deeper than any encoded graph.
const maxDepth = 64

// Tree is decoded JSON: nil, bool, string, json.Number, []any or map[string]any.
type Tree any

// Parse reads one JSON value strictly: no name twice in an object, nothing after the value.
// Every error is a *FieldError.
func Parse(raw []byte) (tree Tree, err error) {
	defer recovered(&err)
	p := parser{json.NewDecoder(bytes.NewReader(raw))}
	p.UseNumber()
	tree = p.value("", 0)
	if _, err := p.Token(); !errors.Is(err, io.EOF) {
		fail("", "there is more after the end of the value")
	}
	return tree, nil
}

type parser struct{ *json.Decoder }

func (p parser) value(at string, depth int) any {
	token := p.token(at)
	if depth > maxDepth {
		fail(at, "is nested too deeply")
	}
	switch token {
	case json.Delim('{'):
		out := map[string]any{}
		for p.More() {
			name, _ := p.token(at).(string) // the decoder accepts only strings here
			if _, twice := out[name]; twice {
				fail(join(at, name), "occurs twice")
			}
			out[name] = p.value(join(at, name), depth+1)
		}
		p.token(at)
		return out
	case json.Delim('['):
		out := []any{}
		for i := 0; p.More(); i++ {
			out = append(out, p.value(fmt.Sprintf("%s[%d]", at, i), depth+1))
		}
		p.token(at)
		return out
	}
	return token
}

func (p parser) token(at string) json.Token {
	token, err := p.Token()
	var syntax *json.SyntaxError
	switch {
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
		fail(at, "the file ends here")
	case errors.As(err, &syntax):
		fail(at, "is not JSON at byte %d", syntax.Offset)
	case err != nil:
		fail(at, "is not JSON: %v", err)
	}
	return token
}
