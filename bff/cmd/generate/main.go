// Command generate writes the generated files: Go constants, the OpenAPI document, TypeScript for
// the site, reference pages, the index of decisions and the security requirements. Run it from the
// root of the repository:
//
//	go run ./bff/cmd/generate
package main

import (
	"bytes"
	"fmt"
	"go/format"
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
	calls := siteCalls(catalogue)
	files, err := writeHooks(catalogue, calls)
	if err != nil {
		return nil, err
	}
	for name, data := range map[string]any{
		"calls.ts":     map[string]any{"Calls": calls, "Paths": catalogue.Paths()},
		"keys.ts":      map[string]any{"Calls": calls},
		"examples.ts":  map[string]any{"Calls": calls},
		"constants.ts": constants,
	} {
		if files["web/src/contracts/"+name], err = render(name, data); err != nil {
			return nil, err
		}
	}
	reference, err := writeReference()
	if err != nil {
		return nil, err
	}
	maps.Copy(files, reference)
	files["web/src/contracts/types.ts"] = writeTypes(catalogue)
	goConstants, err := render("constants.go", constants)
	if err != nil {
		return nil, err
	}
	if files["bff/contract/constants_gen.go"], err = format.Source(goConstants); err != nil {
		return nil, err
	}
	if files["contracts/openapi.yaml"], err = writeOpenAPI(catalogue, calls); err != nil {
		return nil, err
	}
	if files[apiPage], err = writeAPIPage(calls, files["contracts/openapi.yaml"]); err != nil {
		return nil, err
	}
	if files[securityPage], err = writeSecurityPage(); err != nil {
		return nil, err
	}
	if files[decisionsFolder+"README.md"], err = writeDecisions(); err != nil {
		return nil, err
	}
	return files, nil
}
