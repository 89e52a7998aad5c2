package games

import (
	"fmt"
	"math/rand/v2"
	"net/http"

	"croupier/bff"
	"croupier/bff/mock/games/race"
)

// raceStep keeps what any price pays in whole kuruş.
const raceStep bff.MinorUnits = 100

// How many of the past races and of the session's bets a page is shown, and how many bets a
// session may have on one race.
const (
	raceHistory = 8
	raceBets    = 48
	raceMost    = 24
)

// raceGame is what the page must know before its first race.
type raceGame struct {
	Betting int64   `json:"betting"` // ms, as Running
	Running int64   `json:"running"`
	RTP     float64 `json:"rtp"`
	stakeOffer
}

func describeRace(session Session) (any, error) {
	stakes, err := offerStakes(session, raceStep)
	if err != nil {
		return nil, err
	}
	return raceGame{
		Betting: race.Betting.Milliseconds(), Running: race.Running.Milliseconds(),
		RTP: rtpOf(session), stakeOffer: stakes,
	}, nil
}

// raceTable is the race as it stands. How it is run is only told once no bet is taken.
type raceTable struct {
	Now     int64        `json:"now"` // ms since 1970, as all times
	Round   int64        `json:"round"`
	Phase   string       `json:"phase"`  // betting, running or result
	Starts  int64        `json:"starts"` // the race
	Runners []raceRunner `json:"runners"`
	Order   []int        `json:"order,omitempty"` // runners by place
	Legs    []raceLeg    `json:"legs,omitempty"`  // by runner
	Balances
	Bets    []raceBet  `json:"bets"` // the session's, oldest first
	History []racePast `json:"history"`
}

type raceRunner struct {
	Name  string `json:"name"`
	Win   int64  `json:"win"` // the price in hundredths
	Place int64  `json:"place"`
}

type raceLeg struct {
	Time  int64   `json:"time"` // ms
	Early float64 `json:"early"`
	Late  float64 `json:"late"`
}

type raceBet struct {
	ID      string         `json:"id"`
	Round   int64          `json:"round"`
	Kind    race.Kind      `json:"kind"`
	Runner  int            `json:"runner"`
	Stake   bff.MinorUnits `json:"stake"`
	Settled bool           `json:"settled"`
	Win     bff.MinorUnits `json:"win"`
}

type racePast struct {
	Round int64  `json:"round"`
	Order [2]int `json:"order"` // the first two
}

// seeRace looks at the race from a session.
func seeRace(session Session, b Account) sight {
	now := b.Now()
	round, began := race.At(now)
	starts, ends := began.Add(race.Betting), began.Add(race.Betting+race.Running)
	rng := b.Chance(round)
	card := race.Draw(rng)
	table := raceTable{
		Now: now.UnixMilli(), Round: round, Phase: "betting", Starts: starts.UnixMilli(),
		Balances: b.Balances(), Bets: []raceBet{},
	}
	for i, name := range card.Names {
		table.Runners = append(table.Runners, raceRunner{
			name, card.Price(race.Win, i, rtpOf(session)), card.Price(race.Place, i, rtpOf(session)),
		})
	}
	next, past := starts, round-1
	if !now.Before(starts) {
		table.Phase, next = "running", ends
		run := card.Run(rng)
		table.Order = run.Order[:]
		for _, leg := range run.Legs {
			table.Legs = append(table.Legs, raceLeg{leg.Time.Milliseconds(), leg.Early, leg.Late})
		}
	}
	if !now.Before(ends) {
		table.Phase, next, past = "result", race.Began(round+1), round
	}
	for n := past; n > past-raceHistory; n-- {
		order := runRace(b.Chance(n)).Order
		table.History = append(table.History, racePast{n, [2]int(order[:2])})
	}
	bets := b.Bets()
	for _, bet := range bets[max(0, len(bets)-raceBets):] {
		kind, runner := readRacePlay(bet.Play)
		table.Bets = append(table.Bets, raceBet{bet.ID, bet.Round, kind, runner, bet.Stake, bet.Settled, bet.Win})
	}
	return sight{table: table, round: round, phase: table.Phase, now: now, next: next}
}

func runRace(chance *rand.Rand) race.Run {
	card := race.Draw(chance)
	return card.Run(chance)
}

type racePick struct {
	Kind   race.Kind      `json:"kind"`
	Runner int            `json:"runner"`
	Stake  bff.MinorUnits `json:"stake"`
}

// raceStake places bets on a race that has not begun, all or none.
func raceStake(h *handler, w http.ResponseWriter, r *http.Request, session Session) error {
	move, err := readMove[struct {
		Round int64      `json:"round"`
		Bets  []racePick `json:"bets"`
	}](w, r)
	if err != nil {
		return err
	}
	if len(move.Bets) == 0 {
		return errBody
	}
	var total bff.MinorUnits
	for _, pick := range move.Bets {
		if pick.Runner < 0 || pick.Runner >= race.Runners || pick.Kind != race.Win && pick.Kind != race.Place {
			return errBody
		}
		if err := checkStake(session, pick.Stake, raceStep); err != nil {
			return err
		}
		total += pick.Stake
	}
	return h.act(w, r, func(b Account) error { return stakeRace(b, move.Round, move.Bets, total) },
		func(b Account) sight { return seeRace(session, b) })
}

func stakeRace(b Account, wanted int64, picks []racePick, total bff.MinorUnits) error {
	round, began := race.At(b.Now())
	if round != wanted || !b.Now().Before(began.Add(race.Betting)) {
		return errClosed
	}
	placed := len(picks)
	for _, bet := range b.Bets() {
		if bet.Round == round {
			placed++
		}
	}
	switch {
	case placed > raceMost:
		return errBusy
	case total > b.Balances().Balance:
		return ErrInsufficientFunds
	}
	due := began.Add(race.Betting + race.Running)
	for _, pick := range picks {
		if _, err := b.Stake(pick.Stake, round, due, fmt.Sprintf("%s %d", pick.Kind, pick.Runner+1)); err != nil {
			return err
		}
	}
	return nil
}

// settleRace pays a bet once its race is over.
func settleRace(session Session, bet Bet, chance *rand.Rand) bff.MinorUnits {
	kind, runner := readRacePlay(bet.Play)
	card := race.Draw(chance)
	return card.Run(chance).Pays(kind, runner, bet.Stake, card.Price(kind, runner, rtpOf(session)))
}

// readRacePlay reads "win 3": the kind, and the runner by the number on its cloth.
func readRacePlay(play string) (kind race.Kind, runner int) {
	// Only what stakeRace has written is read.
	_, _ = fmt.Sscan(play, &kind, &runner)
	return kind, runner - 1
}
