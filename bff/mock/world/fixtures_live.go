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

// MatchState is a match at a moment.
type MatchState struct {
	Phase     string
	Score     Score
	Minute    int  // of the match's clock; 0 where it has none
	Pause     bool // between two periods
	Suspended bool // no bets just now
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

// State tells how the match stands.
func (m *Match) State(now time.Time) MatchState {
	if now.Before(m.Starts) {
		return MatchState{Phase: PhaseSoon, Score: m.replay(0)}
	}
	play := m.League.Sport.play
	if last, abandoned := m.fate(); !now.Before(m.Starts.Add(play.after(last.Steps))) {
		if abandoned {
			return MatchState{Phase: PhaseAbandoned, Score: last}
		}
		return MatchState{Phase: PhaseOver, Score: last}
	}
	steps, pause := play.reached(now.Sub(m.Starts))
	s := MatchState{Phase: PhaseLive, Score: m.replay(steps), Minute: play.minute(steps), Pause: pause}
	s.Suspended = s.Score.Changed > 0 && now.Before(m.Starts.Add(play.after(s.Score.Changed)+play.held()))
	return s
}

// Markets gives what may be bet on and the odds from how the match stands: the main market
// alone, or all. A match that is over has none, one that is held closes every pick.
func (m *Match) Markets(c *Catalogue, s MatchState, all bool) []Market {
	of := m.League.Sport.book(m)
	if !all {
		of = of[:1]
	}
	switch s.Phase {
	case PhaseSoon:
		return m.priced(s.Score, c.returnOf(sportType), of)
	case PhaseLive:
		out := m.priced(s.Score, c.returnOf(liveSportType), of)
		for i := range out {
			for j := range out[i].Picks {
				if s.Suspended {
					out[i].Picks[j].Odd = 0
				}
			}
		}
		return out
	default:
		return nil
	}
}

// MarketCount is how many markets the match has.
func (m *Match) MarketCount() int { return len(m.League.Sport.book(m)) }

// Odd is what a pick is offered at now; 0 where it is closed. known is false where there is
// no such pick at all.
func (m *Match) Odd(c *Catalogue, key, pick string, now time.Time) (odd int, known bool) {
	answer, known := m.outcome(key, pick)
	if !known {
		return 0, false
	}
	switch s := m.State(now); {
	case s.Phase == PhaseSoon:
		return oddOf(m.chance(c, s, key, answer), c.returnOf(sportType)), true
	case s.Phase == PhaseLive && !s.Suspended:
		return oddOf(m.chance(c, s, key, answer), c.returnOf(liveSportType)), true
	default:
		return 0, true
	}
}

// Chance is how probable a pick is now: what its odd is made of. taken is false where no bet
// is taken on it, because the match is held or over.
func (m *Match) Chance(c *Catalogue, key, pick string, now time.Time) (p float64, taken bool) {
	answer, known := m.outcome(key, pick)
	s := m.State(now)
	if !known || s.Suspended || s.Phase != PhaseSoon && s.Phase != PhaseLive {
		return 0, false
	}
	return m.chance(c, s, key, answer), true
}

// outcome finds an answer by its market's key and its own.
func (m *Match) outcome(key, pick string) (outcome, bool) {
	for _, mk := range m.League.Sport.book(m) {
		for _, p := range mk.picks {
			if p.key == pick && mk.key() == key {
				return p, true
			}
		}
	}
	return outcome{}, false
}

// chance is how probable an answer is from how the match stands.
func (m *Match) chance(c *Catalogue, s MatchState, key string, answer outcome) float64 {
	if s.Phase == PhaseSoon {
		return c.openings.chance(opening{m.ID, key, answer.key}, func() float64 { return m.chanceFrom(s.Score, answer) })
	}
	return m.chanceFrom(s.Score, answer)
}

func (m *Match) chanceFrom(s Score, answer outcome) float64 {
	sum := 0.0
	m.League.Sport.play.ends(m, s, func(h, a int, p float64) {
		if answer.won(h, a) {
			sum += p
		}
	})
	return sum
}

// Verdict is the coupon status that a pick comes to, and when.
func (m *Match) Verdict(key, pick string) (status string, at time.Time) {
	last, abandoned := m.fate()
	at = m.Starts.Add(m.League.Sport.play.after(last.Steps))
	if abandoned {
		return CouponVoid, at
	}
	if answer, known := m.outcome(key, pick); known && answer.won(last.Home, last.Away) {
		return CouponWon, at
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
