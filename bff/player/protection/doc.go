// Package protection holds the rules by which players are protected from themselves: limits that they set, breaks, and
// exclusions. It is about play, and has nothing to do with package limit, which bounds the rate of calls.
//
// A Player is the whole state of one player at one brand. Its methods are the rules; they read no clock and no store, so
// that a caller can apply them to a stored state, store the new one if nobody has changed it meanwhile, and otherwise
// apply them again. README.md says what the rules are and where they come from.
package protection
