package games

import (
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"croupier/bff"
	"croupier/bff/mock/games/bingo"
	"croupier/bff/mock/games/draw"
	"croupier/bff/mock/games/football"
	"croupier/bff/mock/games/race"
)

// listed returns the items of a list, and one item of anything else but null.
func listed(v any) []any {
	if list, ok := v.([]any); ok || v == nil {
		return list
	}
	return []any{v}
}

// withoutResult returns a bet as text, without what its end changes.
func withoutResult(bet map[string]any) string {
	text := ""
	for _, key := range slices.Sorted(maps.Keys(bet)) {
		if !slices.Contains([]string{"settled", "win", "paid", "done"}, key) {
			text += fmt.Sprint(key, bet[key], " ")
		}
	}
	return text
}

// TestOutcomesArePublishedWhenBetsAreClosed follows a round with a bet: no page shows a part of the outcome before the
// bets are closed, none takes a part back, and bets stay what they were.
func TestOutcomesArePublishedWhenBetsAreClosed(t *testing.T) {
	for kind, c := range map[string]struct {
		outcome, bets, past string
		pasts, phases       int
		first, last         string
	}{
		"draw":     {"balls", "bets", "past", drawPast, draw.Drawn + 3, "betting", "over"},
		"football": {"attacks", "bets", "past", footballPast, 3, "betting", "over"},
		"race":     {"order", "bets", "history", raceHistory, 3, "betting", "result"},
		"bingo":    {"calls", "bets", "past", 1, bingo.Calls + 3, "buying", "over"},
		"roulette": {"outcome", "mine", "past", 100, 3, "betting", "over"},
	} {
		shared := sharedCases[slices.IndexFunc(sharedCases, func(s sharedCase) bool { return s.kind == kind })]
		at, round := shared.client(t)
		p := client[map[string]any]{t, at.wallet, at.h}
		bet := func(s map[string]any) map[string]any { return listed(s[c.bets])[0].(map[string]any) }
		placed := withoutResult(bet(p.post(shared.action, shared.valid(round.Number), http.StatusOK)))
		var phases []string
		var shown []any
		for now := round.Opens; now.Before(round.Ends); now = now.Add(200 * time.Millisecond) {
			p.wallet.now = now
			s := p.get(shared.query)
			items := listed(s[c.outcome])
			require.False(t, round.Open(now) && len(items) > 0, "%s: %v before the bets are closed", kind, items)
			require.GreaterOrEqual(t, len(items), len(shown), kind)
			require.Equal(t, fmt.Sprint(shown), fmt.Sprint(items[:len(shown)]), kind)
			shown = items
			b := bet(s)
			require.Equal(t, !now.Before(round.Settles), b["settled"], "%s, %s after the opening", kind, now.Sub(round.Opens))
			require.Equal(t, placed, withoutResult(b), kind)
			if phase, _ := s["phase"].(string); !slices.Contains(phases, phase) {
				phases = append(phases, phase)
			}
		}
		assert.True(t, len(shown) != 0 && len(phases) == c.phases && phases[0] == c.first && phases[len(phases)-1] == c.last,
			"%s: outcome %v, phases %q", kind, shown, phases)
		p.wallet.now = round.Ends
		next := p.get(shared.query)
		past := listed(next[c.past])
		assert.Len(t, past, c.pasts, kind)
		assert.Empty(t, listed(next[c.outcome]), kind)
		newest := fmt.Sprint(past[0])
		switch kind {
		case "draw":
			assert.Contains(t, newest, fmt.Sprint(shown))
		case "race":
			assert.Contains(t, newest, fmt.Sprint(shown[:2]))
		case "roulette":
			assert.Contains(t, fmt.Sprint(shown), "number:"+newest)
		}
	}
}

// settled places bets of a body at the opening of a round and returns the states before and after the round.
func settled[State any](t *testing.T, kind string, body func(round int64) string) (before, after State) {
	t.Helper()
	shared := sharedCases[slices.IndexFunc(sharedCases, func(s sharedCase) bool { return s.kind == kind })]
	at, round := shared.client(t)
	p := client[State]{t, at.wallet, at.h}
	before = p.post(shared.action, body(round.Number), http.StatusOK)
	p.wallet.now = round.Settles
	return before, p.get(shared.query)
}

type outcomeState struct {
	Balls   draw.Result
	Attacks []football.Attack
	Prices  map[football.Pick]int64
	Order   []int
	Runners []struct{ Win, Place int64 }
	Bets    []struct {
		Pick, Kind string
		Runner     int
		Price      int64
		Win        bff.MinorUnits
	}
	Balance bff.MinorUnits
}

// checkWins compares the wins of the bets with those that the published outcome and prices give.
func checkWins(t *testing.T, before, after outcomeState, stakes bff.MinorUnits, win func(i int) bff.MinorUnits) {
	t.Helper()
	balance := 10_000 - stakes
	assert.Equal(t, balance, before.Balance)
	for i, bet := range after.Bets {
		balance += bet.Win
		assert.Equal(t, win(i), bet.Win, bet)
	}
	assert.Equal(t, balance, after.Balance)
}

func TestBetsPayByThePublishedOutcome(t *testing.T) {
	picks := []draw.Pick{"sum.odd", "sum.even", "in 4 17", "out 30", "first.red"}
	before, after := settled[outcomeState](t, "draw", func(n int64) string { return picksBody(n, "2", picks...) })
	checkWins(t, before, after, 1_000, func(i int) bff.MinorUnits {
		b := after.Bets[i]
		assert.True(t, b.Pick == string(picks[i]) && b.Price == picks[i].Price(95), "%+v is shown for %s", b, picks[i])
		return picks[i].Pays(after.Balls, 200, picks[i].Price(95))
	})

	results := []football.Pick{"1", "X", "2"}
	before, after = settled[outcomeState](t, "football", func(n int64) string { return picksBody(n, "3", results...) })
	var score football.Score
	for _, a := range after.Attacks {
		if a.End == football.EndGoal {
			score[a.Side]++
		}
	}
	checkWins(t, before, after, 900, func(i int) bff.MinorUnits {
		b := after.Bets[i]
		assert.True(t, b.Pick == string(results[i]) && b.Price == before.Prices[results[i]], "%+v is shown for %s", b, results[i])
		return results[i].Pays(score, 300, before.Prices[results[i]])
	})

	var bets []string
	for i := range race.Runners {
		bets = append(bets, bodyf(`{"kind":"win","runner":%d,"stake":3},{"kind":"place","runner":%d,"stake":5}`, i, i))
	}
	before, after = settled[outcomeState](t, "race", func(n int64) string {
		return bodyf(`{"round":%d,"bets":[%s]}`, n, strings.Join(bets, ","))
	})
	require.Len(t, after.Bets, 2*race.Runners)
	checkWins(t, before, after, 6*800, func(i int) bff.MinorUnits {
		bet := after.Bets[i]
		switch {
		case bet.Kind == "win" && bet.Runner == after.Order[0]:
			return bff.MinorUnits(3 * after.Runners[bet.Runner].Win)
		case bet.Kind == "place" && slices.Contains(after.Order[:2], bet.Runner):
			return bff.MinorUnits(5 * after.Runners[bet.Runner].Place)
		}
		return 0
	})
}
