package e2e_test

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"croupier/bff/e2e"
)

// server is the demo that every spec is told against; each story has a world of its own.
var server *e2e.Process

var binary string

func TestMain(m *testing.M) {
	// These tests wait more than they compute: for deadlines, breakers and slow connections.
	if err := flag.Set("test.parallel", "8"); err != nil {
		panic(err)
	}
	code, err := withServer(m.Run)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		code = 1
	}
	os.Exit(code)
}

func withServer(tests func() int) (code int, err error) {
	dir, err := os.MkdirTemp("", "croupier-e2e-")
	if err != nil {
		return 1, err
	}
	defer func() { _ = os.RemoveAll(dir) }()
	if binary, err = e2e.Binary(dir); err != nil {
		return 1, err
	}
	if server, err = e2e.Start(binary, nil, "serve", "--listen", "127.0.0.1:0", "--admin-listen", "127.0.0.1:0", "--data-dir", filepath.Join(dir, "data")); err != nil {
		return 1, err
	}
	code = tests()
	if err := server.Stop(); err != nil {
		return 1, fmt.Errorf("the server did not end well: %w\n%s", err, server.Log())
	}
	return code, nil
}

func TestSpecs(t *testing.T) {
	files, err := filepath.Glob("specs/*/*.json")
	if err != nil || len(files) == 0 {
		t.Fatalf("no specs: %v", err)
	}
	for _, file := range files {
		spec, err := e2e.ReadSpec(file)
		if err != nil {
			t.Fatal(err)
		}
		name := strings.TrimSuffix(strings.TrimPrefix(file, "specs/"), ".json")
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			story := e2e.NewStory(server.Address, spec.Host, strings.ReplaceAll(name, "/", "-"), nil)
			for i := range spec.Steps {
				if err := story.Run(&spec.Steps[i]); err != nil {
					t.Fatalf("%s\nstep %d, %s: %v", spec.Sentence, i+1, spec.Steps[i].Sentence, err)
				}
			}
		})
	}
}
