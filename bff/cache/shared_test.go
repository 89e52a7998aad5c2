package cache

import (
	"encoding/json"
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"

	"croupier/bff"
)

func TestSharedEntryIsServedWithItsAge(t *testing.T) {
	store := newSharedStore()
	one, two := newFixture(t, Settings{Shared: store}), newFixture(t, Settings{Shared: store})
	one.do = answerWith(long("one"))
	if got, err := one.Cache.Do(t.Context(), request(), one); err != nil || got.State != bff.CacheMiss {
		t.Fatalf("%+v, %v", got, err)
	}
	one.settled()
	assert.True(t, len(store.ttls) == 1 && store.ttls[0] == 24*time.Hour+time.Minute,
		"stored for %v, want until it is too old for an upstream error", store.ttls)
	for _, value := range store.kept {
		assert.True(t, len(value) <= 1000, "the shared value has %d bytes", len(value))
	}
	two.clock.advance(40 * time.Second)
	got, err := two.Cache.Do(t.Context(), request(), two)
	assert.True(t, err == nil && got.State == bff.CacheHit && got.Age == 40 && string(got.Answer.Append(nil)) == string(long("one").Append(nil)),
		"%+v, %v", got, err)
	two.clock.advance(19 * time.Second)
	if got, _ := two.Cache.Do(t.Context(), request(), two); got.State != bff.CacheHit || got.Age != 59 || store.gets != 2 {
		t.Errorf("after storing: %+v after %d lookups", got, store.gets)
	}
	n := two.sent.Load()
	assert.EqualValues(t, 0, n, "%d calls", n)
	s := two.Stats()
	assert.True(t, s.SharedHits == 1 && s.SharedMisses == 0 && s.Hits == 2 && one.Stats().SharedMisses == 1, "%+v", s)
}

func TestStaleSharedEntryIsServedAndRefreshed(t *testing.T) {
	store := newSharedStore()
	one, two := newFixture(t, Settings{Shared: store}), newFixture(t, Settings{Shared: store})
	one.want(t, request(), "MISS 0 1").settled()
	two.clock.advance(2 * time.Minute)
	two.sent.Store(7)
	two.want(t, request(), "STALE 120 1").settled().want(t, request(), "HIT 0 8")
	one.clock.advance(2 * time.Minute)
	one.want(t, request(), "STALE 120 1").settled().want(t, request(), "HIT 0 8")
	n := one.sent.Load()
	assert.EqualValues(t, 1, n, "%d calls of the first", n)
	three := newFixture(t, Settings{Shared: store})
	three.do = failWith(bff.ReasonUnavailable)
	three.clock.advance(time.Hour) // too old to be served unless the upstream fails
	three.want(t, request(), "STALE 3480 8")
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
		took := time.Since(began)
		assert.Equal(t, 100*time.Millisecond, took, "the first waited %v", took)
		f.settled()
		if n := f.Stats().SharedFailures; n != 1 {
			t.Errorf("%d failures counted", n)
		}
		began = time.Now()
		for n := range 50 {
			f.ask(t.Context(), page(100+n))
		}
		took = time.Since(began)
		assert.EqualValues(t, 0, took, "the others waited %v", took)
		f.settled().clock.advance(5 * time.Second)
		store.hangs = false
		f.want(t, page(2), "MISS 0 52") // tries it again
		f.settled()
		assert.True(t, store.count() == 1 && store.gets == 2, "%d kept after %d questions", store.count(), store.gets)
		f.want(t, page(3), "MISS 0 53")
		f.settled()
		assert.True(t, store.count() == 2 && store.gets == 3,
			"store recovered: %d entries after %d lookups", store.count(), store.gets)
	})
}

func TestUnavailableStoreIsRetriedByOneLookup(t *testing.T) {
	s := sharedTier{store: newSharedStore(), now: (&clock{at: time.Unix(100, 0)}).now}
	s.recordOutcome(errors.New("connection refused"))
	assert.False(t, s.available(), "asked again at once")
	s.unavailableUntil.Store(time.Unix(99, 0).UnixNano())
	first, second := s.available(), s.available()
	assert.True(t, first && !second, "want exactly one to try")
	s.recordOutcome(nil)
	first, second = s.available(), s.available()
	assert.True(t, first && second, "a recovered store is not used")
}

func TestOnlyGuestSuccessesOfTheDefaultWorldAreShared(t *testing.T) {
	store := newSharedStore()
	f := newFixture(t, Settings{Shared: store})
	f.want(t, changed(func(r *bff.UpstreamRequest) { r.World = "mine" }), "MISS 0 1")
	f.want(t, changed(func(r *bff.UpstreamRequest) { r.Identity = &bff.Identity{UID: "u"} }), "BYPASS 0 2")
	f.do = answerWith(&bff.Answer{Message: "Kayıt Bulunamadı", Data: []byte("null")})
	for range 2 {
		f.want(t, request(), "MISS 0 null")
	}
	f.settled().wantSize(t, 1) // of the mock world
	assert.Equal(t, 0, store.count(), "%d shared", store.count())
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
		assert.Equal(t, "MISS 0 1", f.ask(t.Context(), request()), name)
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
	older.want(t, request(), "MISS 0 2").settled()
	f := newFixture(t, Settings{Shared: store, Checker: unreadable("2")})
	f.want(t, request(), "MISS 0 1")
}
