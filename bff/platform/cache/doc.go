// Package cache is the response cache of guest calls (calls.md §2, cache). It stores an
// answer only where the contract allows it, the call has no session, and the answer is a
// success whose data matches the call's schema. Each entry holds the envelope ready to send
// in every encoding. Instances may share entries through a shared tier and send each other
// purges over the bus; see generations.go.
package cache
