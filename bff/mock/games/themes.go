package games

import (
	"cmp"
	"fmt"
	"slices"
	"time"

	"croupier/bff/mock/world"
)

var themes = map[string]*theme{
	"goldenrace": newTheme("race", "winner", []string{"Karayel", "Poyraz", "Gümüş", "Fırtına", "Yıldırım", "Zeybek"},
		[]int{30, 22, 17, 13, 10, 8}),
	"football3d": football(),
	"betongames": balls(36, "red", "blue", "green", "yellow"),
	"bingo":      balls(90),
	"soundbingo": balls(90),
}

func themeOf(s Session) *theme { return cmp.Or(themes[s.Type], themes["betongames"]) }

func football() *theme {
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

// halves are the picks of half of the numbers. zeros is the number of outcomes before 1.
func halves(n, zeros int) []rule {
	on := func(pick string, wins func(number int) bool) rule {
		return rule{"half", pick, func(i int) bool { return i >= zeros && wins(i+1-zeros) }}
	}
	return []rule{
		on("low", func(number int) bool { return number <= n/2 }),
		on("even", func(number int) bool { return number%2 == 0 }),
		on("odd", func(number int) bool { return number%2 == 1 }),
		on("high", func(number int) bool { return number > n/2 }),
	}
}

// balls draws one of the balls 1 to n. Colours divide the balls, in order, into equal parts.
func balls(n int, colours ...string) *theme {
	return numbers("draw", 1, n, func(number int) string {
		if len(colours) == 0 {
			return ""
		}
		return colours[(number-1)*len(colours)/n]
	}, halves(n, 0)...)
}

var reds = []int{1, 3, 5, 7, 9, 12, 14, 16, 18, 19, 21, 23, 25, 27, 30, 32, 34, 36}

var wheel = func() *theme {
	rules := halves(36, 1)
	for third := range 3 {
		rules = append(rules,
			rule{"third", fmt.Sprintf("dozen%d", third+1), func(i int) bool { return i > 0 && (i-1)/12 == third }},
			rule{"third", fmt.Sprintf("column%d", third+1), func(i int) bool { return i > 0 && (i-1)%3 == third }})
	}
	return numbers("wheel", 0, 37, func(number int) string {
		switch {
		case number == 0:
			return ""
		case slices.Contains(reds, number):
			return "red"
		}
		return "black"
	}, rules...)
}()

func describePicks(s Session) Object {
	t := themeOf(s)
	return withStakes(s, wholeUnits, Object{
		"art": t.name, "markets": t.markets, "prices": t.prices(rtpOf(s)), "most": s.MaxBet,
		"betting": pickClock.Betting.Milliseconds(),
	})
}

func describeRoulette(s Session) Object {
	return withStakes(s, wholeUnits, Object{
		"dealer": s.Dealer, "prices": wheel.prices(rtpOf(s)), "most": s.MaxBet, "red": reds,
		"betting": rouletteClock.Betting.Milliseconds(),
	})
}

// Preview returns the main picks of a game of one draw, its prices, and when bets on its next n
// rounds close.
func Preview(g world.Game, now time.Time, n int) (picks []string, prices map[string]int64, closes []time.Time) {
	t, ok := themes[g.Type]
	if !ok {
		return nil, nil, nil
	}
	round := pickClock.At(g.ID, now)
	if !round.Open(now) {
		round = pickClock.At(g.ID, round.Ends)
	}
	for range n {
		closes = append(closes, round.Closes)
		round = pickClock.At(g.ID, round.Ends)
	}
	return t.markets[0].Picks, t.prices(g.RTP), closes
}
