// Package bson replaces the BSON codec of MongoDB's driver. gin imports the codec and this program
// does not use it. The registry of the codec adds 0.5 MB to every binary.
package bson

import "errors"

var errUnsupported = errors.New("bson: not part of this program")

// Marshal fails.
func Marshal(any) ([]byte, error) { return nil, errUnsupported }

// Unmarshal fails.
func Unmarshal([]byte, any) error { return errUnsupported }
