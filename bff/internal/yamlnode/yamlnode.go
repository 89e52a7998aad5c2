// Package yamlnode reads YAML documents into trees that keep the line of every value, for error
// messages that name a place.
package yamlnode

import (
	"errors"
	"strings"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/parser"
)

// Kind is the kind of a Node.
type Kind int

// The kinds of nodes.
const (
	Scalar      Kind = iota // also null, as an empty text
	Mapping                 // has Fields
	Sequence                // has Items
	Unsupported             // anchors, aliases, tags and the like; has Type
)

// Node is a YAML value.
type Node struct {
	Kind     Kind
	Line     int     // where the value starts
	TextLine int     // where Text starts: after Line for block literals, otherwise Line
	Text     string  // of a scalar
	Fields   []Field // of a mapping, in the order of the file
	Items    []*Node // of a sequence
	Type     string  // of an unsupported node: the name of its YAML construct
}

// Field is one key of a mapping with its value.
type Field struct {
	Name  string
	Line  int // of the key
	Value *Node
}

// Get returns the value of the first field with a name, or nil.
func (n *Node) Get(name string) *Node {
	for _, f := range n.Fields {
		if f.Name == name {
			return f.Value
		}
	}
	return nil
}

// Error is a syntax error.
type Error struct {
	Line    int
	Message string
}

// Error returns the message without the line.
func (e *Error) Error() string { return e.Message }

// Option changes how Parse reads.
type Option = parser.Option

// AllowDuplicateKeys makes Parse return duplicate keys as fields instead of an error, so that the
// caller can report them together with its other findings.
func AllowDuplicateKeys() Option { return parser.AllowDuplicateMapKey() }

// Parse reads the documents of a YAML file. A document without content is nil.
func Parse(raw []byte, options ...Option) ([]*Node, *Error) {
	file, err := parser.ParseBytes(raw, 0, options...)
	if err != nil {
		return nil, SyntaxError(err)
	}
	docs := make([]*Node, len(file.Docs))
	for i, doc := range file.Docs {
		if doc.Body != nil {
			docs[i] = read(doc.Body)
		}
	}
	return docs, nil
}

// SyntaxError converts an error of the YAML library. It keeps the position and the message and
// drops the excerpt of the source. An error without position is at line 1.
func SyntaxError(err error) *Error {
	e := &Error{Line: 1, Message: err.Error()}
	var at yaml.Error
	if errors.As(err, &at) {
		e.Message = at.GetMessage()
		if t := at.GetToken(); t != nil {
			e.Line = t.Position.Line
		}
	}
	return e
}

func read(in ast.Node) *Node {
	line := 0
	if t := in.GetToken(); t != nil {
		line = t.Position.Line
	}
	n := &Node{Line: line, TextLine: line}
	switch in := in.(type) {
	case *ast.MappingNode:
		n.mapping(in.Values)
	case *ast.MappingValueNode:
		n.mapping([]*ast.MappingValueNode{in})
	case *ast.SequenceNode:
		n.Kind = Sequence
		for _, item := range in.Values {
			n.Items = append(n.Items, read(item))
		}
	case *ast.StringNode:
		n.Text = in.Value
	case *ast.LiteralNode:
		n.TextLine++ // the text starts in the line after the indicator
		n.Text = in.Value.Value
	case *ast.NullNode:
	case *ast.IntegerNode, *ast.FloatNode, *ast.BoolNode:
		n.Text = in.GetToken().Value
	default:
		n.Kind, n.Type = Unsupported, in.Type().String()
	}
	return n
}

func (n *Node) mapping(values []*ast.MappingValueNode) {
	n.Kind = Mapping
	for _, v := range values {
		n.Fields = append(n.Fields, Field{
			Name: strings.Trim(v.Key.String(), `"'`), Line: v.Key.GetToken().Position.Line, Value: read(v.Value),
		})
	}
}
