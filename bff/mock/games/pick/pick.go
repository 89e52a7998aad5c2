// Package pick holds the rules of games in which players pick outcomes and one draw decides.
package pick

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"time"

	"croupier/bff/mock/games/rounds"
)

// Clock times the rounds.
var Clock = rounds.Clock{Betting: 30 * time.Second, Grace: 500 * time.Millisecond, Playing: 8 * time.Second, Showing: 7 * time.Second}

// Market is a group of picks.
type Market struct {
	Name  string   `json:"name"`
	Picks []string `json:"picks"`
}

// Theme is what a game draws and what players can pick. An outcome is a pick too.
type Theme struct {
	Name    string // of its art
	Markets []Market

	outcomes []string
	weights  []int // of the outcomes
	total    int
	covers   map[string][]string // outcomes by pick
	chances  map[string]float64  // by pick
}

// rule is a pick that wins with several outcomes, given by their index.
type rule struct {
	market, pick string
	wins         func(i int) bool
}

// newTheme returns a theme with the picks of the rules and with each outcome as a pick of a market.
func newTheme(name, market string, outcomes []string, weights []int, rules ...rule) *Theme {
	t := &Theme{Name: name, outcomes: outcomes, weights: weights, covers: map[string][]string{}, chances: map[string]float64{}}
	for i, outcome := range outcomes {
		t.total += weights[i]
		rules = append(rules, rule{market, outcome, func(n int) bool { return n == i }})
	}
	for _, r := range rules {
		n := len(t.Markets)
		if n == 0 || t.Markets[n-1].Name != r.market {
			t.Markets, n = append(t.Markets, Market{Name: r.market}), n+1
		}
		t.Markets[n-1].Picks = append(t.Markets[n-1].Picks, r.pick)
		for i, outcome := range outcomes {
			if r.wins(i) {
				t.covers[r.pick] = append(t.covers[r.pick], outcome)
				t.chances[r.pick] += float64(weights[i]) / float64(t.total)
			}
		}
	}
	return t
}

// Themes are the themes by type of game.
var Themes = map[string]*Theme{
	"goldenrace": newTheme("race", "winner", []string{"Karayel", "Poyraz", "Gümüş", "Fırtına", "Yıldırım", "Zeybek"}, []int{30, 22, 17, 13, 10, 8}),
	"football3d": football(),
	"betongames": numbers(36, "red", "blue", "green", "yellow"),
	"bingo":      numbers(90),
	"soundbingo": numbers(90),
}

// football draws a score.
func football() *Theme {
	home, away := []int{26, 36, 24, 14}, []int{34, 37, 19, 10} // weights by number of goals
	var scores []string
	var weights []int
	for h := range home {
		for a := range away {
			scores, weights = append(scores, fmt.Sprintf("%d-%d", h, a)), append(weights, home[h]*away[a])
		}
	}
	on := func(market, pick string, wins func(home, away int) bool) rule {
		return rule{market, pick, func(i int) bool { return wins(i/len(away), i%len(away)) }}
	}
	return newTheme("football", "score", scores, weights,
		on("match", "1", func(h, a int) bool { return h > a }),
		on("match", "X", func(h, a int) bool { return h == a }),
		on("match", "2", func(h, a int) bool { return h < a }),
		on("goals", "over", func(h, a int) bool { return h+a > 2 }),
		on("goals", "under", func(h, a int) bool { return h+a < 3 }),
		on("both", "yes", func(h, a int) bool { return min(h, a) > 0 }),
		on("both", "no", func(h, a int) bool { return min(h, a) == 0 }),
	)
}

// numbers draws one of the balls 1 to n. Colours divide the balls, in order, into equal parts.
func numbers(n int, colours ...string) *Theme {
	var balls []string
	rules := []rule{
		{"half", "odd", func(i int) bool { return i%2 == 0 }},
		{"half", "even", func(i int) bool { return i%2 == 1 }},
		{"half", "low", func(i int) bool { return i < n/2 }},
		{"half", "high", func(i int) bool { return i >= n/2 }},
	}
	for c, colour := range colours {
		rules = append(rules, rule{"colour", colour, func(i int) bool { return i*len(colours)/n == c }})
	}
	for i := range n {
		balls = append(balls, strconv.Itoa(i+1))
	}
	return newTheme("draw", "number", balls, slices.Repeat([]int{1}, n), rules...)
}

// Draw draws an outcome.
func (t *Theme) Draw(rng *rand.Rand) string {
	n, i := rng.IntN(t.total), 0
	for ; n >= t.weights[i]; i++ {
		n -= t.weights[i]
	}
	return t.outcomes[i]
}

// Wins reports whether a pick wins with an outcome.
func (t *Theme) Wins(pick, outcome string) bool { return slices.Contains(t.covers[pick], outcome) }

// Prices returns the prices of all picks, see rounds.Price.
func (t *Theme) Prices(rtp float64) map[string]int64 {
	prices := map[string]int64{}
	for pick, chance := range t.chances {
		prices[pick] = rounds.Price(rtp, chance)
	}
	return prices
}
