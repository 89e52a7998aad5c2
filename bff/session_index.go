package bff

import (
	"context"
	"time"
)

// ActiveSession is a session as the staff see it (calls.md §8). Its Identity names the
// player, and holds nothing that opens the session at the platform.
type ActiveSession struct {
	Session        // ID is what all tokens of one login share; IssuedAt is when it was last renewed
	Visitor string // the address that it was last renewed from
	Agent   string // the User-Agent that it was last renewed with, cut short
}

// MaxSessionsPerPlayer is how many sessions a SessionRegister keeps under one key.
const MaxSessionsPerPlayer = 100

// SessionIndex knows which sessions have begun, for staff to look at and to end. It is
// no proof that a session stands, and nothing is lost with it: what could not be written
// is written when the session is next renewed. The store sees neither player nor session,
// but sealed entries under hashed keys.
//
// Put and Delete stand in the way of players. They wait for the store no longer than any
// call does, and do without where the store was too slow a moment ago.
type SessionIndex interface {
	// Put keeps an entry under key, in place of an earlier one with the same id, and
	// forgets it after until. Of one key the SessionsPerPlayer entries are kept that last
	// longest.
	Put(ctx context.Context, key, id string, entry []byte, until time.Time) error
	// Delete forgets an entry, which may be absent.
	Delete(ctx context.Context, key, id string) error
	// Get gives the entry with an id; nil where there is none.
	Get(ctx context.Context, id string) ([]byte, error)
	// List gives the entries under key by their ids.
	List(ctx context.Context, key string) (map[string][]byte, error)
}
