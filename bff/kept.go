package bff

import "time"

// Question is what a guest's call asks, in the form that kept answers are found by. It is
// made once by Answers.Question and may be remembered with the request it was made from.
type Question struct {
	Key    string      // equal for equal questions: brand, call, complete data, Lang; never an identity
	Policy CachePolicy // how long the answer may be kept
}

// Reply is how Answers came by an answer.
type Reply struct {
	Answer *Answer    // the caller's own copy; the bytes of its Data are shared and never changed
	State  CacheState // the value of the Croupier-Cache header
	Age    int        // how old a kept answer is, in whole seconds
	Ready  Ready      // Answer as it is sent; nil where it was not kept
}

// Ready is one answer's whole envelope as bytes, encoded and compressed once for all who
// are sent it.
type Ready interface {
	// For gives the body that suits an Accept-Encoding header best.
	For(acceptEncoding string) *Body
}

// Body is a whole envelope in one encoding, with its headers as net/http takes them. It is
// shared: nobody changes it.
type Body struct {
	Bytes    []byte
	Length   []string // the Content-Length header
	Encoding []string // the Content-Encoding header; nil where the bytes are plain
}

// KeptStats count what Answers did since the start, for metrics.
type KeptStats struct {
	Hits, Stale, Coalesced, Misses, Bypassed uint64 // answers given, by CacheState

	StaleAge time.Duration // the ages of all stale answers given, together
	Evicted  uint64        // entries dropped to keep the bounds
	Entries  int           // kept now
	Bytes    int64         // about what they take now

	SharedHits, SharedMisses, SharedFailures uint64 // of the second level that instances share
}
