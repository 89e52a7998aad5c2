package answers

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"croupier/bff"
)

// entryOf is an entry whose answer has that many bytes.
func entryOf(key string, size int, at time.Time) *entry {
	a := &bff.Answer{Result: true, Data: bytes.Repeat([]byte("1"), size)}
	return newEntry(key, request(), a, policy, at)
}

func TestShelfStaysWithinItsBounds(t *testing.T) {
	at := time.Unix(0, 0)
	for name, s := range map[string]*shelf{"by bytes": newShelf(1<<20, 1_000_000), "by entries": newShelf(1<<40, 500)} {
		for i := range 20_000 {
			s.put(entryOf(fmt.Sprint(i), i%4000, at), at)
			n, size := s.size()
			if size > s.maxBytes || n > s.maxEntries {
				t.Fatalf("%s: %d entries, %d bytes after %d", name, n, size, i)
			}
		}
		n, size := s.size()
		if n < 100 || s.cache.ItemCount() != n {
			t.Errorf("%s: %d entries, %d in the map", name, n, s.cache.ItemCount())
		}
		var sum int64
		for e := s.order.Front(); e != nil; e = e.Next() {
			sum += e.Value.(*entry).size
		}
		if sum != size {
			t.Errorf("%s: counted %d bytes, there are %d", name, size, sum)
		}
	}
}

func TestWhatIsAskedForOutlivesWhatIsNot(t *testing.T) {
	at := time.Unix(0, 0)
	s := newShelf(1<<40, 100)
	s.put(entryOf("popular", 1, at), at)
	for i := range 10_000 {
		s.put(entryOf(fmt.Sprint(i), 1, at), at)
		if s.get("popular") == nil {
			t.Fatalf("evicted after %d others", i)
		}
	}
}

func TestUselessEntriesGoBeforeTheBoundIsReached(t *testing.T) {
	at := time.Unix(0, 0)
	s := newShelf(1<<40, 1_000_000)
	for i := range 1000 {
		s.put(entryOf(fmt.Sprint(i), 1, at), at)
	}
	later := at.Add(25 * time.Hour)
	s.put(entryOf("new", 1, later), later)
	if n, _ := s.size(); n != 1 {
		t.Errorf("%d entries, want the new one only", n)
	}
}

func TestOneAnswerCannotDriveOutTheRest(t *testing.T) {
	at := time.Unix(0, 0)
	s := newShelf(1<<20, 1000)
	s.put(entryOf("small", 1, at), at)
	s.put(entryOf("small", 2, at), at) // in its own place
	s.put(entryOf("huge", 1<<20, at), at)
	if n, _ := s.size(); n != 1 || s.get("huge") != nil || len(s.get("small").answer.Data) != 2 {
		t.Errorf("%d entries", n)
	}
}

func TestKeptDataDoesNotHoldTheWholeBody(t *testing.T) {
	body := []byte(`{"result":true,"debug":"` + strings.Repeat("x", 1000) + `","data":[1]}`)
	a := &bff.Answer{Result: true, Data: json.RawMessage(body[len(body)-4 : len(body)-1])}
	e := newEntry("k", request(), a, policy, time.Unix(0, 0))
	copy(body, bytes.Repeat([]byte("!"), len(body)))
	if string(e.answer.Data) != "[1]" {
		t.Errorf("kept %q shares the body's bytes", e.answer.Data)
	}
}

func BenchmarkHit(b *testing.B) {
	f := newFixture(b, Settings{})
	r := request()
	f.ask(b.Context(), r)
	b.ReportAllocs()
	for b.Loop() {
		if _, state, _, _ := f.Cache.Do(b.Context(), r, f); state != bff.CacheHit {
			b.Fatal(state)
		}
	}
}

func BenchmarkDistinctKeysStayBounded(b *testing.B) {
	s := newShelf(64<<20, 100_000)
	at := time.Unix(0, 0)
	a := &bff.Answer{Result: true, Data: bytes.Repeat([]byte("1"), 200)}
	r := request()
	i := 0
	for b.Loop() {
		i++
		s.put(newEntry(fmt.Sprint(i), r, a, policy, at), at)
	}
	n, size := s.size()
	b.ReportMetric(float64(n), "entries")
	b.ReportMetric(float64(size), "bytes")
}
