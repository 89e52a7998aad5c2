package e2e_test

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"croupier/bff/e2e"
	"croupier/bff/store/storetest/realredis"
)

// server is a demo that tests share; each has a world of its own.
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

// The server is one of their own: it has room for a world for each of them, and none that is
// used forgets one that waits.
func TestSpecs(t *testing.T) { runSpecs(t, startDemo(t, t.TempDir())) }

// What a server answers does not depend on where it keeps things: sessions as tickets,
// limits, journal and kept answers lie in Redis here, in one alone or in a cluster.
func TestSpecsWithRedis(t *testing.T) {
	t.Parallel()
	for name, url := range map[string]string{"alone": realredis.Start(t).URL(), "cluster": realredis.StartCluster(t).URL()} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			runSpecs(t, start(t, []string{"CROUPIER_REDIS_URL=" + url, "CROUPIER_SESSION_STORE=redis"},
				"serve", "--listen", "127.0.0.1:0", "--admin-listen", "127.0.0.1:0", "--data-dir", t.TempDir()))
		})
	}
}

// runSpecs runs every spec against p, each in a mock world of its own.
func runSpecs(t *testing.T, p *e2e.Process) {
	t.Helper()
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
			runner := e2e.NewRunner(p.Address, spec.Host, strings.ReplaceAll(name, "/", "-"), nil)
			for i := range spec.Steps {
				if err := runner.Run(&spec.Steps[i]); err != nil {
					t.Fatalf("%s\nstep %d, %s: %v", spec.Sentence, i+1, spec.Steps[i].Sentence, err)
				}
			}
		})
	}
}
