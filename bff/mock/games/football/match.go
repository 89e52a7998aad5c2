// Package football is the mathematics of a short football match: the chances of each score, the
// prices of bets on it, and how the match is played.
package football

import (
	"math"
	"math/rand/v2"
	"slices"
	"time"

	"croupier/bff/mock/games/rounds"
)

// A match consists of Lead, a number of moments (attacks) and a second until it is over.
const (
	Moments = 30
	Moment  = 1400 * time.Millisecond
	Lead    = time.Second
)

// Clock times the rounds.
var Clock = rounds.Clock{
	Betting: 60 * time.Second, Grace: 500 * time.Millisecond, Playing: Lead + Moments*Moment + time.Second, Showing: 9 * time.Second,
}

// MostGoals is the highest number of goals of a side.
const MostGoals = 6

// Team is one side with the colours of its shirt (#rrggbb).
type Team struct {
	Name   string `json:"name"`
	Shirt  string `json:"shirt"`
	Number string `json:"number"` // colour of the number on it
}

var teams = []Team{
	{"Boğaz Yıldızı", "#d7263d", "#ffffff"},
	{"Poyraz SK", "#1f6feb", "#ffffff"},
	{"Çınar Gücü", "#1a8f4c", "#ffffff"},
	{"Kızılırmak", "#b3122f", "#ffd23f"},
	{"Mavi Körfez", "#38bdf8", "#06263a"},
	{"Altınova", "#f5b60b", "#2a1a00"},
	{"Kartepe", "#f4f4f5", "#111827"},
	{"Liman Atletik", "#312e81", "#fde68a"},
	{"Ovaspor", "#84cc16", "#16240a"},
	{"Bozkır", "#92400e", "#fff7ed"},
	{"Lodos", "#7c3aed", "#ffffff"},
	{"Demirhan", "#374151", "#f9fafb"},
	{"Sahil Gençlik", "#f97316", "#1f0f02"},
	{"Yeditepe", "#ec4899", "#ffffff"},
	{"Anka", "#ea1d2c", "#fff3c4"},
	{"Gümüşdere", "#cbd5e1", "#0f172a"},
}

// alike groups shirt colours that are hard to distinguish; such teams do not meet.
var alike = [][]string{
	{"#d7263d", "#b3122f", "#ea1d2c", "#f97316", "#ec4899", "#92400e"},
	{"#1f6feb", "#38bdf8", "#312e81", "#7c3aed", "#374151"},
	{"#1a8f4c", "#84cc16", "#374151"},
	{"#f4f4f5", "#cbd5e1", "#f5b60b"},
}

// weights are the relative chances of 0 to MostGoals goals.
type weights [MostGoals + 1]int64

// goals returns the Poisson distribution with an average, in millionths, truncated after
// MostGoals.
func goals(average float64) weights {
	var w weights
	p := math.Exp(-average)
	for n := range w {
		w[n] = int64(math.Round(p * 1e6))
		p *= average / float64(n+1)
	}
	return w
}

func (w weights) sum() (all int64) {
	for _, n := range w {
		all += n
	}
	return all
}

// draw draws a number of goals.
func (w weights) draw(rng *rand.Rand) int {
	n := rng.Int64N(w.sum())
	for i, part := range w {
		if n < part {
			return i
		}
		n -= part
	}
	return 0 // unreachable: n is less than the sum
}

// Card is the public part of a match before it is played.
type Card struct {
	Home, Away Team
	home, away weights
}

// Draw draws the card of a match and leaves rng ready for Play.
func Draw(rng *rand.Rand) Card {
	home, away := teams[rng.IntN(len(teams))], teams[rng.IntN(len(teams))]
	for home == away || clash(home.Shirt, away.Shirt) {
		away = teams[rng.IntN(len(teams))]
	}
	// The home side scores a little more on average; edge and pace vary by match.
	edge := rng.Float64()*1.3 - 0.55
	pace := 2.2 + rng.Float64()*0.9
	return Card{home, away, goals((pace + edge) / 2), goals((pace - edge) / 2)}
}

func clash(a, b string) bool {
	return slices.ContainsFunc(alike, func(group []string) bool {
		return slices.Contains(group, a) && slices.Contains(group, b)
	})
}
