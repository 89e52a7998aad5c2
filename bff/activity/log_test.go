package activity_test

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/netip"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"croupier/bff"
	"croupier/bff/activity"
	"croupier/bff/internal/indexkey"
	"croupier/bff/store/embedded"
)

// rig is a Log over a real store.
type rig struct {
	*activity.Log
	t        *testing.T
	key      *indexkey.Key
	requests *brokenCollection
	players  *brokenCollection
	mu       sync.Mutex
	at       time.Time
	devices  *activity.KnownDevices
}

// brokenCollection is a bff.Collection that fails while it has a fault.
type brokenCollection struct {
	bff.Collection
	mu    sync.Mutex
	fault error
	puts  int // entries of all calls of Put
}

// noError ends the test if err is not nil.
func noError(t testing.TB, err error) {
	t.Helper()
	require.NoError(t, err)
}

func (b *brokenCollection) Put(ctx context.Context, entries ...bff.CollectionEntry) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.fault != nil {
		return b.fault
	}
	b.puts += len(entries)
	return b.Collection.Put(ctx, entries...)
}

func (b *brokenCollection) fail(err error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.fault = err
}

func (b *brokenCollection) count() int {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.puts
}

func newRig(t *testing.T, set func(*activity.Options)) *rig {
	t.Helper()
	r := &rig{t: t, key: indexkey.New(), at: time.Date(2026, 1, 2, 3, 4, 5, 6e6, time.UTC)}
	s, err := embedded.Open(t.TempDir(), embedded.Options{Now: r.now, IndexKey: r.key})
	noError(t, err)
	t.Cleanup(func() { _ = s.Close() })
	open := func(name string) *brokenCollection {
		c, err := s.Collection(name, bff.Retention{MaxEntries: 1000, MaxAge: time.Hour})
		noError(t, err)
		return &brokenCollection{Collection: c}
	}
	r.requests, r.players = open("requests"), open("players")
	r.devices = &activity.KnownDevices{Devices: open("devices"), IndexKey: r.key, Clock: r.now}
	r.Log = r.open(set)
	return r
}

// open opens another Log over the same store, as another instance does.
func (r *rig) open(set func(*activity.Options)) *activity.Log {
	o := activity.Options{
		Requests: r.requests, Players: r.players, Devices: r.devices, IndexKey: r.key, Instance: "one", Log: slog.New(slog.DiscardHandler),
		WriteInterval: time.Hour, RetryInterval: time.Hour, // written on request only
	}
	if set != nil {
		set(&o)
	}
	l := activity.New(r.t.Context(), o)
	r.t.Cleanup(l.Close)
	return l
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

// visit observes a request that came from an address with a User-Agent.
func (r *rig) visit(agent, address string, o bff.Observation) {
	scope := &bff.Scope{UserAgent: agent}
	if address != "" {
		scope.Visitor = netip.MustParseAddr(address)
	}
	if o.Status == 0 {
		o.Status, o.Code, o.Result = 200, 200, true
	}
	o.At = r.now()
	r.Observe(bff.WithScope(r.t.Context(), scope), &o)
}

func (r *rig) find(id string) *bff.RequestRecord {
	r.t.Helper()
	found, err := r.Request(r.t.Context(), id)
	noError(r.t, err)
	return found
}

var errStore = errors.New("the store is away")

func TestResponsesFromTheCacheAreNotRecorded(t *testing.T) {
	r := newRig(t, nil)
	for id, o := range map[string]bff.Observation{
		"hit":   {Call: "casino/games_list", Cache: bff.CacheHit},
		"stale": {Call: "casino/games_list", Cache: bff.CacheStale},
		"page":  {Path: "*", Status: 200},
		"miss":  {Call: "casino/games_list", Cache: bff.CacheMiss},
		"lost":  {Path: "*", Status: 500},
		"bad":   {Path: "/endpoint/v1", Status: 404, Code: 404, Debug: "unknown call"},
	} {
		o.RequestID = id
		r.visit("", "", o)
	}
	for id, want := range map[string]bool{"hit": false, "stale": false, "page": false, "miss": true, "lost": true, "bad": true, "none": false} {
		assert.Equal(t, want, r.find(id) != nil, "%s is found", id)
	}
}

func TestWritesAreRetriedUntilTheStoreIsBack(t *testing.T) {
	for name, fail := range map[string]func(*rig, error){
		"requests": func(r *rig, err error) { r.requests.fail(err) },
		"players":  func(r *rig, err error) { r.players.fail(err) },
	} {
		t.Run(name, func(t *testing.T) {
			r := newRig(t, func(o *activity.Options) { o.WriteInterval, o.RetryInterval = time.Millisecond, time.Millisecond })
			fail(r, errStore)
			for _, id := range []string{"a", "b", "c"} {
				r.visit("", "", bff.Observation{RequestID: id, Brand: "marmara", Call: "user/logout", Player: bff.Player{UID: "7"}})
			}
			_, _ = r.Request(t.Context(), "a") // fails to write
			fail(r, nil)
			for _, id := range []string{"a", "b", "c"} {
				assert.NotNil(t, r.find(id), "%s is lost", id)
			}
			p, err := r.Player(t.Context(), "marmara", "7")
			assert.True(t, err == nil && p != nil, "the player is lost: %v", err)
			assert.EqualValues(t, 0, r.Dropped(), "%d dropped", r.Dropped())
		})
	}
}

func TestFullQueueDropsAndCounts(t *testing.T) {
	r := newRig(t, func(o *activity.Options) { o.QueueLength = 8 })
	r.requests.fail(errStore)
	const sent = 1000 // the queue and one batch hold fewer
	for range sent {
		r.visit("", "", bff.Observation{RequestID: "x", Call: "user/logout"})
	}
	r.Close()
	lost := r.Dropped()
	assert.EqualValues(t, sent, lost, "%d dropped, want all %d, as the store never came back", lost, sent)
}

func TestCloseWritesWhatIsQueuedForOtherInstances(t *testing.T) {
	r := newRig(t, nil)
	for i := range 700 {
		r.visit("", "", bff.Observation{RequestID: fmt.Sprint(i), Call: "user/logout"})
	}
	r.Close()
	n := r.requests.count()
	assert.True(t, n == 700 && r.Dropped() == 0, "%d written, %d dropped", n, r.Dropped())
	found, err := r.open(nil).Request(t.Context(), "699")
	assert.True(t, err == nil && found != nil && found.Instance == "one", "%+v, %v", found, err)
}

func TestFloodOfRefusalsDoesNotPushOutRequests(t *testing.T) {
	r := newRig(t, nil)
	for range 300 {
		r.visit("", "", bff.Observation{RequestID: "flood", Call: "user/login", Status: 429, Code: 429})
	}
	r.visit("", "", bff.Observation{RequestID: "player", Brand: "marmara", Call: "user/logout", Status: 429, Code: 429, Player: bff.Player{UID: "7"}})
	assert.NotNil(t, r.find("player"), "the refusal of a player is not recorded")
	r.advance(time.Second)
	r.visit("", "", bff.Observation{RequestID: "later", Call: "user/login", Status: 429, Code: 429})
	assert.NotNil(t, r.find("later"), "a refusal of the next second is not recorded")
	n, dropped := r.requests.count(), r.Dropped()
	assert.True(t, n == 52 && dropped == 250, "%d recorded and %d dropped, want 50 of the flood and the 2 others", n, dropped)
}

func TestObserveDoesNotAllocate(t *testing.T) {
	r := newRig(t, func(o *activity.Options) { o.QueueLength = 1 << 16 })
	ctx := bff.WithScope(t.Context(), &bff.Scope{UserAgent: "agent"})
	// The writer, whose allocations count too, rests once it has failed to write a whole batch.
	r.requests.fail(errStore)
	for range 3000 {
		r.Observe(ctx, &bff.Observation{RequestID: "x", Call: "user/logout"})
	}
	_, _ = r.Request(t.Context(), "x")
	for name, cache := range map[string]bff.CacheState{"cached": bff.CacheHit, "not cached": bff.CacheMiss} {
		o := &bff.Observation{RequestID: "x", Call: "casino/games_list", Status: 200, Code: 200, Cache: cache}
		n := testing.AllocsPerRun(2000, func() { r.Observe(ctx, o) })
		assert.True(t, !(n > 0.5), "%s: %v allocations", name, n)
	}
	r.requests.fail(nil)
}
