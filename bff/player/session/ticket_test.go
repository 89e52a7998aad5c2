package session

import (
	"bytes"
	"context"
	"errors"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"croupier/bff"
	"croupier/bff/test/testkit"
)

// testTickets is a TicketStore in memory with injectable failures.
type testTickets struct {
	mu   sync.Mutex
	kept map[string][]byte
	fail error
}

func (s *testTickets) Put(_ context.Context, id string, sealed []byte, _ time.Time) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.fail == nil {
		s.kept[id] = sealed
	}
	return s.fail
}

func (s *testTickets) Get(_ context.Context, id string) ([]byte, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.kept[id], s.fail
}

func (s *testTickets) Delete(_ context.Context, id string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.kept, id)
	return s.fail
}

func newTicketFixture(tb testing.TB) (*fixture, *testTickets) {
	f, kept := newFixture(tb), &testTickets{kept: map[string][]byte{}}
	f.Manager = f.another(tb, func(s *Settings) { s.Tickets, s.AlwaysTickets = kept, true })
	return f, kept
}

func TestTicketOpensOnEveryInstance(t *testing.T) {
	f, _, cookie := loggedIn(t)
	kept := &testTickets{kept: map[string][]byte{}}
	f.Manager = f.another(t, func(s *Settings) { s.Tickets, s.AlwaysTickets = kept, true })
	f.mustOpen(t, cookie) // from before the setting
	s, ticket := f.login(t)
	require.True(t, len(kept.kept) == 1 && strings.HasPrefix(ticket, ticketPrefix),
		"ticket %q, %d kept", ticket, len(kept.kept))
	got, err := f.another(t).Open(t.Context(), marmara, ticket)
	must(t, err)
	want := *s
	want.Kid, want.Ticket = f.kid(), true
	assert.Equal(t, want, *got)
	_, err = f.another(t).Open(t.Context(), zephyr, ticket)
	assert.ErrorIs(t, err, bff.ReasonAnonymous, "another brand")
}

func TestTicketNeedsStoreAndSecret(t *testing.T) {
	f, kept := newTicketFixture(t)
	_, ticket := f.login(t)
	_, other := f.login(t)
	parts, others := strings.Split(ticket, "."), strings.Split(other, ".")
	for id, sealed := range kept.kept {
		for _, secret := range []string{ayse.UID, ayse.SID, parts[3], others[3], tokenType, "eyJ"} {
			assert.True(t, !bytes.Contains(sealed, []byte(secret)) && !strings.Contains(id, secret),
				"the store reveals %q", secret)
		}
	}
	open := func(m *Manager, token string) error {
		m.opened.Clear()
		_, err := m.Open(t.Context(), marmara, token)
		return err
	}
	swap := func(i int) string {
		mixed := append([]string{}, parts...)
		mixed[i] = others[i]
		return strings.Join(mixed, ".")
	}
	stranger := newFixture(t)
	strangers := f.another(t, func(s *Settings) { s.Ring = stranger.ring.Load() })
	relabelled := strings.Replace(ticket, parts[1], stranger.kid(), 1)
	for name, err := range map[string]error{
		"another's secret":       open(f.Manager, swap(3)),
		"another's id":           open(f.Manager, swap(2)),
		"no secret":              open(f.Manager, strings.Join(parts[:3], ".")+"."),
		"a short secret":         open(f.Manager, ticket[:len(ticket)-4]),
		"an unknown id":          open(f.Manager, strings.Replace(ticket, parts[2], "NOSUCHTICKET", 1)),
		"an id with a path":      open(f.Manager, strings.Replace(ticket, parts[2], "../x", 1)),
		"another ring":           open(strangers, ticket),
		"another ring, its name": open(strangers, relabelled),
		"another store":          open(f.another(t, func(s *Settings) { s.Tickets = nil }), ticket),
	} {
		assert.ErrorIs(t, err, bff.ReasonAnonymous, name)
	}
	must(t, open(f.Manager, ticket))
	clear(kept.kept)
	assert.ErrorIs(t, open(f.Manager, ticket), bff.ReasonAnonymous, "without the stored ticket")
}

func TestTicketIsRenewedInPlace(t *testing.T) {
	f, kept := newTicketFixture(t)
	_, ticket := f.login(t)
	for range 24 {
		s := f.mustOpen(t, ticket)
		next, err := f.Touch(t.Context(), s)
		require.True(t, next == nil && err == nil, "touch: %+v, %v", next, err)
		f.clock.advance(55 * time.Minute)
	}
	assert.Len(t, kept.kept, 1)
	f.clock.advance(time.Hour)
	f.mustReject(t, ticket, "idle for more than an hour")
	assert.Empty(t, kept.kept, "the store contains an expired ticket")
	_, ticket = f.login(t)
	f.clock.advance(24 * time.Hour)
	f.mustReject(t, ticket, "at its absolute end")
}

func TestRefreshInALoopIssuesFewTickets(t *testing.T) {
	f, kept := newTicketFixture(t)
	_, ticket := f.login(t)
	f.clock.advance(10 * time.Minute)
	for range 50 {
		ticket = f.token(t, f.refresh(t, f.mustOpen(t, ticket)))
	}
	assert.True(t, len(kept.kept) <= 3, "%d tickets are kept", len(kept.kept))
	f.mustOpen(t, ticket)
}

func TestTicketStoreFailureIsUnavailable(t *testing.T) {
	f, kept := newTicketFixture(t)
	s, ticket := f.login(t)
	f.opened.Clear()
	f.issued.Clear()
	kept.fail = errors.New("connection refused")
	_, open := f.Open(t.Context(), marmara, ticket)
	_, token := f.Token(t.Context(), s)
	assert.ErrorIs(t, open, bff.ReasonUnavailable, "open")
	assert.ErrorIs(t, token, bff.ReasonUnavailable, "token")
	kept.fail = nil
	f.mustOpen(t, ticket)
	must(t, f.End(t.Context(), s))
	kept.fail = errors.New("connection refused")
	f.mustReject(t, ticket, "an ended session with an undeletable ticket")
}

// FuzzOpenTicket checks that only issued tickets open.
func FuzzOpenTicket(f *testing.F) {
	testkit.AddCorpus(f)
	x, _ := newTicketFixture(f)
	_, ticket := x.login(f)
	parts := strings.Split(ticket, ".")
	f.Add(ticket)
	f.Add(ticket[:len(ticket)-1])
	f.Add(ticketPrefix + ".." + parts[3])
	f.Add(strings.Join(parts[:3], "."))
	f.Add(ticketPrefix + parts[1] + "." + parts[2] + "." + strings.Repeat("A", 43))
	f.Add(ticket + ".x")
	f.Fuzz(func(t *testing.T, in string) {
		if s, err := x.Open(t.Context(), marmara, in); err == nil && in != ticket {
			t.Fatalf("%q opened as %+v", in, s)
		}
	})
}
