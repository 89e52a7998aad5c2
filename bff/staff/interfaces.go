package staff

import (
	"context"
	"time"

	"croupier/bff"
)

// AuditStore is a durable list of audit entries, shared by the instances that share a store and
// bounded by an AuditRetention. Entries are sorted by id; later ids are newer.
type AuditStore interface {
	// Put writes value as the entry id and replaces an earlier one. The entry is durable when Put
	// returns nil.
	Put(ctx context.Context, id string, value []byte) error
	// Page returns at most limit entries older than the entry before, newest first. The entry
	// before need not exist; empty means start with the newest.
	Page(ctx context.Context, before string, limit int) ([][]byte, error)
}

// AuditRetention bounds an AuditStore. New entries drop older ones beyond the bounds.
type AuditRetention struct {
	MaxEntries int
	MaxAge     time.Duration
}

// IdempotencyReader finds a money call by the request id that a player was shown.
type IdempotencyReader interface {
	// Find returns the record of the call that a request claimed, or nil.
	Find(ctx context.Context, requestID string) (*bff.IdempotencyRecord, error)
}

// Breakers are the circuit breakers between the brands and their upstreams.
type Breakers interface {
	// States returns every circuit that has been used, sorted by brand, upstream and class.
	// Circuits of mock worlds are omitted, because a visitor may name any number of worlds.
	States() []bff.CircuitState
	// SetOverride sets the override of all breakers between a brand and one of its upstreams. It
	// fails with bff.ErrUnknownUpstream when the brand has no such upstream.
	SetOverride(ctx context.Context, brand, upstream string, o bff.BreakerOverride) error
	// Of returns the override between a brand and one of its upstreams.
	Of(brand, upstream string) bff.BreakerOverride
}
