package cache

import (
	"context"
	"encoding/json"
	"errors"
	"maps"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"croupier/bff"
)

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
	began := uint64(newClock().now().UnixMicro())
	return &sharedStore{kept: map[string][]byte{}, generations: map[string]uint64{}, last: began, onGet: func() {}, onPut: func() {}}
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

// settled waits for background work.
func (f *fixture) settled() *fixture {
	f.running.Wait()
	return f
}

func TestSharedEntryIsServedWithItsAge(t *testing.T) {
	store := newSharedStore()
	one, two := newFixture(t, Settings{Shared: store}), newFixture(t, Settings{Shared: store})
	one.do = func(context.Context, *bff.UpstreamRequest, int64) (*bff.Answer, error) { return long("one"), nil }
	if got, err := one.Cache.Do(t.Context(), request(), one); err != nil || got.State != bff.CacheMiss {
		t.Fatalf("%+v, %v", got, err)
	}
	one.settled()
	if len(store.ttls) != 1 || store.ttls[0] != 24*time.Hour+time.Minute {
		t.Errorf("kept for %v, want until it may not even stand in for a failure", store.ttls)
	}
	for _, value := range store.kept {
		if len(value) > 1000 {
			t.Errorf("the shared value has %d bytes", len(value))
		}
	}
	two.clock.advance(40 * time.Second)
	got, err := two.Cache.Do(t.Context(), request(), two)
	if err != nil || got.State != bff.CacheHit || got.Age != 40 || string(got.Answer.Append(nil)) != string(long("one").Append(nil)) {
		t.Errorf("%+v, %v", got, err)
	}
	two.clock.advance(19 * time.Second)
	if got, _ := two.Cache.Do(t.Context(), request(), two); got.State != bff.CacheHit || got.Age != 59 || store.gets != 2 {
		t.Errorf("after storing: %+v after %d lookups", got, store.gets)
	}
	if n := two.sent.Load(); n != 0 {
		t.Errorf("%d calls", n)
	}
	if s := two.Stats(); s.SharedHits != 1 || s.Hits != 2 {
		t.Errorf("%+v", s)
	}
}

func TestStaleSharedEntryIsServedAndRefreshed(t *testing.T) {
	store := newSharedStore()
	one, two := newFixture(t, Settings{Shared: store}), newFixture(t, Settings{Shared: store})
	one.want(t, request(), "MISS 0 1")
	one.settled()
	two.clock.advance(2 * time.Minute)
	two.sent.Store(7)
	two.want(t, request(), "STALE 120 1")
	two.settled().want(t, request(), "HIT 0 8")
	one.clock.advance(2 * time.Minute)
	one.want(t, request(), "STALE 120 1") // its refresh finds the other's
	one.settled().want(t, request(), "HIT 0 8")
	if n := one.sent.Load(); n != 1 {
		t.Errorf("%d calls of the first", n)
	}
}

func TestSharedEntryIsServedOnUpstreamError(t *testing.T) {
	store := newSharedStore()
	one, two := newFixture(t, Settings{Shared: store}), newFixture(t, Settings{Shared: store})
	one.want(t, request(), "MISS 0 1")
	one.settled()
	two.do = func(context.Context, *bff.UpstreamRequest, int64) (*bff.Answer, error) {
		return nil, bff.ReasonUnavailable
	}
	two.clock.advance(time.Hour)
	two.want(t, request(), "STALE 3600 1")
}

func TestSlowStoreIsWaitedForOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		store := newSharedStore()
		store.hangs = true
		f := newFixture(t, Settings{Shared: store})
		page := func(n int) *bff.UpstreamRequest {
			return changed(func(r *bff.UpstreamRequest) { r.Data["offset"] = n })
		}
		began := time.Now()
		f.want(t, page(1), "MISS 0 1")
		if took := time.Since(began); took != 100*time.Millisecond {
			t.Errorf("the first waited %v", took)
		}
		f.settled()
		began = time.Now()
		for n := range 50 {
			f.ask(t.Context(), page(100+n))
		}
		if took := time.Since(began); took != 0 {
			t.Errorf("the others waited %v", took)
		}
		f.settled().clock.advance(5 * time.Second)
		store.hangs = false
		f.want(t, page(2), "MISS 0 52") // tries it again
		if f.settled(); store.count() != 1 || store.gets != 2 {
			t.Errorf("%d kept after %d questions", store.count(), store.gets)
		}
		f.want(t, page(3), "MISS 0 53")
		if f.settled(); store.count() != 2 || store.gets != 3 {
			t.Errorf("store recovered: %d entries after %d lookups", store.count(), store.gets)
		}
	})
}

func TestUnavailableStoreIsRetriedByOneLookup(t *testing.T) {
	s := sharedTier{store: newSharedStore(), now: (&clock{at: time.Unix(100, 0)}).now}
	s.recordOutcome(errors.New("connection refused"))
	if s.available() {
		t.Error("asked again at once")
	}
	s.unavailableUntil.Store(time.Unix(99, 0).UnixNano())
	if first, second := s.available(), s.available(); !first || second {
		t.Error("want exactly one to try")
	}
	s.recordOutcome(nil)
	if first, second := s.available(), s.available(); !first || !second {
		t.Error("a recovered store is not used")
	}
}

func TestMockWorldsAreNotShared(t *testing.T) {
	store := newSharedStore()
	f := newFixture(t, Settings{Shared: store})
	f.want(t, changed(func(r *bff.UpstreamRequest) { r.World = "mine" }), "MISS 0 1")
	f.want(t, changed(func(r *bff.UpstreamRequest) { r.Identity = &bff.Identity{UID: "u"} }), "BYPASS 0 2")
	f.do = func(context.Context, *bff.UpstreamRequest, int64) (*bff.Answer, error) {
		return &bff.Answer{Message: "Kayıt Bulunamadı"}, nil
	}
	f.want(t, request(), "MISS 0 ")
	if f.settled(); store.count() != 0 {
		t.Errorf("%d shared", store.count())
	}
}

func TestDamagedSharedValuesAreMisses(t *testing.T) {
	whole := string(pack(newEntry(&bff.CacheLookup{Key: "k", Policy: policy}, request(), long("x"), time.Unix(1, 0))))
	at := whole[1:headerSize]
	for name, value := range map[string]string{
		"cut head":        whole[:headerSize-1],
		"cut body":        whole[:len(whole)-20],
		"another form":    "z" + whole[1:],
		"no JSON":         "p" + at + "<html>",
		"no gzip":         "g" + at + "{}",
		"no success":      "p" + at + `{"result":false,"data":null}`,
		"of another type": "p" + at + `{"result":true,"code":"200"}`,
	} {
		store := newSharedStore()
		f := newFixture(t, Settings{Shared: store})
		store.kept[sharedKey(f.Lookup(request()).Key)] = []byte(value)
		if got := f.ask(t.Context(), request()); got != "MISS 0 1" {
			t.Errorf("%s: %s", name, got)
		}
	}
}

// unreadable is a Checker that refuses some data.
type unreadable string

func (u unreadable) ReadableData(_ *bff.Call, data json.RawMessage) bool {
	return string(data) != string(u)
}

func TestUnreadableSharedEntryIsIgnored(t *testing.T) {
	store := newSharedStore()
	older := newFixture(t, Settings{Shared: store}) // an instance with another contract
	older.sent.Store(1)
	older.want(t, request(), "MISS 0 2")
	older.settled()
	f := newFixture(t, Settings{Shared: store, Checker: unreadable("2")})
	f.want(t, request(), "MISS 0 1")
}
