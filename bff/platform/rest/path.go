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

// path is a template of literal text and values; each value is escaped as one path segment.
type path []pathPart

type pathPart struct {
	text  string
	value *expr
}

var errSegment = errors.New("a path value is empty, . or .., or not a scalar")

// parsePath parses a template such as "/v1/games/{.data.gameID}". Expressions cannot contain braces;
// definitions can.
func parsePath(src string, compile func(string) (*expr, error)) (path, error) {
	if !strings.HasPrefix(src, "/") || strings.ContainsAny(src, "?#") {
		return nil, errors.New("a path starts with / and has no query")
	}
	var p path
	for src != "" {
		text, rest, found := strings.Cut(src, "{")
		if strings.Contains(text, "}") {
			return nil, errors.New("} without {")
		}
		if text != "" {
			p = append(p, pathPart{text: text})
		}
		if !found {
			break
		}
		value, after, closed := strings.Cut(rest, "}")
		if !closed {
			return nil, errors.New("{ without }")
		}
		e, err := compile(value)
		if err != nil {
			return nil, err
		}
		p = append(p, pathPart{value: e})
		src = after
	}
	return p, nil
}

// render evaluates the template. Values cannot add segments or leave the path.
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
			return "", errSegment
		}
		b.WriteString(url.PathEscape(text))
	}
	return b.String(), nil
}

// scalarText formats a jq scalar for a path, query or header. It returns false for other values.
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
