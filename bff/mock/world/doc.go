// Package world is the pretend casino itself: what it offers and what its players do.
//
// A Catalogue is everything that never changes (providers, slots, tables, texts). It is
// built from a seed alone and shared by every World. A World is one tester's casino: its
// clock, its players and their money. Nothing reads the wall clock or global randomness,
// so the same seed and the same clock give the same answers, byte for byte. Money is
// bff.MinorUnits; what recurs (tournaments, promotions, jackpots) is computed from the clock,
// so the casino neither ages nor needs a timer.
package world
