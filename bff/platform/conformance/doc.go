// Package conformance sends every call of the contract to an upstream and verifies the answers:
// schemas, pagination, refusals and the end of a session. Tests run the suite with every adapter;
// `croupier contract verify` runs it against a platform.
package conformance
