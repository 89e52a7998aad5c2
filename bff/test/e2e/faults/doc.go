// Package faults tests the croupier binary in front of a platform that fails and on a store that
// fails, as one table: rows/*.json. Adding a row needs no Go code, see README.md.
package faults
