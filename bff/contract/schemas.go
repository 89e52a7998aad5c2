package contract

import (
	"bytes"
	"fmt"
	"io/fs"
	"path"
	"strings"

	"github.com/goccy/go-yaml"
	"github.com/santhosh-tekuri/jsonschema/v6"
)

// base is the base URL of the schemas. It is never fetched: references to other files than the
// embedded ones fail to compile.
const base = "https://contracts.invalid/schemas/"

// schemaSet holds every definition of schemas/, as written and compiled.
type schemaSet struct {
	docs     map[string]map[string]any // by file name
	files    []SchemaFile
	compiled map[string]*jsonschema.Schema // by "file.json#/$defs/Name"
	order    map[string]map[string]int     // property positions by definition reference
	matchers matchers
}

// SchemaFile is one file of schemas/ with its definitions in order.
type SchemaFile struct {
	Name string
	Defs yaml.MapSlice
}

// Schemas returns the schema files in the order of their names. They must not be modified.
func (c *Catalogue) Schemas() []SchemaFile { return c.schemas.files }

// definition is one named definition of a schema file.
type definition struct {
	ref, file, name string
	raw             map[string]any
	schema          *jsonschema.Schema
	order           map[string]int
	folded          map[string]string // of a request: its property names by names.FoldCase
}

// compile reads and compiles schemas/. It adds the common field Lang to every request.
func compile(files fs.FS, t *table) (*schemaSet, error) {
	s := &schemaSet{
		docs:     map[string]map[string]any{},
		compiled: map[string]*jsonschema.Schema{},
		order:    map[string]map[string]int{},
		matchers: matchers{},
	}
	names, err := fs.Glob(files, "schemas/*.json")
	if err != nil {
		return nil, err
	}
	for _, name := range names {
		if err := s.read(files, name); err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
	}
	if err := s.checkUniqueNames(); err != nil {
		return nil, err
	}
	for _, row := range t.Calls {
		d, err := s.find(row.Request)
		if err != nil {
			return nil, fmt.Errorf("calls.yaml: %s: request: %w", row.name, err)
		}
		properties, ok := d.raw["properties"].(map[string]any)
		if !ok {
			return nil, fmt.Errorf("%s: a request must have properties", d.ref)
		}
		properties["Lang"] = map[string]any{"$ref": base + "common.json#/$defs/Lang"}
	}
	return s, s.compileAll()
}

func (s *schemaSet) read(files fs.FS, name string) error {
	raw, err := fs.ReadFile(files, name)
	if err != nil {
		return err
	}
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(raw))
	if err != nil {
		return err
	}
	object, ok := doc.(map[string]any)
	if !ok {
		return fmt.Errorf("want an object")
	}
	var ordered struct {
		Defs yaml.MapSlice `yaml:"$defs"`
	}
	if err := yaml.UnmarshalWithOptions(raw, &ordered, yaml.UseOrderedMap()); err != nil {
		return err
	}
	file := path.Base(name)
	s.docs[file] = object
	s.files = append(s.files, SchemaFile{Name: file, Defs: ordered.Defs})
	for _, def := range ordered.Defs {
		body, _ := def.Value.(yaml.MapSlice)
		positions := map[string]int{}
		for _, item := range body {
			properties, ok := item.Value.(yaml.MapSlice)
			if item.Key != "properties" || !ok {
				continue
			}
			for i, p := range properties {
				positions[fmt.Sprint(p.Key)] = i
			}
		}
		s.order[file+"#/$defs/"+fmt.Sprint(def.Key)] = positions
	}
	return nil
}

// checkUniqueNames checks that definition names are unique across files, because TypeScript and
// OpenAPI use only the name.
func (s *schemaSet) checkUniqueNames() error {
	files := map[string]string{}
	for _, file := range s.files {
		for _, def := range file.Defs {
			name := fmt.Sprint(def.Key)
			if other, duplicate := files[name]; duplicate {
				return fmt.Errorf("schemas: %s is defined in %s and in %s", name, other, file.Name)
			}
			files[name] = file.Name
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
	for _, file := range s.files {
		for _, def := range file.Defs {
			ref := file.Name + "#/$defs/" + fmt.Sprint(def.Key)
			schema, err := compiler.Compile(base + ref)
			if err != nil {
				return fmt.Errorf("schemas/%s: %w", ref, err)
			}
			s.compiled[ref] = schema
		}
	}
	return nil
}

// find resolves a reference of the form "file.json#/$defs/Name" to the uncompiled definition.
func (s *schemaSet) find(ref string) (definition, error) {
	file, name, ok := strings.Cut(ref, "#/$defs/")
	if !ok {
		return definition{}, fmt.Errorf("%q: want file.json#/$defs/Name", ref)
	}
	defs, _ := s.docs[file]["$defs"].(map[string]any)
	raw, ok := defs[name].(map[string]any)
	if !ok {
		return definition{}, fmt.Errorf("%q: definition not found", ref)
	}
	return definition{ref: ref, file: file, name: name, raw: raw, order: s.order[ref]}, nil
}

// definition resolves a reference to a compiled definition.
func (s *schemaSet) definition(ref string) (definition, error) {
	d, err := s.find(ref)
	d.schema = s.compiled[ref]
	return d, err
}

// defaults returns the defaults of a request's fields, which come from the field or the definition
// that it references.
func (s *schemaSet) defaults(d definition) map[string]any {
	out := map[string]any{}
	properties, _ := d.raw["properties"].(map[string]any)
	for field, p := range properties {
		if value, ok := s.defaultOf(d.file, p); ok {
			out[field] = wireValue(value)
		}
	}
	return out
}

func (s *schemaSet) defaultOf(file string, schema any) (any, bool) {
	object, _ := schema.(map[string]any)
	if value, ok := object["default"]; ok {
		return value, true
	}
	ref, ok := object["$ref"].(string)
	if !ok {
		return nil, false
	}
	if strings.HasPrefix(ref, "#") {
		ref = file + ref
	}
	target, err := s.find(strings.TrimPrefix(ref, base))
	if err != nil {
		return nil, false
	}
	return s.defaultOf(target.file, target.raw)
}
