package contract

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/goccy/go-yaml"
	"github.com/santhosh-tekuri/jsonschema/v6"
)

// base is the base URL of the schemas. It is never fetched. References to files that are not
// embedded fail to compile.
const base = "https://contracts.invalid/schemas/"

// schemaSet contains every definition of schemas/, as written and compiled.
type schemaSet struct {
	docs     map[string]any // by file name
	files    []SchemaFile
	byName   map[string]*definition
	matchers matchers
}

// SchemaFile is one file of schemas/ with its definitions in order.
type SchemaFile struct {
	Name string
	Defs yaml.MapSlice
}

// Schemas returns the schema files in the order of their names. They must not be modified.
func (c *Catalogue) Schemas() []SchemaFile { return c.schemas.files }

type definition struct {
	file, name string
	raw        map[string]any
	schema     *jsonschema.Schema
	order      map[string]int    // positions of the properties
	folded     map[string]string // of a request: its property names by names.FoldCase
}

// compile reads and compiles schemas/. It adds the common field Lang to every request.
func compile(files fs.FS, t *table) (*schemaSet, error) {
	s := &schemaSet{docs: map[string]any{}, byName: map[string]*definition{}, matchers: matchers{}}
	names, err := fs.Glob(files, "schemas/*.json")
	if err != nil {
		return nil, err
	}
	for _, name := range names {
		if err := s.read(files, name); err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
	}
	for _, row := range t.Calls {
		d, err := s.find(row.value.Request)
		if err != nil {
			return nil, fmt.Errorf("calls.yaml: %s: request: %w", row.name, err)
		}
		properties, ok := d.raw["properties"].(map[string]any)
		if !ok {
			return nil, fmt.Errorf("%s: a request must have properties", d.name)
		}
		properties["Lang"] = map[string]any{"$ref": base + "common.json#/$defs/Lang"}
	}
	return s, s.compileAll()
}

// read reads a file. Names are unique across files, because TypeScript and OpenAPI use only the
// name.
func (s *schemaSet) read(files fs.FS, name string) error {
	raw, err := fs.ReadFile(files, name)
	if err != nil {
		return err
	}
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(raw))
	if err != nil {
		return err
	}
	object, _ := doc.(map[string]any)
	defs, ok := object["$defs"].(map[string]any)
	if !ok {
		return errors.New("want an object with $defs")
	}
	var ordered struct {
		Defs yaml.MapSlice `yaml:"$defs"`
	}
	if err := yaml.UnmarshalWithOptions(raw, &ordered, yaml.UseOrderedMap()); err != nil {
		return err
	}
	file := path.Base(name)
	s.docs[file] = doc
	s.files = append(s.files, SchemaFile{Name: file, Defs: ordered.Defs})
	for _, def := range ordered.Defs {
		d := &definition{file: file, name: fmt.Sprint(def.Key), order: map[string]int{}}
		if other, duplicate := s.byName[d.name]; duplicate {
			return fmt.Errorf("%s is defined in %s and in %s", d.name, other.file, file)
		}
		s.byName[d.name] = d
		d.raw, _ = defs[d.name].(map[string]any)
		body, _ := def.Value.(yaml.MapSlice)
		properties, _ := body.ToMap()["properties"].(yaml.MapSlice)
		for i, p := range properties {
			d.order[fmt.Sprint(p.Key)] = i
		}
	}
	return nil
}

func (s *schemaSet) compileAll() error {
	compiler := jsonschema.NewCompiler()
	compiler.DefaultDraft(jsonschema.Draft2020)
	compiler.AssertFormat()
	compiler.UseLoader(jsonschema.SchemeURLLoader{})
	for _, f := range formats {
		compiler.RegisterFormat(f)
	}
	for file, doc := range s.docs {
		if err := compiler.AddResource(base+file, doc); err != nil {
			return fmt.Errorf("schemas/%s: %w", file, err)
		}
	}
	ordered := slices.SortedFunc(maps.Values(s.byName), func(a, b *definition) int { // so is the first error
		return cmp.Or(strings.Compare(a.file, b.file), strings.Compare(a.name, b.name))
	})
	for _, d := range ordered {
		var err error
		if d.schema, err = compiler.Compile(base + d.file + "#/$defs/" + d.name); err != nil {
			return fmt.Errorf("schemas/%s: %s: %w", d.file, d.name, err)
		}
	}
	return nil
}

// find returns the definition of a reference of the form "file.json#/$defs/Name".
func (s *schemaSet) find(ref string) (*definition, error) {
	file, name, ok := strings.Cut(ref, "#/$defs/")
	if !ok {
		return nil, fmt.Errorf("%q: want file.json#/$defs/Name", ref)
	}
	d := s.byName[name]
	if d == nil || d.file != file {
		return nil, fmt.Errorf("%q: definition not found", ref)
	}
	return d, nil
}

// follow returns the definition that a schema of file refers to by a keyword, or nil.
func (s *schemaSet) follow(file string, schema map[string]any, keyword string) *definition {
	ref, _ := schema[keyword].(string)
	if strings.HasPrefix(ref, "#") {
		ref = file + ref
	}
	d, _ := s.find(strings.TrimPrefix(ref, base)) // compiling has checked the references
	return d
}

// defaults returns the defaults of a request's fields, which come from the field or the definition
// that it references.
func (s *schemaSet) defaults(d *definition) map[string]any {
	out := map[string]any{}
	properties, _ := d.raw["properties"].(map[string]any)
	for field, p := range properties {
		if value := s.defaultOf(d.file, p); value != nil {
			out[field] = wireValue(value)
		}
	}
	return out
}

func (s *schemaSet) defaultOf(file string, schema any) any {
	object, _ := schema.(map[string]any)
	if value, ok := object["default"]; ok {
		return value
	}
	if d := s.follow(file, object, "$ref"); d != nil {
		return s.defaultOf(d.file, d.raw)
	}
	return nil
}
