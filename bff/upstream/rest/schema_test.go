package rest

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/goccy/go-yaml"
	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func compiledSchema(t *testing.T) *jsonschema.Schema {
	t.Helper()
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(Schema()))
	require.NoError(t, err)
	c := jsonschema.NewCompiler()
	require.NoError(t, c.AddResource("croupier:mapping", doc))
	return c.MustCompile("croupier:mapping")
}

// asJSON returns a YAML file as the validator reads it.
func asJSON(t *testing.T, raw []byte) any {
	t.Helper()
	text, err := yaml.YAMLToJSON(raw)
	require.NoError(t, err)
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	require.NoError(t, err)
	return doc
}

func TestSchemaAcceptsValidMappings(t *testing.T) {
	s := compiledSchema(t)
	assert.NoError(t, s.Validate(asJSON(t, []byte(validMapping))))
	files, err := filepath.Glob("../../../configs/mappings/*.yaml")
	require.True(t, err == nil && len(files) != 0, "%v %v", files, err)
	for _, file := range files {
		raw, err := os.ReadFile(file)
		require.NoError(t, err)
		assert.NoError(t, s.Validate(asJSON(t, raw)), file)
	}
	assert.Error(t, s.Validate(asJSON(t, []byte(strings.Replace(validMapping, "method: POST", "methd: POST", 1)))),
		"a misspelt field is accepted")
}

// A field that the loader learns is one of the schema.
func TestSchemaHasTheFieldsOfTheLoader(t *testing.T) {
	var root map[string]any
	require.NoError(t, json.Unmarshal(Schema(), &root))
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
		require.Len(t, faults, 1, row.name)
		known := strings.Split(faults[0].Allowed, ", ")
		for _, field := range known {
			assert.True(t, row.properties[field] != nil, "%s: the schema has no %s", row.name, field)
		}
		for field := range row.properties {
			assert.Contains(t, known, field, "%s: the loader has no %s", row.name, field)
		}
	}
}
