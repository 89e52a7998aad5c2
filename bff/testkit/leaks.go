// Package testkit is what tests of several packages share.
package testkit

import (
	"testing"
	"time"

	"go.uber.org/goleak"
)

// patience bounds how long goroutines that are ending may take to end. goleak's own bound is
// half a second, which a machine with other work may need to let the last of them run at all.
const patience = 30 * time.Second

// Main runs the tests of a package in its TestMain, and fails where goroutines stay behind.
func Main(m *testing.M) { goleak.VerifyTestMain(settling{m}) }

// settling are tests that are over once their goroutines have ended, or will not.
type settling struct{ *testing.M }

// Run gives the tests' exit status.
func (s settling) Run() int {
	code := s.M.Run()
	for late := time.Now().Add(patience); goleak.Find() != nil && time.Now().Before(late); {
		continue // Find waits by itself
	}
	return code
}
