package storetest

import (
	"context"
	"fmt"
	"testing"
	"time"

	"croupier/bff/cache"
	"croupier/bff/session"
)

// RunAnswers runs the suite of bff.SharedAnswers against fresh stores that factory makes.
func RunAnswers(t *testing.T, factory func(t *testing.T) cache.SharedCache) {
	t.Helper()
	ctx := context.Background()
	want := func(t *testing.T, a cache.SharedCache, key, value string) {
		t.Helper()
		got, err := a.Get(ctx, key)
		if err != nil || string(got) != value || (value == "") != (got == nil) {
			t.Errorf("%q holds %q, %v, want %q", key, got, err, value)
		}
	}
	t.Run("what was put is got", func(t *testing.T) {
		a := factory(t)
		want(t, a, "marmara/x", "")
		must(t, a.Put(ctx, "marmara/x", []byte("\x00one"), time.Hour))
		must(t, a.Put(ctx, "marmara/y", []byte("two"), time.Hour))
		must(t, a.Put(ctx, "marmara/y", []byte("three"), time.Hour))
		want(t, a, "marmara/x", "\x00one")
		want(t, a, "marmara/y", "three")
		want(t, a, "marmara/", "")
	})
	t.Run("what may be kept no time is not", func(t *testing.T) {
		a := factory(t)
		must(t, a.Put(ctx, "x", []byte("one"), 0))
		must(t, a.Put(ctx, "y", []byte("one"), -time.Second))
		want(t, a, "x", "")
		want(t, a, "y", "")
	})
	t.Run("a prefix drops what lies under it and nothing else", func(t *testing.T) {
		a := factory(t)
		for i := range 2500 { // more than one step of any store
			must(t, a.Put(ctx, fmt.Sprintf("marmara/casino/%d", i), []byte("v"), time.Hour))
		}
		others := []string{"marmara/casin", "marmarax", "zephyr/casino/1", "m*/1", "x/marmara/casino/1"}
		for _, key := range others {
			must(t, a.Put(ctx, key, []byte("v"), time.Hour))
		}
		must(t, a.Drop(ctx, "m*/2"))
		must(t, a.Drop(ctx, "marmara/casino/"))
		for i := range 2500 {
			want(t, a, fmt.Sprintf("marmara/casino/%d", i), "")
		}
		for _, key := range others {
			want(t, a, key, "v")
		}
		must(t, a.Drop(ctx, "m*"))
		want(t, a, "m*/1", "")
		want(t, a, "marmarax", "v")
		must(t, a.Drop(ctx, ""))
		want(t, a, "zephyr/casino/1", "")
	})
}

// RunTickets runs the suite of bff.SessionTickets against fresh stores that factory makes.
// They tell the time by the clock.
func RunTickets(t *testing.T, factory func(t *testing.T, clock *Clock) session.TicketStore) {
	t.Helper()
	ctx := context.Background()
	want := func(t *testing.T, s session.TicketStore, id, sealed string) {
		t.Helper()
		got, err := s.Get(ctx, id)
		if err != nil || string(got) != sealed || (sealed == "") != (got == nil) {
			t.Errorf("%q opens %q, %v, want %q", id, got, err, sealed)
		}
	}
	t.Run("a ticket opens what was sealed until it is deleted", func(t *testing.T) {
		c := NewClock()
		s := factory(t, c)
		want(t, s, "a", "")
		must(t, s.Put(ctx, "a", []byte("\x00one"), c.Now().Add(time.Hour)))
		must(t, s.Put(ctx, "b", []byte("two"), c.Now().Add(time.Hour)))
		must(t, s.Put(ctx, "b", []byte("three"), c.Now().Add(time.Hour)))
		want(t, s, "a", "\x00one")
		want(t, s, "b", "three")
		must(t, s.Delete(ctx, "a"))
		must(t, s.Delete(ctx, "never there"))
		want(t, s, "a", "")
		want(t, s, "b", "three")
	})
	t.Run("a ticket that has ended is not kept", func(t *testing.T) {
		c := NewClock()
		s := factory(t, c)
		must(t, s.Put(ctx, "a", []byte("one"), c.Now().Add(time.Hour)))
		must(t, s.Put(ctx, "a", []byte("two"), c.Now()))
		want(t, s, "a", "")
	})
}
