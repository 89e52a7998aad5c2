package bingo

import (
	"math"

	"croupier/bff"
)

// Marks are the calls that end a stretch: the earlier a card is done, the more it is paid.
var Marks = [3]int{40, 50, Calls}

// Table is what a card is paid in hundredths of its price: by rows full (one, two, all) and
// by the stretch in which that came. A card is paid once for each number of rows.
type Table [Rows][len(Marks)]int64

// shape is the table before it is fitted to a return, in prices of a card.
var shape = [Rows][len(Marks)]float64{{3, 1.5, 1}, {50, 12, 5}, {5000, 1000, 100}}

// fit is the order in which prizes are settled, the likeliest first, and what each is a
// multiple of, in hundredths.
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

// NewTable makes the table whose return is rtp, in per cent of the cards' price. Prizes are
// rounded to pleasant figures, and what rounding gives or takes is made good by the next
// less likely ones; what the rarest leaves is under a two-millionth of the price.
func NewTable(rtp float64) Table {
	var all float64
	for rows := range Rows {
		for stretch := range Marks {
			all += shape[rows][stretch] * Chance(rows+1, stretch)
		}
	}
	scale := rtp / 100 / all
	var table Table
	var owed float64 // what prizes so far return too little, in prices
	for _, f := range fit {
		chance := Chance(f.rows, f.stretch)
		want := shape[f.rows-1][f.stretch]*scale + owed/chance
		pays := max(int64(math.Round(want*100/float64(f.step)))*f.step, f.step)
		table[f.rows-1][f.stretch] = pays
		owed = (want - float64(pays)/100) * chance
	}
	return table
}

// Stretch is the one that a call is in.
func Stretch(call int) int {
	for i, mark := range Marks {
		if call <= mark {
			return i
		}
	}
	return len(Marks) - 1
}

// Pays is what a card is paid for having a number of rows full (from 1) at a call. It is
// exact for prices in whole units of the currency.
func (t Table) Pays(price bff.MinorUnits, rows, call int) bff.MinorUnits {
	return price * bff.MinorUnits(t[rows-1][Stretch(call)]) / 100
}

// Win is what a card is paid in a round.
func (t Table) Win(price bff.MinorUnits, c Card, d Draw) bff.MinorUnits {
	var win bff.MinorUnits
	for i, call := range d.Done(c) {
		if call > 0 {
			win += t.Pays(price, i+1, call)
		}
	}
	return win
}

// Chance is how likely a card gets a number of rows full (from 1) in a stretch of calls.
func Chance(rows, stretch int) float64 {
	p := reached(rows, Marks[stretch], Balls, PerRow)
	if stretch > 0 {
		p -= reached(rows, Marks[stretch-1], Balls, PerRow)
	}
	return p
}

// reached is the chance that at least so many of three rows, of perRow numbers each, are
// full after some calls out of balls.
func reached(rows, calls, balls, perRow int) float64 {
	one, two, three := filled(perRow, calls, balls), filled(2*perRow, calls, balls), filled(3*perRow, calls, balls)
	switch rows { // by inclusion and exclusion
	case 1:
		return 3*one - 3*two + three
	case 2:
		return 3*two - 2*three
	default:
		return three
	}
}

// filled is the chance that given numbers, n of them, are all among the called.
func filled(n, calls, balls int) float64 {
	p := 1.0
	for i := range n {
		p *= float64(max(calls-i, 0)) / float64(balls-i)
	}
	return p
}
