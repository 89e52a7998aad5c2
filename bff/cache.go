package bff

import (
	"context"
	"time"
)

// CacheState is the value of the Croupier-Cache header.
type CacheState string

// The cache states.
const (
	CacheHit       CacheState = "HIT"
	CacheStale     CacheState = "STALE"
	CacheCoalesced CacheState = "COALESCED"
	CacheMiss      CacheState = "MISS"
	CacheBypass    CacheState = "BYPASS"
)

// CacheLookup is the cache key of a guest call with its policy. Callers may reuse it for equal
// requests.
type CacheLookup struct {
	Key    string      // brand, call, complete data and language, never an identity
	Policy CachePolicy // how long the cache may store the response
}

// CacheResult is a response with its cache state.
type CacheResult struct {
	Answer  *Answer       // owned by the caller, except the bytes of Data, which are shared and read-only
	State   CacheState    // the value of the Croupier-Cache header
	Age     int           // age of a cached response in whole seconds
	Encoded EncodedAnswer // encoded Answer, nil if the response was not cached
}

// EncodedAnswer is the envelope of one response. It is encoded and compressed only once for all
// receivers.
type EncodedAnswer interface {
	// Variant returns the body that best matches an Accept-Encoding header.
	Variant(acceptEncoding string) *EncodedBody
}

// EncodedBody is an envelope in one encoding, with its headers in the form of net/http. It is
// shared and read-only.
type EncodedBody struct {
	Bytes    []byte
	Length   []string // the Content-Length header
	Encoding []string // the Content-Encoding header, nil for an uncompressed body
}

// CacheStats contains the counters of the response cache since the start.
type CacheStats struct {
	Hits, Stale, Coalesced, Misses, Bypassed uint64 // responses served, by CacheState

	StaleAge time.Duration // sum of the ages of all stale responses served
	Evicted  uint64        // entries dropped to stay within the bounds
	Entries  int           // current number of entries
	Bytes    int64         // approximate size of the current entries

	SharedHits, SharedMisses, SharedFailures uint64 // lookups in the shared tier
}

// SharedCache is the shared tier: cached responses that all instances share. If it is slow or
// unreachable, the cache continues without it.
type SharedCache interface {
	// Get returns the value under key, or nil, and the newest generation of each scope, or 0, in
	// one round trip.
	Get(ctx context.Context, key string, scopes []string) (value []byte, generations []uint64, err error)
	// Put stores value for the time ttl.
	Put(ctx context.Context, key string, value []byte, ttl time.Duration) error
	// Purge starts a new generation of a scope and stores it for longer than any value. The new
	// generation is higher than after, than all earlier generations of any scope, and than the
	// current time in Unix microseconds.
	Purge(ctx context.Context, scope string, after uint64) (generation uint64, err error)
	// Generations returns the newest generation of every scope that has one. It returns nil if none
	// is higher than since.
	Generations(ctx context.Context, since uint64) (map[string]uint64, error)
}
