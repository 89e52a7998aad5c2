package redis

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/redis/go-redis/v9"

	"croupier/bff"
)

// topicMarks carries marks between instances, so that each remembers all of them.
const topicMarks bff.Topic = "revocations"

// Revocations remembers ended sessions. Without Redis, and where Redis has lost a mark in a
// failover, it answers from the marks that this instance has heard of: all that Redis held
// when it was last reached, and all that were set since. So an ended session stays ended and an open one stays open. An instance that
// has never reached Redis cannot know, and says so with an error. Revoke fails without
// Redis: what only one instance knows is not acknowledged.
type Revocations struct {
	store *Store

	mu    sync.RWMutex
	marks map[string]mark
	whole bool          // marks are all there are, as far as could be heard
	full  bool          // there was no room for one
	looks time.Time     // when a full memory may look for expired ones again
	load  chan struct{} // asks for all marks to be read again
}

var _ bff.Revocations = (*Revocations)(nil)

// mark is one revocation, in Unix milliseconds.
type mark struct{ at, until int64 }

const (
	// loadEvery is how often all marks are read where it failed before.
	loadEvery = time.Second
	// lookEvery is how often a full memory looks for expired marks: looking through a million
	// takes long, and whoever fills it marks often.
	lookEvery = time.Second
)

func newRevocations(ctx context.Context, s *Store) *Revocations {
	r := &Revocations{store: s, marks: map[string]mark{}, load: make(chan struct{}, 1)}
	s.bus.Subscribe(topicMarks, func(payload []byte) {
		value, key, ok := strings.Cut(string(payload), "\n")
		if m, err := readMark(value); ok && err == nil {
			r.remember(key, m)
		}
	})
	// While the connection was down marks may have been missed.
	s.bus.joined = func() {
		select {
		case r.load <- struct{}{}:
		default:
		}
	}
	s.running.Go(func() { r.keepWhole(ctx) })
	return r
}

// Revoke marks key and tells every instance; see bff.Revocations.
func (r *Revocations) Revoke(ctx context.Context, key string, at, until time.Time) error {
	life := until.Sub(r.store.options.Now())
	if life < time.Millisecond {
		return nil // it has expired already
	}
	m := mark{at: at.UnixMilli(), until: until.UnixMilli()}
	within, done := r.store.within(ctx)
	defer done()
	if err := r.store.client.Set(within, r.store.key("revoked", key), m.String(), life).Err(); err != nil {
		return fmt.Errorf("redis: revoking: %w", err)
	}
	// The mark stands; who does not hear of it now reads it there. Telling reaches this
	// instance's own memory too.
	if err := r.store.bus.Publish(ctx, topicMarks, []byte(m.String()+"\n"+key)); err != nil {
		r.store.options.Log.WarnContext(ctx, "instances not told of a revocation", "error", err)
	}
	return nil
}

// Revoked tells the moment key is marked with; see bff.Revocations. What this instance has
// heard of and Redis does not have, or only an earlier mark, was lost there: no mark is ever
// taken back.
func (r *Revocations) Revoked(ctx context.Context, key string) (time.Time, error) {
	m, err := r.read(ctx, key)
	r.mu.RLock()
	heard, known := r.marks[key]
	known = known || r.whole
	r.mu.RUnlock()
	if err != nil && (!known || ctx.Err() != nil) {
		return time.Time{}, fmt.Errorf("redis: reading revocations: %w", err)
	}
	if heard.at > m.at {
		m = heard
	}
	if m.until <= r.store.options.Now().UnixMilli() {
		return time.Time{}, nil
	}
	return time.UnixMilli(m.at).UTC(), nil
}

// read asks Redis for a mark; the zero mark where there is none.
func (r *Revocations) read(ctx context.Context, key string) (mark, error) {
	if !r.store.gate.pass() {
		return mark{}, errShut
	}
	within, done := r.store.within(ctx)
	defer done()
	value, err := r.store.client.Get(within, r.store.key("revoked", key)).Result()
	r.store.gate.saw(ctx, err)
	if errors.Is(err, redis.Nil) {
		return mark{}, nil
	}
	if err != nil {
		return mark{}, err
	}
	return readMark(value)
}

// remember keeps a mark for when Redis is gone. Where there is no more room the memory is
// no longer whole, which is then said rather than a session let in.
func (r *Revocations) remember(key string, m mark) {
	r.mu.Lock()
	defer r.mu.Unlock()
	old, known := r.marks[key]
	if old.at > m.at {
		return // read from Redis before it was marked again, or lost there since
	}
	if !known && len(r.marks) >= r.store.options.MaxRevocations {
		r.forgetExpired(r.store.options.Now())
		if len(r.marks) >= r.store.options.MaxRevocations {
			r.whole, r.full = false, true
			return
		}
	}
	r.marks[key] = m
}

// forgetExpired drops what has expired, where it is time to look; under mu.
func (r *Revocations) forgetExpired(now time.Time) {
	if now.Before(r.looks) {
		return
	}
	r.looks = now.Add(lookEvery)
	for key, m := range r.marks {
		if m.until <= now.UnixMilli() {
			delete(r.marks, key)
		}
	}
}

// keepWhole reads all marks whenever the connection between instances has been made, and
// again where that failed.
func (r *Revocations) keepWhole(ctx context.Context) {
	again := time.NewTicker(loadEvery)
	defer again.Stop()
	for failed := false; ; {
		select {
		case <-ctx.Done():
			return
		case <-r.load:
		case <-again.C:
			if !failed {
				continue
			}
		}
		err := r.loadAll(ctx)
		if failed = err != nil; failed && ctx.Err() == nil {
			r.store.options.Log.WarnContext(ctx, "revocations not read", "error", err)
		}
	}
}

// loadAll reads every mark into memory.
func (r *Revocations) loadAll(ctx context.Context) error {
	r.mu.Lock()
	r.full = false
	r.mu.Unlock()
	var err error
	if cluster, ok := r.store.client.(*redis.ClusterClient); ok {
		err = cluster.ForEachMaster(ctx, func(ctx context.Context, node *redis.Client) error { return r.loadNode(ctx, node) })
	} else {
		err = r.loadNode(ctx, r.store.client)
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	// What was whole stays so where Redis has gone: nobody can add to it either.
	r.whole = !r.full && (r.whole || err == nil)
	return err
}

// loadNode reads the marks of one node.
func (r *Revocations) loadNode(ctx context.Context, node redis.Cmdable) error {
	prefix := r.store.key("revoked", "")
	for cursor := uint64(0); ; {
		keys, next, err := r.scan(ctx, node, cursor, literal.Replace(prefix)+"*")
		if err != nil {
			return err
		}
		values, err := r.values(ctx, node, keys)
		if err != nil {
			return err
		}
		for i, value := range values {
			if m, err := readMark(value); err == nil { // none: it has expired meanwhile
				r.remember(strings.TrimPrefix(keys[i], prefix), m)
			}
		}
		if cursor = next; cursor == 0 {
			return nil
		}
	}
}

func (r *Revocations) scan(ctx context.Context, node redis.Cmdable, cursor uint64, pattern string) ([]string, uint64, error) {
	ctx, done := r.store.within(ctx)
	defer done()
	return node.Scan(ctx, cursor, pattern, scanned).Result()
}

func (r *Revocations) values(ctx context.Context, node redis.Cmdable, keys []string) ([]string, error) {
	ctx, done := r.store.within(ctx)
	defer done()
	cmds := make([]*redis.StringCmd, len(keys))
	_, err := node.Pipelined(ctx, func(p redis.Pipeliner) error {
		for i, key := range keys {
			cmds[i] = p.Get(ctx, key)
		}
		return nil
	})
	if err != nil && !errors.Is(err, redis.Nil) {
		return nil, err
	}
	out := make([]string, len(keys))
	for i, cmd := range cmds {
		out[i] = cmd.Val()
	}
	return out, nil
}

func (m mark) String() string {
	return strconv.FormatInt(m.at, 10) + " " + strconv.FormatInt(m.until, 10)
}

func readMark(s string) (m mark, err error) {
	at, until, ok := strings.Cut(s, " ")
	if !ok {
		return mark{}, fmt.Errorf("revocation %q: want two moments", s)
	}
	if m.at, err = strconv.ParseInt(at, 10, 64); err != nil {
		return mark{}, fmt.Errorf("revocation: %w", err)
	}
	if m.until, err = strconv.ParseInt(until, 10, 64); err != nil {
		return mark{}, fmt.Errorf("revocation: %w", err)
	}
	return m, nil
}
