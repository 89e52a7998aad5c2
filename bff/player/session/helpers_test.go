package session

import (
	"cmp"
	"context"
	"log/slog"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"croupier/bff"
	"croupier/bff/internal/indexkey"
)

type clock struct {
	mu sync.Mutex
	at time.Time
}

func newClock() *clock { return &clock{at: time.Date(2026, 3, 1, 12, 0, 0, 250e6, time.UTC)} }

func (c *clock) now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.at
}

func (c *clock) advance(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.at = c.at.Add(d)
}

// testRevocations is a bff.Revocations in memory with injectable failures.
type testRevocations struct {
	mu        sync.Mutex
	at        map[string]time.Time
	fail      error // of reads and writes
	failWrite error

	reads int // calls of Revoked
}

// refuseWrites makes Revoke fail, or succeed again with nil.
func (r *testRevocations) refuseWrites(err error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.failWrite = err
}

func (r *testRevocations) Revoke(_ context.Context, key string, at, _ time.Time) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	if err := cmp.Or(r.fail, r.failWrite); err != nil {
		return err
	}
	r.at[key] = at.Truncate(time.Millisecond)
	return nil
}

func (r *testRevocations) Revoked(_ context.Context, keys ...string) (at []time.Time, err error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.reads++
	for _, key := range keys {
		at = append(at, r.at[key])
	}
	return at, r.fail
}

type fixture struct {
	*Manager
	clock           *clock
	testRevocations *testRevocations
}

var (
	marmara = &bff.Brand{ID: "marmara", Sessions: bff.SessionRules{Idle: time.Hour, Absolute: 24 * time.Hour}}
	zephyr  = &bff.Brand{ID: "zephyr", Sessions: bff.SessionRules{Idle: time.Hour, Absolute: 24 * time.Hour}}
	ayse    = bff.Identity{
		Partition: "marmara", UID: "u-1001", SID: "sid-ayse", UIP: "203.0.113.9", GMT: "3", Username: "ayse", RID: "20",
	}
)

func newFixture(tb testing.TB) *fixture {
	f := &fixture{clock: newClock(), testRevocations: &testRevocations{at: map[string]time.Time{}}}
	f.Manager = newManager(tb, Settings{
		Ring: ringOf(tb, newRecord(f.clock.now())), Revocations: f.testRevocations,
		Now: f.clock.now, Log: slog.New(slog.DiscardHandler),
	})
	return f
}

// newManager returns a Manager. It fills unset settings with in-memory stores, a bus and a file.
func newManager(tb testing.TB, s Settings) *Manager {
	if s.Tickets == nil {
		s.Tickets = &testTickets{kept: map[string][]byte{}}
	}
	if s.SessionIndex == nil {
		s.SessionIndex = newTestIndex()
	}
	if s.QueueFile == "" {
		s.QueueFile = filepath.Join(tb.TempDir(), "revocations.queue")
	}
	if s.Bus == nil {
		s.Bus = &testBus{}
	}
	m, err := New(s)
	must(tb, err)
	tb.Cleanup(m.Close)
	return m
}

var testIndexKey = indexkey.New()

func ringOf(tb testing.TB, records ...record) *KeyRing {
	r, err := newKeyRing(testIndexKey, records)
	must(tb, err)
	return r
}

func must(tb testing.TB, err error) { require.NoError(tb, err) }

// another returns the Manager of another instance with the same ring, revocations and clock.
func (f *fixture) another(tb testing.TB, change ...func(*Settings)) *Manager {
	s := Settings{
		Ring: f.ring.Load(), Revocations: f.testRevocations, Tickets: f.Tickets, AlwaysTickets: f.AlwaysTickets,
		Now: f.clock.now, Log: f.Log,
	}
	for _, c := range change {
		c(&s)
	}
	return newManager(tb, s)
}

func (f *fixture) begin(tb testing.TB, brand *bff.Brand, id bff.Identity) *bff.Session {
	if id.Partition.Brand() != brand.ID {
		id.Partition = bff.Partition(brand.ID)
	}
	s, err := f.Begin(tb.Context(), brand, bff.NewSession{Identity: id})
	must(tb, err)
	return s
}

func (f *fixture) login(tb testing.TB) (*bff.Session, string) {
	s := f.begin(tb, marmara, ayse)
	return s, f.token(tb, s)
}

// loggedIn returns a new fixture with a full session and its token.
func loggedIn(tb testing.TB) (f *fixture, s *bff.Session, token string) {
	f = newFixture(tb)
	s, token = f.login(tb)
	return f, s, token
}

func (f *fixture) pending(tb testing.TB) *bff.Session {
	s, err := f.Begin(tb.Context(),
		marmara, bff.NewSession{Identity: ayse, TwoFactor: true, Due: bff.FactorAuthenticator})
	must(tb, err)
	return s
}

func (f *fixture) token(tb testing.TB, s *bff.Session) string {
	token, err := f.Token(tb.Context(), s)
	must(tb, err)
	return token
}

func (f *fixture) refresh(tb testing.TB, s *bff.Session) *bff.Session {
	next, err := f.Refresh(tb.Context(), s)
	must(tb, err)
	return next
}

func (f *fixture) endAll(tb testing.TB) { must(tb, f.EndAll(tb.Context(), "marmara", ayse.UID)) }

func (f *fixture) kid() string { return f.ring.Load().newest(f.clock.now()).Kid }

func (f *fixture) mustOpen(tb testing.TB, token string) *bff.Session {
	s, err := f.Open(tb.Context(), marmara, token)
	require.NoError(tb, err, "open")
	return s
}

func (f *fixture) mustReject(tb testing.TB, token, why string) {
	s, err := f.Open(tb.Context(), marmara, token)
	assert.ErrorIs(tb, err, bff.ReasonAnonymous, "%s: got %+v, %v; want anonymous user", why, s, err)
}
