// Package bingo is the mathematics of tombala, bingo with ninety balls: its cards, its calls,
// and the prizes that make a card return what the game names.
package bingo

import (
	"math/rand/v2"
	"slices"
)

// What a card is made of: rows of nine columns, five numbers in each row, no column empty.
const (
	Balls   = 90
	Rows    = 3
	Columns = 9
	PerRow  = 5
	// Calls are the balls called in a round.
	Calls = 60
)

// Card holds numbers by row and column; 0 is an empty field.
type Card [Rows][Columns]int

// DealCard draws a card. Which numbers are on a card says nothing of its chances: any three
// rows of five numbers have the same.
func DealCard(rng *rand.Rand) Card {
	fields := dealFields(rng)
	var c Card
	for column := range Columns {
		first, last := max(10*column, 1), 10*column+9
		if column == Columns-1 {
			last = Balls
		}
		numbers := rng.Perm(last - first + 1)[:Rows]
		slices.Sort(numbers) // numbers of a column rise from row to row
		for row := range Rows {
			if fields[row][column] {
				c[row][column] = first + numbers[row]
			}
		}
	}
	return c
}

// dealFields picks the fields of a card that hold a number.
func dealFields(rng *rand.Rand) [Rows][Columns]bool {
	for {
		var fields [Rows][Columns]bool
		var filled [Columns]bool
		for row := range Rows {
			for _, column := range rng.Perm(Columns)[:PerRow] {
				fields[row][column], filled[column] = true, true
			}
		}
		if !slices.Contains(filled[:], false) {
			return fields
		}
	}
}

// Draw is the balls of a round in the order of their calls.
type Draw []int

// NewDraw draws a round's balls.
func NewDraw(rng *rand.Rand) Draw {
	balls := rng.Perm(Balls)[:Calls]
	for i := range balls {
		balls[i]++
	}
	return balls
}

// Done tells after how many calls a card has its first, second and third full row; 0 where
// the balls do not fill them.
func (d Draw) Done(c Card) [Rows]int {
	var called [Balls + 1]int
	for i, ball := range d {
		called[ball] = i + 1
	}
	var done []int
	for _, row := range c {
		last := 0
		for _, number := range row {
			if number == 0 {
				continue
			}
			if called[number] == 0 {
				last = 0
				break
			}
			last = max(last, called[number])
		}
		if last > 0 {
			done = append(done, last)
		}
	}
	slices.Sort(done)
	var out [Rows]int
	copy(out[:], done)
	return out
}
