package games

import (
	"fmt"
	"maps"
	"net/http"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"croupier/bff"
	"croupier/bff/mock/games/pick"
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
		"pick":     {"outcome", "bets", "past", pickPast, 3, "betting", "over"},
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
		case "pick":
			assert.Contains(t, newest, fmt.Sprint(shown[0]))
		case "roulette":
			assert.Contains(t, fmt.Sprint(shown), "number:"+newest)
		}
	}
}

// TestPicksPayByThePublishedOutcome bets on every pick of a market of each theme.
func TestPicksPayByThePublishedOutcome(t *testing.T) {
	for gameType, theme := range pick.Themes {
		type state struct {
			Outcome string
			Bets    []struct {
				Pick  string
				Price int64
			}
			Balance bff.MinorUnits
		}
		p := newClient[state](t, "pick", gameType, 90, 100)
		p.wallet.now = pick.Clock.At(p.wallet.session.ID, p.wallet.now).Ends
		round := pick.Clock.At(p.wallet.session.ID, p.wallet.now)
		chosen := theme.Markets[0].Picks
		p.post("bet", picksBody(round.Number, "2", chosen...), http.StatusOK)
		p.wallet.now = round.Settles
		got := p.state()
		var won []string
		want := 10_000 - 200*bff.MinorUnits(len(chosen))
		for i, bet := range got.Bets {
			assert.Equal(t, chosen[i], bet.Pick)
			assert.Equal(t, theme.Prices(90)[bet.Pick], bet.Price)
			if theme.Wins(bet.Pick, got.Outcome) {
				won = append(won, bet.Pick)
				want += bff.MinorUnits(2 * bet.Price)
			}
		}
		assert.NotEmpty(t, won, gameType)
		assert.Equal(t, want, got.Balance, gameType)
		assert.Equal(t, got, p.state(), gameType)
	}
}

func TestPicksHaveTexts(t *testing.T) {
	words := textsOf("pick", "tr")
	for gameType, theme := range pick.Themes {
		for _, market := range theme.Markets {
			assert.Contains(t, words, "market."+market.Name, gameType)
			for _, name := range market.Picks {
				if name[0] >= 'a' && name[0] <= 'z' {
					assert.Contains(t, words, "pick."+name, gameType)
				}
			}
		}
	}
}
