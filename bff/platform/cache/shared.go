package cache

import (
	"bytes"
	"context"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"sync/atomic"
	"time"

	"github.com/klauspost/compress/gzip"

	"croupier/bff"
	"croupier/bff/internal/compression"
)

const (
	getTimeout    = 100 * time.Millisecond // for a lookup in the shared tier
	putTimeout    = time.Second            // in the background
	purgeTimeout  = time.Second
	retryInterval = 5 * time.Second // between attempts after a failure
	maxSharedSize = 16 << 20        // bytes of a value after decompression
	maxSharedTTL  = 48 * time.Hour  // of a value
)

// sharedTier is the tier that instances share. Croupier reads it before it calls the upstream. A
// store that is slow or away costs getTimeout once. A single lookup retries it after each
// retryInterval.
type sharedTier struct {
	store bff.SharedCache // nil disables the tier
	now   func() time.Time

	unavailableUntil atomic.Pointer[time.Time] // the next attempt; nil while the store works

	hits, misses, failures atomic.Uint64
}

// accepts reports whether answers to r are shared. Answers to testers are not shared.
func (s *sharedTier) accepts(r *bff.UpstreamRequest) bool {
	return s.store != nil && r.Partition.IsWhole()
}

// available reports whether the store may be used now.
func (s *sharedTier) available() bool {
	unavailableUntil := s.unavailableUntil.Load()
	if unavailableUntil == nil {
		return true
	}
	now := s.now()
	next := now.Add(retryInterval)
	return !now.Before(*unavailableUntil) && s.unavailableUntil.CompareAndSwap(unavailableUntil, &next)
}

// recordOutcome marks the store as unavailable or available by the result of an operation.
func (s *sharedTier) recordOutcome(err error) {
	if err != nil {
		s.failures.Add(1)
		next := s.now().Add(retryInterval)
		s.unavailableUntil.Store(&next)
		return
	}
	s.unavailableUntil.Store(nil)
}

// get returns the shared entry, or nil, and the newest generations of its scopes. ok is false
// without a reply.
func (s *sharedTier) get(
	ctx context.Context, q *bff.CacheLookup, r *bff.UpstreamRequest, scopes []string,
) (e *entry, generations []uint64, ok bool) {
	if !s.accepts(r) || !s.available() {
		return nil, nil, false
	}
	getCtx, cancel := context.WithTimeout(ctx, getTimeout)
	defer cancel()
	value, generations, err := s.store.Get(getCtx, sharedKey(q.Key), scopes)
	if err != nil && ctx.Err() != nil {
		return nil, nil, false // the flight ended, which is not a failure of the store
	}
	s.recordOutcome(err)
	if err != nil {
		return nil, nil, false
	}
	return unpack(value, q, r), generations, true
}

// put stores e until it expires.
func (s *sharedTier) put(ctx context.Context, e *entry) {
	left := max(e.policy.StaleWhileRevalidate, e.policy.StaleIfError) + e.policy.TTL - e.age(s.now())
	if left = min(left, maxSharedTTL); left <= 0 || !s.available() {
		return
	}
	ctx, cancel := context.WithTimeout(ctx, putTimeout)
	defer cancel()
	s.recordOutcome(s.store.Put(ctx, sharedKey(e.key), pack(e), left))
}

// purge begins a generation of a scope, also in a store that is marked as unavailable.
func (s *sharedTier) purge(ctx context.Context, scope string, after uint64) (uint64, error) {
	ctx, cancel := context.WithTimeout(ctx, purgeTimeout)
	defer cancel()
	generation, err := s.store.Purge(ctx, scope, after)
	if err != nil {
		return 0, fmt.Errorf("could not purge the shared tier: %w", err)
	}
	return generation, nil
}

// A shared value consists of its encoding (one byte), the time of the answer (eight bytes, Unix
// nanoseconds, big endian), its generation (eight bytes, big endian), and the envelope.
const (
	formPlain  byte = 'p'
	formGzip   byte = 'g'
	headerSize      = 17
)

func pack(e *entry) []byte {
	body, form := e.encoded(compression.Gzip), formGzip
	if body.Encoding == nil {
		form = formPlain
	}
	out := make([]byte, 0, headerSize+len(body.Bytes))
	out = append(out, form)
	out = binary.BigEndian.AppendUint64(out, uint64(e.at.UnixNano()))
	out = binary.BigEndian.AppendUint64(out, e.generation)
	return append(out, body.Bytes...)
}

// unpack decodes the output of pack. It returns nil for an empty, an invalid and a too large value.
func unpack(value []byte, q *bff.CacheLookup, r *bff.UpstreamRequest) *entry {
	if len(value) < headerSize {
		return nil
	}
	body := value[headerSize:]
	switch value[0] {
	case formPlain:
	case formGzip:
		z, err := gzip.NewReader(bytes.NewReader(body))
		if err != nil {
			return nil
		}
		if body, err = io.ReadAll(io.LimitReader(z, maxSharedSize+1)); err != nil || len(body) > maxSharedSize {
			return nil
		}
	default: // an unknown encoding
		return nil
	}
	var a bff.Answer
	if json.Unmarshal(body, &a) != nil || !a.Result {
		return nil
	}
	e := newEntry(q, r, &a, time.Unix(0, int64(binary.BigEndian.Uint64(value[1:]))))
	e.generation = binary.BigEndian.Uint64(value[9:])
	return e
}

// A purge of the shared tier deletes nothing. It begins a new generation of its scope. A shared
// value is valid if no scope of its call has had a newer generation since the request for the
// value. An instance learns generations from purge messages, from lookups, and by periodic
// requests.

// generations are the newest generations that this instance knows. Cache.mu guards them.
type generations struct {
	latest map[string]uint64 // by scope; a scope that was never purged has none
	last   uint64            // the highest of latest
	synced uint64            // the highest of the shared tier at the last complete read
	unsent map[string]bool   // scopes of purges that the shared tier has refused or lost
}

// scopes returns the scopes that a purge of an entry with these tags may have.
func (a purgeTags) scopes() []string {
	brand := a.partition.Brand()
	class, _, _ := strings.Cut(a.call, "/")
	return []string{
		scope("", ""), scope(brand, ""), scope("", class), scope(brand, class), scope("", a.call), scope(brand, a.call),
	}
}

// scope returns the name of a scope. An empty brand or call means all.
func scope(brand, call string) string { return brand + "/" + call }

// scope returns the scope of a purge. ok is false for a tester, because the shared tier has no
// entries of testers.
func (n purgeMessage) scope() (name string, ok bool) {
	if n.Partition == "" {
		return scope(n.Brand, n.Call), true
	}
	return scope(n.Partition.Brand(), ""), n.Partition.IsWhole()
}

// purgeOf returns the purge of a scope that began a generation.
func purgeOf(name string, generation uint64) purgeMessage {
	brand, call, _ := strings.Cut(name, "/")
	return purgeMessage{Brand: brand, Call: call, Generation: generation}
}

// of returns the newest generation of each scope, and the highest of them.
func (g *generations) of(scopes []string) (each []uint64, highest uint64) {
	for _, name := range scopes {
		each = append(each, g.latest[name])
		highest = max(highest, g.latest[name])
	}
	return each, highest
}

// learn records a generation and reports whether it is new to this instance.
func (g *generations) learn(name string, generation uint64) bool {
	if generation <= g.latest[name] {
		return false
	}
	g.latest[name], g.last = generation, max(g.last, generation)
	return true
}

// forgettable reports whether the shared tier may have forgotten a generation, because no value is
// older. Generations are times in Unix microseconds, or slightly more.
func forgettable(generation uint64, now time.Time) bool {
	return generation <= uint64(max(0, now.Add(-maxSharedTTL).UnixMicro()))
}
