package soak_test

import (
	"flag"
	"math/rand/v2"
	"os"
	"testing"
	"time"

	"croupier/bff/e2e"
)

var (
	duration = flag.Duration("duration", 10*time.Second, "how long the run takes; the last quarter, at most three minutes, is without faults")
	seed     = flag.Uint64("seed", 1, "of what is random; 0: a new one")
	without  = flag.String("without", "", "disturbances that do not take place, to find the cause of a broken invariant: requests, outages, instances, flush, pause, kill; separated by commas")
	logs     = flag.String("logs", "", "folder for the logs of the instances")
)

const (
	duplicates          = 10              // requests of an operation
	operationsPerMinute = 1000            // 10,000 in ten minutes
	maxSettling         = 3 * time.Minute // more than the lease of a call whose instance was killed
)

// settling is the time at the end in which everything is well.
func settling() time.Duration { return min(*duration/4, maxSettling) }

var binary string

func TestMain(m *testing.M) {
	flag.Parse()
	os.Exit(e2e.RunTests(&binary, m.Run))
}

// TestSoak fails when an invariant is broken; see verdict.
func TestSoak(t *testing.T) {
	if *seed == 0 {
		*seed = rand.Uint64()
	}
	t.Logf("seed %d, %s", *seed, *duration)
	w := newWorld(t, *seed)
	players := w.login(t)
	stop := w.disturb(t)
	ops, leavers := w.operate(players)
	stop()
	w.settle(t, ops)
	w.presentAll(leavers)
	v := w.judge(ops, leavers)
	t.Logf("\n%s", v.table(w))
	for _, broken := range v.broken() {
		t.Errorf("seed %d: %s", *seed, broken)
	}
}
