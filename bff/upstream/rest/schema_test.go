package rest

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/goccy/go-yaml"
	"github.com/santhosh-tekuri/jsonschema/v6"
)

func compiledSchema(t *testing.T) *jsonschema.Schema {
	t.Helper()
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(Schema()))
	if err != nil {
		t.Fatal(err)
	}
	c := jsonschema.NewCompiler()
	if err := c.AddResource("croupier:mapping", doc); err != nil {
		t.Fatal(err)
	}
	return c.MustCompile("croupier:mapping")
}

// asJSON returns a YAML file as the validator reads it.
func asJSON(t *testing.T, raw []byte) any {
	t.Helper()
	text, err := yaml.YAMLToJSON(raw)
	if err != nil {
		t.Fatal(err)
	}
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	return doc
}

func TestSchemaAcceptsValidMappings(t *testing.T) {
	s := compiledSchema(t)
	if err := s.Validate(asJSON(t, []byte(validMapping))); err != nil {
		t.Error(err)
	}
	files, err := filepath.Glob("../../../configs/mappings/*.yaml")
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	for _, file := range files {
		raw, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if err := s.Validate(asJSON(t, raw)); err != nil {
			t.Errorf("%s: %v", file, err)
		}
	}
	if s.Validate(asJSON(t, []byte(strings.Replace(validMapping, "method: POST", "methd: POST", 1)))) == nil {
		t.Error("a misspelt field is accepted")
	}
}

// A field that the loader learns is one of the schema.
func TestSchemaHasTheFieldsOfTheLoader(t *testing.T) {
	var root map[string]any
	if err := json.Unmarshal(Schema(), &root); err != nil {
		t.Fatal(err)
	}
	below := func(names ...string) map[string]any {
		node := root
		for _, name := range names {
			node, _ = node[name].(map[string]any)
		}
		return node
	}
	for _, row := range []struct {
		name, old, replacement string
		properties             map[string]any
	}{
		{"the file", "version: 1", "version: 1\nbogus: x", below("properties")},
		{"paging", "style: page", "bogus: x, style: page", below("$defs", "paging", "properties")},
		{"an error", "- { status", "- { bogus: x, status", below("$defs", "errors", "items", "properties")},
		{"a route", "method: POST", "bogus: x\n    method: POST", below("$defs", "route", "properties")},
	} {
		faults := load(t, strings.Replace(validMapping, row.old, row.replacement, 1))
		if len(faults) != 1 {
			t.Fatalf("%s: %v", row.name, faults)
		}
		known := strings.Split(faults[0].Allowed, ", ")
		for _, field := range known {
			if row.properties[field] == nil {
				t.Errorf("%s: the schema has no %s", row.name, field)
			}
		}
		for field := range row.properties {
			if !slices.Contains(known, field) {
				t.Errorf("%s: the loader has no %s", row.name, field)
			}
		}
	}
}
