package store

import "errors"

// ErrNotWritable is returned by the ping of a store that can be read but accepts no writes, such as
// one on a full disk.
var ErrNotWritable = errors.New("store accepts no writes")

// RefusedError is an ErrNotWritable of a server that names its reason.
type RefusedError struct {
	Reason string // as the server names it, such as READONLY
}

// Error implements error.
func (e *RefusedError) Error() string { return ErrNotWritable.Error() + ": " + e.Reason }

// Is makes e an ErrNotWritable.
func (e *RefusedError) Is(target error) bool { return target == ErrNotWritable }
