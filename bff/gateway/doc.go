// Package gateway is the public HTTP front of the BFF: the router and its middleware, the strict
// request decoder, the pipeline of a call, and the only place where answers are written
// (architecture.md §2, calls.md §1 to §5).
package gateway
