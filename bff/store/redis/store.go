// Package redis stores the shared state of several instances in Redis. A loss of Redis never logs
// players in or out by mistake and never causes a second money call.
//
// It requires Redis 7 or later without eviction and with persistence, see CheckServer. If Redis
// still loses data, each instance writes back its copy. Keys of Records, generations and
// CheckIndexKey do not expire. KeyedRecords without an expiry do not expire either.
package redis

import (
	"context"
	"crypto/rand"
	"errors"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/redis/go-redis/v9"

	"croupier/bff"
	"croupier/bff/store"
	"croupier/bff/store/internal/idempotency"
)

// Store is a connection to one Redis server or cluster. It is safe for concurrent use.
type Store struct {
	client  redis.UniversalClient
	options Options
	timeout time.Duration
	circuit circuit
	pinged  atomic.Pointer[string] // state of Redis at the last ping
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

// Open returns a store for a URL, see parseURL. It succeeds even if Redis is unreachable.
func Open(ctx context.Context, url string, o Options) (*Store, error) {
	e, err := parseURL(url)
	if err != nil {
		return nil, err
	}
	if c := e.options.TLSConfig; c != nil && o.TLS != nil {
		c.RootCAs, c.GetClientCertificate = o.TLS.RootCAs, o.TLS.GetClientCertificate
	}
	limiterClock := o.Now
	if o.Now == nil {
		o.Now = time.Now
	}
	o.setDefaults()
	s := &Store{
		client: e.newClient(), options: o, timeout: e.timeout, origin: rand.Text(), partitions: 1,
		sets: map[string]recordSet{},
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
	s.bus.listen(background, func() { // messages during the interruption are lost
		store.Request(s.revocations.reload)
		store.Request(s.memory.recheck)
	})
	_ = s.memory.check(background) // Ping reports an unreachable Redis
	store.Request(s.memory.restore)
	s.background.Go(func() { _ = s.mirror.Run(background) }) // the writer reports its failures
	s.background.Go(func() { repeat(background, s.memory.recheck, checkInterval, s.memory.check) })
	s.background.Go(func() { repeat(background, nil, pingInterval, s.Ping) })
	s.background.Go(func() { repeat(background, nil, abandonInterval, s.money.recordAbandoned) })
	s.background.Go(func() {
		s.onRequest(background, s.memory.restore, "could not write lost data back to Redis, retrying",
			s.memory.restoreAll)
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

// Losses returns the number of data losses of Redis that this instance has noticed.
func (s *Store) Losses() uint64 { return s.memory.losses.Load() }

// Restoring reports whether Redis has lost data and instances may still write back their copies.
func (s *Store) Restoring() bool { return !s.memory.settled() }

// Remembers reports whether the mirror contains the state of this instance's last run.
func (s *Store) Remembers() bool { return s.memory.isKnown }

// MirrorHealthy reports whether this instance can mirror Redis on its disk.
func (s *Store) MirrorHealthy() bool { return !s.mirror.failing.Load() }

// Close ends the background goroutines and closes the connections.
func (s *Store) Close() error {
	s.cancel()
	err := errors.Join(s.bus.close(), s.client.Close())
	s.background.Wait()
	_ = s.money.answers.Close() // ignored because the mirror has outcomes that Redis has not accepted
	return err
}

func (s *Store) key(kind, name string) string { return s.options.Prefix + ":" + kind + ":" + name }

// Bus implements bff.Bus with Pub/Sub. Without Redis, Publish reaches only this instance and fails.
type Bus struct {
	store *Store
	store.Fanout
	sub *redis.PubSub
}

var _ bff.Bus = (*Bus)(nil)

const healthCheckInterval = time.Second

// Publish delivers a message to the subscribers of this instance, then to the other instances.
func (b *Bus) Publish(ctx context.Context, topic bff.Topic, payload []byte) error {
	_ = b.Fanout.Publish(ctx, topic, payload)
	message := b.store.origin + "\n" + string(payload)
	err := b.store.client.Publish(ctx, b.store.key("bus", string(topic)), message).Err()
	return named("publish to topic "+string(topic), err)
}

// listen receives the messages of other instances until ctx ends. It calls onConnect after each
// subscription. It waits for the first subscription, at most for the timeout.
func (b *Bus) listen(ctx context.Context, onConnect func()) {
	prefix := b.store.key("bus", "")
	b.sub = b.store.client.PSubscribe(ctx, prefix+"*")
	messages := b.sub.ChannelWithSubscriptions(
		redis.WithChannelHealthCheckInterval(healthCheckInterval), redis.WithChannelPingTimeout(b.store.timeout))
	connected := make(chan struct{}, 1)
	b.store.background.Go(func() {
		for m := range messages {
			switch m := m.(type) {
			case *redis.Subscription:
				store.Request(connected)
				onConnect()
			case *redis.Message:
				origin, payload, ok := strings.Cut(m.Payload, "\n")
				if ok && origin != b.store.origin { // Publish has already delivered messages of this instance
					_ = b.Fanout.Publish(ctx, bff.Topic(strings.TrimPrefix(m.Channel, prefix)), []byte(payload))
				}
			}
		}
	})
	select {
	case <-connected:
	case <-time.After(b.store.timeout):
	}
}

func (b *Bus) close() error { return b.sub.Close() }
