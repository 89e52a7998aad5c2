package main

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"github.com/goccy/go-yaml"

	"croupier/bff/contract"
)

func TestGeneratedFilesAreUpToDate(t *testing.T) {
	files, err := generate()
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range files {
		got, err := os.ReadFile(filepath.Join("..", "..", "..", filepath.FromSlash(name)))
		if err != nil {
			t.Error(err)
			continue
		}
		if !bytes.Equal(got, want) {
			t.Errorf("%s is out of date; run: make generate", name)
		}
	}
	found, err := os.ReadDir(filepath.Join("..", "..", "..", filepath.FromSlash(hooksFolder)))
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range found {
		if name := hooksFolder + file.Name(); files[name] == nil {
			t.Errorf("%s belongs to an unknown class; delete it", name)
		}
	}
}

func TestGenerateIsDeterministic(t *testing.T) {
	first, err := generate()
	if err != nil {
		t.Fatal(err)
	}
	second, err := generate()
	if err != nil {
		t.Fatal(err)
	}
	for name := range first {
		if !bytes.Equal(first[name], second[name]) {
			t.Errorf("%s differs between two runs", name)
		}
	}
}

func TestRunWritesEveryFile(t *testing.T) {
	root := t.TempDir()
	if err := run(root); err != nil {
		t.Fatal(err)
	}
	files, err := generate()
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range files {
		if got, err := os.ReadFile(filepath.Join(root, name)); err != nil || !bytes.Equal(got, want) {
			t.Errorf("%s was not written: %v", name, err)
		}
	}
}

// The document has one operation for each call, and no dangling references.
func TestOpenAPIIsComplete(t *testing.T) {
	c, err := contract.Load()
	if err != nil {
		t.Fatal(err)
	}
	raw, err := writeOpenAPI(c)
	if err != nil {
		t.Fatal(err)
	}
	var doc map[string]any
	if err := yaml.UnmarshalWithOptions(raw, &doc, yaml.Strict()); err != nil {
		t.Fatal(err)
	}
	paths := doc["paths"].(map[string]any)
	for _, call := range c.Calls() {
		path, ok := paths["/endpoint/v1/"+call.Name()].(map[string]any)
		if !ok || path["post"] == nil {
			t.Errorf("%s has no operation", call.Name())
		}
	}
	if want := len(c.Calls()) + 1 + len(c.Paths()); len(paths) != want { // 1: the envelope
		t.Errorf("%d paths, want %d", len(paths), want)
	}
	references := 0
	walk(doc, func(ref string) {
		references++
		if !resolves(doc, ref) {
			t.Errorf("dangling reference %s", ref)
		}
	})
	if references == 0 {
		t.Error("the document has no references")
	}
}

func walk(v any, visit func(ref string)) {
	switch v := v.(type) {
	case map[string]any:
		if ref, ok := v["$ref"].(string); ok {
			visit(ref)
		}
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
