package bounded_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"croupier/bff/internal/bounded"
)

func length(s string) int64 { return int64(len(s)) }

func TestMapStaysWithinBounds(t *testing.T) {
	for name, o := range map[string]bounded.Options[int, string]{
		"by entries": {MaxEntries: 50},
		"by bytes":   {MaxEntries: 1_000_000, MaxBytes: 1000, Size: length},
	} {
		m, text := bounded.New(o), string(make([]byte, 20))
		m.Put(-1, "popular")
		for i := range 2000 {
			m.Put(i, text[:i%20])
			n, bytes := m.Size()
			require.True(t, n <= o.MaxEntries && bytes <= 1000 || o.Size == nil && n <= o.MaxEntries,
				"%s: %d entries of %d bytes", name, n, bytes)
			popular, ok := m.Get(-1)
			require.True(t, ok && popular == "popular", "%s: an entry in use is gone after %d others", name, i)
		}
		_, first := m.Get(0)
		_, last := m.Get(1999)
		assert.True(t, !first && last && m.Evicted() > 1000, "%s: %d evicted", name, m.Evicted())
	}
}

func TestMapCountsReplacedAndResizedValues(t *testing.T) {
	sizes := map[string]int64{"a": 5, "b": 5, "huge": 100}
	m := bounded.New(bounded.Options[int, string]{
		MaxEntries: 9, MaxBytes: 80,
		Size: func(s string) int64 { return sizes[s] },
	})
	want := func(entries int, bytes int64) {
		t.Helper()
		n, size := m.Size()
		assert.True(t, n == entries && size == bytes, "%d entries of %d bytes, want %d of %d", n, size, entries, bytes)
	}
	for range 20 {
		m.Put(1, "a")
	}
	m.Put(2, "b")
	want(2, 10)
	m.Put(3, "huge")
	want(2, 10)
	sizes["a"] = 8
	m.Resize(1)
	m.Resize(7)
	want(2, 13)
	sizes["b"] = 90
	m.Resize(2)
	want(0, 0) // from the old end, until the rest fits
}

func TestMapDropsOldEntries(t *testing.T) {
	now := time.Unix(0, 0)
	m := bounded.New(bounded.Options[string, int]{
		MaxEntries: 10, TTL: time.Second,
		Now: func() time.Time { return now }, Expired: func(v int) bool { return v < 0 },
	})
	m.Put("a", 1)
	now = now.Add(time.Second)
	_, ok := m.Get("a")
	assert.True(t, ok, "at the end of its TTL")
	now = now.Add(time.Millisecond)
	_, ok = m.Get("a")
	assert.False(t, ok, "after its TTL")
	m.Clear()
	for _, key := range []string{"b", "c", "d"} {
		m.Put(key, -1)
	}
	assert.Equal(t, 1, m.Len(), "expired values, except the last one")
}

func TestMapDelete(t *testing.T) {
	m := bounded.New(bounded.Options[int, string]{MaxEntries: 4})
	for i := range 4 {
		m.Put(i, "x")
	}
	assert.Equal(t, 2, m.Delete(func(k int, _ string) bool { return k%2 == 0 }))
	for i := range 4 {
		_, ok := m.Get(i)
		assert.Equal(t, i%2 == 1, ok, "entry %d is there", i)
	}
}
