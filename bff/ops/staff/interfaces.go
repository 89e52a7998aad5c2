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

// Maintenance closes and opens brands; package maintenance implements it. Callers pass existing brands,
// or Everywhere where a method says so. Changes are durable on return.
type Maintenance interface {
	// Status returns the state of a brand.
	Status(brand string) bff.MaintenanceStatus
	// SetSwitch closes a brand or Everywhere, or the calls of n, until ClearSwitch.
	SetSwitch(ctx context.Context, brand string, n bff.MaintenanceNotice) error
	// ClearSwitch turns the switch of a brand or Everywhere off, or that of calls. Windows stay.
	ClearSwitch(ctx context.Context, brand string, calls []string) error
	// Window returns a window of a brand or Everywhere.
	Window(ctx context.Context, brand, id string) (w bff.MaintenanceWindow, ok bool)
	// AddWindow makes a window of From, Until and the notice of w. It fails with bff.ErrMaintenanceFull.
	AddWindow(ctx context.Context, brand string, w bff.MaintenanceWindow) (bff.MaintenanceWindow, error)
	// ChangeWindow changes the fields that c names. It fails with bff.ErrMaintenanceUnknown, with
	// bff.ErrMaintenanceChanged for another version and with bff.ErrMaintenanceEnded.
	ChangeWindow(ctx context.Context, brand, id string, version int, c bff.MaintenanceChange) (bff.MaintenanceWindow, error)
	// EndWindow ends a window now; one that has ended stays as it is.
	EndWindow(ctx context.Context, brand, id, by string) (bff.MaintenanceWindow, error)
	// AddBypassLink makes a link of a brand and returns its token, for the query parameter bypass. It
	// fails with bff.ErrMaintenanceFull.
	AddBypassLink(ctx context.Context, brand, by string) (l bff.BypassLink, token string, err error)
	// BypassLinks returns the valid links of a brand, the newest first.
	BypassLinks(brand string) []bff.BypassLink
	// RevokeBypassLink ends a link on every instance. It fails with bff.ErrMaintenanceUnknown.
	RevokeBypassLink(ctx context.Context, brand, id string) error
}

// Payments are the money calls by their idempotency keys. The players of their records are hashes.
type Payments interface {
	// FindKey returns the records of a key, a UUID in lower case: one for each player that used it.
	FindKey(ctx context.Context, key string) ([]*bff.IdempotencyRecord, error)
	// ListUnknown returns at most limit of the records that match and whose outcome is unknown, or was
	// until it was settled, newest first: those older than before, or all of them if it is nil.
	ListUnknown(ctx context.Context, before *bff.IdempotencyRecord, limit int, matches func(*bff.IdempotencyRecord) bool) ([]*bff.IdempotencyRecord, error)
	// Settle replaces the settlement of the record with a key, as FindKey returns it, by what change
	// returns, durably and atomically. It fails with the error of change, with bff.ErrNoRecord,
	// bff.ErrRecordModified, or ReasonUnavailable when the change cannot be recorded. change may be
	// called more than once.
	Settle(ctx context.Context, key bff.IdempotencyKey, change func(bff.IdempotencyRecord) (*bff.Settlement, error)) (*bff.IdempotencyRecord, error)
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
