package world

import (
	"math/rand/v2"
	"time"
)

// Phases of a match.
const (
	PhaseSoon      = "soon"
	PhaseLive      = "live"
	PhaseOver      = "over"
	PhaseAbandoned = "abandoned"
)

// Moment is a match at a moment.
type Moment struct {
	Phase  string
	Score  Score
	Minute int  // of the match's clock; 0 where it has none
	Pause  bool // between two periods
	Held   bool // no bets just now
}

// abandonedOnceIn is how many matches are played to one that is broken off.
const abandonedOnceIn = 160

func (m *Match) replay(steps int) Score {
	return m.League.Sport.play.replay(m, rand.New(rand.NewPCG(m.seed, uint64(m.ID))), steps)
}

// Final is the score that the match ends with, were it played to its end.
func (m *Match) Final() Score { return m.replay(forever) }

// fate is the score that the match comes to, and whether it is broken off there.
func (m *Match) fate() (last Score, abandoned bool) {
	last = m.Final()
	chance := mix(m.seed, uint64(m.ID), 3)
	if chance%abandonedOnceIn != 0 {
		return last, false
	}
	return m.replay(last.Steps / 5 * int(1+chance/abandonedOnceIn%4)), true
}

// Ends is when the match is decided or broken off.
func (m *Match) Ends() time.Time {
	last, _ := m.fate()
	return m.Starts.Add(m.League.Sport.play.after(last.Steps))
}

// At tells how the match stands.
func (m *Match) At(now time.Time) Moment {
	if now.Before(m.Starts) {
		return Moment{Phase: PhaseSoon, Score: m.replay(0)}
	}
	play := m.League.Sport.play
	if last, abandoned := m.fate(); !now.Before(m.Starts.Add(play.after(last.Steps))) {
		if abandoned {
			return Moment{Phase: PhaseAbandoned, Score: last}
		}
		return Moment{Phase: PhaseOver, Score: last}
	}
	steps, pause := play.reached(now.Sub(m.Starts))
	s := Moment{Phase: PhaseLive, Score: m.replay(steps), Minute: play.minute(steps), Pause: pause}
	s.Held = s.Score.Changed > 0 && now.Before(m.Starts.Add(play.after(s.Score.Changed)+play.held()))
	return s
}

// Markets gives what may be bet on and the odds from how the match stands: the main market
// alone, or all. A match that is over has none, one that is held closes every pick.
func (m *Match) Markets(c *Catalogue, s Moment, all bool) []Market {
	of := m.League.Sport.book(m)
	if !all {
		of = of[:1]
	}
	return m.quote(c, s, of)
}

func (m *Match) quote(c *Catalogue, s Moment, of []market) []Market {
	switch s.Phase {
	case PhaseSoon:
		return m.priced(s.Score, c.returnOf(sportType), of)
	case PhaseLive:
		out := m.priced(s.Score, c.returnOf(liveSportType), of)
		for i := range out {
			for j := range out[i].Picks {
				if s.Held {
					out[i].Picks[j].Odd = 0
				}
			}
		}
		return out
	default:
		return nil
	}
}

// Depth is how many markets the match has.
func (m *Match) Depth() int { return len(m.League.Sport.book(m)) }

// Odd is what a pick is offered at now; 0 where it is closed. known is false where there is
// no such pick at all.
func (m *Match) Odd(c *Catalogue, key, pick string, now time.Time) (odd int, known bool) {
	for _, mk := range m.League.Sport.book(m) {
		if mk.key() != key {
			continue
		}
		for j, p := range mk.picks {
			if p.key != pick {
				continue
			}
			mk.picks = mk.picks[j : j+1]
			moment := m.At(now)
			if moment.Phase == PhaseSoon {
				return c.openings.odd(opening{m.ID, key, pick}, func() int { return m.offered(c, moment, mk) }), true
			}
			return m.offered(c, moment, mk), true
		}
	}
	return 0, false
}

// offered is the odd of a market's one pick.
func (m *Match) offered(c *Catalogue, s Moment, one market) int {
	if priced := m.quote(c, s, []market{one}); len(priced) > 0 {
		return priced[0].Picks[0].Odd
	}
	return 0
}

// Verdict is the coupon status that a pick comes to, and when.
func (m *Match) Verdict(key, pick string) (status string, at time.Time) {
	last, abandoned := m.fate()
	at = m.Starts.Add(m.League.Sport.play.after(last.Steps))
	if abandoned {
		return CouponVoid, at
	}
	for _, mk := range m.League.Sport.book(m) {
		for _, p := range mk.picks {
			if mk.key() == key && p.key == pick && p.won(last.Home, last.Away) {
				return CouponWon, at
			}
		}
	}
	return CouponLost, at
}

// returnOf is what a kind of bet gives back, in per cent.
func (c *Catalogue) returnOf(kind string) float64 {
	g, _ := c.VirtualGame(1, kind)
	return g.RTP
}

// SportsReturn is what bets before a match and during it give back, in per cent.
func (c *Catalogue) SportsReturn() (before, during float64) {
	return c.returnOf(sportType), c.returnOf(liveSportType)
}
