package store

import "errors"

// ErrNotWritable is returned by the ping of a store that can be read but accepts no writes, such as
// one on a full disk.
var ErrNotWritable = errors.New("store accepts no writes")
