// Package soak_test sends every money operation ten times to two instances with one Redis and to
// one instance with an embedded store. Meanwhile the platform fails at random, instances are
// killed, and Redis is paused, killed and emptied. One brand uses a REST service with short-lived
// tokens. At the end, the test compares the responses to players with the executions of the
// scriptable platform.
//
// make soak runs it for ten minutes. SOAKTIME changes the duration, and SOAKSEED repeats random
// choices. The end-to-end tests include a short run with a fixed seed.
package soak_test

import (
	"flag"
	"math/rand/v2"
	"os"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"

	"croupier/bff/test/e2e"
)

var (
	duration = flag.Duration("duration", 10*time.Second,
		"duration of the run, without faults in the last quarter (at most three minutes)")
	seed    = flag.Uint64("seed", 1, "seed of the random choices, 0 for a new one")
	without = flag.String("without", "",
		"disturbances to skip, separated by commas: requests, outages, instances, flush, pause, kill")
	logs = flag.String("logs", "", "folder for the logs of the instances")
)

const (
	duplicates          = 10              // requests of an operation
	operationsPerMinute = 500             // with each store: 10,000 in ten minutes
	maxSettling         = 3 * time.Minute // longer than the lease of a call of a killed instance
)

// settling is the time at the end without faults.
func settling() time.Duration { return min(*duration/4, maxSettling) }

var binary string

func TestMain(m *testing.M) {
	flag.Parse()
	os.Exit(e2e.RunTests(&binary, m.Run))
}

// TestSoak fails if a run breaks an invariant of verdict.
func TestSoak(t *testing.T) {
	if *seed == 0 {
		*seed = rand.Uint64()
	}
	for store, redis := range map[string]bool{"redis": true, "embedded": false} {
		t.Run(store, func(t *testing.T) {
			t.Parallel()
			t.Logf("seed %d, %s", *seed, *duration)
			w := newWorld(t, *seed, redis)
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
		})
	}
}

// operation is one filled-in form with one key and many requests.
type operation struct {
	player    *player
	key       string
	bonus     int
	mu        sync.Mutex
	responses []*response
	final     *response // after all faults
}

func (o *operation) add(r *response) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.responses = append(o.responses, r)
}

// leaverEvery is the number of operations for each leaver.
const leaverEvery = 10

// operate starts the operations evenly over the duration. It returns when all their requests have
// ended.
func (w *world) operate(players []*player) ([]*operation, []*leaver) {
	r := w.random(4)
	ops := make([]*operation, int(operationsPerMinute*duration.Minutes()))
	var group sync.WaitGroup
	var mu sync.Mutex
	var leavers []*leaver
	began := time.Now()
	active := *duration - settling()
	const share = 0.85 // of that time for new operations, the rest is for late duplicates
	for i := range ops {
		o := &operation{player: players[r.IntN(len(players))], bonus: i + 1}
		ops[i] = o
		times := w.plan(r)
		nodes := make([]int, len(times))
		for j := range nodes {
			nodes[j] = r.IntN(len(w.nodes))
		}
		due := began.Add(time.Duration(share * float64(active) * float64(i) / float64(len(ops))))
		time.Sleep(time.Until(due)) // the rate of operations
		o.key = uuid.Must(uuid.NewV7()).String()
		for j, after := range times {
			group.Go(func() {
				time.Sleep(after) // the player repeats the request
				w.send(o, nodes[j])
			})
		}
		if i%leaverEvery == 0 {
			group.Go(func() {
				l := w.leave(i/leaverEvery, nodes, times)
				mu.Lock()
				defer mu.Unlock()
				leavers = append(leavers, l)
			})
		}
		read := r.IntN(1000)
		group.Go(func() { w.read(o.player, read%len(w.nodes), read) })
	}
	group.Wait()
	return ops, leavers
}

// plan returns the times of the requests of an operation: some immediate, some within seconds, some
// much later.
func (w *world) plan(r *rand.Rand) []time.Duration {
	out := make([]time.Duration, duplicates)
	for i := range out {
		switch late := r.IntN(10); {
		case i == 0 || late < 3:
		case late < 7:
			out[i] = time.Duration(r.Int64N(int64(3 * time.Second)))
		default:
			out[i] = time.Duration(r.Int64N(int64(*duration / 10)))
		}
	}
	return out
}

// send sends an operation. It logs the player in and repeats the request if necessary.
func (w *world) send(o *operation, node int) *response {
	for {
		r := w.call(node, o.player.host, o.player.session(), o.key, "user/claim_bonus",
			map[string]any{"bonusID": o.bonus})
		o.player.inspect(r)
		o.add(r)
		if kindOf(r) != loggedOut || !w.renew(o.player, node) {
			return r
		}
	}
}

// settle repeats every operation without faults until the player has a final result.
func (w *world) settle(t *testing.T, ops []*operation) {
	inFlight := time.Now().Add(settling()) // maximum wait for the claim of a killed instance
	deadline := inFlight.Add(30 * time.Second)
	slots := make(chan struct{}, 16)
	var group sync.WaitGroup
	for i, o := range ops {
		group.Go(func() {
			slots <- struct{}{}
			defer func() { <-slots }()
			for {
				o.final = w.send(o, i%len(w.nodes))
				k := kindOf(o.final)
				if k == executed || k == refused || k == unknown || k == inProgress && time.Now().After(inFlight) ||
					time.Now().After(deadline) {
					return
				}
				<-slots // free the slot for other operations
				time.Sleep(time.Second)
				slots <- struct{}{}
			}
		})
	}
	group.Wait()
}
