package soak_test

import (
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"croupier/bff/e2e/platform"
)

// readFaults returns the faults of single requests, and the outages of the whole platform.
func readFaults(t *testing.T) (requests, outages []platform.Fault) {
	t.Helper()
	all, err := platform.ReadFaults("faults.json")
	require.NoError(t, err)
	for _, name := range slices.Sorted(maps.Keys(all)) {
		if strings.HasPrefix(name, "request") {
			requests = append(requests, all[name])
		} else {
			outages = append(outages, all[name])
		}
	}
	return requests, outages
}

// refusal is the message of the platform's own refusals, which do not execute.
const refusal = "Olmaz"

// happens reports whether a disturbance takes place, according to -without.
func happens(disturbance string) bool {
	return !slices.Contains(strings.Split(*without, ","), disturbance)
}

// figures count what happened.
type figures struct {
	requestFaults, outages, kills, flushes, pauses, redisKills atomic.Int64
}

// faultShare is the share of requests that fail while the platform is otherwise well.
const faultShare = 0.12

// disturb begins the faults. stop ends them and waits until everything is well again.
func (w *world) disturb(t *testing.T) (stop func()) {
	end := make(chan struct{})
	requestFaults, outages := readFaults(t)
	var group sync.WaitGroup
	var mu sync.Mutex
	random := w.random(1)
	if !happens("requests") {
		random = nil
	}
	w.platform.Script(func(string) *platform.Fault {
		mu.Lock()
		defer mu.Unlock()
		if random == nil || random.Float64() >= faultShare {
			return nil
		}
		w.figures.requestFaults.Add(1)
		return &requestFaults[random.IntN(len(requestFaults))]
	})
	group.Go(func() { w.disturbPlatform(t, outages, end) })
	group.Go(func() { w.disturbRedis(t, end) })
	for i := range w.nodes {
		group.Go(func() { w.disturbNode(t, i, end) })
	}
	return func() {
		close(end)
		group.Wait()
		w.platform.Script(nil)
	}
}

// wait waits for a random time between least and most and reports whether the run goes on.
func wait(r *rand.Rand, end <-chan struct{}, least, most time.Duration) bool {
	select {
	case <-end:
		return false
	case <-time.After(least + time.Duration(r.Int64N(int64(most-least)))):
		return true
	}
}

func (w *world) disturbPlatform(t *testing.T, outages []platform.Fault, end <-chan struct{}) {
	r := w.random(2)
	for happens("outages") && wait(r, end, 2*time.Second, 8*time.Second) {
		w.figures.outages.Add(1)
		f := outages[r.IntN(len(outages))]
		assert.NoError(t, w.platform.Fail(&f))
		wait(r, end, 200*time.Millisecond, 3*time.Second)
		assert.NoError(t, w.platform.Fail(nil))
	}
}

func (w *world) disturbRedis(t *testing.T, end <-chan struct{}) {
	r := w.random(3)
	for wait(r, end, time.Second, 6*time.Second) {
		what := []string{"flush", "flush", "pause", "kill"}[r.IntN(4)]
		switch {
		case !happens(what):
		case what == "flush":
			w.figures.flushes.Add(1)
			_, err := w.redis.Do("FLUSHALL")
			assert.NoError(t, err)
		case what == "pause":
			w.figures.pauses.Add(1)
			w.redis.Suspend(t)
			wait(r, end, 100*time.Millisecond, 2*time.Second)
			w.redis.Resume(t)
		case what == "kill": // without persistence: it comes back empty
			w.figures.redisKills.Add(1)
			w.redis.Kill()
			wait(r, end, 50*time.Millisecond, 2*time.Second)
			w.redis.Run(t)
		}
	}
}

func (w *world) disturbNode(t *testing.T, i int, end <-chan struct{}) {
	r := w.random(uint64(10 + i))
	for happens("instances") && wait(r, end, 4*time.Second, 15*time.Second) {
		w.figures.kills.Add(1)
		w.nodes[i].kill()
		wait(r, end, 10*time.Millisecond, time.Second)
		w.startNode(t, i)
	}
}

// startNode starts an instance. It needs its Redis (a starting instance knows no revocations yet) and
// is started again until it has one.
func (w *world) startNode(t *testing.T, i int) {
	n := w.nodes[i]
	deadline := time.Now().Add(time.Minute)
	for {
		err := n.tryStart()
		if err == nil {
			return
		}
		if time.Now().After(deadline) {
			t.Errorf("start instance %d: %v", i, err)
			return
		}
		time.Sleep(50 * time.Millisecond) // polls a real process
	}
}
