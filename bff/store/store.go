// Package store holds what the implementations of the stores share: store/embedded (bbolt) and
// store/redis. Each satisfies the interfaces of its consumers; store/storetest tests both.
package store

// MaxSessionsPerPlayer is the number of sessions that a session index keeps under one key.
const MaxSessionsPerPlayer = 100
