package telemetry

import (
	"context"
	"errors"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"croupier/bff"
)

// operations are the metrics of the operations of one store, by name.
type operations map[string]operation

type operation struct {
	took   prometheus.Observer
	failed prometheus.Counter
}

func (m *Metrics) operations(store string, names ...string) operations {
	out := operations{}
	for _, name := range names {
		out[name] = operation{m.stores.WithLabelValues(store, name), m.storeErrors.WithLabelValues(store, name)}
	}
	return out
}

// done records an operation. Cancelled callers and reasons of a working store are not failures.
func (o operations) done(name string, start time.Time, err *error) {
	o[name].took.Observe(time.Since(start).Seconds())
	switch {
	case *err == nil, errors.Is(*err, context.Canceled):
	case errors.As(*err, new(*bff.Reason)) && !errors.Is(*err, bff.ReasonUnavailable) &&
		!errors.Is(*err, bff.ReasonInternal):
	default:
		o[name].failed.Inc()
	}
}

// Revocations measures the operations of next.
func (m *Metrics) Revocations(next bff.Revocations) bff.Revocations {
	return &revocations{next, m.operations("revocations", "revoke", "revoked")}
}

type revocations struct {
	next bff.Revocations
	operations
}

func (r *revocations) Revoke(ctx context.Context, key string, at, until time.Time) (err error) {
	defer r.done("revoke", time.Now(), &err)
	return r.next.Revoke(ctx, key, at, until)
}

func (r *revocations) Revoked(ctx context.Context, keys ...string) (at []time.Time, err error) {
	defer r.done("revoked", time.Now(), &err)
	return r.next.Revoked(ctx, keys...)
}

// Tickets measures the operations of next.
func (m *Metrics) Tickets(next bff.TicketStore) bff.TicketStore {
	return &tickets{next, m.operations("tickets", "put", "get", "delete")}
}

type tickets struct {
	next bff.TicketStore
	operations
}

func (t *tickets) Put(ctx context.Context, id string, sealed []byte, until time.Time) (err error) {
	defer t.done("put", time.Now(), &err)
	return t.next.Put(ctx, id, sealed, until)
}

func (t *tickets) Get(ctx context.Context, id string) (sealed []byte, err error) {
	defer t.done("get", time.Now(), &err)
	return t.next.Get(ctx, id)
}

func (t *tickets) Delete(ctx context.Context, id string) (err error) {
	defer t.done("delete", time.Now(), &err)
	return t.next.Delete(ctx, id)
}

// SessionIndex measures the operations of next.
func (m *Metrics) SessionIndex(next bff.SessionIndex) bff.SessionIndex {
	return &sessionIndex{next, m.operations("session_index", "put", "delete", "get", "list", "count")}
}

type sessionIndex struct {
	next bff.SessionIndex
	operations
}

func (r *sessionIndex) Put(ctx context.Context, key, id string, e bff.IndexedSession) (err error) {
	defer r.done("put", time.Now(), &err)
	return r.next.Put(ctx, key, id, e)
}

func (r *sessionIndex) Delete(ctx context.Context, key, id string) (err error) {
	defer r.done("delete", time.Now(), &err)
	return r.next.Delete(ctx, key, id)
}

func (r *sessionIndex) Get(ctx context.Context, id string) (entry []byte, err error) {
	defer r.done("get", time.Now(), &err)
	return r.next.Get(ctx, id)
}

func (r *sessionIndex) List(ctx context.Context, key string) (all map[string][]byte, err error) {
	defer r.done("list", time.Now(), &err)
	return r.next.List(ctx, key)
}

func (r *sessionIndex) Count(ctx context.Context, kids []string) (counts []int, err error) {
	defer r.done("count", time.Now(), &err)
	return r.next.Count(ctx, kids)
}

// SharedCache measures the operations of next. It returns nil if next is nil.
func (m *Metrics) SharedCache(next bff.SharedCache) bff.SharedCache {
	if next == nil {
		return nil
	}
	return &sharedCache{next, m.operations("cache", "get", "put", "purge", "generations")}
}

type sharedCache struct {
	next bff.SharedCache
	operations
}

func (s *sharedCache) Get(
	ctx context.Context, key string, scopes []string,
) (value []byte, generations []uint64, err error) {
	defer s.done("get", time.Now(), &err)
	return s.next.Get(ctx, key, scopes)
}

func (s *sharedCache) Put(ctx context.Context, key string, value []byte, ttl time.Duration) (err error) {
	defer s.done("put", time.Now(), &err)
	return s.next.Put(ctx, key, value, ttl)
}

func (s *sharedCache) Purge(ctx context.Context, scope string, after uint64) (generation uint64, err error) {
	defer s.done("purge", time.Now(), &err)
	return s.next.Purge(ctx, scope, after)
}

func (s *sharedCache) Generations(ctx context.Context, since uint64) (all map[string]uint64, err error) {
	defer s.done("generations", time.Now(), &err)
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
