package bingo

import (
	"math"

	"croupier/bff"
	"croupier/bff/mock/games/rounds"
)

// Marks are the last calls of the three stretches of a round; earlier stretches pay more.
var Marks = [3]int{40, 50, Calls}

// Table is the prizes of a card in hundredths of its price, by the number of full rows (from
// one) and by the stretch in which it was reached. A card is paid once for each number of rows.
type Table [Rows][len(Marks)]int64

// shape is the table before it is scaled to a return, in prices of a card.
var shape = [Rows][len(Marks)]float64{{3, 1.5, 1}, {50, 12, 5}, {5000, 1000, 100}}

// fit is the order in which prizes are rounded, the likeliest first, and the unit of each in
// hundredths.
var fit = []struct {
	rows, stretch int
	step          int64
}{
	{1, 2, 10},
	{1, 1, 10},
	{1, 0, 10},
	{2, 2, 10},
	{2, 1, 10},
	{3, 2, 100},
	{2, 0, 100},
	{3, 1, 100},
	{3, 0, 100},
}

// NewTable returns the table whose return is rtp, in per cent of the cards' price. Prizes are
// rounded to whole units; the next rarer prize compensates each rounding error. The error that
// the rarest prize leaves is less than a two-millionth of the price.
func NewTable(rtp float64) Table {
	var all float64
	for rows := range Rows {
		for stretch := range Marks {
			all += shape[rows][stretch] * Chance(rows+1, stretch)
		}
	}
	scale := rtp / 100 / all
	var table Table
	var owed float64 // how much the prizes so far return too little, in prices
	for _, f := range fit {
		chance := Chance(f.rows, f.stretch)
		want := shape[f.rows-1][f.stretch]*scale + owed/chance
		pays := max(int64(math.Round(want*100/float64(f.step)))*f.step, f.step)
		table[f.rows-1][f.stretch] = pays
		owed = (want - float64(pays)/100) * chance
	}
	return table
}

// Stretch returns the stretch of a call.
func Stretch(call int) int {
	for i, mark := range Marks {
		if call <= mark {
			return i
		}
	}
	return len(Marks) - 1
}

// Pays returns the prize for a number of full rows (from 1) at a call.
func (t Table) Pays(price bff.MinorUnits, rows, call int) bff.MinorUnits {
	return rounds.Payout(price, t[rows-1][Stretch(call)])
}

// Win returns the sum of the prizes of a card in a round.
func (t Table) Win(price bff.MinorUnits, c Card, d Draw) bff.MinorUnits {
	var win bff.MinorUnits
	for i, call := range d.Done(c) {
		if call > 0 {
			win += t.Pays(price, i+1, call)
		}
	}
	return win
}

// Chance is the probability that a card reaches a number of full rows (from 1) in a stretch.
func Chance(rows, stretch int) float64 {
	p := reached(rows, Marks[stretch], Balls, PerRow)
	if stretch > 0 {
		p -= reached(rows, Marks[stretch-1], Balls, PerRow)
	}
	return p
}

// reached is the probability that at least rows of three rows, of perRow numbers each, are full
// after calls out of balls.
func reached(rows, calls, balls, perRow int) float64 {
	one, two, three := filled(perRow, calls, balls), filled(2*perRow, calls, balls), filled(3*perRow, calls, balls)
	switch rows { // inclusion–exclusion
	case 1:
		return 3*one - 3*two + three
	case 2:
		return 3*two - 2*three
	default:
		return three
	}
}

// filled is the probability that n given numbers are all called.
func filled(n, calls, balls int) float64 {
	p := 1.0
	for i := range n {
		p *= float64(max(calls-i, 0)) / float64(balls-i)
	}
	return p
}
