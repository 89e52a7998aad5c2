package games

import (
	"fmt"
	"math/rand/v2"

	"croupier/bff"
	"croupier/bff/mock/games/draw"
)

// drawStep is what a stake is a multiple of: so every price pays whole kuruş.
const drawStep bff.MinorUnits = 100

// How many of the draws and of the session's bets that are over a page is shown, and how many
// bets a player may have on one draw.
const (
	drawPast = 20
	drawBets = 40
	maxDraw  = 24
)

var drawHall = kind{
	describe: describeDraw, looks: map[string]action{"state": following(seeDraw)},
	actions: map[string]action{
		"bet": picking[draw.Pick]{clock: draw.Clock, step: drawStep, most: maxDraw, see: seeDraw}.bet,
	}, settle: settleDraw, shares: "rounds",
}

// drawGame is what the page must know before its first draw.
type drawGame struct {
	RTP     float64              `json:"rtp"`
	Most    bff.MinorUnits       `json:"most"` // for all bets on a draw
	Bets    int                  `json:"bets"` // that a player may have on a draw
	Balls   int                  `json:"balls"`
	Drawn   int                  `json:"drawn"`
	Colours []string             `json:"colours"` // each of as many balls, in their order
	Bands   [][2]int             `json:"bands"`   // of the sums "sum.0" and on
	Prices  map[draw.Pick]int64  `json:"prices"`  // of the picks that name no number, hundredths
	In      [draw.Together]int64 `json:"in"`      // of one number, of two and three together
	Out     int64                `json:"out"`     // of a number that is not drawn
	Betting int64                `json:"betting"` // ms, as Gap
	Gap     int64                `json:"gap"`
	stakeOffer
}

func describeDraw(session Session) (any, error) {
	stakes, err := offerStakes(session, drawStep)
	if err != nil {
		return nil, err
	}
	rtp := rtpOf(session)
	g := drawGame{
		RTP: rtp, stakeOffer: stakes, Most: session.MaxBet, Bets: maxDraw,
		Balls: draw.Balls, Drawn: draw.Drawn, Colours: draw.Colours, Bands: draw.Bands(), Prices: map[draw.Pick]int64{},
		In:  [draw.Together]int64{draw.Pick("in 1").Price(rtp), draw.Pick("in 1 2").Price(rtp), draw.Pick("in 1 2 3").Price(rtp)},
		Out: draw.Pick("out 1").Price(rtp), Betting: draw.Clock.Betting.Milliseconds(), Gap: draw.Gap.Milliseconds(),
	}
	for _, pick := range draw.Fixed {
		g.Prices[pick] = pick.Price(rtp)
	}
	return g, nil
}

// drawTable is the draw as it stands. Balls are told once they are drawn. Times are
// milliseconds since 1970.
type drawTable struct {
	Now     int64       `json:"now"`
	Round   int64       `json:"round"`
	Phase   string      `json:"phase"` // betting, draw.N with N balls drawn, or over
	Closes  int64       `json:"closes"`
	Settles int64       `json:"settles"`
	Ends    int64       `json:"ends"`
	Balls   []int       `json:"balls"`
	Past    []drawRound `json:"past"` // earlier draws, the newest first
	Bets    []drawStake `json:"bets"` // the session's, oldest first
	Balances
}

type drawRound struct {
	Round int64       `json:"round"`
	Balls draw.Result `json:"balls"`
}

type drawStake struct {
	ID      string         `json:"id"`
	Round   int64          `json:"round"`
	Pick    draw.Pick      `json:"pick"`
	Price   int64          `json:"price"` // hundredths of the stake
	Stake   bff.MinorUnits `json:"stake"`
	Settled bool           `json:"settled"`
	Win     bff.MinorUnits `json:"win"`
}

// seeDraw looks at the draw from a session.
func seeDraw(session Session, b Account) sight {
	now, rtp := b.Now(), rtpOf(session)
	round := draw.Clock.At(session.GameID, now)
	table := drawTable{
		Now: now.UnixMilli(), Round: round.Number, Phase: "betting", Closes: round.Closes.UnixMilli(),
		Settles: round.Settles.UnixMilli(), Ends: round.Ends.UnixMilli(),
		Balls: []int{}, Past: make([]drawRound, drawPast), Bets: []drawStake{}, Balances: b.Balances(),
	}
	next := round.Closes
	if !now.Before(round.Closes) {
		next = round.Closes.Add(draw.Clock.Grace)
	}
	if !round.Open(now) {
		balls, out := draw.New(b.Chance(round.Number)), draw.Out(round, now)
		table.Balls = balls[:out]
		table.Phase, next = fmt.Sprintf("draw.%d", out), draw.At(round, out+1)
		if out == draw.Drawn {
			next = round.Settles
		}
	}
	if !now.Before(round.Settles) {
		table.Phase, next = "over", round.Ends
	}
	for i := range table.Past {
		n := round.Number - 1 - int64(i)
		table.Past[i] = drawRound{n, draw.New(b.Chance(n))}
	}
	bets := b.Bets()
	for _, bet := range bets[max(0, len(bets)-drawBets):] {
		if pick := draw.Pick(bet.Play); pick.Known() { // the books hold only what was bet
			table.Bets = append(table.Bets, drawStake{bet.ID, bet.Round, pick, pick.Price(rtp), bet.Stake, bet.Settled, bet.Win})
		}
	}
	return sight{table: table, round: table.Round, phase: table.Phase, now: now, next: next}
}

// settleDraw pays a bet by its draw.
func settleDraw(session Session, bet Bet, chance *rand.Rand) bff.MinorUnits {
	pick := draw.Pick(bet.Play)
	if !pick.Known() {
		return 0
	}
	return pick.Pays(draw.New(chance), bet.Stake, pick.Price(rtpOf(session)))
}
