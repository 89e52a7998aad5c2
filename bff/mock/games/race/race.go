// Package race is the mathematics of a race of six runners: their chances, the prices of bets
// on them, and how they finish.
package race

import (
	"math/rand/v2"
	"slices"
	"time"

	"croupier/bff"
	"croupier/bff/mock/games/rounds"
)

// Runners take part in every race; they are counted from 0.
const Runners = 6

// Clock times the rounds.
var Clock = rounds.Clock{Betting: 40 * time.Second, Playing: 20 * time.Second, Showing: 10 * time.Second}

// Kind is the kind of a bet on a runner.
type Kind string

// A win bet is on the first place, a place bet on one of the first two.
const (
	Win   Kind = "win"
	Place Kind = "place"
)

// Card is the public part of a race before it is run.
type Card struct {
	Names   [Runners]string
	weights [Runners]int64 // the chance to be next at the finish is the share of the weights left
}

var names = []string{
	"Alaca", "Ayaz", "Bora", "Cesur", "Çakır", "Doru", "Efe", "Fırtına", "Gümüş", "Hızır", "Karayel", "Kır At",
	"Kıvılcım", "Lodos", "Meltem", "Poyraz", "Rüzgar", "Sarraf", "Şimşek", "Tayfun", "Yağız", "Yel", "Yıldırım", "Zeybek",
}

// Draw draws the card of a race and leaves rng ready for Run.
func Draw(rng *rand.Rand) Card {
	var c Card
	for i, n := range rng.Perm(len(names))[:Runners] {
		c.Names[i] = names[n]
	}
	for i := range c.weights {
		// Squaring favours low weights: one or two favourites, and outsiders.
		f := rng.Float64()
		c.weights[i] = 10 + int64(50*f*f)
	}
	return c
}

// Chance is the probability that a bet of a kind on a runner wins.
func (c Card) Chance(kind Kind, runner int) float64 {
	var all int64
	for _, w := range c.weights {
		all += w
	}
	own := float64(c.weights[runner])
	p := own / float64(all)
	if kind == Win {
		return p
	}
	for i, w := range c.weights {
		if i != runner {
			p += float64(w) / float64(all) * own / float64(all-w)
		}
	}
	return p
}

// Price returns the price of a bet, see rounds.Price.
func (c Card) Price(kind Kind, runner int, rtp float64) int64 {
	return rounds.Price(rtp, c.Chance(kind, runner))
}

// Run is how a race is run.
type Run struct {
	Order [Runners]int // runners by place
	Legs  [Runners]Leg // by runner
}

// Leg is the motion of one runner: after a share u of its time it has covered the share
// u + Early·sin(πu) + Late·sin(2πu) of the course.
type Leg struct {
	Time  int64   `json:"time"` // ms
	Early float64 `json:"early"`
	Late  float64 `json:"late"`
}

// Run draws how the race is run. rng must be the one that drew the card.
func (c Card) Run(rng *rand.Rand) Run {
	var run Run
	left := []int{0, 1, 2, 3, 4, 5}
	at := Clock.Playing - 2500*time.Millisecond
	for place := range Runners {
		var all int64
		for _, r := range left {
			all += c.weights[r]
		}
		n, i := rng.Int64N(all), 0
		for n >= c.weights[left[i]] {
			n -= c.weights[left[i]]
			i++
		}
		runner := left[i]
		left = slices.Delete(left, i, i+1)
		run.Order[place] = runner
		run.Legs[runner] = Leg{Time: at.Milliseconds(), Early: rng.Float64()*0.09 - 0.045, Late: rng.Float64()*0.08 - 0.04}
		at += time.Duration(80+rng.IntN(340)) * time.Millisecond
	}
	return run
}

// Pays returns the win of a bet at a price.
func (r Run) Pays(kind Kind, runner int, stake bff.MinorUnits, price int64) bff.MinorUnits {
	if r.Order[0] == runner || kind == Place && r.Order[1] == runner {
		return rounds.Payout(stake, price)
	}
	return 0
}
