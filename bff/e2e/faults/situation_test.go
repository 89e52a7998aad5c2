package faults_test

import (
	"cmp"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/sys/unix"

	"croupier/bff/e2e"
	"croupier/bff/store/storetest/realredis"
)

// situation is one kind of store, and how it fails between the steps before and the main call.
type situation struct {
	redis   bool
	timeout string // of Redis; default long enough for a busy machine
	fail    func(*deployment, *testing.T)
	heal    func(*deployment, *testing.T)
}

// situations by the name that a row has in store. Those with Redis have two instances.
var situations = map[string]*situation{
	"embedded":           {},
	"embedded restarted": {fail: (*deployment).restart},
	"embedded full disk": {
		fail: func(d *deployment, t *testing.T) { d.limitFiles(t, 0) },
		heal: func(d *deployment, t *testing.T) { d.limitFiles(t, unix.RLIM_INFINITY) },
	},
	"redis":           {redis: true},
	"redis restarted": {redis: true, fail: (*deployment).restart}, // both instances, not Redis
	// While Redis is suspended, calls wait for its timeout.
	"redis paused": {
		redis: true, timeout: "2s", fail: func(d *deployment, t *testing.T) { d.redis.Suspend(t) },
		heal: func(d *deployment, t *testing.T) { d.redis.Resume(t) },
	},
	"redis killed": {redis: true, fail: func(d *deployment, _ *testing.T) { d.redis.Kill() }, heal: func(d *deployment,
		t *testing.T,
	) {
		d.redis.Run(t)
	}},
	"redis flushed": {redis: true, fail: func(d *deployment, t *testing.T) { d.redisDo(t, "FLUSHALL") }},
	"redis flushed, instances restarted": {redis: true, fail: func(d *deployment, t *testing.T) {
		d.redisDo(t, "FLUSHALL")
		d.restart(t)
	}},
	// A replica without its master answers reads and refuses writes.
	"redis read-only": {
		redis: true,
		fail:  func(d *deployment, t *testing.T) { d.redisDo(t, "REPLICAOF", "127.0.0.1", "1") },
		heal:  func(d *deployment, t *testing.T) { d.redisDo(t, "REPLICAOF", "NO", "ONE") },
	},
}

// deployment is the processes of one situation.
type deployment struct {
	config    string
	redis     *realredis.Server // nil with the embedded store
	env       []string
	dirs      []string
	instances []*e2e.Process
}

func deploy(t *testing.T, s *situation, brands []e2e.Brand) *deployment {
	t.Helper()
	config, err := e2e.WriteConfig(t.TempDir(), brands)
	require.NoError(t, err)
	d := &deployment{config: config, dirs: []string{t.TempDir()}}
	if s.redis {
		d.redis = realredis.Start(t)
		d.dirs = append(d.dirs, t.TempDir())
		d.env = []string{
			"CROUPIER_REDIS_URL=redis://" + d.redis.Address() + "?timeout=" + cmp.Or(s.timeout, "30s"),
			"CROUPIER_KEYS_FILE=" + filepath.Join(t.TempDir(), "keys.json"),
		}
	}
	t.Cleanup(d.stop(t))
	d.start(t)
	return d
}

func (d *deployment) start(t *testing.T) {
	t.Helper()
	d.instances = nil
	for _, dir := range d.dirs {
		p, err := e2e.Start(binary, d.env, "serve", "--config", d.config, "--listen", "127.0.0.1:0", "--admin-listen", "127.0.0.1:0",
			"--data-dir", dir)
		require.NoError(t, err)
		d.instances = append(d.instances, p)
	}
}

func (d *deployment) stop(t *testing.T) func() {
	return func() {
		for _, p := range d.instances {
			assert.NoError(t, p.Stop(), "stop instance")
			if t.Failed() && *logs {
				t.Logf("log of %s:\n%s", p.Address, p.Log())
			}
		}
	}
}

// restart kills the instances and starts them again with their data folders.
func (d *deployment) restart(t *testing.T) {
	t.Helper()
	for _, p := range d.instances {
		_ = p.Kill() // the exit status is always "killed"
	}
	d.start(t)
}

// limitFiles limits the size of the files that the instances write.
func (d *deployment) limitFiles(t *testing.T, size uint64) {
	t.Helper()
	for _, p := range d.instances {
		require.NoError(t, p.LimitFiles(size))
	}
}

func (d *deployment) redisDo(t *testing.T, words ...string) {
	t.Helper()
	_, err := d.redis.Do(words...)
	require.NoError(t, err)
}
