package soak_test

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"croupier/bff/test/e2e"
	"croupier/bff/test/e2e/platform"
	"croupier/bff/test/storetest/realredis"
)

// brandCount is the number of brands, which share the platform.
const brandCount = 3

// world is the deployment of two instances with Redis, or one with an embedded store. The last
// brand calls the platform through the front.
type world struct {
	seed     uint64
	platform *platform.Platform
	front    *platform.Front
	redis    *realredis.Server // nil with an embedded store
	brands   []e2e.Brand
	nodes    []*node
	figures  figures
}

// node is one instance. The test kills and restarts it.
type node struct {
	config, dir string
	env         []string
	mu          sync.Mutex // serializes starts and kills
	process     *e2e.Process
	address     atomic.Pointer[string]
	starts      atomic.Int64
}

// random returns a separate source of random numbers for a part, because parts must not depend on
// each other's timing.
func (w *world) random(part uint64) *rand.Rand {
	return rand.New(rand.NewPCG(w.seed, part))
}

func newWorld(t *testing.T, seed uint64, redis bool) *world {
	p, err := platform.New()
	require.NoError(t, err)
	t.Cleanup(p.Close)
	w := &world{seed: seed, platform: p, nodes: make([]*node, 1)}
	var env []string
	if redis {
		w.redis, w.nodes = realredis.Start(t), make([]*node, 2)
		env = []string{
			"CROUPIER_REDIS_URL=redis://" + w.redis.Address() + "?timeout=250ms",
			"CROUPIER_KEYS_FILE=" + filepath.Join(t.TempDir(), "keys.json"),
		}
	}
	plenty := map[string]any{"count": 1_000_000, "window": "1m"}
	bucket := map[string]any{"count": 1_000_000, "window": "1s", "burst": 1_000_000}
	for i := range brandCount {
		w.brands = append(w.brands, e2e.Brand{
			ID:       fmt.Sprintf("brand-%d", i+1),
			Upstream: map[string]any{"adapter": "envelope", "url": p.URL()},
			Settings: map[string]any{"limits": map[string]any{
				"address": bucket, "session": bucket, "money": plenty, "password": plenty, "password_address": plenty,
			}},
		})
	}
	w.front, err = platform.NewFront(p, brandCount, t.TempDir())
	require.NoError(t, err)
	t.Cleanup(w.front.Close)
	w.brands[brandCount-1].Upstream = w.front.Upstream()
	for _, b := range w.brands {
		b.Upstream["timeouts"] = map[string]string{"quick": "1s", "normal": "1s", "slow": "2s", "money": "2s"}
		b.Upstream["breaker"] = map[string]any{"open_for": "1s"}
	}
	config, err := e2e.WriteConfig(t.TempDir(), w.brands)
	require.NoError(t, err)
	for i := range w.nodes {
		n := &node{config: config, dir: t.TempDir(), env: env}
		w.nodes[i] = n
		require.NoError(t, n.tryStart())
		t.Cleanup(func() { n.stop(t, i) })
	}
	return w
}

func (n *node) tryStart() error {
	n.mu.Lock()
	defer n.mu.Unlock()
	p, err := e2e.Start(binary, n.env, e2e.ServeArgs(n.dir, "--config", n.config)...)
	if err != nil {
		return err
	}
	n.process = p
	n.starts.Add(1)
	n.address.Store(&p.Address)
	return nil
}

func (n *node) kill() {
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.process != nil {
		_ = n.process.Kill() // the exit status is always "killed"
		n.keepLog()
		n.process = nil
	}
}

// stop ends the instance at the end of the test.
func (n *node) stop(t *testing.T, i int) {
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.process == nil {
		return
	}
	err := n.process.Stop()
	assert.NoError(t, err, "stop instance %d: %v\n%s", i, err, n.process.Log())
	n.keepLog()
}

// keepLog appends the log of an ended process to the file of the instance, if -logs names a folder.
func (n *node) keepLog() {
	if *logs == "" {
		return
	}
	f, err := os.OpenFile(filepath.Join(*logs, filepath.Base(n.dir)+".log"), os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	if err == nil {
		_, _ = f.WriteString(n.process.Log())
		_ = f.Close()
	}
}

// readFaults returns faults of single requests, and outages of the whole platform.
func readFaults(t *testing.T) (requests, outages []platform.Fault) {
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

// refusal is the message of the platform's refusals without an execution.
const refusal = "Olmaz"

// happens reports whether -without permits a disturbance.
func happens(disturbance string) bool {
	return !slices.Contains(strings.Split(*without, ","), disturbance)
}

type figures struct {
	requestFaults, outages, kills, flushes, pauses, redisKills atomic.Int64
}

// faultShare is the share of failing requests outside of outages.
const faultShare = 0.12

// disturb starts the faults. stop ends them and waits until everything has recovered.
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
	if w.redis != nil {
		group.Go(func() { w.disturbRedis(t, end) })
	}
	for i := range w.nodes {
		group.Go(func() { w.disturbNode(t, i, end) })
	}
	return func() {
		close(end)
		group.Wait()
		w.platform.Script(nil)
	}
}

// wait waits for a random time between least and most. It reports whether the run continues.
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
	for ; wait(r, end, time.Second, 6*time.Second); w.front.Lose() {
		w.front.Lose()
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
		case what == "kill": // without persistence, so Redis is empty afterwards
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

// startNode starts an instance and repeats failed starts. A starting instance needs Redis for the
// revocations.
func (w *world) startNode(t *testing.T, i int) {
	n := w.nodes[i]
	deadline := time.Now().Add(time.Minute)
	for {
		err := n.tryStart()
		if err == nil {
			return
		}
		if time.Now().After(deadline) {
			t.Errorf("could not start instance %d: %v", i, err)
			return
		}
		time.Sleep(50 * time.Millisecond) // polls a real process
	}
}
