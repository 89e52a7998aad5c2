package telemetry_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

	"croupier/bff"
	"croupier/bff/telemetry"
)

// failing implements what the metrics observe of the stores, and returns err.
type failing struct {
	telemetry.IdempotencyStore
	err error
}

func (f failing) Revoke(context.Context, string, time.Time, time.Time) error { return f.err }

func (f failing) Revoked(context.Context, ...string) ([]time.Time, error) { return nil, f.err }

func (f failing) Claim(context.Context, bff.IdempotencyKey, bff.Fingerprint) (*bff.Answer, error) {
	return nil, f.err
}

func (f failing) Finish(context.Context, bff.IdempotencyKey, *bff.Answer) error { return f.err }

func (f failing) MarkUnknown(context.Context, bff.IdempotencyKey, *bff.Reason) error { return f.err }

func (f failing) Release(context.Context, bff.IdempotencyKey) error { return f.err }

func TestStoreOperationsAreTimedAndFailuresCounted(t *testing.T) {
	m := telemetry.NewMetrics()
	for _, err := range []error{nil, context.Canceled, bff.ReasonAnonymous, errors.New("refused"), bff.ReasonUnavailable} {
		r := m.Revocations(failing{err: err})
		_, got := r.Revoked(t.Context(), "k")
		assert.ErrorIs(t, got, err, "%v became %v", err, got)
		got = r.Revoke(t.Context(), "k", time.Time{}, time.Time{})
		assert.ErrorIs(t, got, err, "%v became %v", err, got)
	}
	mustContain(t, m,
		`croupier_store_seconds_count{operation="revoked",store="revocations"} 5`,
		`croupier_store_errors_total{operation="revoked",store="revocations"} 2`,
		`croupier_store_errors_total{operation="revoke",store="revocations"} 2`,
	)
	assert.True(t, m.Tickets(nil) == nil && m.SharedCache(nil) == nil, "a store that is not there is timed")
}

func TestMoneyOutcomesAreCounted(t *testing.T) {
	m := telemetry.NewMetrics()
	key := bff.IdempotencyKey{Brand: "marmara", Player: "p", Key: "k"}
	for _, err := range []error{nil, bff.ReasonDuplicate, bff.ReasonKeyReused, bff.OutcomeUnknown(bff.ReasonUpstreamTimeout), bff.ReasonUnavailable} {
		_, got := m.IdempotencyStore(failing{err: err}).Claim(t.Context(), key, bff.Fingerprint{})
		assert.ErrorIs(t, got, err, "%v became %v", err, got)
	}
	s := m.IdempotencyStore(failing{})
	assert.NoError(t, errors.Join(s.Finish(t.Context(), key, &bff.Answer{}), s.MarkUnknown(t.Context(), key, bff.ReasonInternal), s.Release(t.Context(), key)))
	for _, outcome := range []string{"sent", "in_flight", "reused", "still_unknown", "refused", "answered", "unknown", "released"} {
		mustContain(t, m, `croupier_money_total{brand="marmara",outcome="`+outcome+`"} 1`)
	}
	mustContain(t, m, `croupier_store_errors_total{operation="claim",store="idempotency"} 1`)
}

// fakeSessions are sessions that return err.
type fakeSessions struct {
	telemetry.Sessions
	err error
}

func (s fakeSessions) Open(context.Context, *bff.Brand, string) (*bff.Session, error) {
	return nil, s.err
}

func (s fakeSessions) OpenUser(context.Context, *bff.Brand, bff.SealedUser) (*bff.Session, error) {
	return nil, s.err
}

func (s fakeSessions) Begin(context.Context, *bff.Brand, bff.NewSession) (*bff.Session, error) {
	return nil, s.err
}

func (s fakeSessions) Complete(context.Context, *bff.Session) (*bff.Session, error) {
	return nil, s.err
}

func (s fakeSessions) Refresh(context.Context, *bff.Session) (*bff.Session, error) { return nil, s.err }

func (s fakeSessions) End(context.Context, *bff.Session) error { return s.err }

func (s fakeSessions) EndAll(context.Context, string, string) error { return s.err }

func (s fakeSessions) EndAllDurably(context.Context, string, string) error { return s.err }

func (s fakeSessions) Siblings(context.Context, *bff.Brand, *bff.Session) ([]bff.ActiveSession, error) {
	return nil, s.err
}

func (s fakeSessions) Rename(_ context.Context, _ *bff.Brand, of *bff.Session, _ string) *bff.Session {
	return of
}

func TestSessionEventsAreCounted(t *testing.T) {
	m := telemetry.NewMetrics()
	brand, held := &bff.Brand{ID: "marmara"}, &bff.Session{Brand: "marmara"}
	for _, err := range []error{nil, bff.ReasonAnonymous} {
		s := m.Sessions(fakeSessions{err: err})
		_, opened := s.Open(t.Context(), brand, "token")
		_, nobody := s.Open(t.Context(), brand, "")
		_, user := s.OpenUser(t.Context(), brand, bff.SealedUser{})
		_, begun := s.Begin(t.Context(), brand, bff.NewSession{})
		_, whole := s.Complete(t.Context(), held)
		_, fresh := s.Refresh(t.Context(), held)
		for _, got := range []error{opened, nobody, user, begun, whole, fresh, s.End(t.Context(), held), s.EndAll(t.Context(), "marmara", "p")} {
			assert.ErrorIs(t, got, err, "%v became %v", err, got)
		}
	}
	mustContain(t, m, `croupier_sessions_total{brand="marmara",outcome="refused"} 2`)
	for _, outcome := range []string{"begun", "completed", "refreshed", "ended", "ended_all"} {
		mustContain(t, m, `croupier_sessions_total{brand="marmara",outcome="`+outcome+`"} 1`)
	}
}

// denyAll refuses everything.
type denyAll struct{ bff.Limiter }

func (denyAll) Allow(context.Context, bff.LimitKey) (time.Duration, bool) { return time.Second, false }

func TestRateLimitRefusalsAreCounted(t *testing.T) {
	m := telemetry.NewMetrics()
	after, ok := m.Limiter(denyAll{}).Allow(t.Context(), bff.LimitKey{Rule: bff.LimitMoney, Brand: "pera"})
	assert.True(t, !ok && after == time.Second, "%v %v", after, ok)
	mustContain(t, m, `croupier_rate_limited_total{brand="pera",rule="money"} 1`)
}

// failingIndex is a SessionIndex that fails.
type failingIndex struct{ err error }

func (b failingIndex) Put(context.Context, string, string, bff.IndexedSession) error { return b.err }

func (b failingIndex) Delete(context.Context, string, string) error { return b.err }

func (b failingIndex) Get(context.Context, string) ([]byte, error) { return []byte("e"), b.err }

func (b failingIndex) Count(context.Context, []string) ([]int, error) { return []int{3}, b.err }

func (b failingIndex) List(context.Context, string) (map[string][]byte, error) {
	return map[string][]byte{"id": nil}, b.err
}

func TestSessionIndexIsTimed(t *testing.T) {
	m := telemetry.NewMetrics()
	for _, err := range []error{nil, errors.New("refused")} {
		r := m.SessionIndex(failingIndex{err})
		entry, got := r.Get(t.Context(), "id")
		all, listed := r.List(t.Context(), "k")
		counts, counted := r.Count(t.Context(), []string{"k"})
		for _, got := range []error{got, listed, counted, r.Put(t.Context(), "k", "id", bff.IndexedSession{}), r.Delete(t.Context(), "k", "id")} {
			assert.ErrorIs(t, got, err, "%v became %v", err, got)
		}
		assert.True(t, string(entry) == "e" && len(all) == 1 && len(counts) == 1 && counts[0] == 3,
			"got %q, %v and %v", entry, all, counts)
	}
	for _, operation := range []string{"put", "delete", "get", "list", "count"} {
		mustContain(t, m,
			`croupier_store_seconds_count{operation="`+operation+`",store="session_index"} 2`,
			`croupier_store_errors_total{operation="`+operation+`",store="session_index"} 1`,
		)
	}
}
