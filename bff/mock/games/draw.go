package games

import (
	"math/rand/v2"

	"croupier/bff"
	"croupier/bff/mock/games/draw"
	"croupier/bff/mock/games/rounds"
)

// How many past rounds and bets the page of the draw shows.
const (
	drawPast = 20
	drawBets = 40
)

var drawKind = sharedGame[draw.Result, picks[draw.Pick]]{
	schedule: onClock(draw.Clock, drawPast),
	outcome:  func(_ Session, rng *rand.Rand) draw.Result { return draw.New(rng) },
	phases:   [...]string{"betting", "draw", "over"},
	view:     viewDraw,
	place:    "bet",
	wagers:   picks[draw.Pick].wagers,
	limit:    limitPicks,
	pays: func(s Session, balls draw.Result, bet Bet) bff.MinorUnits {
		pick := draw.Pick(bet.Play)
		if !pick.Known() {
			return 0
		}
		return pick.Pays(balls, bet.Stake, pick.Price(rtpOf(s)))
	},
}.kind("rounds", describeDraw, nil)

func describeDraw(s Session) (Object, error) {
	rtp, prices := rtpOf(s), map[draw.Pick]int64{}
	for _, pick := range draw.Fixed() {
		prices[pick] = pick.Price(rtp)
	}
	return withStakes(s, sharedStep, Object{
		"most":  s.MaxBet, // for all bets on a round
		"bets":  maxPicks, // that a player may have on a round
		"balls": draw.Balls, "drawn": draw.Drawn, "colours": draw.Colours,
		"bands":   draw.Bands, // of the sums "sum.0", "sum.1", …
		"prices":  prices,     // of the picks without numbers, in hundredths
		"in":      []int64{draw.Pick("in 1").Price(rtp), draw.Pick("in 1 2").Price(rtp), draw.Pick("in 1 2 3").Price(rtp)},
		"out":     draw.Pick("out 1").Price(rtp),
		"betting": draw.Clock.Betting.Milliseconds(), "gap": draw.Steps.Gap.Milliseconds(),
	})
}

// viewDraw shows a draw. Its phase is betting, draw.N with N balls drawn, or over.
func viewDraw(t *table[draw.Result]) Object {
	balls := []int{}
	if t.phase != rounds.Betting {
		result := t.outcome(t.round.Number)
		balls = result[:]
	}
	if t.phase == rounds.Playing {
		balls = balls[:t.step(draw.Steps, "draw")]
	}
	return merged(t.times(), Object{
		"balls": balls,
		"past":  t.past(false, func(n int64, r draw.Result) any { return Object{"round": n, "balls": r} }),
		"bets":  t.lastBets(drawBets, func(b Bet) Object { return showPick(b, draw.Pick(b.Play).Price(rtpOf(t.session))) }),
	})
}
