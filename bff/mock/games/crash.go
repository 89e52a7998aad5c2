package games

import (
	"fmt"
	"math/rand/v2"
	"net/http"
	"strconv"
	"time"

	"croupier/bff"
	"croupier/bff/mock/games/crash"
	"croupier/bff/mock/games/rounds"
	"croupier/bff/mock/world"
)

// How many past rounds and bets the page of the crash game shows.
const (
	crashHistory = 20
	crashBets    = 40
)

var crashGame = sharedGame[crash.Multiplier, crashStake]{
	schedule: func(s Session, a Account) (rounds.Round, []int64) {
		round, past := crashRounds(s, a).At(a.Now(), crashHistory)
		return round.Round, mapped(past, func(r *crash.Round) int64 { return r.Number })
	},
	outcome: func(s Session, rng *rand.Rand) crash.Multiplier { return crash.Draw(rng, rtpOf(s)) },
	phases:  [...]string{"betting", "flying", "crashed"},
	view:    viewCrash,
	place:   "stake",
	wagers:  crashStake.wagers,
	limit: func(_ Session, placed []world.Bet, wagers []wager) error {
		for _, bet := range placed {
			if parseCrashPlay(bet.Play).Hand == parseCrashPlay(wagers[0].play).Hand {
				return errBusy
			}
		}
		return nil
	},
	due: func(round rounds.Round, point crash.Multiplier, w wager) time.Time {
		return round.Closes.Add(parseCrashPlay(w.play).Ends(point))
	},
	pays: func(_ Session, point crash.Multiplier, bet world.Bet) bff.MinorUnits {
		return parseCrashPlay(bet.Play).Pays(bet.Stake, point)
	},
}

// crashRounds is the schedule of a session's game.
func crashRounds(s Session, a Account) crash.Schedule {
	return func(round int64) crash.Multiplier { return crash.Draw(a.Chance(round), rtpOf(s)) }
}

func describeCrash(s Session) (Object, error) {
	look := "airship"
	if s.Type == "spaceman" {
		look = "astronaut"
	}
	return withStakes(s, sharedStep, Object{
		"look": look, "growth": crash.Growth, "cap": crash.Cap, "betting": crash.Betting.Milliseconds(),
	})
}

// viewCrash shows a round. The crash is published once it has happened.
func viewCrash(t *table[crash.Multiplier]) Object {
	rng := t.Chance(t.round.Number)
	point := crash.Draw(rng, rtpOf(t.session))
	state := Object{
		"takeoff": t.round.Closes.UnixMilli(),
		"history": t.past(true, func(n int64, point crash.Multiplier) any { return Object{"round": n, "point": point} }),
		"bets": t.lastBets(crashBets, func(b world.Bet) Object {
			if !b.Settled && b.Due.Before(t.next) {
				t.next = b.Due
			}
			play := parseCrashPlay(b.Play)
			return show(b, Object{"hand": play.Hand, "auto": play.Auto, "paid": crash.Multiplier(b.Win * 100 / b.Stake)})
		}),
		"others": crash.Players(rng, max(t.session.MinBet, sharedStep), t.session.MaxBet),
	}
	if t.phase == rounds.Over {
		state["crash"], state["point"] = t.round.Settles.UnixMilli(), point
	}
	return state
}

// crashStake is the placement of one bet.
type crashStake struct {
	onRound
	Hand  int              `json:"hand"`
	Auto  crash.Multiplier `json:"auto"`
	Stake bff.MinorUnits   `json:"stake"`
}

func (p crashStake) wagers(s Session) ([]wager, error) {
	if p.Hand < 0 || p.Hand > 1 || p.Auto != 0 && (p.Auto < crash.Least || p.Auto > crash.Cap) {
		return nil, errBody
	}
	return []wager{{p.Stake, formatCrashPlay(crash.Bet{Hand: p.Hand, Auto: p.Auto})}}, checkStake(s, p.Stake, sharedStep)
}

// crashCash settles a bet at the multiplier of the time when the request arrives.
func crashCash(h *handler, w http.ResponseWriter, r *http.Request, s Session) error {
	move, err := readJSON[struct {
		Bet string `json:"bet"`
	}](w, r)
	if err != nil {
		return err
	}
	return crashGame.update(h, w, r, s, func(t *table[crash.Multiplier]) error {
		for _, bet := range t.Bets() {
			if bet.ID != move.Bet || bet.Settled {
				continue
			}
			at := crash.Round{Round: t.round, Point: t.outcome(t.round.Number)}.Cash(t.now)
			if bet.Round != t.round.Number || at == 0 {
				return errClosed
			}
			_, err := t.Settle(bet.ID, rounds.Payout(bet.Stake, int64(at)))
			return err
		}
		return world.ErrBet
	})
}

// formatCrashPlay writes the hand and, where there is one, the automatic multiplier: "0", "1 2.50".
func formatCrashPlay(b crash.Bet) string {
	if b.Auto == 0 {
		return strconv.Itoa(b.Hand)
	}
	return fmt.Sprintf("%d %s", b.Hand, bff.MinorUnits(b.Auto))
}

func parseCrashPlay(play string) crash.Bet {
	var b crash.Bet
	var auto string
	_, _ = fmt.Sscan(play, &b.Hand, &auto) // auto is optional
	if m, err := bff.ParseMinorUnits(auto); err == nil {
		b.Auto = crash.Multiplier(m)
	}
	return b
}
