package embedded_test

import (
	"fmt"
	"testing"
	"time"

	"croupier/bff/session"
	"croupier/bff/store/embedded"
	"croupier/bff/store/storetest"
)

func register(t *testing.T, s *embedded.Store) *embedded.SessionIndex {
	t.Helper()
	r, err := s.SessionIndex()
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func TestRegister(t *testing.T) {
	storetest.RunRegister(t, func(t *testing.T, c *storetest.Clock) storetest.RegisterPlace {
		t.Helper()
		dir := t.TempDir()
		return storetest.RegisterPlace{Open: func(t *testing.T) (session.Index, func()) {
			t.Helper()
			s := open(t, dir, embedded.Options{Now: c.Now})
			return register(t, s), func() {
				if err := s.Close(); err != nil {
					t.Error(err)
				}
			}
		}}
	})
}

func TestAFullRegisterForgetsWhatEndsSoonest(t *testing.T) {
	c := storetest.NewClock()
	dir := t.TempDir()
	s := open(t, dir, embedded.Options{Now: c.Now, MostSessions: 200})
	r := register(t, s)
	for i := range 1000 {
		id := fmt.Sprint(i)
		if err := r.Put(t.Context(), "player "+id, id, []byte(id), c.Now().Add(time.Hour+time.Duration(i)*time.Second)); err != nil {
			t.Fatal(err)
		}
	}
	held := func(r *embedded.SessionIndex) (n int) {
		for i := range 1000 {
			got, err := r.Get(t.Context(), fmt.Sprint(i))
			if err != nil {
				t.Fatal(err)
			}
			if got != nil {
				n++
			} else if i >= 900 {
				t.Errorf("entry %d was forgotten", i)
			}
		}
		return n
	}
	n := held(r)
	if n > 200 || n < 190 {
		t.Errorf("%d entries are held", n)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if again := held(register(t, open(t, dir, embedded.Options{Now: c.Now}))); again != n {
		t.Errorf("the file holds %d, memory held %d", again, n)
	}
}
