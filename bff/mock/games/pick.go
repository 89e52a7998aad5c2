package games

import (
	"cmp"
	"math/rand/v2"

	"croupier/bff"
	"croupier/bff/mock/games/pick"
	"croupier/bff/mock/games/rounds"
	"croupier/bff/mock/world"
)

// How many past rounds and bets the page of a game of picks shows, and how many bets a player may
// have on a round.
const (
	pickPast = 20
	pickBets = 40
	maxPicks = 24
)

// typeSoundBingo is the type of the bingo whose outcomes are spoken.
const typeSoundBingo = "soundbingo"

var pickKind = sharedGame[string, picks]{
	schedule: onClock(pick.Clock, pickPast),
	outcome:  func(s Session, rng *rand.Rand) string { return themeOf(s).Draw(rng) },
	phases:   [...]string{"betting", "playing", "over"},
	view:     viewPick,
	place:    "bet",
	wagers:   picks.wagers,
	limit: func(s Session, placed []world.Bet, wagers []wager) error {
		if len(placed)+len(wagers) > maxPicks {
			return &stakeError{session: s, step: sharedStep}
		}
		return withinMaxBet(s, placed, wagers)
	},
	pays: func(s Session, outcome string, bet world.Bet) bff.MinorUnits {
		if !themeOf(s).Wins(bet.Play, outcome) {
			return 0
		}
		return rounds.Payout(bet.Stake, themeOf(s).Prices(rtpOf(s))[bet.Play])
	},
}.kind("rounds", describePick, nil)

// themeOf is the theme of a session's game.
func themeOf(s Session) *pick.Theme { return cmp.Or(pick.Themes[s.Type], pick.Themes["betongames"]) }

func describePick(s Session) (Object, error) {
	return withStakes(s, sharedStep, Object{
		"speaks": s.Type == typeSoundBingo, "art": themeOf(s).Name, "markets": themeOf(s).Markets,
		"prices": themeOf(s).Prices(rtpOf(s)), // in hundredths
		"most":   s.MaxBet,                    // for all bets on a round
		"bets":   maxPicks, "betting": pick.Clock.Betting.Milliseconds(),
	})
}

// viewPick shows a round. The outcome is published when bets are closed.
func viewPick(t *table[string]) Object {
	prices := themeOf(t.session).Prices(rtpOf(t.session))
	state := merged(t.times(), Object{
		"past": t.past(false, func(n int64, outcome string) any { return Object{"round": n, "outcome": outcome} }),
		"bets": t.lastBets(pickBets, func(b world.Bet) Object { return show(b, Object{"pick": b.Play, "price": prices[b.Play]}) }),
	})
	if t.phase != rounds.Betting {
		state["outcome"] = t.outcome(t.round.Number)
	}
	return state
}

// picks is the placement of the same stake on each of several picks.
type picks struct {
	onRound
	Picks []string       `json:"picks"`
	Stake bff.MinorUnits `json:"stake"`
}

func (p picks) wagers(s Session) ([]wager, error) {
	if len(p.Picks) == 0 || len(p.Picks) > maxPicks {
		return nil, errBody
	}
	known := themeOf(s).Prices(rtpOf(s))
	var all []wager
	for _, play := range p.Picks {
		if known[play] == 0 {
			return nil, errBody
		}
		all = append(all, wager{p.Stake, play})
	}
	return all, checkStake(s, p.Stake, sharedStep)
}
