// Package transport is the http.RoundTripper for one upstream. It has its own connection pool and
// TLS settings (1.2 or later, optionally with a CA of the operator), dials only the host of the
// upstream, adds the fixed headers of the operator and signs requests.
//
// # Signature
//
// Requests to an upstream with a secret carry two headers:
//
//	X-Croupier-Timestamp: 1767225600
//	X-Croupier-Signature: hex(HMAC-SHA256(secret, timestamp \n method \n target \n hex(SHA-256(body))))
//
// timestamp is the time of sending in Unix seconds, equal to the first header; method is in upper
// case; target is the path with its query, as on the request line; body is the bytes as sent,
// empty for a request without a body; hex is in lower case. The platform computes the same value
// from the received request, compares in constant time, and refuses timestamps that differ from
// its own clock by minutes, which prevents replays.
package transport
