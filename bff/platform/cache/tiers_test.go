package cache

import (
	"bytes"
	"encoding/json"
	"io"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/andybalholm/brotli"
	"github.com/klauspost/compress/gzip"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"croupier/bff"
	"croupier/bff/internal/compression"
)

// entryOf returns an entry with size bytes of data.
func entryOf(key string, size int, at time.Time) *entry {
	a := &bff.Answer{Result: true, Data: bytes.Repeat([]byte("1"), size)}
	return newEntry(&bff.CacheLookup{Key: key, Policy: policy}, request(), a, at)
}

func TestExpiredEntriesAreEvictedFirst(t *testing.T) {
	f := newFixture(t, Settings{})
	page := func(n int) *bff.UpstreamRequest {
		return changed(func(r *bff.UpstreamRequest) { r.Data["offset"] = n })
	}
	for i := range 1000 {
		f.ask(t.Context(), page(i))
	}
	f.wantSize(t, 1000)
	f.clock.Advance(25 * time.Hour)
	f.ask(t.Context(), page(-1))
	f.wantSize(t, 1)
}

func TestLargeAnswersAreNotStored(t *testing.T) {
	f := newFixture(t, Settings{MaxBytes: 1 << 20})
	f.do = answerWith(&bff.Answer{Result: true, Code: 200, Data: bytes.Repeat([]byte("1"), 1<<17)})
	f.ask(t.Context(), request())
	f.wantSize(t, 0)
}

// long returns a response large enough to be compressed.
func long(mark string) *bff.Answer {
	return &bff.Answer{
		Result: true, Message: `","data":` + mark, Code: 200, Pagination: &bff.Pagination{Limit: 48, Total: 312},
		Data: []byte(`["` + strings.Repeat("Çılgın Zarlar ", 200) + mark + `"]`),
	}
}

// opened returns the decoded bytes of a body.
func opened(t *testing.T, b *bff.EncodedBody) string {
	t.Helper()
	var r io.Reader = bytes.NewReader(b.Bytes)
	switch strings.Join(b.Encoding, ",") {
	case "gzip":
		z, err := gzip.NewReader(r)
		require.NoError(t, err)
		r = z
	case "br":
		r = brotli.NewReader(r)
	}
	all, err := io.ReadAll(r)
	require.NoError(t, err)
	return string(all)
}

func TestEveryEncodingDecodesToTheSameEnvelope(t *testing.T) {
	f := newFixture(t, Settings{})
	want := long("x")
	f.do = answerWith(want)
	for _, state := range []bff.CacheState{bff.CacheMiss, bff.CacheHit} {
		got, err := f.Cache.Do(t.Context(), request(), f)
		require.True(t, err == nil && got.State == state && got.Encoded != nil, "%+v, %v", got, err)
		assert.Equal(t, want, got.Answer, state)
		for accept, encoding := range map[string]string{"": "", "gzip": "gzip", "br, gzip": "br"} {
			b := got.Encoded.Variant(accept)
			assert.Equal(t, encoding, strings.Join(b.Encoding, ","), "%s %q", state, accept)
			assert.Equal(t, string(want.Append(nil)), opened(t, b), "%s %q", state, accept)
			assert.True(t, encoding == "" || len(b.Bytes) <= len(want.Data)/4, "%q: %d of %d bytes", accept,
				len(b.Bytes), len(want.Data))
		}
	}
}

func TestEncodingIsMadeOnce(t *testing.T) {
	f := newFixture(t, Settings{})
	f.do = answerWith(long("x"))
	first, _ := f.Cache.Do(t.Context(), request(), f)
	var all sync.WaitGroup
	bodies := make([]*bff.EncodedBody, 50)
	for i := range bodies {
		all.Go(func() {
			got, _ := f.Cache.Do(t.Context(), request(), f)
			bodies[i] = got.Encoded.Variant("br")
		})
	}
	all.Wait()
	for _, b := range bodies {
		require.True(t, b == first.Encoded.Variant("br"), "an encoding was made again")
	}
}

func TestSmallOrIncompressibleBodiesStayPlain(t *testing.T) {
	b := entryOf("short", 500, epoch).Variant("br")
	assert.Nil(t, b.Encoding, "%d", len(b.Bytes))
	noise := make([]byte, 2000)
	for i, state := 0, uint32(1); i < len(noise); i++ {
		state = state*1664525 + 1013904223
		noise[i] = byte(state >> 24)
	}
	e := &entry{}
	e.bodies[compression.Identity].EncodedBody = bodyOf(noise, compression.Identity)
	b = e.Variant("gzip")
	assert.Nil(t, b.Encoding)
	assert.Zero(t, e.size.Load())
}

func TestEncodingsCountTowardsMaxBytes(t *testing.T) {
	f := newFixture(t, Settings{})
	f.do = answerWith(long("x"))
	got, _ := f.Cache.Do(t.Context(), request(), f)
	_, before := f.Size()
	small := got.Encoded.Variant("gzip")
	_, after := f.Size()
	assert.Equal(t, before+int64(len(small.Bytes)), after, "%d bytes before, %d after %d more", before, after,
		len(small.Bytes))
	f.purged(t, "", "")
	got.Encoded.Variant("br") // the entry is no longer cached
	_, after = f.Size()
	assert.EqualValues(t, 0, after)
}

// go-cache returns the stored pointer to every caller. The data of a response is a slice of the
// whole upstream body.
func TestCallersCannotModifyTheEntry(t *testing.T) {
	f := newFixture(t, Settings{})
	upstreams := long("x")
	f.do = answerWith(upstreams)
	want := string(long("x").Append(nil))
	for range 3 {
		got, err := f.Cache.Do(t.Context(), request(), f)
		require.NoError(t, err)
		body := string(got.Answer.Append(nil))
		assert.True(t, body == want && opened(t, got.Encoded.Variant("gzip")) == want, "a caller got %.60s", body)
		*got.Answer = bff.Answer{Message: "mine", Code: 500}
		copy(upstreams.Data, strings.Repeat("!", len(upstreams.Data)))
	}
}

func TestSharedEntryIsServedWithItsAge(t *testing.T) {
	store := newSharedStore()
	one, two := newFixture(t, Settings{Shared: store}), newFixture(t, Settings{Shared: store})
	one.do = answerWith(long("one"))
	got, err := one.Cache.Do(t.Context(), request(), one)
	require.True(t, err == nil && got.State == bff.CacheMiss, "%+v, %v", got, err)
	one.settled()
	assert.Equal(t, []time.Duration{24*time.Hour + time.Minute}, store.ttls,
		"want until it is too old for an upstream error")
	for _, value := range store.kept {
		assert.True(t, len(value) <= 1000, "the shared value has %d bytes", len(value))
	}
	two.clock.Advance(40 * time.Second)
	whole := string(long("one").Append(nil))
	got, err = two.Cache.Do(t.Context(), request(), two)
	assert.True(t, err == nil && got.State == bff.CacheHit && got.Age == 40, "%+v, %v", got, err)
	assert.Equal(t, whole, string(got.Answer.Append(nil)))
	two.clock.Advance(19 * time.Second)
	got, _ = two.Cache.Do(t.Context(), request(), two)
	assert.True(t, got.State == bff.CacheHit && got.Age == 59 && store.gets == 2 && two.sent.Load() == 0,
		"after storing: %+v", got)
	s := two.Stats()
	assert.True(t, s.SharedHits == 1 && s.SharedMisses == 0 && s.Hits == 2 && one.Stats().SharedMisses == 1, "%+v", s)
}

func TestStaleSharedEntryIsServedAndRefreshed(t *testing.T) {
	store := newSharedStore()
	one, two := newFixture(t, Settings{Shared: store}), newFixture(t, Settings{Shared: store})
	one.want(t, request(), "MISS 0 1").settled()
	two.clock.Advance(2 * time.Minute)
	two.sent.Store(7)
	two.want(t, request(), "STALE 120 1").settled().want(t, request(), "HIT 0 8")
	one.clock.Advance(2 * time.Minute)
	one.want(t, request(), "STALE 120 1").settled().want(t, request(), "HIT 0 8")
	assert.EqualValues(t, 1, one.sent.Load())
	three := newFixture(t, Settings{Shared: store})
	three.do = failWith(bff.ReasonUnavailable)
	three.clock.Advance(time.Hour) // too old to be served unless the upstream fails
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
		assert.Equal(t, 100*time.Millisecond, time.Since(began))
		f.settled()
		assert.EqualValues(t, 1, f.Stats().SharedFailures)
		began = time.Now()
		for n := range 50 {
			f.ask(t.Context(), page(100+n))
		}
		assert.EqualValues(t, 0, time.Since(began))
		f.settled().clock.Advance(5 * time.Second)
		store.hangs = false
		f.want(t, page(2), "MISS 0 52") // tries it again
		f.settled()
		assert.True(t, store.count() == 1 && store.gets == 2, "%d entries after %d lookups", store.count(), store.gets)
		f.want(t, page(3), "MISS 0 53")
		f.settled()
		assert.True(t, store.count() == 2 && store.gets == 3, "store recovered: %d entries after %d lookups",
			store.count(), store.gets)
	})
}

func TestOnlyGuestSuccessesOfWholeBrandsAreShared(t *testing.T) {
	store := newSharedStore()
	f := newFixture(t, Settings{Shared: store})
	f.want(t, changed(func(r *bff.UpstreamRequest) { r.Partition = "marmara/mine" }), "MISS 0 1")
	f.want(t, changed(func(r *bff.UpstreamRequest) { r.Identity = &bff.Identity{UID: "u"} }), "BYPASS 0 2")
	f.do = answerWith(&bff.Answer{Message: "Kayıt Bulunamadı", Data: []byte("null")})
	for range 2 {
		f.want(t, request(), "MISS 0 null")
	}
	f.settled().wantSize(t, 1) // of the tester
	assert.Equal(t, 0, store.count())
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
