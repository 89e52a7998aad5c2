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

// document is a YAML file as a plain tree, with the place of every field.
type document struct {
	file   string
	tree   map[string]any
	places map[string]places // by field path, "theme.modes.dark.bg"
	env    map[string]string // variables that have set a field, by field path
	broken [][]string        // fields with faults
}

// place is a line and a column of a file.
type place struct{ line, column int }

// places are where the key of a field and its value start. The item of a list has no key: both are its value.
type places struct{ key, value place }

// parse reads a YAML file whose root is a mapping. It returns a fault for any other file.
func parse(file string, raw []byte) (*document, *Fault) {
	docs, err := yamlnode.Parse(raw)
	if err != nil {
		return nil, syntaxFault(file, err)
	}
	d := &document{file: file, tree: map[string]any{}, places: map[string]places{}, env: map[string]string{}}
	if err := yaml.Unmarshal(raw, &d.tree); err != nil {
		return nil, syntaxFault(file, yamlnode.SyntaxError(raw, err))
	}
	if d.tree == nil { // an empty file; environment variables may still set fields
		d.tree = map[string]any{}
	}
	for _, doc := range docs {
		if doc != nil {
			d.recordPlaces(nil, doc)
		}
	}
	return d, nil
}

// recordPlaces records the places of everything below node.
func (d *document) recordPlaces(path []string, node *yamlnode.Node) {
	for _, f := range node.Fields {
		below := slices.Concat(path, []string{f.Name})
		at := places{key: place{f.Line, f.Column}, value: place{f.Value.Line, f.Value.Column}}
		if f.Value.Line == 0 {
			at.value = at.key
		}
		d.places[fieldName(below)] = at
		d.recordPlaces(below, f.Value)
	}
	for i, item := range node.Items {
		below := slices.Concat(path, []string{strconv.Itoa(i)})
		if item.Line > 0 {
			at := place{item.Line, item.Column}
			d.places[fieldName(below)] = places{at, at}
		}
		d.recordPlaces(below, item)
	}
}

// place returns the place of a field's value where it is in the line of its key, and of its key otherwise; of a
// field that is absent, the key of its nearest ancestor in the file.
func (d *document) place(path []string) place {
	for n := len(path); n > 0; n-- {
		at, ok := d.places[fieldName(path[:n])]
		if ok && n == len(path) && at.value.line == at.key.line {
			return at.value
		}
		if ok {
			return at.key
		}
	}
	return place{1, 1}
}

// fault returns a fault at a field of this document, or at the variable that set it.
func (d *document) fault(path []string, problem, allowed string) Fault {
	if name, ok := d.env[fieldName(path)]; ok {
		return Fault{File: environment, Field: name, Problem: problem, Allowed: allowed}
	}
	at := d.place(path)
	return Fault{File: d.file, Line: at.line, Column: at.column, Field: fieldName(path), Problem: problem, Allowed: allowed}
}

// keyFault returns a fault at the key of a field.
func (d *document) keyFault(path []string, problem, allowed string) Fault {
	f := d.fault(path, problem, allowed)
	if at, ok := d.places[fieldName(path)]; ok && f.File == d.file {
		f.Line, f.Column = at.key.line, at.key.column
	}
	return f
}

// decode decodes the tree into v. If the schema has faults, it leaves their fields out where they
// keep others from being decoded, so that checks can go on; ok is false if nothing can be decoded.
func (d *document) decode(v any) (ok bool, err error) {
	if err = d.into(v); len(d.broken) == 0 {
		return err == nil, err
	}
	for _, path := range d.broken {
		d.drop(path)
	}
	return d.into(v) == nil, nil
}

// drop removes a field from the tree, and a list with an item that has a fault.
func (d *document) drop(path []string) {
	var at any = d.tree
	remove := func() {}
	for _, name := range path {
		switch in := at.(type) {
		case map[string]any:
			remove, at = func() { delete(in, name) }, in[name]
		case []any:
			i, _ := strconv.Atoi(name)
			at = in[i]
		}
	}
	remove()
}

// hasFault reports whether there is a fault at path or below.
func (d *document) hasFault(path ...string) bool {
	return slices.ContainsFunc(d.broken, func(b []string) bool { return len(b) >= len(path) && slices.Equal(b[:len(path)], path) })
}

// further returns the faults that are not at a field with another fault or below.
func (d *document) further(faults Faults) (out Faults) {
	for _, f := range faults {
		if !slices.ContainsFunc(d.broken, func(path []string) bool {
			name := d.fault(path, "", "").Field
			return f.Field == name || strings.HasPrefix(f.Field, name+".")
		}) {
			out = append(out, f)
		}
	}
	return out
}

// into decodes the tree into v. Where the tree matches its schema, an error means that schema and type differ.
func (d *document) into(v any) error {
	raw, err := json.Marshal(d.tree) // which YAML includes
	if err == nil {
		err = yaml.UnmarshalWithOptions(raw, v, yaml.UseJSONUnmarshaler())
	}
	if err != nil {
		return fmt.Errorf("config: %s: %w", d.file, err)
	}
	return nil
}

// checker collects the faults and the warnings of one document.
type checker struct {
	*document
	found Faults
}

// report adds a fault at a field.
func (c *checker) report(problem, allowed string, path ...string) {
	c.found = append(c.found, c.fault(path, problem, allowed))
}

// warn adds a warning at a field.
func (c *checker) warn(problem, allowed string, path ...string) {
	c.found = append(c.found, c.warning(path, problem, allowed))
}

func fieldName(path []string) string { return strings.Join(path, ".") }

func syntaxFault(file string, err *yamlnode.Error) *Fault {
	return &Fault{File: file, Line: err.Line, Column: err.Column, Problem: err.Message}
}
