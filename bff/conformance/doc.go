// Package conformance asks an upstream every call of the contract and holds what comes
// back against it: schemas, lists and their windows, refusals, the end of a session. The
// same suite is run in tests over every adapter, and by `croupier contract verify` against
// a platform elsewhere.
package conformance
