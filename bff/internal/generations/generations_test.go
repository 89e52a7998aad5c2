package generations_test

import (
	"testing"
	"time"

	"croupier/bff/internal/generations"
)

func length(s string) int { return len(s) }

func TestMapBoundsEntries(t *testing.T) {
	m := generations.New[int, string](generations.Options[string]{MaxEntries: 5})
	for i := range 1000 {
		m.Put(i, "x")
		if n := m.Len(); n > 10 {
			t.Fatalf("%d entries, want at most 10", n)
		}
		if _, ok := m.Get(i); !ok {
			t.Fatalf("entry %d is missing right after Put", i)
		}
	}
	if _, ok := m.Get(0); ok {
		t.Error("the oldest entry is still there")
	}
}

func TestMapBoundsCost(t *testing.T) {
	m := generations.New[int, string](generations.Options[string]{MaxEntries: 1000, MaxCost: 10, Cost: length})
	for range 20 { // replacing an entry frees its cost
		m.Put(1, "12345")
	}
	m.Put(2, "12345")
	if n := m.Len(); n != 2 {
		t.Fatalf("%d entries, want 2 in one generation", n)
	}
	m.Put(3, "1") // rotates
	m.Delete(func(k int, _ string) bool { return k == 3 })
	m.Put(4, "1234567890") // fits, because the deleted entry's cost is free again
	for _, key := range []int{1, 2, 4} {
		if _, ok := m.Get(key); !ok {
			t.Errorf("entry %d is missing", key)
		}
	}
	m.Put(5, "1") // rotates again
	if _, ok := m.Get(1); ok {
		t.Error("an entry survived two rotations")
	}
}

func TestMapKeepsUsedEntries(t *testing.T) {
	m := generations.New[int, string](generations.Options[string]{MaxEntries: 5, KeepUsed: true})
	m.Put(-1, "popular")
	for i := range 100 {
		m.Put(i, "x")
		if v, ok := m.Get(-1); !ok || v != "popular" {
			t.Fatalf("an entry in use is gone after %d others", i)
		}
	}
}

func TestMapExpiresEntries(t *testing.T) {
	now := time.Unix(0, 0)
	m := generations.New[string, int](generations.Options[int]{MaxEntries: 10, TTL: time.Second, Now: func() time.Time { return now }})
	m.Put("a", 1)
	now = now.Add(time.Second)
	if _, ok := m.Get("a"); !ok {
		t.Error("an entry expired early")
	}
	now = now.Add(time.Millisecond)
	if _, ok := m.Get("a"); ok {
		t.Error("an entry outlived its TTL without a write")
	}
	m.Put("b", 2) // rotates, so that a is available for another TTL
	if _, ok := m.Get("a"); !ok {
		t.Error("an entry of the previous generation is missing")
	}
	now = now.Add(2*time.Second + time.Millisecond)
	m.Put("c", 3) // the previous generation is older than the maximum age
	if _, ok := m.Get("b"); ok || m.Len() != 1 {
		t.Errorf("%d entries, want the new one only", m.Len())
	}
}

func TestMapDeleteAndClear(t *testing.T) {
	m := generations.New[int, string](generations.Options[string]{MaxEntries: 2})
	for i := range 4 {
		m.Put(i, "x")
	}
	m.Delete(func(k int, _ string) bool { return k%2 == 0 })
	for i := range 4 {
		if _, ok := m.Get(i); ok != (i%2 == 1) {
			t.Errorf("entry %d is there: %v", i, ok)
		}
	}
	m.Clear()
	if m.Len() != 0 {
		t.Errorf("%d entries after Clear", m.Len())
	}
}
