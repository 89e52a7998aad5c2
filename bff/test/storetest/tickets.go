package storetest

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

	"croupier/bff"
)

// RunTicketStore runs the tests of bff.TicketStore, each with a new store from factory that
// uses clock.
func RunTicketStore(t *testing.T, factory func(t *testing.T, clock *Clock) bff.TicketStore) {
	t.Helper()
	ctx := context.Background()
	assertTicket := func(t *testing.T, s bff.TicketStore, id, want string) {
		t.Helper()
		got, err := s.Get(ctx, id)
		assert.True(t, err == nil && string(got) == want && (want == "") == (got == nil), "Get(%q) = %q, %v, want %q", id, got, err, want)
	}
	t.Run("Get returns the value of the last Put until Delete", func(t *testing.T) {
		c := NewClock()
		s := factory(t, c)
		assertTicket(t, s, "a", "")
		must(t, s.Put(ctx, "a", []byte("\x00one"), c.Now().Add(time.Hour)))
		must(t, s.Put(ctx, "b", []byte("two"), c.Now().Add(time.Hour)))
		must(t, s.Put(ctx, "b", []byte("three"), c.Now().Add(time.Hour)))
		assertTicket(t, s, "a", "\x00one")
		assertTicket(t, s, "b", "three")
		must(t, s.Delete(ctx, "a"))
		must(t, s.Delete(ctx, "absent"))
		assertTicket(t, s, "a", "")
		assertTicket(t, s, "b", "three")
	})
	t.Run("Put of an expired ticket deletes it", func(t *testing.T) {
		c := NewClock()
		s := factory(t, c)
		must(t, s.Put(ctx, "a", []byte("one"), c.Now().Add(time.Hour)))
		must(t, s.Put(ctx, "a", []byte("two"), c.Now()))
		assertTicket(t, s, "a", "")
	})
	t.Run("Add stores the first value until it expires or is deleted", func(t *testing.T) {
		c := NewClock()
		s, ok := factory(t, c).(interface {
			Add(ctx context.Context, id string, value []byte, until time.Time) (bool, error)
		})
		if !ok {
			t.Fatal("the store cannot add")
		}
		for value, want := range []bool{true, false} {
			added, err := s.Add(ctx, "a", []byte{byte(value)}, c.Now().Add(time.Hour))
			assert.True(t, err == nil && added == want, "Add %d: %v, %v", value, added, err)
		}
	})
}
