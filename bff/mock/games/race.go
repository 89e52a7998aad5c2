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
	schedule: func(s Session, a Account, n int) (rounds.Round, []int64) {
		s.GameID = 0 // all tables show the same time
		return onClock(byTable(race.Clock))(s, a, n)
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

// raceGame is the static part of the race.
type raceGame struct {
	Betting int64   `json:"betting"` // ms
	Running int64   `json:"running"` // ms
	RTP     float64 `json:"rtp"`
	stakeOffer
}

func describeRace(s Session) (any, error) {
	stakes, err := offerStakes(s, sharedStep)
	return raceGame{
		Betting: race.Clock.Betting.Milliseconds(), Running: race.Clock.Playing.Milliseconds(), RTP: rtpOf(s), stakeOffer: stakes,
	}, err
}

// raceState is the state of a race. Order and Legs are published when bets are closed.
type raceState struct {
	roundState
	Starts  int64        `json:"starts"` // ms since 1970
	Runners []raceRunner `json:"runners"`
	Order   []int        `json:"order,omitempty"` // runners by place
	Legs    []raceLeg    `json:"legs,omitempty"`  // by runner
	Bets    []raceBet    `json:"bets"`            // oldest first
	History []racePast   `json:"history"`
}

type raceRunner struct {
	Name  string `json:"name"`
	Win   int64  `json:"win"` // price in hundredths
	Place int64  `json:"place"`
}

type raceLeg struct {
	Time  int64   `json:"time"` // ms
	Early float64 `json:"early"`
	Late  float64 `json:"late"`
}

type raceBet struct {
	betState
	Kind   race.Kind `json:"kind"`
	Runner int       `json:"runner"`
}

type racePast struct {
	Round int64  `json:"round"`
	Order [2]int `json:"order"` // the first two
}

func viewRace(t *table[raceOutcome]) any {
	rtp, outcome := rtpOf(t.session), t.outcome(t.round.Number)
	state := raceState{
		roundState: t.state(), Starts: t.round.Closes.UnixMilli(),
		History: past(t, raceHistory, true, func(n int64, o raceOutcome) racePast { return racePast{n, [2]int(o.Order[:2])} }),
		Bets: lastBets(t, raceBets, func(bet Bet) raceBet {
			kind, runner := parseRacePlay(bet.Play)
			return raceBet{newBetState(bet), kind, runner}
		}),
	}
	for i, name := range outcome.Names {
		state.Runners = append(state.Runners, raceRunner{name, outcome.Price(race.Win, i, rtp), outcome.Price(race.Place, i, rtp)})
	}
	if t.phase != rounds.Betting {
		state.Order = outcome.Order[:]
		state.Legs = mapped(outcome.Legs[:], func(l *race.Leg) raceLeg { return raceLeg{l.Time.Milliseconds(), l.Early, l.Late} })
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
