package config

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/goccy/go-yaml"

	"croupier/bff/internal/yamlnode"
)

// document is a YAML file as a plain tree, with the line of every field.
type document struct {
	file  string
	tree  map[string]any
	lines map[string]int    // by field path, "theme.modes.dark.bg"
	env   map[string]string // variables that have set a field, by field path
}

// parse reads a YAML file whose root is a mapping. It returns a fault for any other file.
func parse(file string, raw []byte) (*document, *Fault) {
	docs, err := yamlnode.Parse(raw)
	if err != nil {
		return nil, syntaxFault(file, err)
	}
	d := &document{file: file, tree: map[string]any{}, lines: map[string]int{}, env: map[string]string{}}
	if err := yaml.Unmarshal(raw, &d.tree); err != nil {
		return nil, syntaxFault(file, yamlnode.SyntaxError(err))
	}
	if d.tree == nil { // an empty file; environment variables may still set fields
		d.tree = map[string]any{}
	}
	for _, doc := range docs {
		if doc != nil {
			d.recordLines(nil, doc)
		}
	}
	return d, nil
}

// recordLines records the line of node and of everything below it.
func (d *document) recordLines(path []string, node *yamlnode.Node) {
	if node.Line > 0 && len(path) > 0 {
		if _, known := d.lines[fieldName(path)]; !known {
			d.lines[fieldName(path)] = node.Line
		}
	}
	for _, f := range node.Fields {
		below := slices.Concat(path, []string{f.Name})
		d.lines[fieldName(below)] = f.Line
		d.recordLines(below, f.Value)
	}
	for i, item := range node.Items {
		d.recordLines(slices.Concat(path, []string{strconv.Itoa(i)}), item)
	}
}

// line returns the line of a field, or of its nearest ancestor in the file.
func (d *document) line(path []string) int {
	for n := len(path); n > 0; n-- {
		if l, ok := d.lines[fieldName(path[:n])]; ok {
			return l
		}
	}
	return 1
}

// fault returns a fault at a field of this document, or at the variable that set it.
func (d *document) fault(path []string, problem, allowed string) Fault {
	if name, ok := d.env[fieldName(path)]; ok {
		return Fault{File: environment, Field: name, Problem: problem, Allowed: allowed}
	}
	return Fault{File: d.file, Line: d.line(path), Field: fieldName(path), Problem: problem, Allowed: allowed}
}

// into decodes the tree into v by its json tags. The tree matches its schema, so an error means
// that schema and type differ.
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

func syntaxFault(file string, err *yamlnode.Error) *Fault {
	return &Fault{File: file, Line: err.Line, Problem: err.Message}
}
