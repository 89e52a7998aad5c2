package bounded

import (
	"bytes"
	"hash/maphash"
	"sync/atomic"
)

// Bounds of a Recent.
const (
	recentSlots = 4096
	maxRecent   = 2 << 10 // bytes of a text
)

// Recent contains results for recent texts, so that equal texts need no second computation. It
// stores a result when it sees its text the second time, because most texts that differ by player
// or by time never return. Another text replaces it. It is safe for concurrent use.
type Recent[K comparable, V any] struct {
	seed  maphash.Seed
	seen  [recentSlots]atomic.Uint64 // hashes of texts
	slots [recentSlots]atomic.Pointer[recent[K, V]]
}

type recent[K comparable, V any] struct {
	key   K
	text  []byte
	value V
}

// NewRecent returns an empty Recent.
func NewRecent[K comparable, V any]() *Recent[K, V] { return &Recent[K, V]{seed: maphash.MakeSeed()} }

func (r *Recent[K, V]) hash(key K, text []byte) uint64 {
	return maphash.Bytes(r.seed, text) ^ maphash.Comparable(r.seed, key)
}

// Get returns the result for a key and a text. ok is false if there is none. The result is shared
// and must not change.
func (r *Recent[K, V]) Get(key K, text []byte) (value V, ok bool) {
	if len(text) > maxRecent {
		return value, false
	}
	e := r.slots[r.hash(key, text)%recentSlots].Load()
	if e == nil || e.key != key || !bytes.Equal(e.text, text) {
		return value, false
	}
	return e.value, true
}

// Put offers the result for a text that Get has not found. To store it, it calls result with a copy
// of the text, because the text may be a small part of a large answer.
func (r *Recent[K, V]) Put(key K, text []byte, result func(text []byte) V) {
	if len(text) > maxRecent {
		return
	}
	hash := r.hash(key, text)
	if r.seen[hash%recentSlots].Swap(hash) == hash {
		text = bytes.Clone(text)
		r.slots[hash%recentSlots].Store(&recent[K, V]{key, text, result(text)})
	}
}
