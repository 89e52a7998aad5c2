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
	schedule: onClock(football.Clock, footballPast),
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

func describeFootball(s Session) (Object, error) {
	return withStakes(s, sharedStep, Object{
		"most":  s.MaxBet, // for all bets on a match
		"bets":  maxPicks, // that a player may have on a match
		"picks": football.Picks, "betting": football.Clock.Betting.Milliseconds(),
		"lead": football.Lead.Milliseconds(), "moment": football.Moment.Milliseconds(),
	})
}

// viewFootball shows a match. Its attacks are published at once when it begins; the page shows
// them by the clock.
func viewFootball(t *table[footballMatch]) Object {
	rtp, match, prices := rtpOf(t.session), t.outcome(t.round.Number), map[football.Pick]int64{}
	for _, pick := range football.Picks {
		prices[pick] = match.Price(pick, rtp)
	}
	state := merged(t.times(), Object{
		"home": match.Home, "away": match.Away, "prices": prices,
		"past": t.past(false, func(n int64, m footballMatch) any {
			return Object{"round": n, "home": m.Home, "away": m.Away, "score": m.Score}
		}),
		"bets": t.lastBets(footballBets, func(b Bet) Object {
			return showPick(b, t.outcome(b.Round).Price(football.Pick(b.Play), rtp))
		}),
	})
	if t.phase != rounds.Betting {
		state["attacks"] = match.Attacks
	}
	return state
}
