package rest

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/big"
	"net/url"
	"strings"
)

// path is a template: text as it stands, and values that are escaped into one segment.
type path []segment

type segment struct {
	text  string
	value *expr
}

var errEmptySegment = errors.New("a value for the path is empty or leads out of it")

// parsePath reads "/v1/games/{.data.gameID}". A brace within an expression is not
// understood; a definition can hold what needs one.
func parsePath(src string, compile func(string) (*expr, error)) (path, error) {
	if !strings.HasPrefix(src, "/") || strings.ContainsAny(src, "?#") {
		return nil, errors.New("a path begins with / and has no query")
	}
	var p path
	for src != "" {
		text, rest, found := strings.Cut(src, "{")
		if strings.Contains(text, "}") {
			return nil, errors.New("} without {")
		}
		if text != "" {
			p = append(p, segment{text: text})
		}
		if !found {
			break
		}
		value, behind, closed := strings.Cut(rest, "}")
		if !closed {
			return nil, errors.New("{ without }")
		}
		e, err := compile(value)
		if err != nil {
			return nil, err
		}
		p = append(p, segment{value: e})
		src = behind
	}
	return p, nil
}

// render fills the template. A value can neither end its segment nor lead out of it.
func (p path) render(ctx context.Context, in any) (string, error) {
	var b strings.Builder
	for _, s := range p {
		if s.value == nil {
			b.WriteString(s.text)
			continue
		}
		v, err := s.value.eval(ctx, in, in)
		if err != nil {
			return "", fmt.Errorf("path: %w", err)
		}
		text, ok := scalarText(v)
		if !ok || text == "" || text == "." || text == ".." {
			return "", errEmptySegment
		}
		b.WriteString(url.PathEscape(text))
	}
	return b.String(), nil
}

// scalarText writes a value of jq into a path, a query or a header.
func scalarText(v any) (string, bool) {
	switch v := v.(type) {
	case string:
		return v, true
	case bool, int, *big.Int:
		return fmt.Sprint(v), true
	case json.Number:
		return v.String(), true
	case float64:
		raw, err := json.Marshal(v)
		return string(raw), err == nil
	}
	return "", false
}
