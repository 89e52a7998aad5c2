package e2e_test

import (
	"bufio"
	"bytes"
	"errors"
	"net/http"
	"os/exec"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"croupier/bff/test/e2e"
)

// All instances start at the same time with an empty Redis and without a key file. The log goes to
// standard error, and no library may write to standard output.
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
	serve := exec.Command(binary, e2e.ServeArgs(t.TempDir())...)
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
	assert.Empty(t, out.String(), "standard output")
	group.Wait()
	session := visitors[0].login(t, "demo")
	for i, v := range visitors {
		assert.True(t, v.hasSession(t, session), "session of the first instance is invalid on instance %d", i)
	}
}

// draining is a server that drains while an event stream is open and a call is running.
type draining struct {
	*e2e.Process
	visitor
	page     *e2e.Stream
	answered chan int // the status of the call, -1 if it fails
}

// startDraining starts a server and a call with the given latency, and sends SIGTERM. It waits
// until the server logs that it drains.
func startDraining(t *testing.T, notice, latency string) *draining {
	p := startServer(t, []string{"CROUPIER_DRAIN_NOTICE=" + notice}, t.TempDir())
	d := &draining{Process: p, visitor: visitor{p.Address, "localhost", "drain"}, answered: make(chan int, 1)}
	d.page = d.events(t, "")
	d.page.WaitFor("maintenance")
	control(t, d.client(), "fault", `{"call":"casino/provider_list","kind":"delay","latency_ms":`+latency+`}`)
	go func() {
		status, _, _, err := d.client().Call("casino/provider_list", nil, nil)
		if err != nil {
			status = -1
		}
		d.answered <- status
	}()
	eventually(t, "the delay fault", func() bool {
		return strings.Contains(string(control(t, d.client(), "state", "")), `"struck":1`)
	})
	assert.False(t, d.closesConnections(t), "before SIGTERM the connection is closed")
	require.NoError(t, p.Terminate())
	logged(t, p, `"msg":"draining`)
	return d
}

// isDraining reports whether the server is reachable and not ready because it drains.
func (d *draining) isDraining() bool {
	status, _, raw, err := d.client().Do(http.MethodGet, "/readyz", nil, nil)
	return err == nil && status == http.StatusServiceUnavailable &&
		string(raw) == `{"status":"draining","reasons":["draining"]}`
}

// closesConnections requests the bootstrap and reports whether the response closes the connection.
func (d *draining) closesConnections(t *testing.T) bool {
	resp, err := http.Get("http://" + d.Address + "/v1/bootstrap")
	require.True(t, err == nil && resp.StatusCode == http.StatusOK, "bootstrap: %v %v", resp, err)
	_ = resp.Body.Close()
	return resp.Close
}

func TestActiveRequestOutlastsDrainNotice(t *testing.T) {
	parallel(t)
	began := time.Now()
	d := startDraining(t, "1s", "3000")
	eventually(t, "the listener to close", func() bool { return !d.isDraining() })
	if len(d.answered) > 0 && time.Since(began) < 3*time.Second {
		t.Errorf("the active request finished before the listener closed: %d", <-d.answered)
	}
	for d.page.WaitFor("jackpots") != "" { // until the stream ends
		continue
	}
	assert.NoError(t, d.page.Lines.Err(), "the stream ended with an error")
	assert.Equal(t, http.StatusOK, <-d.answered, "status of the active request")
	assert.NoError(t, d.Wait(), d.Log())
}

func TestDrainNoticeClosesConnectionsAndSecondSignalExits(t *testing.T) {
	parallel(t)
	d := startDraining(t, "1m", "20000")
	assert.True(t, d.isDraining() && d.closesConnections(t),
		"during the notice, the server is ready, or keeps connections")
	assert.NotEqual(t, "", d.events(t, "").WaitFor("maintenance"), "no events for a stream opened during the notice")
	require.NoError(t, d.Terminate())
	var exit *exec.ExitError
	err := d.Wait()
	assert.True(t, errors.As(err, &exit) && exit.Sys().(syscall.WaitStatus).Signal() == syscall.SIGTERM,
		"want exit by SIGTERM, got %v\n%s", err, d.Log())
	assert.Equal(t, -1, <-d.answered, "status of the active request")
}
