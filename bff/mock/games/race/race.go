// Package race is the mathematics of a race of six that everybody at the game shares: who
// runs, how likely they win, what a bet on them is priced at, and how they come in.
package race

import (
	"math"
	"math/rand/v2"
	"slices"
	"time"

	"croupier/bff"
)

// Runners take part in every race; they are counted from 0.
const Runners = 6

// A round is Betting, Running and Result, one after the other for ever.
const (
	Betting = 40 * time.Second
	Running = 20 * time.Second
	Result  = 10 * time.Second
	Round   = Betting + Running + Result
)

// Kind is what a bet on a runner is about.
type Kind string

// A win bet is on the first place, a place bet on one of the first two.
const (
	Win   Kind = "win"
	Place Kind = "place"
)

// Card is what is known of a race before it is run.
type Card struct {
	Names   [Runners]string
	weights [Runners]int64 // a runner leads those that are left with the chance of its share
}

var names = []string{
	"Alaca", "Ayaz", "Bora", "Cesur", "Çakır", "Doru", "Efe", "Fırtına", "Gümüş", "Hızır", "Karayel", "Kır At",
	"Kıvılcım", "Lodos", "Meltem", "Poyraz", "Rüzgar", "Sarraf", "Şimşek", "Tayfun", "Yağız", "Yel", "Yıldırım", "Zeybek",
}

// Draw begins a race: the card, with rng ready for Run.
func Draw(rng *rand.Rand) Card {
	var c Card
	for i, n := range rng.Perm(len(names))[:Runners] {
		c.Names[i] = names[n]
	}
	for i := range c.weights {
		// Low numbers are likelier: a favourite or two, and outsiders.
		f := rng.Float64()
		c.weights[i] = 10 + int64(50*f*f)
	}
	return c
}

// Chance is how likely a bet of a kind on a runner wins.
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

// Price is what a winning bet is paid, in hundredths of the stake: the fair price times rtp
// (per cent), to the nearest hundredth. So the return is rtp within half a hundredth of the
// stake times the chance.
func (c Card) Price(kind Kind, runner int, rtp float64) int64 {
	return int64(math.Round(rtp / c.Chance(kind, runner)))
}

// Run is how a race is run.
type Run struct {
	Order [Runners]int // runners by place
	Legs  [Runners]Leg // by runner
}

// Leg is one runner's way to the finish: the share of the course behind it after a share u
// of its time is u + Early·sin(πu) + Late·sin(2πu).
type Leg struct {
	Time  time.Duration
	Early float64
	Late  float64
}

// Run lets a card be run with the rest of the numbers it was drawn from.
func (c Card) Run(rng *rand.Rand) Run {
	var run Run
	left := []int{0, 1, 2, 3, 4, 5}
	at := Running - 2500*time.Millisecond
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
		run.Legs[runner] = Leg{Time: at, Early: rng.Float64()*0.09 - 0.045, Late: rng.Float64()*0.08 - 0.04}
		at += time.Duration(80+rng.IntN(340)) * time.Millisecond
	}
	return run
}

// Pays is what a bet wins; it is exact for stakes in whole units of the currency.
func (r Run) Pays(kind Kind, runner int, stake bff.MinorUnits, price int64) bff.MinorUnits {
	if r.Order[0] == runner || kind == Place && r.Order[1] == runner {
		return stake * bff.MinorUnits(price) / 100
	}
	return 0
}

// At gives the round of a time, and when it began.
func At(now time.Time) (round int64, began time.Time) {
	ms, length := now.UnixMilli(), Round.Milliseconds()
	round = ms / length
	if ms%length < 0 {
		round--
	}
	return round, Began(round)
}

// Began is when a round's bets open.
func Began(round int64) time.Time { return time.UnixMilli(round * Round.Milliseconds()) }
