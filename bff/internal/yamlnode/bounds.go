package yamlnode

import (
	"fmt"

	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/token"
)

// Bounds of a file, so that a small one takes no minutes and no gigabytes.
const (
	maxBytes  = 256 << 10
	maxDepth  = 100    // of brackets, and of lists in a block
	maxValues = 50_000 // with aliases expanded
)

// errorAt returns an error at a token.
func errorAt(t *token.Token, format string, args ...any) *Error {
	return &Error{Line: t.Position.Line, Column: t.Position.Column, Message: fmt.Sprintf(format, args...)}
}

// checkDepth reports nesting that the parser needs quadratic time for. Mappings in a block cannot be that deep, as each
// level indents its lines.
func checkDepth(tokens token.Tokens) *Error {
	depth := 0
	for _, t := range tokens {
		switch t.Type {
		case token.SequenceStartType, token.MappingStartType:
			depth++
		case token.SequenceEndType, token.MappingEndType:
			depth--
		}
		if depth > maxDepth || t.Type == token.SequenceEntryType && t.Position.Column > maxDepth {
			return errorAt(t, "more than %d levels", maxDepth)
		}
	}
	return nil
}

// counter counts values as if aliases were expanded.
type counter struct {
	anchors map[string]int // values by name
	err     *Error         // the first one
}

func (c *counter) count(in ast.Node) (n int) {
	if c.err != nil || in == nil {
		return 0
	}
	n = 1
	switch in := in.(type) {
	case *ast.MappingNode:
		for _, v := range in.Values {
			n += c.count(v)
		}
	case *ast.MappingValueNode:
		n = c.count(in.Key) + c.count(in.Value)
	case *ast.SequenceNode:
		for _, v := range in.Values {
			n += c.count(v)
		}
	case *ast.TagNode:
		n = c.count(in.Value)
	case *ast.AnchorNode:
		n = c.count(in.Value)
		c.anchors[in.Name.GetToken().Value] = n
	case *ast.AliasNode:
		n = c.anchors[in.Value.GetToken().Value]
		if n == 0 {
			c.err = errorAt(in.GetToken(), "an alias of a value that is not before it")
		}
	}
	if n > maxValues && c.err == nil {
		c.err = errorAt(in.GetToken(), "more than %d values, aliases expanded", maxValues)
	}
	return n
}
