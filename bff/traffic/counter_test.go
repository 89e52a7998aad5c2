package traffic_test

import (
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"croupier/bff"
	"croupier/bff/store/embedded"
	"croupier/bff/traffic"
)

// rig is a store that instances share, and their clock.
type rig struct {
	t     *testing.T
	store *brokenCollection
	mu    sync.Mutex
	at    time.Time
}

// brokenCollection is a bff.Collection that fails while it has a fault.
type brokenCollection struct {
	bff.Collection
	mu    sync.Mutex
	fault error
	puts  int
}

func (b *brokenCollection) Put(ctx context.Context, entries ...bff.CollectionEntry) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.fault != nil {
		return b.fault
	}
	b.puts++
	return b.Collection.Put(ctx, entries...)
}

func newRig(t *testing.T) *rig {
	t.Helper()
	r := &rig{t: t, at: time.Date(2026, 1, 2, 3, 4, 0, 0, time.UTC)}
	s, err := embedded.Open(t.TempDir(), embedded.Options{Now: r.now})
	require.NoError(t, err)
	t.Cleanup(func() { _ = s.Close() })
	c, err := s.Collection("traffic", traffic.Retention)
	require.NoError(t, err)
	r.store = &brokenCollection{Collection: c}
	return r
}

// instance opens an instance that writes when it is read only.
func (r *rig) instance(name string) *traffic.Counter {
	c := traffic.New(r.t.Context(), traffic.Options{Store: r.store, Instance: name, Log: slog.New(slog.DiscardHandler), Clock: r.now, Interval: time.Hour})
	r.t.Cleanup(c.Close)
	return c
}

func (r *rig) now() time.Time {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.at
}

func (r *rig) advance(d time.Duration) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.at = r.at.Add(d)
}

func (r *rig) fail(err error) {
	r.store.mu.Lock()
	defer r.store.mu.Unlock()
	r.store.fault = err
}

// read compares what an instance reads, as JSON.
func (r *rig) read(c *traffic.Counter, minutes int, want string) {
	r.t.Helper()
	all, err := c.Read(r.t.Context(), minutes)
	require.NoError(r.t, err)
	if got, err := json.Marshal(all); err != nil || string(got) != want {
		r.t.Errorf("got  %s, %v\nwant %s", got, err, want)
	}
}

func observe(c *traffic.Counter, n int, o bff.Observation) {
	for range n {
		c.Observe(context.Background(), &o)
	}
}

// games are calls to games_list.
func games(took time.Duration, status int, cache bff.CacheState) bff.Observation {
	return bff.Observation{Brand: "marmara", Call: "casino/games_list", UpstreamName: "main", Status: status, Duration: took, Cache: cache}
}

func TestTrafficOfAllInstancesIsMerged(t *testing.T) {
	r := newRig(t)
	one, two := r.instance("one"), r.instance("two")
	r.read(one, 60, `[]`)
	r.advance(10 * time.Second)
	observe(one, 60, games(150*time.Microsecond, 200, bff.CacheHit))
	observe(one, 10, games(80*time.Millisecond, 200, bff.CacheMiss))
	observe(two, 20, games(90*time.Millisecond, 200, bff.CacheBypass))
	observe(two, 10, games(2*time.Second, 502, bff.CacheStale))
	observe(two, 1, bff.Observation{Brand: "marmara", Status: 200, Duration: time.Millisecond})
	observe(two, 1, bff.Observation{Status: 421}) // of no brand
	two.CountViolation("marmara", "casino", "main")
	r.read(two, 60, `[{"brand":"marmara","class":"","upstream":"","points":[{"at":"2026-01-02T03:04:00Z","count":1,"errors":0,"p50_ms":0.75,"p95_ms":0.98,"cached":0,"violations":0}]},`+
		`{"brand":"marmara","class":"casino","upstream":"main","points":[{"at":"2026-01-02T03:04:00Z","count":30,"errors":10,"p50_ms":92.5,"p95_ms":1925,"cached":10,"violations":1}]}]`)
	r.read(one, 60, `[{"brand":"marmara","class":"","upstream":"","points":[{"at":"2026-01-02T03:04:00Z","count":1,"errors":0,"p50_ms":0.75,"p95_ms":0.98,"cached":0,"violations":0}]},`+
		`{"brand":"marmara","class":"casino","upstream":"main","points":[{"at":"2026-01-02T03:04:00Z","count":100,"errors":10,"p50_ms":0.18,"p95_ms":1750,"cached":70,"violations":1}]}]`)
}

func TestMinutesFollowEachOther(t *testing.T) {
	r := newRig(t)
	c := r.instance("one")
	point := func(at string) string {
		return `{"at":"2026-01-02T` + at + `:00Z","count":1,"errors":0,"p50_ms":2.5,"p95_ms":2.95,"cached":0,"violations":0}`
	}
	r.advance(50 * time.Second)
	_, _ = c.Read(t.Context(), 1)
	observe(c, 1, games(3*time.Millisecond, 200, ""))
	r.advance(11 * time.Second) // beyond the minute, but most of the time since the last write lies in it
	_, _ = c.Read(t.Context(), 1)
	r.advance(time.Minute)
	_, _ = c.Read(t.Context(), 1)
	r.advance(time.Second)
	observe(c, 1, games(3*time.Millisecond, 200, ""))
	r.read(c, 60, `[{"brand":"marmara","class":"casino","upstream":"main","points":[`+point("03:04")+`,`+point("03:06")+`]}]`)
	r.read(c, 2, `[{"brand":"marmara","class":"casino","upstream":"main","points":[`+point("03:06")+`]}]`)
	r.advance(57 * time.Minute)
	r.read(c, 60, `[{"brand":"marmara","class":"casino","upstream":"main","points":[`+point("03:04")+`,`+point("03:06")+`]}]`)
	r.advance(time.Minute)
	r.read(c, 60, `[{"brand":"marmara","class":"casino","upstream":"main","points":[`+point("03:06")+`]}]`)
	r.advance(time.Hour)
	r.read(c, 60, `[]`)
}

func TestWhatTheStoreRefusedIsWrittenLater(t *testing.T) {
	r := newRig(t)
	c, other := r.instance("one"), r.instance("two")
	observe(c, 3, games(3*time.Millisecond, 200, ""))
	r.fail(errors.New("the store is away"))
	r.read(c, 60, `[]`)
	r.advance(3 * time.Minute)
	r.read(c, 60, `[]`)
	r.fail(nil)
	c.Close()
	r.read(other, 60, `[{"brand":"marmara","class":"casino","upstream":"main","points":[{"at":"2026-01-02T03:04:00Z","count":3,"errors":0,"p50_ms":2.5,"p95_ms":2.95,"cached":0,"violations":0}]}]`)
}

func TestNothingIsWrittenWithoutRequests(t *testing.T) {
	r := newRig(t)
	c := r.instance("one")
	observe(c, 1, games(time.Millisecond, 200, ""))
	for range 5 {
		r.advance(time.Second)
		_, _ = c.Read(t.Context(), 60)
	}
	c.Close()
	assert.Equal(t, 1, r.store.puts, "%d writes, want 1", r.store.puts)
}

func TestObserveDoesNotAllocate(t *testing.T) {
	r := newRig(t)
	c := r.instance("one")
	o := games(time.Millisecond, 200, bff.CacheHit)
	n := testing.AllocsPerRun(1000, func() { c.Observe(context.Background(), &o) })
	assert.True(t, !(n > 0), "%v allocations", n)
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
	assert.True(t, err == nil && len(all) == 1 && all[0].Points[0].Count == 4000 && all[0].Points[0].Cached == 4000,
		"%+v, %v", all, err)
}
