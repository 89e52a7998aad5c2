package bff

import "time"

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

// CacheLookup is the cache key of a guest call together with its policy. The response cache makes
// it once; callers may store it and reuse it for equal requests.
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

// EncodedAnswer is the whole envelope of one answer as bytes, encoded and compressed once for all
// receivers.
type EncodedAnswer interface {
	// Variant returns the body that suits an Accept-Encoding header best.
	Variant(acceptEncoding string) *EncodedBody
}

// EncodedBody is a whole envelope in one encoding, with its headers as net/http stores them. It is
// shared and read-only.
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
