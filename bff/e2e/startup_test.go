package e2e_test

import (
	"bufio"
	"bytes"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"croupier/bff/e2e"
	"croupier/bff/store/storetest/realredis"
)

// All instances of a deployment start at once with an empty Redis and without a key file.
func TestInstancesStartConcurrently(t *testing.T) {
	t.Parallel()
	const many = 4
	mock := start(t, nil, "mock", "--listen", "127.0.0.1:0")
	env := inFrontOf(mock.Address, "CROUPIER_REDIS_URL="+realredis.Start(t).URL(), "CROUPIER_KEYS_FILE="+filepath.Join(t.TempDir(), "keys.json"))
	type started struct {
		p   *e2e.Process
		err error
	}
	all := make(chan started, many)
	for range many {
		dir := t.TempDir()
		go func() {
			p, err := e2e.Start(binary, env, "serve", "--listen", "127.0.0.1:0", "--admin-listen", "127.0.0.1:0", "--data-dir", dir)
			all <- started{p, err}
		}()
	}
	var visitors []visitor
	for range many {
		b := <-all
		if b.err != nil {
			t.Error(b.err)
			continue
		}
		t.Cleanup(func() { _ = b.p.Stop() })
		visitors = append(visitors, visitor{b.p.Address, "localhost", ""})
	}
	if t.Failed() {
		return
	}
	session := visitors[0].login(t, "", "demo", "Demo123")
	for i, v := range visitors {
		if !v.hasSession(t, session) {
			t.Errorf("session of the first instance is invalid on instance %d", i)
		}
	}
}

// The log goes to standard error. Libraries must not write to standard output.
func TestServeWritesNothingToStdout(t *testing.T) {
	t.Parallel()
	serve := exec.Command(binary, "serve", "--listen", "127.0.0.1:0", "--admin-listen", "127.0.0.1:0", "--data-dir", t.TempDir())
	serve.Env = append(serve.Environ(), "CROUPIER_UPSTREAM=envelope", "CROUPIER_UPSTREAM_URL=http://127.0.0.1:1/endpoint/v1")
	var out bytes.Buffer
	serve.Stdout = &out
	log, err := serve.StderrPipe()
	if err == nil {
		err = serve.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	for lines := bufio.NewScanner(log); lines.Scan(); {
		if strings.Contains(lines.Text(), `"msg":"listening"`) {
			_ = serve.Process.Signal(syscall.SIGTERM) // Wait reports a process that has exited
		}
	}
	if err := serve.Wait(); err != nil {
		t.Error(err)
	}
	if out.Len() > 0 {
		t.Errorf("standard output: %s", &out)
	}
}
