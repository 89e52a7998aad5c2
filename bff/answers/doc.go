// Package answers keeps guest answers, so that equal questions cost the platform nothing
// (calls.md §2, cache). Nothing is kept unless the contract says so, nothing that depends
// on a session ever is, and only a success of the right shape is.
package answers
