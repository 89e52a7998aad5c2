package generations_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"croupier/bff/internal/generations"
)

func length(s string) int { return len(s) }

func assertHas[K comparable, V any](t *testing.T, name string, m *generations.Map[K, V], key K, want bool) {
	t.Helper()
	_, ok := m.Get(key)
	require.Equal(t, want, ok, "%s: entry %v is there", name, key)
}

func TestMapBoundsEntries(t *testing.T) {
	m := generations.New[int, string](generations.Options[string]{MaxEntries: 5})
	for i := range 1000 {
		m.Put(i, "x")
		n := m.Len()
		require.True(t, n <= 10, "%d entries, want at most 10", n)
		assertHas(t, "right after Put", m, i, true)
	}
	assertHas(t, "the oldest entry", m, 0, false)
}

func TestMapBoundsCost(t *testing.T) {
	m := generations.New[int, string](generations.Options[string]{MaxEntries: 1000, MaxCost: 10, Cost: length})
	for range 20 { // replacing an entry frees its cost
		m.Put(1, "12345")
	}
	m.Put(2, "12345")
	require.Equal(t, 2, m.Len())
	m.Put(3, "1") // rotates
	m.Delete(func(k int, _ string) bool { return k == 3 })
	m.Put(4, "1234567890") // fits, because the deleted entry's cost is free again
	for _, key := range []int{1, 2, 4} {
		assertHas(t, "after a rotation", m, key, true)
	}
	m.Put(5, "1") // rotates again
	assertHas(t, "after two rotations", m, 1, false)
}

func TestMapKeepsUsedEntries(t *testing.T) {
	m := generations.New[int, string](generations.Options[string]{MaxEntries: 5, KeepUsed: true})
	m.Put(-1, "popular")
	for i := range 100 {
		m.Put(i, "x")
		v, ok := m.Get(-1)
		require.True(t, ok && v == "popular", "an entry in use is gone after %d others", i)
	}
}

func TestMapExpiresEntries(t *testing.T) {
	now := time.Unix(0, 0)
	m := generations.New[string, int](generations.Options[int]{MaxEntries: 10, TTL: time.Second, Now: func() time.Time { return now }})
	m.Put("a", 1)
	now = now.Add(time.Second)
	assertHas(t, "at the end of its TTL", m, "a", true)
	now = now.Add(time.Millisecond)
	assertHas(t, "after its TTL, without a write", m, "a", false)
	m.Put("b", 2) // rotates, so that a is available for another TTL
	assertHas(t, "in the previous generation", m, "a", true)
	now = now.Add(2*time.Second + time.Millisecond)
	m.Put("c", 3) // the previous generation is older than the maximum age
	_, ok := m.Get("b")
	assert.True(t, !ok && m.Len() == 1, "%d entries, want the new one only", m.Len())
}

func TestMapDeleteAndClear(t *testing.T) {
	m := generations.New[int, string](generations.Options[string]{MaxEntries: 2})
	for i := range 4 {
		m.Put(i, "x")
	}
	m.Delete(func(k int, _ string) bool { return k%2 == 0 })
	for i := range 4 {
		_, ok := m.Get(i)
		assert.Equal(t, i%2 == 1, ok, "entry %d is there", i)
	}
	m.Clear()
	assert.Equal(t, 0, m.Len())
}
