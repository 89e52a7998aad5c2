package session

import (
	"context"
	"time"

	"croupier/bff"
)

// TicketStore stores sealed sessions on the server, so that a cookie only refers to one. The store
// sees neither the session nor the secret that opens it.
type TicketStore interface {
	// Put stores sealed under id until the given time.
	Put(ctx context.Context, id string, sealed []byte, until time.Time) error
	// Get returns the value stored under id, or nil.
	Get(ctx context.Context, id string) ([]byte, error)
	// Delete removes id.
	Delete(ctx context.Context, id string) error
}

// Index lists the active sessions, for staff to inspect and end. It does not prove that a
// session is valid, and losing it loses no session: an entry that could not be written is written
// at the next renewal. The store sees neither player nor session, only sealed entries under hashed
// keys.
//
// Put, Get and Delete run within players' calls. They wait for the store no longer than any other call
// does, and return at once when the store was too slow a moment before.
type Index interface {
	// Put stores an entry under key, replaces an earlier one with the same id, and drops it after
	// ExpiresAt. Each key holds a bounded number of entries, those that expire last.
	Put(ctx context.Context, key, id string, e bff.IndexedSession) error
	// Delete removes an entry, which may be absent.
	Delete(ctx context.Context, key, id string) error
	// Get returns the entry with an id, or nil.
	Get(ctx context.Context, id string) ([]byte, error)
	// List returns the entries under key by their ids.
	List(ctx context.Context, key string) (map[string][]byte, error)
	// Count returns the number of entries of each kid that are not idle, in the order of kids.
	Count(ctx context.Context, kids []string) ([]int, error)
}
