package cache

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"

	"croupier/bff"
	"croupier/bff/test/testkit"
)

func TestMain(m *testing.M) { testkit.Main(m) }

// epoch is the time at which every test begins.
var epoch = time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)

// call returns the response to the nth call to the upstream of a fixture.
type call func(ctx context.Context, r *bff.UpstreamRequest, n int64) (*bff.Answer, error)

func answerNumber(_ context.Context, _ *bff.UpstreamRequest, n int64) (*bff.Answer, error) {
	return numbered(n), nil
}

func answerWith(a *bff.Answer) call {
	return func(context.Context, *bff.UpstreamRequest, int64) (*bff.Answer, error) { return a, nil }
}

func failWith(err error) call {
	return func(context.Context, *bff.UpstreamRequest, int64) (*bff.Answer, error) { return nil, err }
}

type fixture struct {
	*Cache
	clock *testkit.Clock
	sent  atomic.Int64
	do    call
}

// newFixture returns a cache over an upstream that responds with the number of the call.
func newFixture(tb testing.TB, s Settings) *fixture {
	tb.Helper()
	f := &fixture{clock: testkit.NewClock(epoch), do: answerNumber}
	s.Now = f.clock.Now
	f.Cache = New(s)
	tb.Cleanup(f.Close)
	return f
}

func (f *fixture) Do(ctx context.Context, r *bff.UpstreamRequest) (*bff.Answer, error) {
	return f.do(ctx, r, f.sent.Add(1))
}

// hold delays the upstream's nth call until release or until the call's context ends.
func (f *fixture) hold(n int64) (release func()) {
	released := make(chan struct{})
	f.do = func(ctx context.Context, r *bff.UpstreamRequest, at int64) (*bff.Answer, error) {
		if at == n {
			select {
			case <-released:
			case <-ctx.Done():
				return nil, ctx.Err()
			}
		}
		return answerNumber(ctx, r, at)
	}
	return func() { close(released) }
}

// start starts ask and waits until the call is blocked or done. It needs synctest.
func (f *fixture) start(ctx context.Context, r *bff.UpstreamRequest) <-chan string {
	got := make(chan string, 1)
	go func() { got <- f.ask(ctx, r) }()
	synctest.Wait()
	return got
}

// settled waits for background work.
func (f *fixture) settled() *fixture {
	f.running.Wait()
	return f
}

// ask returns the outcome as one line: state, age, data or debug.
func (f *fixture) ask(ctx context.Context, r *bff.UpstreamRequest) string {
	got, err := f.Cache.Do(ctx, r, f)
	var reason *bff.Reason
	switch {
	case errors.As(err, &reason):
		return fmt.Sprintf("%s %s", got.State, reason.Debug)
	case err != nil:
		return fmt.Sprintf("%s %v", got.State, err)
	}
	return fmt.Sprintf("%s %d %s", got.State, got.Age, got.Answer.Data)
}

func (f *fixture) want(t *testing.T, r *bff.UpstreamRequest, want string) *fixture {
	t.Helper()
	assert.Equal(t, want, f.ask(t.Context(), r))
	return f
}

func (f *fixture) wantSize(t *testing.T, want int) {
	t.Helper()
	n, _ := f.Size()
	assert.Equal(t, want, n)
}

// purged purges and returns the number of dropped entries.
func (f *fixture) purged(tb testing.TB, brand, call string) int {
	tb.Helper()
	n, err := f.Purge(tb.Context(), brand, call)
	assert.NoError(tb, err)
	return n
}

func numbered(n int64) *bff.Answer {
	return &bff.Answer{Result: true, Code: 200, Data: json.RawMessage(fmt.Sprint(n))}
}

var policy = bff.CachePolicy{TTL: time.Minute, StaleWhileRevalidate: 10 * time.Minute, StaleIfError: 24 * time.Hour}

// request returns a cacheable guest read.
func request() *bff.UpstreamRequest {
	rules := bff.Rules{Who: bff.WhoGuest, Kind: bff.KindRead, Cache: policy, Deadline: 5 * time.Second}
	return &bff.UpstreamRequest{
		RequestID: "r-1",
		Partition: "marmara",
		Brand:     &bff.Brand{ID: "marmara", SiteID: 889},
		Call:      &bff.Call{Class: "casino", Method: "games_list", Rules: rules},
		Rules:     rules,
		Data:      map[string]any{"limit": json.Number("48"), "offset": json.Number("0"), "Lang": "tr"},
		Lang:      "tr",
	}
}

// changed returns request with a change applied.
func changed(f func(r *bff.UpstreamRequest)) *bff.UpstreamRequest {
	r := request()
	f(r)
	return r
}

// testBus is a bff.Bus that connects the caches of one test.
type testBus struct {
	onPurge []func([]byte)
	sent    int
	err     error
}

func (b *testBus) Publish(_ context.Context, _ bff.Topic, payload []byte) error {
	b.sent++
	for _, fn := range b.onPurge {
		fn(payload)
	}
	return b.err
}

func (b *testBus) Subscribe(topic bff.Topic, fn func([]byte), _ func()) func() {
	if topic != bff.TopicPurge {
		panic(topic)
	}
	b.onPurge = append(b.onPurge, fn)
	return func() { b.onPurge = nil }
}

// sharedStore is an in-memory SharedCache with injectable failures.
type sharedStore struct {
	mu          sync.Mutex
	kept        map[string][]byte
	ttls        []time.Duration
	generations map[string]uint64
	last        uint64
	gets        int
	purges      []string
	dead        error
	hangs       bool
	onGet       func() // between the lookup and its reply
	onPut       func()
}

func newSharedStore() *sharedStore {
	none, last := func() {}, uint64(epoch.UnixMicro())
	return &sharedStore{
		kept: map[string][]byte{}, generations: map[string]uint64{}, last: last, onGet: none,
		onPut: none,
	}
}

func (s *sharedStore) failure(ctx context.Context) error {
	if s.hangs {
		<-ctx.Done()
		return ctx.Err()
	}
	return s.dead
}

func (s *sharedStore) Get(ctx context.Context, key string, scopes []string) ([]byte, []uint64, error) {
	s.mu.Lock()
	s.gets++
	value, generations := s.kept[key], make([]uint64, len(scopes))
	for i, name := range scopes {
		generations[i] = s.generations[name]
	}
	s.mu.Unlock()
	s.onGet()
	return value, generations, s.failure(ctx)
}

func (s *sharedStore) Put(ctx context.Context, key string, value []byte, ttl time.Duration) error {
	s.onPut()
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := s.failure(ctx); err != nil {
		return err
	}
	s.kept[key], s.ttls = value, append(s.ttls, ttl)
	return nil
}

func (s *sharedStore) Purge(ctx context.Context, scope string, after uint64) (uint64, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := s.failure(ctx); err != nil {
		return 0, err
	}
	s.last = max(s.last, after) + 1
	s.generations[scope], s.purges = s.last, append(s.purges, scope)
	return s.last, nil
}

func (s *sharedStore) Generations(ctx context.Context, since uint64) (map[string]uint64, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.last <= since {
		return nil, s.failure(ctx)
	}
	return maps.Clone(s.generations), s.failure(ctx)
}

func (s *sharedStore) count() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.kept)
}

// instances returns caches that share a store and a bus.
func instances(t *testing.T, n int) (all []*fixture, bus *testBus, store *sharedStore) {
	t.Helper()
	bus, store = &testBus{}, newSharedStore()
	for range n {
		all = append(all, newFixture(t, Settings{Bus: bus, Shared: store}))
	}
	return all, bus, store
}
