package faults_test

import (
	"flag"
	"maps"
	"os"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"croupier/bff/e2e"
)

var (
	only   = flag.String("row", "", "run only the rows whose names match this regular expression")
	logs   = flag.Bool("logs", false, "print the logs of the servers of failed rows")
	binary string
)

func TestMain(m *testing.M) {
	flag.Parse()
	// The rows spend most of their time waiting for deadlines; too many at once miss those of others.
	if err := flag.Set("test.parallel", "5"); err != nil {
		panic(err)
	}
	os.Exit(e2e.RunTests(&binary, m.Run))
}

// TestFaults runs the table. The rows of one store share its processes; each has a brand, an
// upstream and a platform of its own, so that breakers, caches, limits and sessions are separate.
func TestFaults(t *testing.T) {
	tb := readTable(t)
	pattern := regexp.MustCompile(*only)
	byStore := map[string][]*row{}
	for _, r := range tb.rows {
		if pattern.MatchString(r.Name) {
			byStore[r.Store] = append(byStore[r.Store], r)
		}
	}
	for _, store := range slices.Sorted(maps.Keys(byStore)) {
		t.Run(strings.ReplaceAll(store, " ", "-"), func(t *testing.T) {
			t.Parallel()
			runAll(t, tb, situations[store], byStore[store])
		})
	}
}

// concurrentRows bounds the rows in progress of one situation.
const concurrentRows = 24

// runAll runs the rows of one situation. The store fails for all of them at the same moment.
func runAll(t *testing.T, tb *table, s *situation, rows []*row) {
	t.Helper()
	var runs []*run
	brands := []e2e.Brand{}
	for i, r := range rows {
		run, err := newRun(tb, r, i)
		require.NoError(t, err)
		t.Cleanup(run.platform.Close)
		runs, brands = append(runs, run), append(brands, run.brand)
	}
	d := deploy(t, s, brands)
	each(runs, func(r *run) { r.begin(d) })
	if s.fail != nil {
		s.fail(d, t)
	}
	each(runs, func(r *run) { r.main(); r.make("then", r.Then) })
	if s.heal != nil {
		s.heal(d, t)
		waitForStore(t, d)
	}
	each(runs, func(r *run) { r.make("after", r.After); r.finish() })
	for _, r := range runs {
		t.Run(strings.ReplaceAll(r.Name, " ", "-"), func(t *testing.T) {
			assert.NoError(t, r.failure, r.file)
		})
	}
}

// each calls do for every run, some at a time.
func each(runs []*run, do func(*run)) {
	slots := make(chan struct{}, concurrentRows)
	var group sync.WaitGroup
	for _, r := range runs {
		group.Go(func() {
			slots <- struct{}{}
			defer func() { <-slots }()
			do(r)
		})
	}
	group.Wait()
}

// waitForStore waits until every instance has noticed that its store is back.
func waitForStore(t *testing.T, d *deployment) {
	t.Helper()
	for _, p := range d.instances {
		deadline := time.Now().Add(30 * time.Second)
		for {
			status, _, raw, err := e2e.NewClient(p.Address, "localhost", "").Do("GET", "/readyz", nil, nil)
			if err == nil && status == 200 && !strings.Contains(string(raw), "unreachable") && !strings.Contains(string(raw), "refuse") {
				break
			}
			require.False(t, time.Now().After(deadline), "the store is not back at %s: %d %v %s", p.Address, status, err, raw)
			time.Sleep(50 * time.Millisecond) // polls a real process
		}
	}
}
