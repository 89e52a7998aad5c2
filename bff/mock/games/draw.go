package games

import (
	"encoding/json"
	"math/rand/v2"
	"slices"
	"strconv"
	"time"

	"croupier/bff"
	"croupier/bff/mock/world"
)

const (
	maxKey   = 40 // bytes of an idempotency key
	maxPicks = 60 // of one bet
)

// draws is a game in which players stake on picks and one draw decides.
type draws struct {
	sharedGame
	theme func(Session) *theme
}

// picks and roulette are the two games of one draw. They differ in their pages, clocks and themes.
var (
	picks    = newDraws(pickClock, themeOf)
	roulette = newDraws(rouletteClock, func(Session) *theme { return wheel })

	pickClock = Clock{
		Betting: 30 * time.Second, Grace: 500 * time.Millisecond, Playing: 6 * time.Second, Showing: 6 * time.Second,
	}
	rouletteClock = Clock{
		Betting: 18 * time.Second, Grace: time.Second, Playing: 7 * time.Second, Showing: 5 * time.Second,
	}
)

func newDraws(clock Clock, theme func(Session) *theme) *draws {
	g := &draws{theme: theme}
	g.sharedGame = sharedGame{
		round: func(s Session, a Account) Round { return clock.At(s.ID, a.Now()) },
		view:  g.view,
		past:  func(s Session, rng *rand.Rand) any { return theme(s).draw(rng) },
		pays: func(s Session, bet world.Bet, rng *rand.Rand) bff.MinorUnits {
			return theme(s).pays(playOf(bet).Bets, theme(s).draw(rng), rtpOf(s))
		},
	}
	return g
}

// view shows a round. The outcome is published when bets are closed.
func (g *draws) view(t *table) Object {
	state := Object{
		"settles": t.round.Settles.UnixMilli(), "ends": t.round.Ends.UnixMilli(),
		"bets": t.bets(func(b world.Bet) Object { return Object{"key": playOf(b).Key, "picks": playOf(b).Bets} }),
	}
	if t.phase != betting {
		state["outcome"] = g.theme(t.session).draw(t.Chance(t.round.Number))
	}
	return state
}

// play is Bet.Play of a game of one draw. Key is the page's idempotency key.
type play struct {
	Key  string                    `json:"key"`
	Bets map[string]bff.MinorUnits `json:"bets"` // stakes by pick
}

func playOf(b world.Bet) play {
	var p play
	_ = json.Unmarshal([]byte(b.Play), &p) // cannot fail: bet wrote it
	return p
}

type drawBet struct {
	Round int64 `json:"round"`
	play
}

// bet is the action that stakes on picks: on all of a request, or on none.
func (g *draws) bet(s Session, a Account, p drawBet) (Object, error) {
	if p.Key == "" || len(p.Key) > maxKey || len(p.Bets) == 0 || len(p.Bets) > maxPicks {
		return nil, errBody
	}
	var total bff.MinorUnits
	for pick, stake := range p.Bets {
		if g.theme(s).covers[pick] == nil {
			return nil, errBody
		}
		if err := checkStake(s, stake, wholeUnits); err != nil {
			return nil, err
		}
		total += stake
	}
	written, _ := json.Marshal(p.play) // texts and numbers encode
	return g.act(s, a, func(t *table) error {
		sum := total
		for _, bet := range t.placed(p.Round) {
			if playOf(bet).Key == p.Key {
				return nil // a repetition
			}
			sum += bet.Stake
		}
		switch {
		case p.Round != t.round.Number || !t.round.Open(t.now):
			return errClosed
		case sum > s.MaxBet: // of all bets of a round together
			return world.ErrStake
		}
		_, err := t.Stake(total, p.Round, t.round.Settles, string(written))
		return err
	})
}

// theme describes the outcomes of a game and the picks of players. An outcome is a pick too.
type theme struct {
	name    string // of its art
	markets []market

	outcomes []string
	weights  []int               // of the outcomes
	covers   map[string][]string // outcomes by pick
	chances  map[string]float64  // by pick
}

type market struct {
	Name  string   `json:"name"`
	Picks []string `json:"picks"`
}

// rule is a pick that wins with several outcomes, given by their index.
type rule struct {
	market, pick string
	wins         func(i int) bool
}

// newTheme returns a theme with the picks of the rules and with each outcome as a pick of a market.
func newTheme(name, outcomeMarket string, outcomes []string, weights []int, rules ...rule) *theme {
	total := 0
	t := &theme{
		name: name, outcomes: outcomes, weights: weights, covers: map[string][]string{}, chances: map[string]float64{},
	}
	for i, outcome := range outcomes {
		total += weights[i]
		rules = append(rules, rule{outcomeMarket, outcome, func(n int) bool { return n == i }})
	}
	for _, r := range rules {
		n := len(t.markets)
		if n == 0 || t.markets[n-1].Name != r.market {
			t.markets, n = append(t.markets, market{Name: r.market}), n+1
		}
		t.markets[n-1].Picks = append(t.markets[n-1].Picks, r.pick)
		for i, outcome := range outcomes {
			if r.wins(i) {
				t.covers[r.pick] = append(t.covers[r.pick], outcome)
				t.chances[r.pick] += float64(weights[i]) / float64(total)
			}
		}
	}
	return t
}

func (t *theme) draw(rng *rand.Rand) string { return t.outcomes[drawWeighted(rng, t.weights)] }

// drawWeighted returns an index with a probability by its weight.
func drawWeighted(rng *rand.Rand, weights []int) (i int) {
	total := 0
	for _, w := range weights {
		total += w
	}
	for n := rng.IntN(total); n >= weights[i]; i++ {
		n -= weights[i]
	}
	return i
}

func (t *theme) pays(bets map[string]bff.MinorUnits, outcome string, rtp float64) (win bff.MinorUnits) {
	for pick, stake := range bets {
		if slices.Contains(t.covers[pick], outcome) {
			win += payout(stake, price(rtp, t.chances[pick]))
		}
	}
	return win
}

func (t *theme) prices(rtp float64) map[string]int64 {
	prices := map[string]int64{}
	for pick, chance := range t.chances {
		prices[pick] = price(rtp, chance)
	}
	return prices
}

// numbers draws one of the numbers from first on. Colours have the order of the numbers.
func numbers(name string, first, n int, colour func(number int) string, rules ...rule) *theme {
	var balls []string
	var colours []string
	for number := first; number < first+n; number++ {
		balls = append(balls, strconv.Itoa(number))
		if c := colour(number); c != "" && !slices.Contains(colours, c) {
			colours = append(colours, c)
		}
	}
	for _, c := range colours {
		rules = append(rules, rule{"colour", c, func(i int) bool { return colour(first+i) == c }})
	}
	return newTheme(name, "number", balls, slices.Repeat([]int{1}, n), rules...)
}
