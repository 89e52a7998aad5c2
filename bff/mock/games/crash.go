package games

import (
	"fmt"
	"math/rand/v2"
	"net/http"
	"strconv"

	"croupier/bff"
	"croupier/bff/mock/games/crash"
)

// crashStep keeps what any multiplier pays in whole kuruş.
const crashStep bff.MinorUnits = 100

// How many of the rounds and of the session's bets that are over a page is shown.
const (
	crashHistory = 20
	crashBets    = 40
)

// crashGame is what the page must know before its first flight.
type crashGame struct {
	Look    string           `json:"look"` // airship or astronaut
	Growth  float64          `json:"growth"`
	Cap     crash.Multiplier `json:"cap"`
	Betting int64            `json:"betting"` // ms
	RTP     float64          `json:"rtp"`
	stakeOffer
}

func describeCrash(session Session) (any, error) {
	stakes, err := offerStakes(session, crashStep)
	if err != nil {
		return nil, err
	}
	look := "airship"
	if session.Type == "spaceman" {
		look = "astronaut"
	}
	return crashGame{
		Look: look, Growth: crash.Growth, Cap: crash.Cap, Betting: crash.Betting.Milliseconds(),
		RTP: rtpOf(session), stakeOffer: stakes,
	}, nil
}

// crashRounds are the rounds of a session's game.
func crashRounds(session Session, b Account) crash.Schedule {
	rtp := rtpOf(session)
	return func(round int64) crash.Multiplier { return crash.Draw(b.Chance(round), rtp) }
}

// crashTable is the table as it stands. Where a round crashes is only told once it has.
type crashTable struct {
	Now     int64            `json:"now"` // ms since 1970, as all times
	Round   int64            `json:"round"`
	Phase   string           `json:"phase"` // betting, flying or crashed
	Takeoff int64            `json:"takeoff"`
	Crash   int64            `json:"crash,omitempty"`
	Point   crash.Multiplier `json:"point,omitempty"`
	Balances
	Bets    []crashBet    `json:"bets"` // the session's, oldest first
	History []crashPoint  `json:"history"`
	Others  []crashPlayer `json:"others"`
}

type crashBet struct {
	ID      string           `json:"id"`
	Round   int64            `json:"round"`
	Hand    int              `json:"hand"`
	Auto    crash.Multiplier `json:"auto"` // 0 for none
	Stake   bff.MinorUnits   `json:"stake"`
	Settled bool             `json:"settled"`
	Win     bff.MinorUnits   `json:"win"`
	Paid    crash.Multiplier `json:"paid"` // 0 for nothing
}

type crashPoint struct {
	Round int64            `json:"round"`
	Point crash.Multiplier `json:"point"`
}

type crashPlayer struct {
	Name   string           `json:"name"`
	Stake  bff.MinorUnits   `json:"stake"`
	Joins  int64            `json:"joins"` // ms before take-off
	Target crash.Multiplier `json:"target"`
}

// seeCrash looks at the table from a session.
func seeCrash(session Session, b Account) sight {
	now := b.Now()
	round, before := crashRounds(session, b).At(now, crashHistory)
	table := crashTable{
		Now: now.UnixMilli(), Round: round.Number, Phase: "betting", Takeoff: round.Takeoff.UnixMilli(),
		Balances: b.Balances(), Bets: []crashBet{}, History: []crashPoint{},
	}
	next := round.Takeoff
	if round.Flying(now) {
		table.Phase, next = "flying", round.Crash
	}
	if !now.Before(round.Crash) {
		table.Phase, next = "crashed", round.Ends()
		table.Crash, table.Point = round.Crash.UnixMilli(), round.Point
		before = append([]crash.Round{round}, before[:min(len(before), crashHistory-1)]...)
	}
	for _, r := range before {
		table.History = append(table.History, crashPoint{r.Number, r.Point})
	}
	bets := b.Bets()
	for _, bet := range bets[max(0, len(bets)-crashBets):] {
		if !bet.Settled && bet.Due.Before(next) {
			next = bet.Due
		}
		table.Bets = append(table.Bets, newCrashBet(bet))
	}
	rng := b.Chance(round.Number)
	crash.Draw(rng, rtpOf(session))
	for _, p := range crash.Players(rng, max(session.MinBet, crashStep), session.MaxBet) {
		table.Others = append(table.Others, crashPlayer{p.Name, p.Stake, p.Joins.Milliseconds(), p.Target})
	}
	return sight{table: table, round: table.Round, phase: table.Phase, now: now, next: next}
}

func newCrashBet(bet Bet) crashBet {
	play := readCrashPlay(bet.Play)
	return crashBet{
		ID: bet.ID, Round: bet.Round, Hand: play.Hand, Auto: play.Auto, Stake: bet.Stake,
		Settled: bet.Settled, Win: bet.Win, Paid: crash.Multiplier(bet.Win * 100 / bet.Stake),
	}
}

// crashStake places a bet of one hand on a round that has not taken off.
func crashStake(h *handler, w http.ResponseWriter, r *http.Request, session Session) error {
	move, err := readMove[struct {
		Round int64            `json:"round"`
		Hand  int              `json:"hand"`
		Auto  crash.Multiplier `json:"auto"`
		Stake bff.MinorUnits   `json:"stake"`
	}](w, r)
	switch {
	case err != nil:
		return err
	case move.Hand < 0 || move.Hand > 1, move.Auto != 0 && (move.Auto < crash.Least || move.Auto > crash.Cap):
		return errBody
	}
	if err := checkStake(session, move.Stake, crashStep); err != nil {
		return err
	}
	return h.act(w, r, func(b Account) error {
		round, _ := crashRounds(session, b).At(b.Now(), 0)
		if round.Number != move.Round || !b.Now().Before(round.Takeoff) {
			return errClosed
		}
		play := crash.Bet{Hand: move.Hand, Auto: move.Auto}
		for _, bet := range b.Bets() {
			if bet.Round == move.Round && readCrashPlay(bet.Play).Hand == move.Hand {
				return errBusy
			}
		}
		_, err := b.Stake(move.Stake, round.Number, round.Takeoff.Add(play.Ends(round.Point)), writeCrashPlay(play))
		return err
	}, func(b Account) sight { return seeCrash(session, b) })
}

// crashCash ends a bet with what the round stands at when the request arrives, whatever the
// page has shown.
func crashCash(h *handler, w http.ResponseWriter, r *http.Request, session Session) error {
	move, err := readMove[struct {
		Bet string `json:"bet"`
	}](w, r)
	if err != nil {
		return err
	}
	return h.act(w, r, func(b Account) error {
		round, _ := crashRounds(session, b).At(b.Now(), 0)
		for _, bet := range b.Bets() {
			if bet.ID != move.Bet || bet.Settled {
				continue
			}
			at := round.Cash(b.Now())
			if bet.Round != round.Number || at == 0 {
				return errClosed
			}
			_, err := b.Settle(bet.ID, at.Of(bet.Stake))
			return err
		}
		return ErrBet
	}, func(b Account) sight { return seeCrash(session, b) })
}

// settleCrash pays what cashed itself, and who was aboard at the top.
func settleCrash(session Session, bet Bet, chance *rand.Rand) bff.MinorUnits {
	return readCrashPlay(bet.Play).Pays(bet.Stake, crash.Draw(chance, rtpOf(session)))
}

// A bet's play is its hand, or its hand and its automatic multiplier: "0", "1 2.50".
func writeCrashPlay(b crash.Bet) string {
	if b.Auto == 0 {
		return strconv.Itoa(b.Hand)
	}
	return fmt.Sprintf("%d %s", b.Hand, bff.MinorUnits(b.Auto))
}

func readCrashPlay(play string) crash.Bet {
	var b crash.Bet
	var auto string
	// What does not scan is what was not written: no automatic multiplier.
	_, _ = fmt.Sscan(play, &b.Hand, &auto)
	if m, err := bff.ParseMinorUnits(auto); err == nil {
		b.Auto = crash.Multiplier(m)
	}
	return b
}
