package games

import (
	"fmt"
	"math/rand/v2"

	"croupier/bff"
	"croupier/bff/mock/games/race"
	"croupier/bff/mock/games/rounds"
)

// How many past races and bets the page shows, and how many bets a player may have on a race.
const (
	raceHistory = 8
	raceBets    = 48
	raceMost    = 24
)

// raceOutcome is the outcome of a round.
type raceOutcome struct {
	race.Card
	race.Run
}

var raceKind = sharedGame[raceOutcome, racePicks]{
	schedule: func(s Session, a Account) (rounds.Round, []int64) {
		s.GameID = 0 // all tables show the same time
		return onClock(race.Clock, raceHistory)(s, a)
	},
	outcome: func(_ Session, rng *rand.Rand) raceOutcome {
		card := race.Draw(rng)
		return raceOutcome{card, card.Run(rng)}
	},
	phases: [...]string{"betting", "running", "result"},
	view:   viewRace,
	place:  "stake",
	wagers: racePicks.wagers,
	limit: func(_ Session, placed []Bet, wagers []wager) error {
		if len(placed)+len(wagers) > raceMost {
			return errBusy
		}
		return nil
	},
	pays: func(s Session, o raceOutcome, bet Bet) bff.MinorUnits {
		kind, runner := parseRacePlay(bet.Play)
		return o.Pays(kind, runner, bet.Stake, o.Price(kind, runner, rtpOf(s)))
	},
}.kind("rounds", describeRace, nil)

func describeRace(s Session) (Object, error) {
	return withStakes(s, sharedStep, Object{
		"betting": race.Clock.Betting.Milliseconds(), "running": race.Clock.Playing.Milliseconds(),
	})
}

// viewRace shows a race. How it is run is published when bets are closed.
func viewRace(t *table[raceOutcome]) Object {
	rtp, outcome := rtpOf(t.session), t.outcome(t.round.Number)
	runners := make([]Object, race.Runners)
	for i, name := range outcome.Names {
		runners[i] = Object{"name": name, "win": outcome.Price(race.Win, i, rtp), "place": outcome.Price(race.Place, i, rtp)}
	}
	state := Object{
		"starts": t.round.Closes.UnixMilli(), "runners": runners,
		"history": t.past(true, func(n int64, o raceOutcome) any { return Object{"round": n, "order": o.Order[:2]} }),
		"bets": t.lastBets(raceBets, func(b Bet) Object {
			kind, runner := parseRacePlay(b.Play)
			return b.show(Object{"kind": kind, "runner": runner})
		}),
	}
	if t.phase != rounds.Betting {
		state["order"], state["legs"] = outcome.Order, outcome.Legs
	}
	return state
}

// racePicks is the placement of bets on a race.
type racePicks struct {
	onRound
	Bets []struct {
		Kind   race.Kind      `json:"kind"`
		Runner int            `json:"runner"`
		Stake  bff.MinorUnits `json:"stake"`
	} `json:"bets"`
}

func (p racePicks) wagers(s Session) ([]wager, error) {
	if len(p.Bets) == 0 {
		return nil, errBody
	}
	var all []wager
	for _, pick := range p.Bets {
		if pick.Runner < 0 || pick.Runner >= race.Runners || pick.Kind != race.Win && pick.Kind != race.Place {
			return nil, errBody
		}
		if err := checkStake(s, pick.Stake, sharedStep); err != nil {
			return nil, err
		}
		all = append(all, wager{pick.Stake, fmt.Sprintf("%s %d", pick.Kind, pick.Runner+1)})
	}
	return all, nil
}

// parseRacePlay parses "win 3": the kind and the runner's number, counted from 1.
func parseRacePlay(play string) (kind race.Kind, runner int) {
	_, _ = fmt.Sscan(play, &kind, &runner) // cannot fail: wagers wrote it
	return kind, runner - 1
}
