package telemetry

import (
	"context"
	"errors"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"croupier/bff"
)

// IdempotencyStore times next, and counts what becomes of money calls: sent, answered, unknown,
// released (nothing reached the platform), and of repeats repeated, in_flight, reused
// (the key of another body), still_unknown.
func (m *Metrics) IdempotencyStore(next IdempotencyStore) IdempotencyStore {
	return &journal{
		next: next, outcomes: m.money,
		begin: m.operation("idempotency", "begin"), finish: m.operation("idempotency", "finish"),
		unknown: m.operation("idempotency", "unknown"), release: m.operation("idempotency", "release"),
	}
}

type journal struct {
	next                            IdempotencyStore
	outcomes                        *prometheus.CounterVec
	begin, finish, unknown, release operation
}

func (j *journal) count(key bff.IdempotencyKey, outcome string) {
	j.outcomes.WithLabelValues(key.Brand, outcome).Inc()
}

func (j *journal) Claim(ctx context.Context, key bff.IdempotencyKey, body bff.Fingerprint) (*bff.Answer, error) {
	start := time.Now()
	first, err := j.next.Claim(ctx, key, body)
	j.begin.done(start, err)
	switch {
	case err == nil && first == nil:
		j.count(key, "sent")
	case err == nil:
		j.count(key, "repeated")
	case errors.Is(err, bff.ReasonDuplicate):
		j.count(key, "in_flight")
	case errors.Is(err, bff.ReasonKeyReused):
		j.count(key, "reused")
	case errors.Is(err, bff.ReasonUnavailable):
		j.count(key, "refused")
	default:
		j.count(key, "still_unknown")
	}
	return first, err
}

func (j *journal) Finish(ctx context.Context, key bff.IdempotencyKey, a *bff.Answer) error {
	start := time.Now()
	err := j.next.Finish(ctx, key, a)
	j.finish.done(start, err)
	j.count(key, "answered")
	return err
}

func (j *journal) MarkUnknown(ctx context.Context, key bff.IdempotencyKey, r *bff.Reason) error {
	start := time.Now()
	err := j.next.MarkUnknown(ctx, key, r)
	j.unknown.done(start, err)
	j.count(key, "unknown")
	return err
}

func (j *journal) Release(ctx context.Context, key bff.IdempotencyKey) error {
	start := time.Now()
	err := j.next.Release(ctx, key)
	j.release.done(start, err)
	j.count(key, "released")
	return err
}

// Sessions counts what becomes of sessions: begun, completed (the authenticator code was
// right), refreshed, ended, ended_all, and refused (a token that opens nothing).
func (m *Metrics) Sessions(next Sessions) Sessions { return &sessions{next, m.sessions} }

type sessions struct {
	Sessions
	outcomes *prometheus.CounterVec
}

func (s *sessions) count(brand, outcome string) { s.outcomes.WithLabelValues(brand, outcome).Inc() }

func (s *sessions) Open(ctx context.Context, brand *bff.Brand, token string) (*bff.Session, error) {
	opened, err := s.Sessions.Open(ctx, brand, token)
	// Nobody is refused who shows nothing.
	if token != "" && errors.Is(err, bff.ReasonAnonymous) {
		s.count(brand.ID, "refused")
	}
	return opened, err
}

func (s *sessions) OpenUser(ctx context.Context, brand *bff.Brand, u bff.SealedUser) (*bff.Session, error) {
	opened, err := s.Sessions.OpenUser(ctx, brand, u)
	if errors.Is(err, bff.ReasonAnonymous) {
		s.count(brand.ID, "refused")
	}
	return opened, err
}

func (s *sessions) Begin(ctx context.Context, brand *bff.Brand, id bff.Identity, twoFactor bool) (*bff.Session, error) {
	begun, err := s.Sessions.Begin(ctx, brand, id, twoFactor)
	if err == nil {
		s.count(brand.ID, "begun")
	}
	return begun, err
}

func (s *sessions) Complete(ctx context.Context, pending *bff.Session) (*bff.Session, error) {
	whole, err := s.Sessions.Complete(ctx, pending)
	if err == nil {
		s.count(pending.Brand, "completed")
	}
	return whole, err
}

func (s *sessions) Refresh(ctx context.Context, old *bff.Session) (*bff.Session, error) {
	fresh, err := s.Sessions.Refresh(ctx, old)
	if err == nil {
		s.count(old.Brand, "refreshed")
	}
	return fresh, err
}

func (s *sessions) End(ctx context.Context, over *bff.Session) error {
	err := s.Sessions.End(ctx, over)
	if err == nil {
		s.count(over.Brand, "ended")
	}
	return err
}

func (s *sessions) EndAll(ctx context.Context, brand, player string) error {
	err := s.Sessions.EndAll(ctx, brand, player)
	if err == nil {
		s.count(brand, "ended_all")
	}
	return err
}
