// Package cache keeps guest answers, so that equal questions cost the platform nothing
// (calls.md §2, cache). Nothing is kept unless the contract says so, nothing that depends
// on a session ever is, and only a success of the right shape is. An answer lies there as
// it is sent, in every encoding; instances may share theirs through a second level, and
// tell each other what to forget.
package cache
