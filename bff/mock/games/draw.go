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
	schedule: onClock(byTable(draw.Clock)),
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

// drawGame is the static part of the draw.
type drawGame struct {
	RTP     float64              `json:"rtp"`
	Most    bff.MinorUnits       `json:"most"` // for all bets on a round
	Bets    int                  `json:"bets"` // that a player may have on a round
	Balls   int                  `json:"balls"`
	Drawn   int                  `json:"drawn"`
	Colours []string             `json:"colours"` // each of as many balls, in their order
	Bands   [][2]int             `json:"bands"`   // of the sums "sum.0", "sum.1", …
	Prices  map[draw.Pick]int64  `json:"prices"`  // of the picks without numbers, in hundredths
	In      [draw.Together]int64 `json:"in"`      // price of one, two and three numbers together
	Out     int64                `json:"out"`     // price of a number that is not drawn
	Betting int64                `json:"betting"` // ms
	Gap     int64                `json:"gap"`     // ms
	stakeOffer
}

func describeDraw(s Session) (any, error) {
	stakes, err := offerStakes(s, sharedStep)
	if err != nil {
		return nil, err
	}
	rtp := rtpOf(s)
	g := drawGame{
		RTP: rtp, stakeOffer: stakes, Most: s.MaxBet, Bets: maxPicks,
		Balls: draw.Balls, Drawn: draw.Drawn, Colours: draw.Colours, Bands: draw.Bands(), Prices: map[draw.Pick]int64{},
		In:  [draw.Together]int64{draw.Pick("in 1").Price(rtp), draw.Pick("in 1 2").Price(rtp), draw.Pick("in 1 2 3").Price(rtp)},
		Out: draw.Pick("out 1").Price(rtp), Betting: draw.Clock.Betting.Milliseconds(), Gap: draw.Steps.Gap.Milliseconds(),
	}
	for _, pick := range draw.Fixed {
		g.Prices[pick] = pick.Price(rtp)
	}
	return g, nil
}

// drawState is the state of a round. Its phase is betting, draw.N with N balls drawn, or over.
type drawState struct {
	roundState
	roundTimes
	Balls []int                  `json:"balls"` // those drawn so far
	Past  []drawRound            `json:"past"`
	Bets  []pickState[draw.Pick] `json:"bets"` // oldest first
}

type drawRound struct {
	Round int64       `json:"round"`
	Balls draw.Result `json:"balls"`
}

func viewDraw(t *table[draw.Result]) any {
	state := drawState{roundTimes: t.times(), Balls: []int{}}
	if t.phase != rounds.Betting {
		balls := t.outcome(t.round.Number)
		state.Balls = balls[:]
	}
	if t.phase == rounds.Playing {
		state.Balls = state.Balls[:t.step(draw.Steps, "draw")]
	}
	state.Past = past(t, drawPast, false, func(n int64, balls draw.Result) drawRound { return drawRound{n, balls} })
	state.Bets = lastBets(t, drawBets, func(bet Bet) pickState[draw.Pick] {
		pick := draw.Pick(bet.Play)
		return pickState[draw.Pick]{newBetState(bet), pick, pick.Price(rtpOf(t.session))}
	})
	state.roundState = t.state()
	return state
}
