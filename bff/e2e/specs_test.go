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

// server is a demo server shared by tests. Each test uses its own mock world.
var server *e2e.Process

var binary string

func TestMain(m *testing.M) {
	// The tests spend most of their time waiting for deadlines, breakers and slow connections.
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
		return 1, fmt.Errorf("stop server: %w\n%s", err, server.Log())
	}
	return code, nil
}

// The specs have a server of their own because the number of mock worlds is limited and the
// least recently used one is dropped.
func TestSpecs(t *testing.T) { runSpecs(t, startDemo(t, t.TempDir())) }

// The specs also pass with Redis for tickets, limits, idempotency records and cached responses,
// with a single server and with a cluster.
func TestSpecsWithRedis(t *testing.T) {
	t.Parallel()
	for name, url := range map[string]string{"single": realredis.Start(t).URL(), "cluster": realredis.StartCluster(t).URL()} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			runSpecs(t, startServer(t, []string{"CROUPIER_REDIS_URL=" + url, "CROUPIER_SESSION_STORE=redis"}, t.TempDir()))
		})
	}
}

// runSpecs runs all specs against p, each in its own mock world.
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
