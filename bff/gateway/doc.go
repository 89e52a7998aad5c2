// Package gateway is the front of the BFF: the router, the strict decoder, the guard,
// the way of a call from the browser to the platform and back, and the one place where
// answers are written (architecture.md §2, calls.md §1 to §5).
package gateway
