package config

import (
	"bytes"
	"encoding/json"
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/goccy/go-yaml"
	"github.com/santhosh-tekuri/jsonschema/v6"

	"croupier/bff/internal/yamlnode"
)

// document is a YAML file as JSON values, with the place of every field.
type document struct {
	file   string
	tree   map[string]any
	root   *yamlnode.Node
	env    map[string]string // variables that have set a field, by field path
	broken [][]string        // fields with faults
}

const maxContent = 4 << 20 // bytes of a content file

// parse reads a YAML file whose root is a mapping. It returns a fault for any other file.
func parse(file string, raw []byte) (*document, *Fault) {
	var content map[string]any
	limit := yamlnode.MaxBytes
	if path.Base(file) == contentFile {
		limit = maxContent
	}
	docs, invalid := yamlnode.ParseUpTo(limit, raw)
	if invalid != nil {
		return nil, syntaxFault(file, invalid)
	}
	if err := yaml.Unmarshal(raw, &content); err != nil {
		return nil, syntaxFault(file, yamlnode.SyntaxError(raw, err))
	}
	text, err := json.Marshal(content)
	if err != nil {
		return nil, &Fault{
			File: file, Line: 1, Column: 1, Problem: "could not convert the file to JSON: " + err.Error(),
		}
	}
	value, _ := jsonschema.UnmarshalJSON(bytes.NewReader(text)) // was written above
	d := &document{file: file, env: map[string]string{}}
	if d.tree, _ = value.(map[string]any); d.tree == nil { // an empty file; environment variables may still set fields
		d.tree = map[string]any{}
	}
	if len(docs) > 0 {
		d.root = docs[0]
	}
	return d, nil
}

// place returns the position of the key of a field. If ofValue is set and the value is on the same
// line, it returns the position of the value. For an absent field it returns the nearest ancestor.
func (d *document) place(path []string, ofValue bool) (line, column int) {
	line, column = 1, 1
	node := d.root
	for i, name := range path {
		f, ok := node.Child(name)
		if !ok || f.Line == 0 {
			break
		}
		line, column, node = f.Line, f.Column, f.Value
		if ofValue && i == len(path)-1 && node.Line == line {
			column = node.Column
		}
	}
	return line, column
}

// fault returns a fault at a field of this document, or at the variable that set it.
func (d *document) fault(path []string, problem, allowed string) Fault {
	for n := len(path); n > 0; n-- { // a variable sets a whole list
		if name, ok := d.env[fieldName(path[:n])]; ok {
			return Fault{File: environment, Field: name, Problem: problem, Allowed: allowed}
		}
	}
	line, column := d.place(path, true)
	return Fault{File: d.file, Line: line, Column: column, Field: fieldName(path), Problem: problem, Allowed: allowed}
}

// decode decodes the tree into v. If the schema reported faults, decode omits these fields so that
// further checks can run. Otherwise an error means that schema and type differ.
func (d *document) decode(v any) error {
	err := d.into(v)
	if err == nil || len(d.broken) == 0 {
		return err
	}
	for _, path := range d.broken {
		d.drop(path)
	}
	return d.into(v)
}

func (d *document) into(v any) error {
	raw, err := json.Marshal(d.tree) // which YAML includes
	if err != nil {
		return err
	}
	return yaml.UnmarshalWithOptions(raw, v, yaml.UseJSONUnmarshaler())
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
	return slices.ContainsFunc(d.broken,
		func(b []string) bool { return len(b) >= len(path) && slices.Equal(b[:len(path)], path) })
}

// further returns the faults of fields that have no other fault at or above them.
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

// checker collects the faults and the warnings of one document.
type checker struct {
	*document
	found Faults
}

func (c *checker) report(problem, allowed string, path ...string) {
	c.found = append(c.found, c.fault(path, problem, allowed))
}

func (c *checker) warn(problem, allowed string, path ...string) {
	c.found = append(c.found, c.warning(path, problem, allowed))
}

func fieldName(path []string) string { return strings.Join(path, ".") }

func syntaxFault(file string, err *yamlnode.Error) *Fault {
	return &Fault{File: file, Line: err.Line, Column: err.Column, Problem: err.Message}
}
