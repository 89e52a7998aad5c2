package session

import (
	"time"

	"croupier/bff/internal/generations"
)

// memoTTL is the lifetime of a memoized result; see generations.Options.
const memoTTL = 5 * time.Second

// newMemo returns a map of at most size results that are expensive to compute: opened tokens and
// issued tickets. Revocations are not memoized; they are read on every request.
func newMemo[K comparable, V any](size int, now func() time.Time) *generations.Map[K, V] {
	return generations.New[K, V](generations.Options[V]{MaxEntries: max(1, size/2), TTL: memoTTL, Now: now})
}
