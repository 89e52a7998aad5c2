package faults_test

import (
	"cmp"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/sys/unix"

	"croupier/bff/test/e2e"
	"croupier/bff/test/e2e/platform"
	"croupier/bff/test/storetest/realredis"
)

type call struct {
	Call     string         `json:"call"` // class/method
	Data     map[string]any `json:"data"`
	Deadline string         `json:"deadline"` // deadline class in contracts/calls.yaml
	Money    bool           `json:"money"`    // has an Idempotency-Key
}

// row is one row of the table. README.md describes the fields.
type row struct {
	Name     string         `json:"name"`
	Store    string         `json:"store"`
	Deadline string         `json:"deadline"` // of the platform for the main call, instead of the contract's
	Upstream map[string]any `json:"upstream"` // further settings of the upstream
	Brand    map[string]any `json:"brand"`    // further settings of the brand
	Front    bool           `json:"front"`    // the brand reaches the platform through its platform.Front
	Before   []step         `json:"before"`   // before the store fails
	step
	Then  []step `json:"then"`  // while the store fails
	After []step `json:"after"` // after the store has recovered

	file string
}

// step is one call and the expected result.
type step struct {
	What     string  `json:"what"` // for readers
	Fault    string  `json:"fault"`
	Call     string  `json:"call"`
	Times    int     `json:"times"`    // number of repetitions, default 1
	Until    bool    `json:"until"`    // repeat the step until the result is as expected
	Session  string  `json:"session"`  // "": current, "before" the main call, of the "first" login, "none"
	Key      string  `json:"key"`      // of a money call: "": the key of the row, "new": a new key
	Instance int     `json:"instance"` // 0 or 1
	Want     want    `json:"want"`
	Platform *counts `json:"platform"` // default: nothing reaches the platform
}

type want struct {
	Status     int          `json:"status"`
	Debug      string       `json:"debug"`       // "" for null
	Result     *bool        `json:"result"`      // default: true for status 200
	Cache      string       `json:"cache"`       // Croupier-Cache, "": not checked
	Session    string       `json:"session"`     // kept, ended or new, by the response's cookie, "": not checked
	RetryAfter *bool        `json:"retry_after"` // whether there is a Retry-After, absent: not checked
	Answer     string       `json:"answer"`      // "first": the body of the call's first success, "other": another body
	Or         *alternative `json:"or"`          // an alternative response
}

// alternative is a second valid response, if the timing of a failure decides.
type alternative struct {
	Status int    `json:"status"`
	Debug  string `json:"debug"`
}

// counts are the requests of a step that the platform received, and its executions.
type counts struct {
	Requests   int `json:"requests"`
	Executions int `json:"executions"`
}

type table struct {
	calls  map[string]call
	faults map[string]platform.Fault
	rows   []*row
}

func readTable(t *testing.T) *table {
	var tb table
	mustReadJSON(t, "calls.json", &tb.calls)
	var err error
	tb.faults, err = platform.ReadFaults("faults.json")
	require.NoError(t, err)
	files, err := filepath.Glob("rows/*.json")
	require.True(t, err == nil && len(files) != 0, "no rows: %v", err)
	names := map[string]string{}
	for _, file := range files {
		var rows []*row
		mustReadJSON(t, file, &rows)
		for _, r := range rows {
			r.file = file
			before := names[r.Name]
			require.Equal(t, "", before, "%s: row %q: name is used in %s", file, r.Name, before)
			names[r.Name] = file
			require.NoError(t, tb.validate(r), "%s: row %q", file, r.Name)
			tb.rows = append(tb.rows, r)
		}
	}
	return &tb
}

func (tb *table) validate(r *row) error {
	if r.Name == "" || situations[r.Store] == nil {
		return fmt.Errorf("name %q or store %q", r.Name, r.Store)
	}
	if r.Platform == nil || r.Want.Status == 0 || r.Want.Cache == "" || r.Want.Session == "" ||
		r.Want.RetryAfter == nil {
		return fmt.Errorf("the main call needs platform, and in want: status, cache, session, retry_after")
	}
	for _, s := range r.steps() {
		_, isCall := tb.calls[s.Call]
		_, isFault := tb.faults[s.Fault]
		if !isCall || !isFault && s.Fault != "" || s.Want.Status == 0 {
			return fmt.Errorf("call %q or fault %q: unknown, or without an expected status", s.Call, s.Fault)
		}
	}
	return nil
}

func (r *row) steps() []*step {
	var out []*step
	for i := range r.Before {
		out = append(out, &r.Before[i])
	}
	out = append(out, &r.step)
	for i := range r.Then {
		out = append(out, &r.Then[i])
	}
	for i := range r.After {
		out = append(out, &r.After[i])
	}
	return out
}

func mustReadJSON(t *testing.T, file string, v any) {
	raw, err := os.ReadFile(file)
	require.NoError(t, err)
	dec := json.NewDecoder(strings.NewReader(string(raw)))
	dec.DisallowUnknownFields()
	require.NoError(t, dec.Decode(v), "read %s", file)
}

// situation is one kind of store with a failure between the steps before and the main call.
type situation struct {
	redis   bool
	env     func(*testing.T) []string
	begin   func(*deployment, *testing.T) // before the steps before
	timeout string                        // of Redis, long by default for a busy machine
	fail    func(*deployment, *testing.T)
	heal    func(*deployment, *testing.T)
}

// situations are the values of the field store of a row. With Redis, there are two instances.
var situations = map[string]*situation{
	"embedded":           {},
	"embedded restarted": {fail: (*deployment).restart},
	"embedded full disk": {
		fail: func(d *deployment, t *testing.T) { d.limitFiles(t, 0) },
		heal: func(d *deployment, t *testing.T) { d.limitFiles(t, unix.RLIM_INFINITY) },
	},
	"embedded moved to redis": {fail: func(d *deployment, t *testing.T) {
		d.move(t, "redis", []string{"CROUPIER_REDIS_URL=" + realredis.Start(t).URL()})
	}},
	"embedded moved to redis and back": {fail: func(d *deployment, t *testing.T) {
		redis := []string{"CROUPIER_REDIS_URL=" + realredis.Start(t).URL()}
		d.move(t, "redis", redis)
		d.move(t, "embedded", redis)
	}},
	// The data directory is lost. The backup is older than the rows, but exclusions_copy remains.
	"embedded lost and restored": {
		env:   func(t *testing.T) []string { return []string{"CROUPIER_EXCLUSIONS_COPY=" + t.TempDir()} },
		begin: func(d *deployment, t *testing.T) { d.run(t, "backup", d.config+".backup", "--with-keys") },
		fail: func(d *deployment, t *testing.T) {
			_ = d.instances[0].Kill() // the exit status is always "killed"
			d.dirs = []string{t.TempDir()}
			d.run(t, "restore", d.config+".backup")
			d.start(t)
		},
	},
	"redis":           {redis: true},
	"redis restarted": {redis: true, fail: (*deployment).restart}, // both instances, not Redis
	// While Redis is suspended, calls wait for its timeout.
	"redis paused": {
		redis: true, timeout: "2s", fail: func(d *deployment, t *testing.T) { d.redis.Suspend(t) },
		heal: func(d *deployment, t *testing.T) { d.redis.Resume(t) },
	},
	"redis killed": {
		redis: true, fail: func(d *deployment, _ *testing.T) { d.redis.Kill() },
		heal: func(d *deployment, t *testing.T) { d.redis.Run(t) },
	},
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

type deployment struct {
	config    string
	redis     *realredis.Server // nil with the embedded store
	env       []string
	dirs      []string
	instances []*e2e.Process
}

func deploy(t *testing.T, s *situation, brands []e2e.Brand) *deployment {
	config, err := e2e.WriteConfig(t.TempDir(), brands)
	require.NoError(t, err)
	d := &deployment{config: config, dirs: []string{t.TempDir()}}
	if s.env != nil {
		d.env = s.env(t)
	}
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
	if s.begin != nil {
		s.begin(d, t)
	}
	return d
}

func (d *deployment) start(t *testing.T) {
	d.instances = nil
	for _, dir := range d.dirs {
		p, err := e2e.Start(binary, d.env, e2e.ServeArgs(dir, "--config", d.config)...)
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

// restart kills the instances and starts them again with their data directories.
func (d *deployment) restart(t *testing.T) {
	for _, p := range d.instances {
		_ = p.Kill() // the exit status is always "killed"
	}
	d.start(t)
}

// run runs a command for the data directory of the first instance.
func (d *deployment) run(t *testing.T, words ...string) {
	out, ok := e2e.Run(binary, d.env, "", append(words, "--config", d.config, "--data-dir", d.dirs[0])...)
	require.True(t, ok, out)
}

// move moves the records of the instance to Redis or back, and restarts the instance.
func (d *deployment) move(t *testing.T, to string, redis []string) {
	require.NoError(t, d.instances[0].Stop())
	if d.env = redis; to == "embedded" {
		d.env = nil
	}
	_, err := e2e.Start(binary, d.env, e2e.ServeArgs(d.dirs[0], "--config", d.config)...)
	require.ErrorContains(t, err, "croupier store migrate --to "+to)
	configured := d.env
	d.env = redis
	d.run(t, "store", "migrate", "--to", to)
	d.env = configured
	d.start(t)
}

// limitFiles limits the size of the files that the instances write.
func (d *deployment) limitFiles(t *testing.T, size uint64) {
	for _, p := range d.instances {
		require.NoError(t, p.LimitFiles(size))
	}
}

func (d *deployment) redisDo(t *testing.T, words ...string) {
	_, err := d.redis.Do(words...)
	require.NoError(t, err)
}
