package bff

import (
	"context"
	"crypto/rand"
	"fmt"
	"time"
)

// AuditStore is a durable list of lines, shared by the instances that share a store and bounded
// by TrailBounds. Ids give its order: later ones are newer.
type AuditStore interface {
	// Put writes value as the line id (see TrailID), over the one that is there. It is
	// acknowledged once it is durable.
	Put(ctx context.Context, id string, value []byte) error
	// Page gives at most limit lines, the newest first, that are older than the line
	// before, which need not be there any more; empty means the newest of all.
	Page(ctx context.Context, before string, limit int) ([][]byte, error)
}

// AuditRetention are how much a trail keeps. What is beyond them is dropped by later lines,
// the oldest first.
type AuditRetention struct {
	MaxEntries int           // lines
	MaxAge     time.Duration // of a line
}

// AuditEntryID makes the id of a line that is written at a moment.
func AuditEntryID(at time.Time) string { return AuditEntryIDFloor(at) + "-" + rand.Text()[:8] }

// AuditEntryIDFloor sorts before the ids of a moment and what follows, and after all earlier ones.
func AuditEntryIDFloor(at time.Time) string { return fmt.Sprintf("%019d", at.UnixNano()) }
