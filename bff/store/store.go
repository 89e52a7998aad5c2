// Package store holds what store/embedded (bbolt) and store/redis share; test/storetest tests both.
package store

import (
	"errors"
	"fmt"
	"time"
)

// MaxSessionsPerPlayer is the maximum number of entries that a session index holds under one key.
const MaxSessionsPerPlayer = 100

// Entry is one value of a mirror, an instance's own copy of what a shared store must not forget.
type Entry struct {
	Set   string    // the kind of the value; without NUL
	Key   string    // not empty
	Value []byte    // nil deletes the entry
	Until time.Time // when it may be forgotten; zero: never
}

// Expired reports whether the entry may be forgotten at now.
func (e *Entry) Expired(now time.Time) bool { return !e.Until.IsZero() && !now.Before(e.Until) }

// ErrNotWritable is returned by the ping of a store that accepts no writes, such as one on a full disk.
var ErrNotWritable = errors.New("store accepts no writes")

// RefusedError is an ErrNotWritable of a server that names its reason.
type RefusedError struct {
	Reason string // as the server names it, such as READONLY
}

// Error implements error.
func (e *RefusedError) Error() string { return ErrNotWritable.Error() + ": " + e.Reason }

// Is makes e an ErrNotWritable.
func (e *RefusedError) Is(target error) bool { return target == ErrNotWritable }

// EveryoneRetention is how long a restore is remembered by the revocations. No session lasts as long.
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
		return Revocation{}, fmt.Errorf("decode revocation %q: %w", text, err)
	}
	return r, nil
}
