// Package testkit has helpers for the tests of several packages.
package testkit

import (
	"context"
	"testing"
	"time"

	"go.uber.org/goleak"
)

// timeout bounds how long goroutines may take to end after the tests. goleak's own limit of half a
// second is too short on busy machines.
const timeout = 30 * time.Second

// Main runs the tests of a package from its TestMain and fails when goroutines leak.
func Main(m *testing.M) { goleak.VerifyTestMain(leakCheck{m}) }

// leakCheck is a testing.M that waits for the goroutines of the tests.
type leakCheck struct{ *testing.M }

// Run runs the tests, waits until their goroutines have ended or timeout has passed, and returns
// the exit status of the tests.
func (c leakCheck) Run() int {
	code := c.M.Run()
	for deadline := time.Now().Add(timeout); goleak.Find() != nil && time.Now().Before(deadline); {
		continue // Find sleeps between its attempts
	}
	return code
}

// Start runs a function beside the test. It ends, and stop returns, once its context is cancelled: by stop or by the
// end of the test.
func Start(t testing.TB, run func(context.Context)) (stop func()) {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan struct{})
	go func() {
		defer close(done)
		run(ctx)
	}()
	stop = func() {
		cancel()
		<-done
	}
	t.Cleanup(stop)
	return stop
}
