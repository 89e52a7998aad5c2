// Package redis stores in Redis what several instances share. The loss of Redis never logs players in or out by
// mistake and never sends a money call twice.
//
// It requires Redis 7 or later, which must not evict, as the call of an evicted money key could be sent again, and
// must persist; see CheckServer. If Redis loses its memory nevertheless, each instance writes back what it knows.
// Every key except those of Records, of KeyedRecords without an expiry, of the generations and of CheckIndexKey
// expires.
package redis

import (
	"context"
	"crypto/rand"
	"errors"
	"sync"
	"sync/atomic"
	"time"

	"github.com/redis/go-redis/v9"

	"croupier/bff/store"
	"croupier/bff/store/internal/idempotency"
)

// Store is a connection to one Redis server or cluster. It is safe for concurrent use.
type Store struct {
	client  redis.UniversalClient
	options Options
	timeout time.Duration
	circuit circuit
	pinged  atomic.Pointer[string] // state of Redis by the last ping
	origin  string                 // identifies this instance on the bus

	partitions int // of the idempotency keys
	mirror     *mirrorWriter
	memory     *memory
	setsMu     sync.Mutex
	sets       map[string]recordSet // by name

	bus         *Bus
	revocations *Revocations
	money       *moneyRecords
	limiter     *Limiter
	cancel      context.CancelFunc // ends the background goroutines
	background  sync.WaitGroup
}

// Open returns a store for a URL; see parseURL. It succeeds when Redis is unreachable; use Ping to check.
func Open(ctx context.Context, url string, o Options) (*Store, error) {
	e, err := parseURL(url)
	if err != nil {
		return nil, err
	}
	limiterClock := o.Now
	if o.Now == nil {
		o.Now = time.Now
	}
	o.setDefaults()
	s := &Store{
		client: e.newClient(), options: o, timeout: e.timeout, origin: rand.Text(), partitions: 1, sets: map[string]recordSet{},
	}
	if e.cluster {
		s.partitions = clusterPartitions
	}
	s.circuit.now = o.Now
	background, cancel := context.WithCancel(context.WithoutCancel(ctx))
	s.cancel = cancel
	s.mirror = newMirrorWriter(o.Mirror, o.Log)
	s.bus = &Bus{store: s}
	s.memory = newMemory(s)
	s.revocations = newRevocations(background, s)
	s.money = newMoneyRecords(background, s)
	s.limiter = &Limiter{store: s, clock: limiterClock}
	s.bus.Subscribe(topicRecords, s.onRecord, nil)
	s.bus.Subscribe(topicMemory, func([]byte) { store.Request(s.memory.recheck) }, nil)
	s.bus.listen(background, func() { // what was sent while the subscription was down is missing
		store.Request(s.revocations.reload)
		store.Request(s.memory.recheck)
	})
	_ = s.memory.check(background) // an unreachable Redis is reported by Ping
	store.Request(s.memory.restore)
	s.background.Go(func() { _ = s.mirror.Run(background) }) // which reports its failures
	s.background.Go(func() { repeat(background, s.memory.recheck, checkInterval, s.memory.check) })
	s.background.Go(func() { repeat(background, nil, pingInterval, s.Ping) })
	s.background.Go(func() { repeat(background, nil, abandonInterval, s.money.recordAbandoned) })
	s.background.Go(func() {
		s.onRequest(background, s.memory.restore, "write back what Redis lost: failed; it is tried again", s.memory.restoreAll)
	})
	return s, nil
}

// Revocations returns the revocation entries.
func (s *Store) Revocations() *Revocations { return s.revocations }

// IdempotencyStore returns the idempotency store.
func (s *Store) IdempotencyStore() *idempotency.Store { return s.money.answers }

// Limiter returns the limiter.
func (s *Store) Limiter() *Limiter { return s.limiter }

// Bus returns the bus between instances.
func (s *Store) Bus() *Bus { return s.bus }

// Losses returns how often this instance has noticed that Redis had lost its memory.
func (s *Store) Losses() uint64 { return s.memory.losses.Load() }

// Restoring reports whether Redis has lost its memory and instances may still write back what they know.
func (s *Store) Restoring() bool { return !s.memory.settled() }

// Remembers reports whether the mirror has what this instance knew of Redis when it ran last.
func (s *Store) Remembers() bool { return s.memory.isKnown }

// MirrorHealthy reports whether this instance can mirror Redis on its disk.
func (s *Store) MirrorHealthy() bool { return !s.mirror.failing.Load() }

// Close ends the background goroutines and closes the connections.
func (s *Store) Close() error {
	s.cancel()
	err := errors.Join(s.bus.close(), s.client.Close())
	s.background.Wait()
	_ = s.money.answers.Close() // what Redis has not accepted is in the mirror
	return err
}

func (s *Store) key(kind, name string) string { return s.options.Prefix + ":" + kind + ":" + name }
