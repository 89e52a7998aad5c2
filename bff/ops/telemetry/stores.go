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
func (o operation) done(start time.Time, err *error) {
	o.took.Observe(time.Since(start).Seconds())
	var reason *bff.Reason
	switch {
	case *err == nil, errors.Is(*err, context.Canceled):
	case errors.As(*err, &reason) && !errors.Is(*err, bff.ReasonUnavailable) && !errors.Is(*err, bff.ReasonInternal):
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

func (r *revocations) Revoke(ctx context.Context, key string, at, until time.Time) (err error) {
	defer r.revoke.done(time.Now(), &err)
	return r.next.Revoke(ctx, key, at, until)
}

func (r *revocations) Revoked(ctx context.Context, keys ...string) (at []time.Time, err error) {
	defer r.revoked.done(time.Now(), &err)
	return r.next.Revoked(ctx, keys...)
}

// Tickets times next.
func (m *Metrics) Tickets(next bff.TicketStore) bff.TicketStore {
	return &tickets{next, m.operation("tickets", "put"), m.operation("tickets", "get"), m.operation("tickets", "delete")}
}

type tickets struct {
	next              bff.TicketStore
	put, get, removed operation
}

func (t *tickets) Put(ctx context.Context, id string, sealed []byte, until time.Time) (err error) {
	defer t.put.done(time.Now(), &err)
	return t.next.Put(ctx, id, sealed, until)
}

func (t *tickets) Get(ctx context.Context, id string) (sealed []byte, err error) {
	defer t.get.done(time.Now(), &err)
	return t.next.Get(ctx, id)
}

func (t *tickets) Delete(ctx context.Context, id string) (err error) {
	defer t.removed.done(time.Now(), &err)
	return t.next.Delete(ctx, id)
}

// SessionIndex times next.
func (m *Metrics) SessionIndex(next bff.SessionIndex) bff.SessionIndex {
	return &sessionIndex{
		next, m.operation("session_index", "put"), m.operation("session_index", "delete"), m.operation("session_index", "get"), m.operation("session_index", "list"),
		m.operation("session_index", "count"),
	}
}

type sessionIndex struct {
	next                           bff.SessionIndex
	put, removed, get, list, count operation
}

func (r *sessionIndex) Put(ctx context.Context, key, id string, e bff.IndexedSession) (err error) {
	defer r.put.done(time.Now(), &err)
	return r.next.Put(ctx, key, id, e)
}

func (r *sessionIndex) Delete(ctx context.Context, key, id string) (err error) {
	defer r.removed.done(time.Now(), &err)
	return r.next.Delete(ctx, key, id)
}

func (r *sessionIndex) Get(ctx context.Context, id string) (entry []byte, err error) {
	defer r.get.done(time.Now(), &err)
	return r.next.Get(ctx, id)
}

func (r *sessionIndex) List(ctx context.Context, key string) (all map[string][]byte, err error) {
	defer r.list.done(time.Now(), &err)
	return r.next.List(ctx, key)
}

func (r *sessionIndex) Count(ctx context.Context, kids []string) (counts []int, err error) {
	defer r.count.done(time.Now(), &err)
	return r.next.Count(ctx, kids)
}

// SharedCache times next; nil stays nil.
func (m *Metrics) SharedCache(next bff.SharedCache) bff.SharedCache {
	if next == nil {
		return nil
	}
	return &sharedCache{next, m.operation("cache", "get"), m.operation("cache", "put"), m.operation("cache", "purge"), m.operation("cache", "generations")}
}

type sharedCache struct {
	next                         bff.SharedCache
	get, put, purge, generations operation
}

func (s *sharedCache) Get(ctx context.Context, key string, scopes []string) (value []byte, generations []uint64, err error) {
	defer s.get.done(time.Now(), &err)
	return s.next.Get(ctx, key, scopes)
}

func (s *sharedCache) Put(ctx context.Context, key string, value []byte, ttl time.Duration) (err error) {
	defer s.put.done(time.Now(), &err)
	return s.next.Put(ctx, key, value, ttl)
}

func (s *sharedCache) Purge(ctx context.Context, scope string, after uint64) (generation uint64, err error) {
	defer s.purge.done(time.Now(), &err)
	return s.next.Purge(ctx, scope, after)
}

func (s *sharedCache) Generations(ctx context.Context, since uint64) (all map[string]uint64, err error) {
	defer s.generations.done(time.Now(), &err)
	return s.next.Generations(ctx, since)
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
