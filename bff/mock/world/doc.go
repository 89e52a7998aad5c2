// Package world implements the demo casino: its catalogue and the state of its players.
//
// A Catalogue holds what never changes (providers, slots, tables, texts). It depends only on a seed and is
// shared by all worlds. A World is the casino of one tester: its clock, players and money. The package uses
// neither the wall clock nor global randomness, so the same seed and clock produce identical answers. Amounts
// are bff.MinorUnits. Recurring things (tournaments, promotions, jackpots) are computed from the clock.
package world
