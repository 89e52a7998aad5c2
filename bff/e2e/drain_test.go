package e2e_test

import (
	"errors"
	"net/http"
	"os/exec"
	"strings"
	"syscall"
	"testing"
	"time"

	"croupier/bff/e2e"
)

func TestDrainFinishesActiveRequests(t *testing.T) {
	t.Parallel()
	p := startServer(t, nil, t.TempDir())
	c := e2e.NewClient(p.Address, "localhost", "drain")
	control(t, c, "fault", `{"call":"casino/provider_list","kind":"delay","latency_ms":1500}`)
	answered := make(chan int, 1)
	go func() {
		status, _, _, err := c.Call("casino/provider_list", nil, nil)
		if err != nil {
			status = -1
		}
		answered <- status
	}()
	watch := e2e.NewClient(p.Address, "localhost", "drain")
	eventually(t, "the delay fault", func() bool { return strings.Contains(string(control(t, watch, "state", "")), `"struck":1`) })
	if err := p.Stop(); err != nil {
		t.Fatalf("%v\n%s", err, p.Log())
	}
	if status := <-answered; status != 200 {
		t.Errorf("status of the active request: %d", status)
	}
}

// startDraining starts a server with a drain notice, opens an event stream, starts a call with
// the given latency, sends SIGTERM and waits until the server logs that it drains. answered
// receives the status of the call; -1 if it fails.
func startDraining(t *testing.T, notice, latency string) (p *e2e.Process, page *eventStream, answered <-chan int) {
	t.Helper()
	p = startServer(t, []string{"CROUPIER_DRAIN_NOTICE=" + notice}, t.TempDir())
	page = openEvents(t, p.Address, "localhost", "")
	page.waitFor("maintenance")
	c := e2e.NewClient(p.Address, "localhost", "drain")
	control(t, c, "fault", `{"call":"casino/provider_list","kind":"delay","latency_ms":`+latency+`}`)
	got := make(chan int, 1)
	go func() {
		status, _, _, err := e2e.NewClient(p.Address, "localhost", "drain").Call("casino/provider_list", nil, nil)
		if err != nil {
			status = -1
		}
		got <- status
	}()
	eventually(t, "the delay fault", func() bool { return strings.Contains(string(control(t, c, "state", "")), `"struck":1`) })
	if status, closes := getBootstrap(t, p); status != http.StatusOK || closes {
		t.Errorf("before SIGTERM: %d, connection closed: %v", status, closes)
	}
	if err := p.Terminate(); err != nil {
		t.Fatal(err)
	}
	eventually(t, "the log message", func() bool { return strings.Contains(p.Log(), `"msg":"draining`) })
	return p, page, got
}

// isDraining reports whether the server is reachable and not ready because it drains.
func isDraining(p *e2e.Process) bool {
	status, _, raw, err := e2e.NewClient(p.Address, "localhost", "").Do(http.MethodGet, "/readyz", nil, nil)
	return err == nil && status == http.StatusServiceUnavailable && string(raw) == `{"status":"draining","reasons":["draining"]}`
}

// getBootstrap requests the bootstrap. closes reports whether the response closes the connection.
func getBootstrap(t *testing.T, p *e2e.Process) (status int, closes bool) {
	t.Helper()
	resp, err := http.Get("http://" + p.Address + "/v1/bootstrap")
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close() //nolint:errcheck // the body is not used
	return resp.StatusCode, resp.Close
}

func TestActiveRequestOutlastsDrainNotice(t *testing.T) {
	t.Parallel()
	began := time.Now()
	p, page, answered := startDraining(t, "2s", "4000")
	eventually(t, "the listener to close", func() bool { return !isDraining(p) })
	if len(answered) > 0 && time.Since(began) < 4*time.Second {
		t.Errorf("the active request finished before the listener closed: %d", <-answered)
	}
	for page.waitFor("jackpots") != "" { // until the stream ends
		continue
	}
	if err := page.lines.Err(); err != nil {
		t.Errorf("the stream ended with an error: %v", err)
	}
	if status := <-answered; status != http.StatusOK {
		t.Errorf("status of the active request: %d", status)
	}
	if err := p.Wait(); err != nil {
		t.Errorf("%v\n%s", err, p.Log())
	}
}

func TestDrainNoticeClosesConnectionsAndSecondSignalExits(t *testing.T) {
	t.Parallel()
	p, _, answered := startDraining(t, "1m", "20000")
	if !isDraining(p) {
		t.Error("the server is ready")
	}
	if status, closes := getBootstrap(t, p); status != http.StatusOK || !closes {
		t.Errorf("request during the notice: %d, connection closed: %v", status, closes)
	}
	if other := openEvents(t, p.Address, "localhost", ""); other.waitFor("maintenance") == "" {
		t.Error("no events for a stream opened during the notice")
	}
	if err := p.Terminate(); err != nil {
		t.Fatal(err)
	}
	var exit *exec.ExitError
	if err := p.Wait(); !errors.As(err, &exit) || exit.Sys().(syscall.WaitStatus).Signal() != syscall.SIGTERM {
		t.Errorf("want exit by SIGTERM, got %v\n%s", err, p.Log())
	}
	if status := <-answered; status != -1 {
		t.Errorf("status of the active request: %d", status)
	}
}
