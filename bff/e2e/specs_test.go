package e2e_test

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"croupier/bff/e2e"
	"croupier/bff/store/storetest/realredis"
)

// server is a demo server shared by tests. Each test uses its own mock world.
var server *e2e.Process

var binary string

func TestMain(m *testing.M) {
	// The functions parallel and pair bound what runs at the same time.
	if err := flag.Set("test.parallel", "200"); err != nil {
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
	suite := &shared.suite
	suite.Dir = dir
	defer func() {
		suite.End()
		if suite.Broken {
			code = 1
		}
	}()
	server = startDemo(suite, suite.TempDir())
	return tests(), nil
}

// The specs have a server of their own because the number of mock worlds is limited and the
// least recently used one is dropped.
func TestSpecs(t *testing.T) { runSpecs(t, startDemo(t, t.TempDir()), nil, "*/*") }

// The specs also pass with Redis for tickets, limits, idempotency records and cached responses,
// with a single server and with a cluster.
func TestSpecsWithRedis(t *testing.T) {
	parallel(t)
	for name, url := range map[string]string{"single": realredis.Start(t).URL(), "cluster": realredis.StartCluster(t).URL()} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			runSpecs(t, startServer(t, []string{"CROUPIER_REDIS_URL=" + url, "CROUPIER_SESSION_STORE=redis"}, t.TempDir()), nil, "*/*")
		})
	}
}

// specSlots bound the specs that run at the same time.
var specSlots = make(chan struct{}, 8)

// runSpecs runs the specs that match a pattern below specs/ against p, each in its own mock world. With a
// mock that is a separate process, they all run in its main world, one after the other.
func runSpecs(t *testing.T, p *e2e.Process, mock *e2e.Process, pattern string) {
	t.Helper()
	files, err := filepath.Glob("specs/" + pattern + ".json")
	require.True(t, err == nil && len(files) != 0, "no specs: %v", err)
	for _, file := range files {
		spec, err := e2e.ReadSpec(file)
		require.NoError(t, err)
		name := strings.TrimSuffix(strings.TrimPrefix(file, "specs/"), ".json")
		t.Run(name, func(t *testing.T) {
			world := ""
			if mock == nil {
				t.Parallel()
				specSlots <- struct{}{}
				defer func() { <-specSlots }()
				world = strings.ReplaceAll(name, "/", "-")
			}
			runner := e2e.NewRunner(p.Address, spec.Host, world, nil)
			if mock != nil {
				runner.UseMock(mock.Address)
			}
			for i := range spec.Steps {
				require.NoError(t, runner.Run(&spec.Steps[i]), "%s\nstep %d, %s", spec.Sentence, i+1, spec.Steps[i].Sentence)
			}
		})
	}
}
