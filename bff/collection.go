package bff

import (
	"context"
	"time"
)

// Retention bounds a Collection. The oldest entries beyond either bound are dropped.
type Retention struct {
	MaxEntries int
	MaxAge     time.Duration
}

// CollectionEntry is one value of a Collection. Its ID and Terms are hashes or other texts that
// reveal no identity; what its Value reveals is sealed by the caller.
type CollectionEntry struct {
	ID    string // not empty; without NUL
	At    time.Time
	Terms []string // what List finds it by; without NUL
	Value []byte
}

// Collection is a bounded set of values that is shared by the instances which share a store. It is
// made for what staff look up: entries may be lost with their store's memory, and dropping old ones
// keeps it within its Retention.
type Collection interface {
	// Put stores entries, each of which replaces an earlier one with its ID. On an error some may be
	// stored; Put may be repeated.
	Put(ctx context.Context, entries ...CollectionEntry) error
	// Get returns the value of an entry, or nil.
	Get(ctx context.Context, id string) ([]byte, error)
	// List returns the values of at most limit entries with a term, newest first. It may find an
	// entry by a term of an earlier entry with its ID.
	List(ctx context.Context, term string, limit int) ([][]byte, error)
	// Each calls fn with the id and the value of every entry, in no order, until fn fails. Entries that
	// are stored or deleted meanwhile may be missed. It reads everything, a page at a time.
	Each(ctx context.Context, fn func(id string, value []byte) error) error
	// Delete removes entries by their IDs, also from what List returns.
	Delete(ctx context.Context, ids ...string) error
}
