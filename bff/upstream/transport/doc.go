// Package transport is the HTTP connection to one upstream: its pool, TLS (1.2 and later, of a
// CA of its own where one is named), the one host that is ever dialled, the fixed headers
// an operator has set, and the signature.
//
// # Signature
//
// An upstream with a secret gets two headers with every request:
//
//	X-Croupier-Timestamp: 1767225600
//	X-Croupier-Signature: hex(HMAC-SHA256(secret, timestamp \n method \n target \n hex(SHA-256(body))))
//
// timestamp is the time of sending in Unix seconds, as in the other header; method is in
// capitals; target is the path with its query, as on the request line; body is the bytes
// as sent, none for a request without one; hex is in lower case. A platform computes the
// same from what it received, compares in constant time, and refuses timestamps that are
// minutes away from its own clock, so that an old request cannot be played again.
package transport
