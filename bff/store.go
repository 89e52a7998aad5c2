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

// CollectionEntry is one value of a Collection. Its ID and Terms reveal no identity; its Value is sealed by the caller.
type CollectionEntry struct {
	ID    string // not empty; without NUL
	At    time.Time
	Terms []string // what List finds it by; without NUL
	Value []byte
}

// Collection is a set of values within a Retention, shared by the instances which share a store. It is for what staff
// look up: entries may be lost with their store's memory.
type Collection interface {
	// Put stores entries, each of which replaces an earlier one with its ID. On an error some may be stored.
	Put(ctx context.Context, entries ...CollectionEntry) error
	// Get returns the value of an entry, or nil.
	Get(ctx context.Context, id string) ([]byte, error)
	// List returns the values of at most limit entries with a term, or that had it, newest first.
	List(ctx context.Context, term string, limit int) ([][]byte, error)
	// Each calls fn with every entry, in no order, until fn fails. It may miss entries that change meanwhile.
	Each(ctx context.Context, fn func(id string, value []byte) error) error
	// Delete removes entries by their IDs, also from what List returns.
	Delete(ctx context.Context, ids ...string) error
}

// RecordStore is a small set of values by key, shared by the instances that share a store. Changes are durable when the
// method returns.
type RecordStore interface {
	Put(ctx context.Context, key string, value []byte) error
	Delete(ctx context.Context, key string) error
	All(ctx context.Context) (map[string][]byte, error)
}

// SwapStore is a RecordStore whose records can be changed by several instances without losing a change.
type SwapStore interface {
	RecordStore
	// Swap stores value under key, or deletes key where value is nil, if the present value is old; a
	// nil old means no value. It reports whether it did.
	Swap(ctx context.Context, key string, old, value []byte) (swapped bool, err error)
}

// KeyedStore is a durable set of any number of records, of which one is read at a time. Changes are durable when the
// method returns.
type KeyedStore interface {
	// Get returns the value under key, or nil.
	Get(ctx context.Context, key string) ([]byte, error)
	// Swap stores value under key if the present value is old; a nil old means no value. It reports whether it did.
	// The store may forget the record some time after until, but not if until is zero.
	Swap(ctx context.Context, key string, old, value []byte, until time.Time) (swapped bool, err error)
	// Each calls fn with every record, in no order, until fn fails. It never holds all of them. fn must not use the
	// store.
	Each(ctx context.Context, fn func(key string, value []byte) error) error
}
