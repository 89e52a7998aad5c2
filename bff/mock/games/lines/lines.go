// Package lines is the mathematics of the five-reel line slot: symbols, reel strips, the
// pay table, how a grid is read, and what a stake returns in the long run. It knows no
// player and no wallet; the same random numbers always give the same round.
package lines

import (
	"croupier/bff"
	"croupier/bff/mock/games/face"
)

// The measures of the game.
const (
	Reels = 5
	Rows  = 3
	Lines = 20
	// StakeStep is what every stake is a multiple of, so that each line is bet a whole
	// kuruş and every win is whole.
	StakeStep bff.MinorUnits = Lines
	// MaxFreeSpins bounds the free spins of one round, retriggers included.
	MaxFreeSpins = 50
)

// Grid is what the reels show: Grid[reel][row], row 0 on top.
type Grid [Reels][Rows]face.Symbol

// Paths gives, line by line, the row that the line crosses on each reel.
var Paths = [Lines][Reels]int{
	{1, 1, 1, 1, 1},
	{0, 0, 0, 0, 0},
	{2, 2, 2, 2, 2},
	{0, 1, 2, 1, 0},
	{2, 1, 0, 1, 2},
	{0, 0, 1, 0, 0},
	{2, 2, 1, 2, 2},
	{1, 0, 0, 0, 1},
	{1, 2, 2, 2, 1},
	{1, 0, 1, 0, 1},
	{1, 2, 1, 2, 1},
	{0, 1, 0, 1, 0},
	{2, 1, 2, 1, 2},
	{1, 1, 0, 1, 1},
	{1, 1, 2, 1, 1},
	{0, 1, 1, 1, 0},
	{2, 1, 1, 1, 2},
	{0, 0, 1, 2, 2},
	{2, 2, 1, 0, 0},
	{0, 2, 0, 2, 0},
}
