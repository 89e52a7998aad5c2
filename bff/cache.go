package bff

import "time"

// CacheLookup is what a guest's call asks, in the form that kept answers are found by. It is
// made once by Answers.CacheLookup and may be remembered with the request it was made from.
type CacheLookup struct {
	Key    string      // equal for equal questions: brand, call, complete data, Lang; never an identity
	Policy CachePolicy // how long the answer may be kept
}

// CacheResult is how Answers came by an answer.
type CacheResult struct {
	Answer  *Answer       // the caller's own copy; the bytes of its Data are shared and never changed
	State   CacheState    // the value of the Croupier-Cache header
	Age     int           // how old a kept answer is, in whole seconds
	Encoded EncodedAnswer // Answer as it is sent; nil where it was not kept
}

// EncodedAnswer is one answer's whole envelope as bytes, encoded and compressed once for all who
// are sent it.
type EncodedAnswer interface {
	// Variant gives the body that suits an Accept-Encoding header best.
	Variant(acceptEncoding string) *EncodedBody
}

// EncodedBody is a whole envelope in one encoding, with its headers as net/http takes them. It is
// shared: nobody changes it.
type EncodedBody struct {
	Bytes    []byte
	Length   []string // the Content-Length header
	Encoding []string // the Content-Encoding header; nil where the bytes are plain
}

// CacheStats count what Answers did since the start, for metrics.
type CacheStats struct {
	Hits, Stale, Coalesced, Misses, Bypassed uint64 // answers given, by CacheState

	StaleAge time.Duration // the ages of all stale answers given, together
	Evicted  uint64        // entries dropped to keep the bounds
	Entries  int           // kept now
	Bytes    int64         // about what they take now

	SharedHits, SharedMisses, SharedFailures uint64 // of the second level that instances share
}
