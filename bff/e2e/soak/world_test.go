package soak_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"croupier/bff/e2e"
	"croupier/bff/e2e/platform"
	"croupier/bff/store/storetest/realredis"
)

// brands of the deployment; they share the platform.
const brandCount = 3

// world is the deployment: two instances, a Redis and a platform.
type world struct {
	seed     uint64
	platform *platform.Platform
	redis    *realredis.Server
	brands   []e2e.Brand
	nodes    [2]*node
	figures  figures
}

// node is one instance, which is killed and started again at times.
type node struct {
	config, dir string
	env         []string
	mu          sync.Mutex // serializes starts and kills
	process     *e2e.Process
	address     atomic.Pointer[string]
	starts      atomic.Int64
}

// random returns a source of random numbers of its own, so that the parts of a run do not depend on
// each other's timing.
func (w *world) random(part uint64) *rand.Rand {
	return rand.New(rand.NewPCG(w.seed, part))
}

func newWorld(t *testing.T, seed uint64) *world {
	t.Helper()
	p, err := platform.New()
	require.NoError(t, err)
	t.Cleanup(p.Close)
	w := &world{seed: seed, platform: p, redis: realredis.Start(t)}
	plenty := map[string]any{"count": 1_000_000, "window": "1m"}
	bucket := map[string]any{"count": 1_000_000, "window": "1s", "burst": 1_000_000}
	for i := range brandCount {
		w.brands = append(w.brands, e2e.Brand{
			ID: fmt.Sprintf("brand-%d", i+1),
			Upstream: map[string]any{
				"adapter": "envelope", "url": p.URL(),
				"timeouts": map[string]string{"quick": "1s", "normal": "1s", "slow": "2s", "money": "2s"},
				"breaker":  map[string]any{"open_for": "1s"},
			},
			Settings: map[string]any{"limits": map[string]any{
				"address": bucket, "session": bucket, "money": plenty, "password": plenty, "password_address": plenty,
			}},
		})
	}
	config, err := e2e.WriteConfig(t.TempDir(), w.brands)
	require.NoError(t, err)
	env := []string{"CROUPIER_REDIS_URL=redis://" + w.redis.Address() + "?timeout=250ms", "CROUPIER_KEYS_FILE=" +
		filepath.Join(t.TempDir(), "keys.json")}
	for i := range w.nodes {
		n := &node{config: config, dir: t.TempDir(), env: env}
		w.nodes[i] = n
		require.NoError(t, n.tryStart())
		t.Cleanup(func() { n.stop(t, i) })
	}
	return w
}

// tryStart starts the instance.
func (n *node) tryStart() error {
	n.mu.Lock()
	defer n.mu.Unlock()
	p, err := e2e.Start(binary, n.env, "serve", "--config", n.config, "--listen", "127.0.0.1:0", "--admin-listen", "127.0.0.1:0",
		"--data-dir", n.dir)
	if err != nil {
		return err
	}
	n.process = p
	n.starts.Add(1)
	n.address.Store(&p.Address)
	return nil
}

// kill ends the instance with SIGKILL.
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
