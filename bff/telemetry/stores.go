package telemetry

import (
	"context"
	"errors"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"croupier/bff"
)

// operation holds the metrics of one operation of one store.
type operation struct {
	took   prometheus.Observer
	failed prometheus.Counter
}

func (m *Metrics) operation(store, name string) operation {
	return operation{m.stores.WithLabelValues(store, name), m.storeErrors.WithLabelValues(store, name)}
}

// done records an operation that began at start. A cancelled caller is not a store failure; a
// bff.Reason is one only if it means that the store is unreachable.
func (o operation) done(start time.Time, err error) {
	o.took.Observe(time.Since(start).Seconds())
	var reason *bff.Reason
	switch {
	case err == nil, errors.Is(err, context.Canceled):
	case errors.As(err, &reason) && !errors.Is(err, bff.ReasonUnavailable) && !errors.Is(err, bff.ReasonInternal):
	default:
		o.failed.Inc()
	}
}

// Revocations times next.
func (m *Metrics) Revocations(next bff.Revocations) bff.Revocations {
	return &revocations{next, m.operation("revocations", "revoke"), m.operation("revocations", "revoked")}
}

type revocations struct {
	next            bff.Revocations
	revoke, revoked operation
}

func (r *revocations) Revoke(ctx context.Context, key string, at, until time.Time) error {
	start := time.Now()
	err := r.next.Revoke(ctx, key, at, until)
	r.revoke.done(start, err)
	return err
}

func (r *revocations) Revoked(ctx context.Context, keys ...string) ([]time.Time, error) {
	start := time.Now()
	at, err := r.next.Revoked(ctx, keys...)
	r.revoked.done(start, err)
	return at, err
}

// Tickets times next.
func (m *Metrics) Tickets(next TicketStore) TicketStore {
	return &tickets{next, m.operation("tickets", "put"), m.operation("tickets", "get"), m.operation("tickets", "delete")}
}

type tickets struct {
	next              TicketStore
	put, get, removed operation
}

func (t *tickets) Put(ctx context.Context, id string, sealed []byte, until time.Time) error {
	start := time.Now()
	err := t.next.Put(ctx, id, sealed, until)
	t.put.done(start, err)
	return err
}

func (t *tickets) Get(ctx context.Context, id string) ([]byte, error) {
	start := time.Now()
	sealed, err := t.next.Get(ctx, id)
	t.get.done(start, err)
	return sealed, err
}

func (t *tickets) Delete(ctx context.Context, id string) error {
	start := time.Now()
	err := t.next.Delete(ctx, id)
	t.removed.done(start, err)
	return err
}

// SessionIndex times next.
func (m *Metrics) SessionIndex(next SessionIndex) SessionIndex {
	return &sessionIndex{
		next, m.operation("session_index", "put"), m.operation("session_index", "delete"), m.operation("session_index", "get"), m.operation("session_index", "list"),
		m.operation("session_index", "count"),
	}
}

type sessionIndex struct {
	next                           SessionIndex
	put, removed, get, list, count operation
}

func (r *sessionIndex) Put(ctx context.Context, key, id string, e bff.IndexedSession) error {
	start := time.Now()
	err := r.next.Put(ctx, key, id, e)
	r.put.done(start, err)
	return err
}

func (r *sessionIndex) Delete(ctx context.Context, key, id string) error {
	start := time.Now()
	err := r.next.Delete(ctx, key, id)
	r.removed.done(start, err)
	return err
}

func (r *sessionIndex) Get(ctx context.Context, id string) ([]byte, error) {
	start := time.Now()
	entry, err := r.next.Get(ctx, id)
	r.get.done(start, err)
	return entry, err
}

func (r *sessionIndex) List(ctx context.Context, key string) (map[string][]byte, error) {
	start := time.Now()
	all, err := r.next.List(ctx, key)
	r.list.done(start, err)
	return all, err
}

func (r *sessionIndex) Count(ctx context.Context, kids []string) ([]int, error) {
	start := time.Now()
	counts, err := r.next.Count(ctx, kids)
	r.count.done(start, err)
	return counts, err
}

// SharedCache times next; nil stays nil.
func (m *Metrics) SharedCache(next SharedCache) SharedCache {
	if next == nil {
		return nil
	}
	return &sharedCache{next, m.operation("cache", "get"), m.operation("cache", "put"), m.operation("cache", "purge"), m.operation("cache", "generations")}
}

type sharedCache struct {
	next                         SharedCache
	get, put, purge, generations operation
}

func (s *sharedCache) Get(ctx context.Context, key string, scopes []string) ([]byte, []uint64, error) {
	start := time.Now()
	value, generations, err := s.next.Get(ctx, key, scopes)
	s.get.done(start, err)
	return value, generations, err
}

func (s *sharedCache) Put(ctx context.Context, key string, value []byte, ttl time.Duration) error {
	start := time.Now()
	err := s.next.Put(ctx, key, value, ttl)
	s.put.done(start, err)
	return err
}

func (s *sharedCache) Purge(ctx context.Context, scope string, after uint64) (uint64, error) {
	start := time.Now()
	generation, err := s.next.Purge(ctx, scope, after)
	s.purge.done(start, err)
	return generation, err
}

func (s *sharedCache) Generations(ctx context.Context, since uint64) (map[string]uint64, error) {
	start := time.Now()
	all, err := s.next.Generations(ctx, since)
	s.generations.done(start, err)
	return all, err
}

// Limiter counts the refusals of next.
func (m *Metrics) Limiter(next bff.Limiter) bff.Limiter { return &limiter{next, m.limited} }

type limiter struct {
	bff.Limiter
	refused *prometheus.CounterVec
}

func (l *limiter) Allow(ctx context.Context, key bff.LimitKey) (time.Duration, bool) {
	retryAfter, ok := l.Limiter.Allow(ctx, key)
	if !ok {
		l.refused.WithLabelValues(key.Brand, string(key.Rule)).Inc()
	}
	return retryAfter, ok
}
