// Package store holds what the implementations of the stores share: store/embedded (bbolt) and
// store/redis. Each satisfies the interfaces of its consumers; store/storetest tests both.
package store

// MaxSessionsPerPlayer is the maximum number of entries that a session index holds under one key.
const MaxSessionsPerPlayer = 100
