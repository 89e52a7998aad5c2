package games

import (
	"math/rand/v2"
	"strings"

	"croupier/bff"
)

// The measures of the slot. Each line is bet an equal part of the stake.
const (
	reels = 5
	rows  = 3
	lines = 10
)

// symbol is a symbol on a reel, the best paid first. A wild completes runs of the others.
type symbol int

const wild symbol = 0

var symbols = [...]string{"wild", "high1", "high2", "high3", "low1", "low2", "low3"}

// MarshalText returns the name by which the page knows the symbol.
func (s symbol) MarshalText() ([]byte, error) { return []byte(symbols[s]), nil }

// pays are the pays of runs of 3, 4 and 5 from the left, in stakes of a line.
var pays = [len(symbols)][3]int64{
	{25, 100, 500}, {25, 80, 350}, {18, 50, 175}, {10, 28, 100}, {5, 14, 50}, {4, 10, 40}, {3, 8, 30},
}

// MaxSlotWin is the most that a round pays, in stakes: five wilds on every line.
const MaxSlotWin = 500

// linePaths are the rows that the lines cross on each reel.
var linePaths = func() (paths [lines][reels]int) {
	for line, path := range strings.Fields("11111 00000 22222 01210 21012 00100 22122 10001 12221 01010") {
		for reel, row := range path {
			paths[line][reel] = int(row - '0')
		}
	}
	return paths
}()

// grid is the visible symbols: grid[reel][row], row 0 on top.
type grid [reels][rows]symbol

// weights is how often each symbol is drawn.
type weights [len(symbols)]int

// Poor and rich reels differ in their wilds. A mix of both reaches the promised return of a game.
var poor, rich = weights{13, 16, 20, 24, 32, 36, 40}, weights{14, 16, 20, 24, 32, 36, 40}

// run returns the payout of a line from the left. It is the better of the run of wilds and the run
// of the first other symbol.
func run(cells [reels]symbol) (best symbol, count int, pay int64) {
	wilds := 0
	for wilds < reels && cells[wilds] == wild {
		wilds++
	}
	best, count, pay = wild, wilds, payOf(wild, wilds)
	if wilds == reels {
		return best, count, pay
	}
	n := wilds
	for n < reels && (cells[n] == cells[wilds] || cells[n] == wild) {
		n++
	}
	if other := payOf(cells[wilds], n); other > pay {
		return cells[wilds], n, other
	}
	return best, count, pay
}

func payOf(s symbol, count int) int64 {
	if count < 3 {
		return 0
	}
	return pays[s][count-3]
}

// richShare returns how often rounds have the rich reels at a return in per cent.
func richShare(rtp float64) float64 {
	const poorReturn, richReturn = 91.9125, 98.4668 // of a line, exactly
	return (rtp - poorReturn) / (richReturn - poorReturn)
}

type lineWin struct {
	Line   int            `json:"line"` // from 0
	Symbol symbol         `json:"symbol"`
	Count  int            `json:"count"`
	Win    bff.MinorUnits `json:"win"`
}

// playSlot plays a round. The stake must be a positive multiple of lines.
func playSlot(rng *rand.Rand, rtp float64, stake bff.MinorUnits) (g grid, wins []lineWin, win bff.MinorUnits) {
	reelsOfRound := &poor
	if rng.Float64() < richShare(rtp) {
		reelsOfRound = &rich
	}
	for reel := range g {
		for row := range g[reel] {
			g[reel][row] = symbol(drawWeighted(rng, reelsOfRound[:]))
		}
	}
	wins = []lineWin{}
	for line, path := range linePaths {
		var cells [reels]symbol
		for reel, row := range path {
			cells[reel] = g[reel][row]
		}
		if s, n, pay := run(cells); pay > 0 {
			wins = append(wins, lineWin{line, s, n, stake / lines * bff.MinorUnits(pay)})
			win += wins[len(wins)-1].Win
		}
	}
	return g, wins, win
}

func describeSlot(s Session) Object {
	table := map[string][3]int64{}
	for i, name := range symbols {
		table[name] = pays[i]
	}
	return withStakes(s, lines, Object{"table": table, "paths": linePaths})
}

func slotState(_ Session, a Account) (Object, error) { return balances(a.Balances()), nil }

type slotSpin struct {
	Stake bff.MinorUnits `json:"stake"`
}

func spin(s Session, a Account, in slotSpin) (Object, error) {
	if err := checkStake(s, in.Stake, lines); err != nil {
		return nil, err
	}
	var shown grid
	var wins []lineWin
	receipt, err := a.Round(in.Stake, func(rng *rand.Rand) (win bff.MinorUnits) {
		shown, wins, win = playSlot(rng, rtpOf(s), in.Stake)
		return win
	})
	return merged(balances(receipt.Balances), Object{
		"grid": shown, "lines": wins, "stake": receipt.Stake, "win": receipt.Win, "jackpot": receipt.Jackpot,
		"roundID": receipt.RoundID,
	}), err
}
