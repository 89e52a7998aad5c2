package games

import (
	"math/rand/v2"

	"croupier/bff"
	"croupier/bff/mock/games/football"
	"croupier/bff/mock/games/rounds"
)

// How many past rounds and bets the page of the football game shows.
const (
	footballPast = 8
	footballBets = 30
)

// footballMatch is the outcome of a round.
type footballMatch struct {
	football.Card
	football.Match
}

var footballKind = sharedGame[footballMatch, picks[football.Pick]]{
	schedule: onClock(byTable(football.Clock)),
	outcome: func(_ Session, rng *rand.Rand) footballMatch {
		card := football.Draw(rng)
		return footballMatch{card, card.Play(rng)}
	},
	phases: [...]string{"betting", "playing", "over"},
	view:   viewFootball,
	place:  "bet",
	wagers: picks[football.Pick].wagers,
	limit:  limitPicks,
	pays: func(s Session, m footballMatch, bet Bet) bff.MinorUnits {
		pick := football.Pick(bet.Play)
		if !pick.Known() {
			return 0
		}
		return pick.Pays(m.Score, bet.Stake, m.Price(pick, rtpOf(s)))
	},
}.kind("rounds", describeFootball, nil)

// footballGame is the static part of the football game.
type footballGame struct {
	RTP     float64         `json:"rtp"`
	Most    bff.MinorUnits  `json:"most"` // for all bets on a match
	Bets    int             `json:"bets"` // that a player may have on a match
	Picks   []football.Pick `json:"picks"`
	Betting int64           `json:"betting"` // ms
	Lead    int64           `json:"lead"`    // ms
	Moment  int64           `json:"moment"`  // ms
	stakeOffer
}

func describeFootball(s Session) (any, error) {
	stakes, err := offerStakes(s, sharedStep)
	return footballGame{
		RTP: rtpOf(s), stakeOffer: stakes, Most: s.MaxBet,
		Bets: maxPicks, Picks: football.Picks, Betting: football.Clock.Betting.Milliseconds(),
		Lead: football.Lead.Milliseconds(), Moment: football.Moment.Milliseconds(),
	}, err
}

// footballState is the state of a match. The attacks are published at once when the match
// begins; the page shows them by the clock.
type footballState struct {
	roundState
	roundTimes
	Home    football.Team              `json:"home"`
	Away    football.Team              `json:"away"`
	Prices  map[football.Pick]int64    `json:"prices"`
	Attacks []football.Attack          `json:"attacks,omitempty"`
	Past    []footballResult           `json:"past"`
	Bets    []pickState[football.Pick] `json:"bets"` // oldest first
}

type footballResult struct {
	Round int64          `json:"round"`
	Home  football.Team  `json:"home"`
	Away  football.Team  `json:"away"`
	Score football.Score `json:"score"`
}

func viewFootball(t *table[footballMatch]) any {
	rtp, match := rtpOf(t.session), t.outcome(t.round.Number)
	state := footballState{
		roundState: t.state(), roundTimes: t.times(), Home: match.Home, Away: match.Away, Prices: map[football.Pick]int64{},
		Past: past(t, footballPast, false, func(n int64, m footballMatch) footballResult {
			return footballResult{n, m.Home, m.Away, m.Score}
		}),
		Bets: lastBets(t, footballBets, func(bet Bet) pickState[football.Pick] {
			pick := football.Pick(bet.Play)
			return pickState[football.Pick]{newBetState(bet), pick, t.outcome(bet.Round).Price(pick, rtp)}
		}),
	}
	for _, pick := range football.Picks {
		state.Prices[pick] = match.Price(pick, rtp)
	}
	if t.phase != rounds.Betting {
		state.Attacks = match.Attacks[:]
	}
	return state
}
