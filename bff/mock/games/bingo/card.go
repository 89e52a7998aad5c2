// Package bingo is the mathematics of tombala, bingo with ninety balls: cards, calls, and a
// prize table that returns exactly the game's rate.
package bingo

import (
	"math/rand/v2"
	"slices"
)

// A card has rows of nine columns, five numbers in each row and no empty column.
const (
	Balls   = 90
	Rows    = 3
	Columns = 9
	PerRow  = 5
	// Calls is the number of balls called in a round.
	Calls = 60
)

// Card holds numbers by row and column; 0 is an empty field.
type Card [Rows][Columns]int

// DealCard draws a card. All cards have the same chances, whatever their numbers.
func DealCard(rng *rand.Rand) Card {
	fields := dealFields(rng)
	var c Card
	for column := range Columns {
		first, last := max(10*column, 1), 10*column+9
		if column == Columns-1 {
			last = Balls
		}
		numbers := rng.Perm(last - first + 1)[:Rows]
		slices.Sort(numbers) // the numbers of a column rise from row to row
		for row := range Rows {
			if fields[row][column] {
				c[row][column] = first + numbers[row]
			}
		}
	}
	return c
}

// Deal draws n cards.
func Deal(rng *rand.Rand, n int) []Card {
	cards := make([]Card, n)
	for i := range cards {
		cards[i] = DealCard(rng)
	}
	return cards
}

// dealFields draws the fields of a card that hold a number.
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

// Done returns after how many calls a card has one, two and three full rows; 0 for never.
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
