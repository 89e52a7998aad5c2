package lines

import "croupier/bff/mock/games/face"

// LineWin is one line that pays, in line bets. Line counts from 1, Count from the left.
type LineWin struct {
	Line   int
	Symbol face.Symbol
	Count  int
	Bets   int64
}

// read gives what five symbols on a line pay, from the left: the better of the run of wilds
// as such and the run of the first symbol that wilds complete.
func (p *profile) read(cells [Reels]face.Symbol) (best face.Symbol, count int, bets int64) {
	wilds := 0
	for wilds < Reels && cells[wilds] == face.Wild {
		wilds++
	}
	best, count, bets = face.Wild, wilds, p.table[face.Wild].at(wilds)
	if wilds == Reels || cells[wilds] == face.Scatter {
		return best, count, bets
	}
	s, n := cells[wilds], wilds
	for n < Reels && (cells[n] == s || cells[n] == face.Wild) {
		n++
	}
	if pay := p.table[s].at(n); pay > bets {
		return s, n, pay
	}
	return best, count, bets
}

// wins reads every line of the grid.
func (p *profile) wins(g Grid) []LineWin {
	var won []LineWin
	for i, path := range Paths {
		var cells [Reels]face.Symbol
		for reel, row := range path {
			cells[reel] = g[reel][row]
		}
		if s, n, bets := p.read(cells); bets > 0 {
			won = append(won, LineWin{Line: i + 1, Symbol: s, Count: n, Bets: bets})
		}
	}
	return won
}

// scatters counts the scatters of the grid.
func scatters(g Grid) int {
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
