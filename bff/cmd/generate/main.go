// Command generate generates code from contracts/: the Go constants, the OpenAPI document, and the
// TypeScript types, call table, keys, hooks, constants and examples of the site. Run it from the root
// of the repository:
//
//	go run ./bff/cmd/generate
package main

import (
	"bytes"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"

	"croupier/bff/contract"
	"croupier/contracts"
)

func main() {
	if err := run("."); err != nil {
		fmt.Fprintln(os.Stderr, "generate:", err)
		os.Exit(1)
	}
}

// run writes the generated files below root and prints those that changed.
func run(root string) error {
	files, err := generate()
	if err != nil {
		return err
	}
	for _, name := range slices.Sorted(maps.Keys(files)) {
		path := filepath.Join(root, filepath.FromSlash(name))
		if old, err := os.ReadFile(path); err == nil && bytes.Equal(old, files[name]) {
			continue
		}
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(path, files[name], 0o644); err != nil {
			return err
		}
		fmt.Println("wrote", name)
	}
	return nil
}

// generate returns the generated files by path relative to the root of the repository.
func generate() (map[string][]byte, error) {
	catalogue := contract.MustLoad()
	constants, err := readConstants(contracts.Files)
	if err != nil {
		return nil, err
	}
	goConstants, err := writeGoConstants(constants)
	if err != nil {
		return nil, err
	}
	openAPI, err := writeOpenAPI(catalogue)
	if err != nil {
		return nil, err
	}
	examples, err := writeExamples(catalogue)
	if err != nil {
		return nil, err
	}
	hooks, err := writeHooks(catalogue)
	if err != nil {
		return nil, err
	}
	files := map[string][]byte{
		"bff/contract/constants_gen.go":  goConstants,
		"contracts/openapi.yaml":         openAPI,
		"web/src/contracts/constants.ts": writeTSConstants(constants),
		"web/src/contracts/types.ts":     writeTypes(catalogue),
		"web/src/contracts/calls.ts":     writeCalls(catalogue),
		"web/src/contracts/keys.ts":      writeKeys(catalogue),
		"web/src/contracts/examples.ts":  examples,
	}
	maps.Copy(files, hooks)
	return files, nil
}
