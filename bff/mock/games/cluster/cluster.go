// Package cluster is the mathematics of the slot that pays by clusters: a board of seven by
// seven, five or more equal symbols side by side pay and vanish, what lies above falls, new
// symbols follow, and every cascade raises the multiplier.
//
// What a round can be is a library of rounds that were played out with random numbers of
// their own and whose pay is known. A round that wins is one of them, each as likely as the
// next, so what a stake returns is known exactly; a round that loses is any quiet board.
// The package knows no player and no wallet; the same random numbers always give the same
// round.
package cluster

import (
	"math/bits"

	"croupier/bff"
	"croupier/bff/mock/games/face"
)

// The measures of the game.
const (
	Side = 7 // columns, and rows of each
	// Least is how many symbols make a cluster.
	Least = 5
	// Coins are in a stake. What clusters pay is counted in them, so every win is whole.
	Coins = 20
	// StakeStep is what every stake is a multiple of.
	StakeStep bff.MinorUnits = Coins
)

// Grid is a board: Grid[column][row], row 0 on top.
type Grid [Side][Side]face.Symbol

// Cells is a set of places on the board, one bit each.
type Cells uint64

const all Cells = 1<<(Side*Side) - 1

func at(column, row int) Cells { return 1 << (column*Side + row) }

// Has tells whether a place is in the set.
func (c Cells) Has(column, row int) bool { return c&at(column, row) != 0 }

// Len counts the places.
func (c Cells) Len() int { return bits.OnesCount64(uint64(c)) }

// Places lists the places as column and row.
func (c Cells) Places() [][2]int {
	places := make([][2]int, 0, c.Len())
	for ; c != 0; c &= c - 1 {
		n := bits.TrailingZeros64(uint64(c))
		places = append(places, [2]int{n / Side, n % Side})
	}
	return places
}

var top, bottom = rows()

func rows() (top, bottom Cells) {
	for column := range Side {
		top |= at(column, 0)
		bottom |= at(column, Side-1)
	}
	return top, bottom
}

// beside gives the places next to those of the set, and the set itself.
func (c Cells) beside() Cells {
	return (c | c<<Side | c>>Side | (c&^bottom)<<1 | (c&^top)>>1) & all
}

// Cluster is equal symbols side by side.
type Cluster struct {
	Symbol face.Symbol
	Cells  Cells
}

// clusters finds what pays on a board.
func (g *Grid) clusters() []Cluster {
	var of [face.Count]Cells
	for column := range Side {
		for row, s := range g[column] {
			of[s] |= at(column, row)
		}
	}
	var found []Cluster
	for s, left := range of {
		for left != 0 {
			c := left & -left // the first place left
			for grown := c.beside() & left; grown != c; grown = c.beside() & left {
				c = grown
			}
			left &^= c
			if c.Len() >= Least {
				found = append(found, Cluster{face.Symbol(s), c})
			}
		}
	}
	return found
}
