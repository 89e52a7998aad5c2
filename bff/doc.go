// Package bff holds the nouns and verbs that every part of Croupier shares: the
// envelope, the calls, the reasons a call may fail, the scope of a request, and
// the interfaces that the adapters implement.
//
// It imports the standard library only. Every other package imports it and never
// a sibling; cmd/croupier is the one place where the parts are joined.
package bff
