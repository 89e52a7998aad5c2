package config

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/parser"
)

// document is a YAML file as a plain tree, with the line of every field.
type document struct {
	file  string
	tree  map[string]any
	lines map[string]int    // by field path, "theme.modes.dark.bg"
	env   map[string]string // variables that have set a field, by field path
}

// parse reads a YAML file whose root is a mapping. It answers nil and a fault for what is
// no such file.
func parse(file string, raw []byte) (*document, *Fault) {
	root, err := parser.ParseBytes(raw, 0)
	if err != nil {
		return nil, syntaxFault(file, err)
	}
	d := &document{file: file, tree: map[string]any{}, lines: map[string]int{}, env: map[string]string{}}
	if err := yaml.Unmarshal(raw, &d.tree); err != nil {
		return nil, syntaxFault(file, err)
	}
	if d.tree == nil { // a file of nothing, in which the environment's fields still find a place
		d.tree = map[string]any{}
	}
	for _, doc := range root.Docs {
		if doc.Body != nil {
			d.note(nil, doc.Body)
		}
	}
	return d, nil
}

// note records the line of node and of everything below it.
func (d *document) note(path []string, node ast.Node) {
	if t := node.GetToken(); t != nil && len(path) > 0 {
		if _, known := d.lines[fieldName(path)]; !known {
			d.lines[fieldName(path)] = t.Position.Line
		}
	}
	switch n := node.(type) {
	case *ast.MappingNode:
		for _, v := range n.Values {
			d.note(path, v)
		}
	case *ast.MappingValueNode:
		key := strings.Trim(n.Key.String(), `"'`)
		below := slices.Concat(path, []string{key})
		d.lines[fieldName(below)] = n.Key.GetToken().Position.Line
		d.note(below, n.Value)
	case *ast.SequenceNode:
		for i, v := range n.Values {
			d.note(slices.Concat(path, []string{strconv.Itoa(i)}), v)
		}
	}
}

// line gives the line of a field, or of the nearest field above it that is written down.
func (d *document) line(path []string) int {
	for n := len(path); n > 0; n-- {
		if l, ok := d.lines[fieldName(path[:n])]; ok {
			return l
		}
	}
	return 1
}

// fault makes a fault at a field of this document, or at the variable that has set it.
func (d *document) fault(path []string, problem, allowed string) Fault {
	if name, ok := d.env[fieldName(path)]; ok {
		return Fault{File: environment, Field: name, Problem: problem, Allowed: allowed}
	}
	return Fault{File: d.file, Line: d.line(path), Field: fieldName(path), Problem: problem, Allowed: allowed}
}

// into decodes the tree into v by its json tags. The tree has passed its schema, so a
// failure is a disagreement between schema and type.
func (d *document) into(v any) error {
	raw, err := json.Marshal(d.tree)
	if err != nil {
		return fmt.Errorf("config: %s: %w", d.file, err)
	}
	if err := json.Unmarshal(raw, v); err != nil {
		return fmt.Errorf("config: %s: %w", d.file, err)
	}
	return nil
}

func fieldName(path []string) string { return strings.Join(path, ".") }

// syntaxFault keeps the position that the YAML library reports and drops its drawing.
func syntaxFault(file string, err error) *Fault {
	f := &Fault{File: file, Line: 1, Problem: err.Error()}
	var at yaml.Error
	if errors.As(err, &at) {
		f.Problem = at.GetMessage()
		if t := at.GetToken(); t != nil {
			f.Line = t.Position.Line
		}
	}
	return f
}
