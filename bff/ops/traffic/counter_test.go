package traffic_test

import (
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"croupier/bff"
	"croupier/bff/ops/traffic"
	"croupier/bff/store/embedded"
	"croupier/bff/test/testkit"
)

// rig is a store that instances share, and their clock.
type rig struct {
	*testkit.Clock
	t     *testing.T
	store *testkit.Collection
}

func newRig(t *testing.T) *rig {
	t.Helper()
	r := &rig{t: t, Clock: testkit.NewClock(time.Date(2026, 1, 2, 3, 4, 0, 0, time.UTC))}
	s, err := embedded.Open(t.TempDir(), embedded.Options{Now: r.Now})
	require.NoError(t, err)
	t.Cleanup(func() { _ = s.Close() })
	c, err := s.Collection("traffic", traffic.Retention)
	require.NoError(t, err)
	r.store = &testkit.Collection{Collection: c}
	return r
}

// instance opens an instance that writes when it is read only.
func (r *rig) instance(name string) *traffic.Counter {
	return traffic.New(traffic.Options{
		Store: r.store, Instance: name, Log: slog.New(slog.DiscardHandler),
		Clock: r.Now,
	})
}

// read compares what an instance reads, as JSON.
func (r *rig) read(c *traffic.Counter, minutes int, want string) {
	r.t.Helper()
	all, err := c.Read(r.t.Context(), minutes)
	require.NoError(r.t, err)
	got, err := json.Marshal(all)
	require.NoError(r.t, err)
	assert.Equal(r.t, want, string(got))
}

func observe(c *traffic.Counter, n int, o bff.Observation) {
	for range n {
		c.Observe(context.Background(), &o)
	}
}

// games are calls to games_list.
func games(took time.Duration, status int, cache bff.CacheState) bff.Observation {
	return bff.Observation{
		Brand: "marmara", Call: "casino/games_list", UpstreamName: "main", Status: status,
		Duration: took, Cache: cache,
	}
}

func TestTrafficOfAllInstancesIsMerged(t *testing.T) {
	r := newRig(t)
	one, two := r.instance("one"), r.instance("two")
	r.read(one, 60, `[]`)
	r.Advance(10 * time.Second)
	observe(one, 60, games(150*time.Microsecond, 200, bff.CacheHit))
	observe(one, 10, games(80*time.Millisecond, 200, bff.CacheMiss))
	observe(two, 20, games(90*time.Millisecond, 200, bff.CacheBypass))
	observe(two, 10, games(2*time.Second, 502, bff.CacheStale))
	observe(two, 1, bff.Observation{Brand: "marmara", Status: 200, Duration: time.Millisecond})
	observe(two, 1, bff.Observation{Status: 421}) // of no brand
	observe(two, 9, bff.Observation{Brand: "marmara", Status: 200, Duration: time.Hour, Stream: true})
	two.CountViolation("marmara", "casino", "main")
	const page = `{"brand":"marmara","class":"","upstream":"","points":[{"at":"2026-01-02T03:04:00Z",` +
		`"count":1,"errors":0,"p50_ms":0.75,"p95_ms":0.98,"cached":0,"violations":0}]}`
	r.read(two, 60, "["+page+","+of(
		`"count":30,"errors":10,"p50_ms":92.5,"p95_ms":1925,"cached":10,"violations":1`)+"]")
	r.read(one, 60, "["+page+","+of(
		`"count":100,"errors":10,"p50_ms":0.18,"p95_ms":1750,"cached":70,"violations":1`)+"]")
}

// of returns games as they are read, with one point.
func of(point string) string {
	return `{"brand":"marmara","class":"casino","upstream":"main","points":[{"at":"2026-01-02T03:04:00Z",` + point +
		`}]}`
}

func TestMinutesFollowEachOther(t *testing.T) {
	r := newRig(t)
	c := r.instance("one")
	points := func(minutes ...string) string {
		var all []string
		for _, at := range minutes {
			all = append(all, `{"at":"2026-01-02T`+at+`:00Z","count":1,"errors":0,"p50_ms":2.5,"p95_ms":2.95,"cached":0,"violations":0}`)
		}
		return `[{"brand":"marmara","class":"casino","upstream":"main","points":[` + strings.Join(all, ",") + `]}]`
	}
	r.Advance(50 * time.Second)
	_, _ = c.Read(t.Context(), 1)
	observe(c, 1, games(3*time.Millisecond, 200, ""))
	r.Advance(11 * time.Second) // beyond the minute, but most of the time since the last write lies in it
	_, _ = c.Read(t.Context(), 1)
	r.Advance(time.Minute)
	_, _ = c.Read(t.Context(), 1)
	r.Advance(time.Second)
	observe(c, 1, games(3*time.Millisecond, 200, ""))
	r.read(c, 60, points("03:04", "03:06"))
	r.read(c, 2, points("03:06"))
	r.Advance(57 * time.Minute)
	r.read(c, 60, points("03:04", "03:06"))
	r.Advance(time.Minute)
	r.read(c, 60, points("03:06"))
	r.Advance(time.Hour)
	r.read(c, 60, `[]`)
}

func TestWhatTheStoreRefusedIsWrittenLater(t *testing.T) {
	r := newRig(t)
	c, other := r.instance("one"), r.instance("two")
	observe(c, 3, games(3*time.Millisecond, 200, ""))
	r.store.Fail(errors.New("the store is away"))
	r.read(c, 60, `[]`)
	r.Advance(3 * time.Minute)
	r.read(c, 60, `[]`)
	r.store.Fail(nil)
	c.Write(context.Background())
	r.read(other, 60, "["+of(`"count":3,"errors":0,"p50_ms":2.5,"p95_ms":2.95,"cached":0,"violations":0`)+"]")
}

func TestObserveDoesNotAllocate(t *testing.T) {
	r := newRig(t)
	c := r.instance("one")
	o := games(time.Millisecond, 200, bff.CacheHit)
	n := testing.AllocsPerRun(1000, func() { c.Observe(context.Background(), &o) })
	assert.Zero(t, n, "allocations")
}

func TestConcurrentRequestsAreAllCounted(t *testing.T) {
	r := newRig(t)
	c := r.instance("one")
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() { observe(c, 500, games(3*time.Millisecond, 200, bff.CacheHit)) })
		wg.Go(func() { _, _ = c.Read(context.Background(), 60) })
	}
	wg.Wait()
	all, err := c.Read(t.Context(), 60)
	require.NoError(t, err)
	require.Len(t, all, 1)
	assert.True(t, all[0].Points[0].Count == 4000 && all[0].Points[0].Cached == 4000, "%+v", all)
}
