package embedded_test

import (
	"fmt"
	"testing"
	"time"

	"croupier/bff"
	"croupier/bff/session"
	"croupier/bff/store/embedded"
	"croupier/bff/store/storetest"
)

func openIndex(t *testing.T, s *embedded.Store) *embedded.SessionIndex {
	t.Helper()
	i, err := s.SessionIndex()
	if err != nil {
		t.Fatal(err)
	}
	return i
}

func TestSessionIndex(t *testing.T) {
	storetest.RunSessionIndex(t, func(t *testing.T, c *storetest.Clock) storetest.SessionIndexBackend {
		t.Helper()
		dir := t.TempDir()
		return storetest.SessionIndexBackend{Open: func(t *testing.T) (session.Index, func()) {
			t.Helper()
			s := open(t, dir, embedded.Options{Now: c.Now})
			return openIndex(t, s), func() {
				if err := s.Close(); err != nil {
					t.Error(err)
				}
			}
		}}
	})
}

func TestFullSessionIndexDropsEntriesThatExpireFirst(t *testing.T) {
	c := storetest.NewClock()
	dir := t.TempDir()
	s := open(t, dir, embedded.Options{Now: c.Now, MaxSessions: 200})
	index := openIndex(t, s)
	for i := range 1000 {
		id := fmt.Sprint(i)
		if err := index.Put(t.Context(), "player "+id, id, bff.IndexedSession{Sealed: []byte(id), ExpiresAt: c.Now().Add(time.Hour + time.Duration(i)*time.Second)}); err != nil {
			t.Fatal(err)
		}
	}
	countEntries := func(index *embedded.SessionIndex) (n int) {
		for i := range 1000 {
			got, err := index.Get(t.Context(), fmt.Sprint(i))
			if err != nil {
				t.Fatal(err)
			}
			if got != nil {
				n++
			} else if i >= 900 {
				t.Errorf("entry %d was dropped", i)
			}
		}
		return n
	}
	n := countEntries(index)
	if n > 200 || n < 190 {
		t.Errorf("%d entries, want 190 to 200", n)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if again := countEntries(openIndex(t, open(t, dir, embedded.Options{Now: c.Now}))); again != n {
		t.Errorf("%d entries on disk, %d in memory", again, n)
	}
}
