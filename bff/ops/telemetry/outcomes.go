package telemetry

import (
	"context"
	"errors"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"croupier/bff"
)

// The outcomes of money calls.
const (
	moneySent         = "sent"
	moneyAnswered     = "answered"
	moneyUnknown      = "unknown"
	moneyReleased     = "released"      // not executed
	moneyRefused      = "refused"       // the store could not claim the key
	moneyRepeated     = "repeated"      // a repeat of an answered call
	moneyInFlight     = "in_flight"     // a repeat of a running call
	moneyReused       = "reused"        // a repeat with another body
	moneyStillUnknown = "still_unknown" // a repeat of a call with an unknown outcome
	moneySettled      = "settled"       // a repeat of a call that staff have settled

	moneySettledExecuted = "settled_executed" // staff settled an unknown outcome
	moneySettledRefused  = "settled_refused"
)

var moneyOutcomes = []string{
	moneySent, moneyAnswered, moneyUnknown, moneyReleased, moneyRefused, moneyRepeated, moneyInFlight, moneyReused,
	moneyStillUnknown, moneySettled, moneySettledExecuted, moneySettledRefused,
}

// IdempotencyStore measures the operations of next and counts the outcomes of money calls.
func (m *Metrics) IdempotencyStore(next bff.IdempotencyStore) bff.IdempotencyStore {
	return &idempotencyStore{
		next, m.money, m.operations("idempotency", "claim", "finish", "unknown", "release", "lookup"),
	}
}

type idempotencyStore struct {
	bff.IdempotencyStore
	outcomes *prometheus.CounterVec
	operations
}

func (s *idempotencyStore) count(key bff.IdempotencyKey, outcome string) {
	s.outcomes.WithLabelValues(key.Brand, outcome).Inc()
}

func (s *idempotencyStore) Claim(
	ctx context.Context, key bff.IdempotencyKey, body bff.Fingerprint,
) (*bff.Answer, error) {
	start := time.Now()
	first, err := s.IdempotencyStore.Claim(ctx, key, body)
	s.done("claim", start, &err)
	switch {
	case err == nil && first == nil:
		s.count(key, moneySent)
	case err == nil:
		s.count(key, moneyRepeated)
	case errors.Is(err, bff.ReasonDuplicate):
		s.count(key, moneyInFlight)
	case errors.Is(err, bff.ReasonKeyReused):
		s.count(key, moneyReused)
	case errors.Is(err, bff.ReasonUnavailable):
		s.count(key, moneyRefused)
	case errors.As(err, new(*bff.SettledError)):
		s.count(key, moneySettled)
	default:
		s.count(key, moneyStillUnknown)
	}
	return first, err
}

func (s *idempotencyStore) Settle(ctx context.Context, key bff.IdempotencyKey,
	change func(bff.IdempotencyRecord) (*bff.Settlement, error),
) (*bff.IdempotencyRecord, error) {
	r, err := s.IdempotencyStore.Settle(ctx, key, change)
	if err == nil && r.Settlement.Approved() {
		s.count(key, "settled_"+string(r.Settlement.Outcome))
	}
	return r, err
}

func (s *idempotencyStore) Lookup(ctx context.Context, key bff.IdempotencyKey) (r *bff.IdempotencyRecord, err error) {
	defer s.done("lookup", time.Now(), &err)
	return s.IdempotencyStore.Lookup(ctx, key)
}

func (s *idempotencyStore) Finish(ctx context.Context, key bff.IdempotencyKey, a *bff.Answer) (err error) {
	defer s.done("finish", time.Now(), &err)
	s.count(key, moneyAnswered)
	return s.IdempotencyStore.Finish(ctx, key, a)
}

func (s *idempotencyStore) MarkUnknown(ctx context.Context, key bff.IdempotencyKey, r *bff.Reason) (err error) {
	defer s.done("unknown", time.Now(), &err)
	s.count(key, moneyUnknown)
	return s.IdempotencyStore.MarkUnknown(ctx, key, r)
}

func (s *idempotencyStore) Release(ctx context.Context, key bff.IdempotencyKey) (err error) {
	defer s.done("release", time.Now(), &err)
	s.count(key, moneyReleased)
	return s.IdempotencyStore.Release(ctx, key)
}

// Sessions counts session events of next. An invalid token counts as refused.
func (m *Metrics) Sessions(next bff.Sessions) bff.Sessions { return &sessions{next, m.sessions} }

type sessions struct {
	bff.Sessions
	outcomes *prometheus.CounterVec
}

// count counts an event that did not fail. It returns err.
func (s *sessions) count(brand, outcome string, err error) error {
	if err == nil {
		s.outcomes.WithLabelValues(brand, outcome).Inc()
	}
	return err
}

func (s *sessions) Open(ctx context.Context, brand *bff.Brand, token string) (*bff.Session, error) {
	opened, err := s.Sessions.Open(ctx, brand, token)
	if token != "" && errors.Is(err, bff.ReasonAnonymous) { // a missing token does not count
		_ = s.count(brand.ID, "refused", nil)
	}
	return opened, err
}

func (s *sessions) OpenUser(ctx context.Context, brand *bff.Brand, u bff.SealedUser) (*bff.Session, error) {
	opened, err := s.Sessions.OpenUser(ctx, brand, u)
	if errors.Is(err, bff.ReasonAnonymous) {
		_ = s.count(brand.ID, "refused", nil)
	}
	return opened, err
}

func (s *sessions) Begin(ctx context.Context, brand *bff.Brand, in bff.NewSession) (*bff.Session, error) {
	started, err := s.Sessions.Begin(ctx, brand, in)
	return started, s.count(brand.ID, "begun", err)
}

func (s *sessions) Complete(ctx context.Context, pending *bff.Session) (*bff.Session, error) {
	completed, err := s.Sessions.Complete(ctx, pending)
	return completed, s.count(pending.Brand, "completed", err)
}

func (s *sessions) Refresh(ctx context.Context, old *bff.Session) (*bff.Session, error) {
	refreshed, err := s.Sessions.Refresh(ctx, old)
	return refreshed, s.count(old.Brand, "refreshed", err)
}

func (s *sessions) End(ctx context.Context, over *bff.Session) error {
	return s.count(over.Brand, "ended", s.Sessions.End(ctx, over))
}

func (s *sessions) EndAllDurably(ctx context.Context, brand, player string) error {
	return s.count(brand, "ended_all", s.Sessions.EndAllDurably(ctx, brand, player))
}

func (s *sessions) EndAll(ctx context.Context, brand, player string) error {
	return s.count(brand, "ended_all", s.Sessions.EndAll(ctx, brand, player))
}
