// Package cluster is the mathematics of a slot that pays by clusters: on a board of seven by
// seven, five or more adjacent equal symbols pay and vanish, the symbols above fall, new ones
// follow, and every cascade raises the multiplier.
//
// Winning rounds come from a library of rounds that were generated with seeds of their own and
// whose pay is known, each equally likely. So the return is known exactly. A losing round shows
// any board without clusters.
package cluster

import (
	"math/bits"

	"croupier/bff/mock/games/slots"
)

// The measures of the game.
const (
	Side  = 7  // columns, and rows
	Least = 5  // the size of the smallest cluster
	Coins = 20 // units in a stake
)

// Grid is a board: Grid[column][row], row 0 on top.
type Grid [Side][Side]slots.Symbol

// Cells is a set of cells of the board, one bit each.
type Cells uint64

const allCells Cells = 1<<(Side*Side) - 1

func at(column, row int) Cells { return 1 << (column*Side + row) }

// Has reports whether a cell is in the set.
func (c Cells) Has(column, row int) bool { return c&at(column, row) != 0 }

// Len counts the cells.
func (c Cells) Len() int { return bits.OnesCount64(uint64(c)) }

// List returns the cells as column and row.
func (c Cells) List() [][2]int {
	list := make([][2]int, 0, c.Len())
	for ; c != 0; c &= c - 1 {
		n := bits.TrailingZeros64(uint64(c))
		list = append(list, [2]int{n / Side, n % Side})
	}
	return list
}

var topRow, bottomRow = func() (top, bottom Cells) {
	for column := range Side {
		top |= at(column, 0)
		bottom |= at(column, Side-1)
	}
	return top, bottom
}()

// grown returns the set with all adjacent cells.
func (c Cells) grown() Cells {
	return (c | c<<Side | c>>Side | (c&^bottomRow)<<1 | (c&^topRow)>>1) & allCells
}

// wins returns the clusters on a board with their pays.
func (p *profile) wins(g *Grid) []slots.Win {
	var of [slots.Count]Cells
	for column := range Side {
		for row, s := range g[column] {
			of[s] |= at(column, row)
		}
	}
	var found []slots.Win
	for s, left := range of {
		for left != 0 {
			c := left & -left // the first cell left
			for next := c.grown() & left; next != c; next = c.grown() & left {
				c = next
			}
			left &^= c
			if n := c.Len(); n >= Least {
				found = append(found, slots.Win{Symbol: slots.Symbol(s), Count: n, Cells: uint64(c), Units: pay(p.table[s], n)})
			}
		}
	}
	return found
}

// Bands are the smallest sizes of clusters that pay alike.
var Bands = [...]int{5, 6, 7, 8, 9, 11, 13}

// pay returns what a cluster of n pays.
func pay(bands slots.Pays, n int) (pay int64) {
	for band, from := range Bands {
		if n >= from {
			pay = bands[band]
		}
	}
	return pay
}

// profile is the definition of a volatility.
type profile struct {
	table       slots.Paytable // by band
	multipliers []int64        // of the cascades; a round has no more cascades than multipliers
}

// weights are the relative chances of new symbols.
var weights = [slots.Count]int{
	slots.High1: 12, slots.High2: 13, slots.High3: 14, slots.High4: 15, slots.Low1: 16, slots.Low2: 17, slots.Low3: 18,
}

var profiles = map[slots.Volatility]profile{
	slots.LowVolatility: {
		table: slots.Paytable{
			slots.High1: {14, 20, 30, 50, 80, 170, 400}, slots.High2: {11, 16, 24, 36, 60, 130, 300},
			slots.High3: {8, 12, 18, 28, 46, 100, 240}, slots.High4: {6, 9, 14, 22, 34, 72, 170},
			slots.Low1: {4, 6, 9, 13, 20, 45, 110}, slots.Low2: {3, 5, 7, 11, 17, 36, 90}, slots.Low3: {3, 4, 6, 9, 14, 30, 70},
		},
		multipliers: []int64{1, 2, 3, 4, 5, 6, 8, 10, 12},
	},
	slots.MediumVolatility: {
		table: slots.Paytable{
			slots.High1: {10, 16, 28, 48, 100, 280, 800}, slots.High2: {7, 12, 19, 32, 64, 180, 500},
			slots.High3: {5, 8, 13, 22, 42, 110, 320}, slots.High4: {4, 6, 10, 16, 30, 72, 200},
			slots.Low1: {3, 4, 6, 10, 17, 40, 110}, slots.Low2: {2, 3, 5, 8, 13, 30, 80}, slots.Low3: {2, 3, 4, 6, 10, 22, 60},
		},
		multipliers: []int64{1, 2, 4, 7, 12, 20, 30, 45, 70},
	},
	slots.HighVolatility: {
		table: slots.Paytable{
			slots.High1: {6, 10, 18, 36, 90, 300, 1200}, slots.High2: {4, 7, 12, 22, 50, 160, 600},
			slots.High3: {3, 5, 8, 14, 30, 90, 300}, slots.High4: {2, 4, 6, 10, 20, 56, 180},
			slots.Low1: {2, 3, 4, 6, 12, 30, 90}, slots.Low2: {1, 2, 3, 5, 8, 20, 60}, slots.Low3: {1, 2, 2, 4, 6, 15, 40},
		},
		multipliers: []int64{1, 2, 5, 10, 20, 40, 80, 150, 250},
	},
}
