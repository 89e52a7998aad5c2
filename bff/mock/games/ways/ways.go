// Package ways is the mathematics of the slot that pays by ways: six reels of two to seven
// symbols, wins by neighbouring reels from the left, and free spins whose multiplier rises.
// It knows no player and no wallet; the same random numbers always give the same round.
package ways

import (
	"croupier/bff"
	"croupier/bff/mock/games/face"
)

// The measures of the game.
const (
	Reels = 6
	// Least is the fewest symbols that a reel shows; each spin says anew how many.
	Least = 2
	// Most is the most that it shows.
	Most = 7
	// Run is how many neighbouring reels a win needs.
	Run = 3
	// Coins are in a stake. What symbols pay is counted in them, so every win is whole.
	Coins = 20
	// StakeStep is what every stake is a multiple of.
	StakeStep bff.MinorUnits = Coins
)

// Grid is what the reels show: Grid[reel] has Least to Most symbols, the first on top.
type Grid [Reels][]face.Symbol

// Ways is in how many ways a symbol of each reel can follow one of the reel before.
func (g *Grid) Ways() int {
	ways := 1
	for _, reel := range g {
		ways *= len(reel)
	}
	return ways
}

// count tells how many symbols of a reel are s or stand for it.
func count(reel []face.Symbol, s face.Symbol) int {
	n := 0
	for _, x := range reel {
		if x == s || x == face.Wild {
			n++
		}
	}
	return n
}

// scatters counts the scatters of the grid.
func (g *Grid) scatters() int {
	n := 0
	for _, reel := range g {
		for _, s := range reel {
			if s == face.Scatter {
				n++
			}
		}
	}
	return n
}

// Win is one symbol that pays: on the first Count reels, in so many Ways.
type Win struct {
	Symbol face.Symbol
	Count  int
	Ways   int
	Coins  int64 // before the spin's multiplier
}

// wins reads the grid. The first reel has no wild, so every way belongs to one symbol.
func (p *profile) wins(g *Grid) []Win {
	var won []Win
	for s := face.High1; s < face.Count; s++ {
		ways, reels := 1, 0
		for _, reel := range g {
			n := count(reel, s)
			if n == 0 {
				break
			}
			ways, reels = ways*n, reels+1
		}
		if pay := p.table[s].At(reels); pay > 0 {
			won = append(won, Win{Symbol: s, Count: reels, Ways: ways, Coins: pay * int64(ways)})
		}
	}
	return won
}
