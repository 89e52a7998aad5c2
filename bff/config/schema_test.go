package config

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/goccy/go-yaml"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"croupier/bff"
	"croupier/bff/player/limit"
	"croupier/configs"
)

// eachField calls visit for every field that a schema defines, with the node that requires it.
func eachField(n schemaNode, path string, visit func(path string, field, parent schemaNode)) {
	if n == nil {
		return
	}
	for _, keyword := range []string{"properties", "patternProperties"} {
		for name := range n.child(keyword) {
			field := n.child(keyword).child(name)
			visit(path+"."+name, field, n)
			eachField(field, path+"."+name, visit)
		}
	}
	for _, keyword := range []string{"items", "additionalProperties"} {
		eachField(n.child(keyword), path+".*", visit)
	}
	for name := range n.child("$defs") {
		eachField(n.child("$defs").child(name), path+"."+name, visit)
	}
}

// The reference and editors show descriptions and defaults.
func TestEveryFieldHasADescriptionAndADefault(t *testing.T) {
	least := map[string]int{"server": 40, "brand": 40, "content": 16, "mapping": 40}
	for _, name := range kinds {
		fields := 0
		eachField(schemas()[name].tree, name, func(path string, field, parent schemaNode) {
			fields++
			text, _ := field["description"].(string)
			assert.True(
				t, strings.HasSuffix(text, ".") && !strings.Contains(text, ";"), "%s: description %q", path, text,
			)
			required, _ := parent["required"].([]any)
			isRequired := slices.Contains(required, any(path[strings.LastIndex(path, ".")+1:]))
			other, isText := field["x-default"].(string)
			_, hasDefault := field["default"]
			assert.False(t, isRequired && (hasDefault || isText), "%s is required and has a default", path)
			assert.True(t, isRequired || hasDefault || other != "", "%s has neither default nor x-default", path)
		})
		assert.Greater(t, fields, least[name], name)
	}
}

// Exactly the fields that need a restart are marked.
func TestFieldsThatRequireARestartAreMarked(t *testing.T) {
	tree := schemas()["server"].tree
	for _, name := range tree.properties() {
		isMarked := tree.property(name)["x-restart"] == true
		assert.Equal(t, !slices.Contains(followed, name), isMarked, name)
	}
}

// literal returns the literal default values of the fields of a node.
func literal(n schemaNode) map[string]any {
	out := map[string]any{}
	for _, name := range n.properties() {
		field := n.property(name)
		if value, ok := field["default"]; ok {
			out[name] = value
		} else if below := literal(field); len(below) > 0 {
			out[name] = below
		}
	}
	return out
}

func TestDefaultsOfTheServerFileAreTheTrueOnes(t *testing.T) {
	stated := literal(schemas()["server"].tree)
	stated["profile"], stated["brands"] = "demo", "brands"
	d := &document{file: "croupier.yaml", tree: stated, env: map[string]string{}}
	var got Server
	require.NoError(t, d.decode(&got))
	want := defaults()
	want.Profile, want.BrandsDir = "demo", "brands"
	assert.Equal(t, want, got)
}

func TestDefaultsOfABrandAreTheTrueOnes(t *testing.T) {
	stated := literal(schemas()["brand"].tree)
	demo, err := Load(configs.FS, "croupier.yaml", nil)
	require.NoError(t, err)
	got, want := newBrandFile(&demo.Server), newBrandFile(&demo.Server)
	delete(stated, "limits") // package limit has them
	delete(stated, "player_protection")
	raw, err := json.Marshal(stated)
	require.NoError(t, err)
	d, fault := parse("brand.yaml", raw)
	require.Nil(t, fault)
	require.NoError(t, d.decode(got))
	want.Features.Parts = got.Features.Parts // all false
	for name, enabled := range got.Features.Parts {
		assert.False(t, enabled, name)
	}
	assert.Len(t, got.Features.Parts, 10)
	assert.Equal(t, want, got)
}

// Package events limits event streams, package limit everything else.
func TestDefaultLimitsOfABrandAreTheTrueOnes(t *testing.T) {
	got := map[bff.LimitRule]bff.Allowance{}
	fields := schemas()["brand"].tree.property("limits")
	raw, err := json.Marshal(literal(fields))
	require.NoError(t, err)
	require.NoError(t, yaml.UnmarshalWithOptions(raw, &got, yaml.UseJSONUnmarshaler()))
	assert.Len(t, got, 13)
	assert.Equal(t, 20, got[bff.LimitEvents].Count)
	delete(got, bff.LimitEvents)
	for rule, allowance := range got {
		assert.Equal(t, limit.Defaults()[rule], allowance, rule)
	}
}
