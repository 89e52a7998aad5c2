package cache

import (
	"bytes"
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"croupier/bff"
)

// entryOf returns an entry whose data has that many bytes.
func entryOf(key string, size int, at time.Time) *entry {
	a := &bff.Answer{Result: true, Data: bytes.Repeat([]byte("1"), size)}
	return newEntry(&bff.CacheLookup{Key: key, Policy: policy}, request(), a, at)
}

func TestMemoryTierStaysWithinBounds(t *testing.T) {
	at := time.Unix(0, 0)
	for name, s := range map[string]*memoryTier{"by bytes": newMemoryTier(1<<20, 1_000_000), "by entries": newMemoryTier(1<<40, 500)} {
		for i := range 20_000 {
			s.put(entryOf(fmt.Sprint(i), i%4000, at), at)
			n, size := s.size()
			require.True(t, size <= s.maxBytes && n <= s.maxEntries, "%s: %d entries, %d bytes after %d", name, n, size, i)
		}
		n, size := s.size()
		assert.True(t, n >= 100 && s.cache.ItemCount() == n, "%s: %d entries, %d in the map", name, n, s.cache.ItemCount())
		var sum int64
		for e := s.order.Front(); e != nil; e = e.Next() {
			sum += e.Value.(*entry).size
		}
		assert.Equal(t, size, sum, "%s: counted %d bytes, there are %d", name, size, sum)
	}
}

func TestRecentlyReadEntriesSurviveEviction(t *testing.T) {
	at := time.Unix(0, 0)
	s := newMemoryTier(1<<40, 100)
	s.put(entryOf("popular", 1, at), at)
	for i := range 10_000 {
		s.put(entryOf(fmt.Sprint(i), 1, at), at)
		require.NotNil(t, s.get("popular"), "evicted after %d others", i)
	}
}

func TestExpiredEntriesAreEvictedFirst(t *testing.T) {
	at := time.Unix(0, 0)
	s := newMemoryTier(1<<40, 1_000_000)
	for i := range 1000 {
		s.put(entryOf(fmt.Sprint(i), 1, at), at)
	}
	later := at.Add(25 * time.Hour)
	s.put(entryOf("new", 1, later), later)
	n, _ := s.size()
	assert.Equal(t, 1, n, "%d entries, want the new one only", n)
}

func TestOversizedEntryIsNotStored(t *testing.T) {
	at := time.Unix(0, 0)
	s := newMemoryTier(1<<20, 1000)
	s.put(entryOf("small", 1, at), at)
	s.put(entryOf("small", 2, at), at) // in its own place
	s.put(entryOf("huge", 1<<20, at), at)
	n, _ := s.size()
	assert.True(t, n == 1 && s.get("huge") == nil && len(s.get("small").answer.Data) == 2, "%d entries", n)
}

func BenchmarkHit(b *testing.B) {
	f := newFixture(b, Settings{})
	prepared := request()
	prepared.CacheLookup = f.Lookup(prepared)
	for name, r := range map[string]*bff.UpstreamRequest{"named anew": request(), "prepared": prepared} {
		b.Run(name, func(b *testing.B) {
			f.ask(b.Context(), r)
			b.ReportAllocs()
			for b.Loop() {
				got, _ := f.Cache.Do(b.Context(), r, f)
				require.Equal(b, bff.CacheHit, got.State)
			}
		})
	}
}
