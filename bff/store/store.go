// Package store contains the shared code of store/embedded (bbolt) and store/redis.
package store

import (
	"errors"
	"fmt"
	"time"
)

// MaxSessionsPerPlayer is the maximum number of entries under one key of a session index.
const MaxSessionsPerPlayer = 100

// Entry is one value of a mirror, which is an instance's copy of the shared store's data.
type Entry struct {
	Set   string    // the kind of the value, without NUL
	Key   string    // not empty
	Value []byte    // nil deletes the entry
	Until time.Time // the expiry, zero for never
}

// Expired reports whether the entry has expired at now.
func (e *Entry) Expired(now time.Time) bool { return !e.Until.IsZero() && !now.Before(e.Until) }

// ErrNotWritable is returned by the ping of a store that accepts no writes.
var ErrNotWritable = errors.New("the store accepts no writes")

// RefusedError is an ErrNotWritable with the reason of the server.
type RefusedError struct {
	Reason string // the error code of the server, for example READONLY
}

// Error implements error.
func (e *RefusedError) Error() string { return ErrNotWritable.Error() + ": " + e.Reason }

// Is makes e an ErrNotWritable.
func (e *RefusedError) Is(target error) bool { return target == ErrNotWritable }

// EveryoneRetention is the lifetime of the revocation after a restore. No session lasts as long.
const EveryoneRetention = 400 * 24 * time.Hour

// Revocation is a stored revocation. Its times are Unix milliseconds.
type Revocation struct{ At, Until int64 }

// Expiry returns Until.
func (r Revocation) Expiry() int64 { return r.Until }

// Encode encodes the revocation.
func (r Revocation) Encode() string { return fmt.Sprint(r.At, r.Until) }

// DecodeRevocation decodes the output of Encode.
func DecodeRevocation(text string) (r Revocation, err error) {
	if _, err = fmt.Sscan(text, &r.At, &r.Until); err != nil {
		return Revocation{}, fmt.Errorf("could not decode the revocation %q: %w", text, err)
	}
	return r, nil
}
