// Package yamlnode reads YAML documents into trees with the line and column of every value, for
// error messages that name a place.
package yamlnode

import (
	"bytes"
	"errors"
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/lexer"
	"github.com/goccy/go-yaml/parser"
	"github.com/goccy/go-yaml/token"
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
	Kind         Kind
	Line, Column int     // where the value starts, 1-based; 0 for an absent value
	TextLine     int     // where Text starts: after Line for block literals, otherwise Line
	TextColumn   int     // where the lines of Text start: behind a quote, or behind the indentation of a block literal
	Text         string  // of a scalar
	Fields       []Field // of a mapping, in the order of the file
	Items        []*Node // of a sequence
	Type         string  // of an unsupported node: the name of its YAML construct
}

// Field is one key of a mapping with its value.
type Field struct {
	Name         string
	Line, Column int // of the key
	Value        *Node
}

// All returns the fields of a mapping. A nil node has none.
func (n *Node) All() []Field {
	if n == nil {
		return nil
	}
	return n.Fields
}

// Get returns the value of the first field with a name, or nil.
func (n *Node) Get(name string) *Node {
	f, _ := n.Child(name)
	return f.Value
}

// Child returns the first field with a name, or the item of a list whose name is its index.
func (n *Node) Child(name string) (Field, bool) {
	for _, f := range n.All() {
		if f.Name == name {
			return f, true
		}
	}
	if i, err := strconv.Atoi(name); err == nil && n != nil && i < len(n.Items) {
		item := n.Items[i]
		return Field{Name: name, Line: item.Line, Column: item.Column, Value: item}, true
	}
	return Field{}, false
}

// Error is a syntax error.
type Error struct {
	Line, Column int
	Message      string
}

// Error returns the message without the place.
func (e *Error) Error() string { return e.Message }

// Parse reads the documents of a YAML file. A document without content is nil. Parse refuses a file
// that is too large, too deep, or too large with its aliases expanded.
func Parse(raw []byte) ([]*Node, *Error) { return ParseUpTo(MaxBytes, raw) }

// ParseUpTo is Parse for files of at most maxBytes.
func ParseUpTo(maxBytes int, raw []byte) ([]*Node, *Error) {
	if len(raw) > maxBytes {
		return nil, &Error{
			Line: 1, Column: 1, Message: fmt.Sprintf("the file has %d bytes, more than %d", len(raw), maxBytes),
		}
	}
	tokens := lexer.Tokenize(string(raw))
	if err := checkDepth(tokens); err != nil {
		return nil, err
	}
	file, err := parser.Parse(tokens, 0)
	if err != nil {
		return nil, SyntaxError(raw, err)
	}
	c := counter{anchors: map[string]int{}}
	for _, doc := range file.Docs {
		if c.count(doc.Body); c.err != nil {
			return nil, c.err
		}
	}
	lines := bytes.Split(raw, []byte("\n"))
	docs := make([]*Node, len(file.Docs))
	for i, doc := range file.Docs {
		if doc.Body != nil {
			docs[i] = read(doc.Body, lines)
		}
	}
	return docs, nil
}

// nextEntry matches an entry of a mapping or a list, which quoted text rarely begins with.
var nextEntry = regexp.MustCompile(`^\s*(- |-$|[\w"'./$-]+[ \t]*:(\s|$))`)

// SyntaxError converts an error of the YAML library about raw. It keeps the position and the
// message and drops the excerpt of the source. An error without position is at line 1. If a quote
// before the error is not closed in its line, the error is at that quote, because the library
// notices it lines later.
func SyntaxError(raw []byte, err error) *Error {
	e := &Error{Line: 1, Column: 1, Message: err.Error()}
	var at yaml.Error
	if errors.As(err, &at) {
		e.Message = translate(at.GetMessage())
		if t := at.GetToken(); t != nil {
			e.Line, e.Column = t.Position.Line, max(t.Position.Column, 1)
		}
	}
	for _, t := range lexer.Tokenize(string(raw)) {
		text := strings.TrimSpace(t.Origin)
		_, further, _ := strings.Cut(text, "\n")
		isUnclosed := t.Type == token.InvalidType && strings.IndexAny(text, `"'`) == 0
		isSwallowing := (t.Type == token.DoubleQuoteType || t.Type == token.SingleQuoteType) &&
			nextEntry.MatchString(further)
		if t.Position.Line <= e.Line && (isUnclosed || isSwallowing) {
			return errorAt(t, "a quote opens here and is not closed in its line")
		}
	}
	return e
}

// Messages of the library that translate replaces.
var (
	duplicateKey = regexp.MustCompile(`^mapping key "(.*)" already defined at \[(\d+):\d+\]$`)
	wrongType    = regexp.MustCompile(`^(\w+) was used where (\w+) is expected$`)
)

// nouns are the library's names of types in the words of error messages.
var nouns = map[string]string{
	"mapping": "a mapping", "sequence": "a list", "string": "a text", "integer": "a number", "float": "a number",
	"boolean": "true or false", "null": "empty",
}

// translate returns frequent messages of the library in the words of the other error messages.
func translate(message string) string {
	if m := duplicateKey.FindStringSubmatch(message); m != nil {
		return fmt.Sprintf("%q is already set in line %s", m[1], m[2])
	}
	if m := wrongType.FindStringSubmatch(message); m != nil && nouns[m[1]] != "" && nouns[m[2]] != "" {
		return fmt.Sprintf("must be %s, not %s", nouns[m[2]], nouns[m[1]])
	}
	if message == "found character '\t' that cannot start any token" {
		return "the line is indented with a tab, use spaces"
	}
	return message
}

func read(in ast.Node, lines [][]byte) *Node {
	n := &Node{}
	if t := in.GetToken(); t != nil {
		n.Line, n.Column = t.Position.Line, t.Position.Column
		n.TextLine, n.TextColumn = n.Line, n.Column
		if t.Type == token.DoubleQuoteType || t.Type == token.SingleQuoteType {
			n.TextColumn++
		}
	}
	switch in := in.(type) {
	case *ast.MappingNode:
		n.mapping(in.Values, lines)
	case *ast.MappingValueNode:
		n.mapping([]*ast.MappingValueNode{in}, lines)
	case *ast.SequenceNode:
		n.Kind = Sequence
		for _, item := range in.Values {
			n.Items = append(n.Items, read(item, lines))
		}
	case *ast.StringNode:
		n.Text = in.Value
	case *ast.LiteralNode:
		n.TextLine++ // the text starts in the line after the indicator
		if n.TextLine <= len(lines) {
			text := lines[n.TextLine-1]
			n.TextColumn = len(text) - len(bytes.TrimLeft(text, " ")) + 1
		}
		n.Text = in.Value.Value
	case *ast.NullNode:
	case *ast.IntegerNode, *ast.FloatNode, *ast.BoolNode:
		n.Text = in.GetToken().Value
	default:
		n.Kind, n.Type = Unsupported, in.Type().String()
	}
	return n
}

func (n *Node) mapping(values []*ast.MappingValueNode, lines [][]byte) {
	n.Kind = Mapping
	for _, v := range values {
		at := v.Key.GetToken().Position
		n.Fields = append(n.Fields, Field{
			Name: strings.Trim(v.Key.String(), `"'`), Line: at.Line, Column: at.Column, Value: read(v.Value, lines),
		})
	} // A block mapping starts at its first key; the library says where its colon is.
	if len(n.Fields) > 0 && n.Fields[0].Line == n.Line && n.Column > n.Fields[0].Column {
		n.Column, n.TextColumn = n.Fields[0].Column, n.Fields[0].Column
	}
}

// Bounds of a file. Without them a small file could take minutes and gigabytes.
const (
	MaxBytes  = 256 << 10 // for Parse
	maxDepth  = 100       // of brackets, and of lists in a block
	maxValues = 50_000    // with aliases expanded
)

func errorAt(t *token.Token, format string, args ...any) *Error {
	return &Error{Line: t.Position.Line, Column: t.Position.Column, Message: fmt.Sprintf(format, args...)}
}

// checkDepth reports nesting that takes the parser quadratic time. Block mappings cannot be that
// deep, because each level indents its lines.
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

// counter counts values with aliases expanded.
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
