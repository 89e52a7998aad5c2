// Package redis keeps in Redis what several instances share. Losing Redis never logs
// players in or out by mistake and never sends money twice; each type says what becomes of
// it meanwhile.
//
// It takes Redis 7 or later. Redis must not evict (maxmemory-policy noeviction) and should append to a file
// (appendonly yes): an evicted money key could be sent again. Every key but those of
// Records ends by itself.
package redis

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/redis/go-redis/v9"
)

// Store is a Redis. Close it once nobody uses it any more.
type Store struct {
	client  redis.UniversalClient
	options Options
	timeout time.Duration
	gate    gate
	origin  string // names this instance among those that share the Redis

	bus         *Bus
	revocations *Revocations
	journal     *IdempotencyStore
	limiter     *Limiter
	end         context.CancelFunc
	running     sync.WaitGroup
}

// Open makes a store from a URL: redis://, rediss:// or unix://, and redis+cluster:// or
// ?cluster=true for a cluster. It succeeds without Redis, which may come and go; Ping asks.
func Open(ctx context.Context, url string, o Options) (*Store, error) {
	a, err := readURL(url)
	if err != nil {
		return nil, err
	}
	clock := o.Now
	if o.Now == nil {
		o.Now = time.Now
	}
	o.fill()
	s := &Store{client: a.client(), options: o, timeout: a.timeout, origin: rand.Text()}
	s.gate.now = o.Now
	background, end := context.WithCancel(context.WithoutCancel(ctx))
	s.end = end
	s.bus = newBus(s)
	s.revocations = newRevocations(background, s)
	s.journal = newJournal(background, s)
	s.limiter = newLimiter(s, clock)
	s.bus.listen(background)
	return s, nil
}

// Revocations gives the marks of ended sessions.
func (s *Store) Revocations() *Revocations { return s.revocations }

// IdempotencyStore gives the journal of money calls.
func (s *Store) IdempotencyStore() *IdempotencyStore { return s.journal }

// Limiter gives the counters of visitors.
func (s *Store) Limiter() *Limiter { return s.limiter }

// Bus gives the bus between instances.
func (s *Store) Bus() *Bus { return s.bus }

// Ping tells whether Redis answers.
func (s *Store) Ping(ctx context.Context) error {
	ctx, done := s.within(ctx)
	defer done()
	if err := s.client.Ping(ctx).Err(); err != nil {
		return fmt.Errorf("redis: %w", err)
	}
	return nil
}

// Close ends the store's connections and what it does behind.
func (s *Store) Close() error {
	s.end()
	err := errors.Join(s.bus.close(), s.client.Close())
	s.running.Wait()
	return err
}

// key names a value of one kind.
func (s *Store) key(kind, name string) string { return s.options.Prefix + ":" + kind + ":" + name }
