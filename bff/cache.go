package bff

import (
	"context"
	"time"
)

// CacheState is the value of the Croupier-Cache header.
type CacheState string

// The cache states of calls.md §1.
const (
	CacheHit       CacheState = "HIT"
	CacheStale     CacheState = "STALE"
	CacheCoalesced CacheState = "COALESCED"
	CacheMiss      CacheState = "MISS"
	CacheBypass    CacheState = "BYPASS"
)

// CacheLookup is the cache key of a guest call with its policy. Callers may reuse it for equal requests.
type CacheLookup struct {
	Key    string      // equal for equal requests: brand, call, complete data, Lang; never an identity
	Policy CachePolicy // how long the response may be cached
}

// CacheResult is an answer and how the response cache obtained it.
type CacheResult struct {
	Answer  *Answer       // owned by the caller; the bytes of its Data are shared and read-only
	State   CacheState    // the value of the Croupier-Cache header
	Age     int           // age of a cached response, in whole seconds
	Encoded EncodedAnswer // Answer in encoded form; nil when it was not cached
}

// EncodedAnswer is the envelope of one answer, encoded and compressed once for all receivers.
type EncodedAnswer interface {
	// Variant returns the body that suits an Accept-Encoding header best.
	Variant(acceptEncoding string) *EncodedBody
}

// EncodedBody is an envelope in one encoding, with its headers as net/http stores them. It is shared and read-only.
type EncodedBody struct {
	Bytes    []byte
	Length   []string // the Content-Length header
	Encoding []string // the Content-Encoding header; nil for an uncompressed body
}

// CacheStats are the counters of the response cache since the start.
type CacheStats struct {
	Hits, Stale, Coalesced, Misses, Bypassed uint64 // responses served, by CacheState

	StaleAge time.Duration // sum of the ages of all stale responses served
	Evicted  uint64        // entries dropped to stay within the bounds
	Entries  int           // entries at present
	Bytes    int64         // approximate size of the entries at present

	SharedHits, SharedMisses, SharedFailures uint64 // lookups in the shared tier
}

// SharedCache is the shared tier: cached responses that instances have in common. The cache continues without it when
// it is slow or unreachable.
type SharedCache interface {
	// Get returns the value stored under key, or nil, and the newest generation of each scope, or 0, in one round trip.
	Get(ctx context.Context, key string, scopes []string) (value []byte, generations []uint64, err error)
	// Put stores value for ttl.
	Put(ctx context.Context, key string, value []byte, ttl time.Duration) error
	// Purge begins a new generation of a scope, which is remembered for longer than any value. It is higher than after,
	// than every earlier generation of any scope, and than the current time in Unix microseconds.
	Purge(ctx context.Context, scope string, after uint64) (generation uint64, err error)
	// Generations returns the newest generation of every scope that has one, or nil if all of them are at most since.
	Generations(ctx context.Context, since uint64) (map[string]uint64, error)
}
