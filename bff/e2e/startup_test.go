package e2e_test

import (
	"bufio"
	"bytes"
	"os/exec"
	"strings"
	"sync"
	"syscall"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// All instances of a deployment start at once with an empty Redis and without a key file. The log goes to
// standard error: libraries must not write to standard output.
func TestServeWritesNothingToStdout(t *testing.T) {
	parallel(t)
	d := deploy(t, 0)
	var group sync.WaitGroup
	var mu sync.Mutex
	var visitors []visitor
	for range 3 {
		dir := t.TempDir()
		group.Go(func() {
			p := startServer(t, d.env, dir)
			mu.Lock()
			defer mu.Unlock()
			visitors = append(visitors, visitor{p.Address, "localhost", ""})
		})
	}
	serve := exec.Command(binary, serveArgs(t.TempDir())...)
	serve.Env = append(serve.Environ(), d.env...)
	var out bytes.Buffer
	serve.Stdout = &out
	log, err := serve.StderrPipe()
	if err == nil {
		err = serve.Start()
	}
	require.NoError(t, err)
	for lines := bufio.NewScanner(log); lines.Scan(); {
		if strings.Contains(lines.Text(), `"msg":"listening"`) {
			_ = serve.Process.Signal(syscall.SIGTERM) // Wait reports a process that has exited
		}
	}
	assert.NoError(t, serve.Wait())
	assert.True(t, out.Len() <= 0, "standard output: %s", &out)
	group.Wait()
	session := visitors[0].login(t, "", "demo", "Demo123")
	for i, v := range visitors {
		assert.True(t, v.hasSession(t, session), "session of the first instance is invalid on instance %d", i)
	}
}
