package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"testing"

	"github.com/goccy/go-yaml"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"croupier/bff/contract"
)

// generated is one generation for all tests.
var generated = sync.OnceValues(generate)

func TestGeneratedFilesAreUpToDate(t *testing.T) {
	files, err := generated()
	require.NoError(t, err)
	for name, want := range files {
		got, err := os.ReadFile(filepath.Join("..", "..", "..", filepath.FromSlash(name)))
		require.NoError(t, err)
		assert.Equal(t, want, got, "%s is out of date; run: make generate", name)
	}
	found, err := os.ReadDir(filepath.Join("..", "..", "..", filepath.FromSlash(hooksFolder)))
	require.NoError(t, err)
	for _, file := range found {
		name := hooksFolder + file.Name()
		assert.NotNil(t, files[name], "%s belongs to an unknown class; delete it", name)
	}
}

// run generates once more: its files are also the proof that two generations are the same.
func TestRunWritesEveryFile(t *testing.T) {
	root := t.TempDir()
	require.NoError(t, run(root))
	files, err := generated()
	require.NoError(t, err)
	for name, want := range files {
		got, err := os.ReadFile(filepath.Join(root, name))
		assert.True(t, err == nil && bytes.Equal(got, want), "%s was not written, or differs between two runs: %v", name, err)
	}
}

// The document has one operation for each call, no dangling references, and schemas that other tools accept.
func TestOpenAPIIsComplete(t *testing.T) {
	c, err := contract.Load()
	require.NoError(t, err)
	raw, err := writeOpenAPI(c)
	require.NoError(t, err)
	var doc map[string]any
	require.NoError(t, yaml.UnmarshalWithOptions(raw, &doc, yaml.Strict()))
	paths := doc["paths"].(map[string]any)
	for _, call := range c.Calls() {
		path, ok := paths["/endpoint/v1/"+call.Name()].(map[string]any)
		assert.True(t, ok && path["post"] != nil, "%s has no operation", call.Name())
	}
	assert.Len(t, paths, len(c.Calls())+1+len(c.Paths())) // 1: the envelope
	references := 0
	walk(doc, func(schema map[string]any) {
		if ref, ok := schema["$ref"].(string); ok {
			references++
			assert.True(t, resolves(doc, ref), "dangling reference %s", ref)
		}
		// Other tools demand items, and compile patterns without the flag u.
		if types, ok := schema["type"].([]any); ok && slices.Contains(types, any("array")) {
			assert.Contains(t, schema, "items")
		}
		assert.NotContains(t, fmt.Sprint(schema["pattern"]), `\p{`)
	})
	assert.NotEqual(t, 0, references, "the document has no references")
}

func walk(v any, visit func(object map[string]any)) {
	switch v := v.(type) {
	case map[string]any:
		visit(v)
		for _, item := range v {
			walk(item, visit)
		}
	case []any:
		for _, item := range v {
			walk(item, visit)
		}
	}
}

func resolves(doc map[string]any, ref string) bool {
	var at any = doc
	for _, token := range bytes.Split([]byte(ref), []byte("/"))[1:] {
		object, ok := at.(map[string]any)
		if !ok {
			return false
		}
		at = object[string(token)]
	}
	return at != nil
}
