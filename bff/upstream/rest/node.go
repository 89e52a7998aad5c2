package rest

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/parser"

	"croupier/bff/config"
)

// node is a YAML value with its place. What holds nothing is an empty scalar.
type node struct {
	line   int
	text   string  // of a scalar
	fields []field // of a mapping, as written
	items  []*node // of a sequence
	kind   nodeKind
}

type field struct {
	name  string
	line  int
	value *node
}

type nodeKind int

const (
	scalar nodeKind = iota
	mapping
	sequence
)

func (k nodeKind) String() string {
	return [...]string{"a single value", "a mapping", "a list"}[k]
}

// faults gathers what is wrong with a file.
type faults struct {
	file string
	all  config.Faults
}

func (f *faults) add(line int, name, problem, allowed string) {
	f.all = append(f.all, config.Fault{File: f.file, Line: line, Field: name, Problem: problem, Allowed: allowed})
}

// parseYAML reads a file whose root is a mapping; nil where it is none.
func parseYAML(raw []byte, f *faults) *node {
	// What stands twice is told with the other faults, and not instead of them.
	root, err := parser.ParseBytes(raw, 0, parser.AllowDuplicateMapKey())
	if err != nil {
		line, problem := 1, err.Error()
		var at yaml.Error
		if errors.As(err, &at) {
			problem = at.GetMessage()
			if t := at.GetToken(); t != nil {
				line = t.Position.Line
			}
		}
		f.add(line, "", problem, "")
		return nil
	}
	if len(root.Docs) != 1 || root.Docs[0].Body == nil {
		f.add(1, "", "the file holds no mapping, or more than one document", "")
		return nil
	}
	n := f.read(root.Docs[0].Body, "")
	if n.kind != mapping {
		f.add(n.line, "", "the file is "+n.kind.String(), mapping.String())
		return nil
	}
	return n
}

func (f *faults) read(in ast.Node, path string) *node {
	n := &node{line: in.GetToken().Position.Line}
	switch in := in.(type) {
	case *ast.MappingNode:
		f.mapping(n, in.Values, path)
	case *ast.MappingValueNode:
		f.mapping(n, []*ast.MappingValueNode{in}, path)
	case *ast.SequenceNode:
		n.kind = sequence
		for i, item := range in.Values {
			n.items = append(n.items, f.read(item, under(path, strconv.Itoa(i))))
		}
	case *ast.StringNode:
		n.text = in.Value
	case *ast.LiteralNode:
		n.line++ // the text begins below its mark
		n.text = in.Value.Value
	case *ast.NullNode:
	case *ast.IntegerNode, *ast.FloatNode, *ast.BoolNode:
		n.text = in.GetToken().Value
	default:
		f.add(n.line, path, fmt.Sprintf("%s is not understood here", in.Type()), "plain mappings, lists and values")
	}
	return n
}

func (f *faults) mapping(n *node, values []*ast.MappingValueNode, path string) {
	n.kind = mapping
	seen := map[string]bool{}
	for _, v := range values {
		name := strings.Trim(v.Key.String(), `"'`)
		at := v.Key.GetToken().Position.Line
		if seen[name] {
			f.add(at, under(path, name), "stands twice", "")
			continue
		}
		seen[name] = true
		n.fields = append(n.fields, field{name: name, line: at, value: f.read(v.Value, under(path, name))})
	}
}

func under(path, name string) string {
	if path == "" {
		return name
	}
	return path + "." + name
}

// get finds a field; nil where there is none.
func (n *node) get(name string) *node {
	for _, f := range n.fields {
		if f.name == name {
			return f.value
		}
	}
	return nil
}
