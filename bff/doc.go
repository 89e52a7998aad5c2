// Package bff holds the types that every part of Croupier shares: brands, calls, the envelope,
// reasons, sessions, the scope of a request, and the interfaces with more than one consumer. An
// interface with one consumer is declared by that consumer.
//
// It imports the standard library and package theme only. Every other package imports it and
// never a sibling; cmd/croupier is the one place where the parts are joined.
package bff
