package e2e_test

import (
	"errors"
	"net/http"
	"os/exec"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"croupier/bff/e2e"
)

// draining is a server with an open event stream and a call under way, which has begun to drain.
type draining struct {
	*e2e.Process
	visitor
	page     *e2e.Stream
	answered chan int // the status of the call; -1 if it fails
}

// startDraining starts a server with a drain notice and a call of the given latency, sends SIGTERM
// and waits until the server logs that it drains.
func startDraining(t *testing.T, notice, latency string) *draining {
	t.Helper()
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
		return strings.Contains(string(control(t, d.client(), "state", "")),
			`"struck":1`)
	})
	assert.False(t, d.closesConnections(t), "before SIGTERM the connection is closed")
	require.NoError(t, p.Terminate())
	eventually(t, "the log message", func() bool { return strings.Contains(p.Log(), `"msg":"draining`) })
	return d
}

// isDraining reports whether the server is reachable and not ready because it drains.
func (d *draining) isDraining() bool {
	status, _, raw, err := d.client().Do(http.MethodGet, "/readyz", nil, nil)
	return err == nil && status == http.StatusServiceUnavailable && string(raw) == `{"status":"draining","reasons":["draining"]}`
}

// closesConnections requests the bootstrap and reports whether the response closes the connection.
func (d *draining) closesConnections(t *testing.T) bool {
	t.Helper()
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
	err := d.Wait()
	assert.NoError(t, err, "%v\n%s", err, d.Log())
}

func TestDrainNoticeClosesConnectionsAndSecondSignalExits(t *testing.T) {
	parallel(t)
	d := startDraining(t, "1m", "20000")
	assert.True(t, d.isDraining() && d.closesConnections(t), "during the notice, the server is ready, or keeps connections")
	assert.NotEqual(t, "", d.events(t, "").WaitFor("maintenance"), "no events for a stream opened during the notice")
	require.NoError(t, d.Terminate())
	var exit *exec.ExitError
	err := d.Wait()
	assert.True(t, errors.As(err, &exit) && exit.Sys().(syscall.WaitStatus).Signal() == syscall.SIGTERM,
		"want exit by SIGTERM, got %v\n%s", err, d.Log())
	assert.Equal(t, -1, <-d.answered, "status of the active request")
}
