// Package e2e drives the real binary from outside: JSON specs of requests and the answers
// they must get, faults of the platform, several processes together. It imports no part
// of the server; what it knows is the wire.
//
// A spec is a file below specs/: a sentence, and steps that share cookies, variables and a
// mock world of their own. Adding one needs no Go.
package e2e
