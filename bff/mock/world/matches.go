package world

import (
	"math/rand/v2"
	"sync"
	"time"
)

// Phases of a match.
const (
	PhaseSoon      = "soon"
	PhaseLive      = "live"
	PhaseOver      = "over"
	PhaseAbandoned = "abandoned"
)

// MatchState is the state of a match at a time.
type MatchState struct {
	Phase     string
	Score     Score
	Minute    int  // of the match clock; 0 if it has none
	Pause     bool // between two periods
	Suspended bool // no bets are accepted
}

// Score is the score of a match.
type Score struct {
	Home, Away int      // goals, points or sets
	Parts      [][2]int // by period or set, the current one last
	Steps      int      // played so far
	Over       bool
	Changed    int // step of the last change that suspended betting; 0 for none
}

// abandonRate is the number of matches per abandoned one.
const abandonRate = 160

// allSteps exceeds the number of steps of any match.
const allSteps = 1 << 20

func (m *Match) replay(steps int) Score {
	return m.League.Sport.model.replay(m, rand.New(rand.NewPCG(m.seed, uint64(m.ID))), steps)
}

// Final returns the score at the regular end of the match.
func (m *Match) Final() Score { return m.replay(allSteps) }

// final returns the last score and whether the match is abandoned there.
func (m *Match) final() (last Score, abandoned bool) {
	last = m.Final()
	chance := mix(m.seed, uint64(m.ID), 3)
	if chance%abandonRate != 0 {
		return last, false
	}
	return m.replay(last.Steps / 5 * int(1+chance/abandonRate%4)), true
}

// after returns the time at which a number of steps have been played.
func (m *Match) after(steps int) time.Time {
	return m.Starts.Add(m.League.Sport.model.duration(steps))
}

// Ends returns the end of the match.
func (m *Match) Ends() time.Time {
	last, _ := m.final()
	return m.after(last.Steps)
}

// State returns the state of the match.
func (m *Match) State(now time.Time) MatchState {
	if now.Before(m.Starts) {
		return MatchState{Phase: PhaseSoon, Score: m.replay(0)}
	}
	model := m.League.Sport.model
	if last, abandoned := m.final(); !now.Before(m.after(last.Steps)) {
		if abandoned {
			return MatchState{Phase: PhaseAbandoned, Score: last}
		}
		return MatchState{Phase: PhaseOver, Score: last}
	}
	steps, pause := model.played(now.Sub(m.Starts))
	s := MatchState{Phase: PhaseLive, Score: m.replay(steps), Minute: model.minute(steps), Pause: pause}
	s.Suspended = s.Score.Changed > 0 && now.Before(m.after(s.Score.Changed).Add(model.suspension()))
	return s
}

// Markets returns the markets with their odds in a state: only the main market, or all. A finished match has
// none; a suspended one has only closed picks.
func (m *Match) Markets(c *Catalogue, s MatchState, all bool) []Market {
	markets := m.League.Sport.markets(m)
	if !all {
		markets = markets[:1]
	}
	rtp, open := c.sportsRTP(s)
	if !open && !s.Suspended {
		return nil
	}
	out := m.priced(s.Score, rtp, markets)
	for i := range out {
		for j := range out[i].Picks {
			if s.Suspended {
				out[i].Picks[j].Odd = 0
			}
		}
	}
	return out
}

// MarketCount returns the number of markets of the match.
func (m *Match) MarketCount() int { return len(m.League.Sport.markets(m)) }

// Odd returns the current odd of a pick, 0 if it is closed. known is false for an unknown pick.
func (m *Match) Odd(c *Catalogue, key, pick string, now time.Time) (odd int, known bool) {
	o, known := m.outcome(key, pick)
	if !known {
		return 0, false
	}
	s := m.State(now)
	rtp, open := c.sportsRTP(s)
	if !open {
		return 0, true
	}
	return oddOf(m.chance(c, s, key, o), rtp), true
}

// Chance returns the probability that the odd of a pick is based on. open is false if the match is suspended or
// over.
func (m *Match) Chance(c *Catalogue, key, pick string, now time.Time) (p float64, open bool) {
	o, known := m.outcome(key, pick)
	s := m.State(now)
	if _, open := c.sportsRTP(s); !known || !open {
		return 0, false
	}
	return m.chance(c, s, key, o), true
}

func (m *Match) outcome(key, pick string) (outcome, bool) {
	mk, _ := find(m.League.Sport.markets(m), func(mk market) bool { return mk.key() == key })
	return find(mk.picks, func(o outcome) bool { return o.key == pick })
}

// chance returns the probability of an outcome in a state.
func (m *Match) chance(c *Catalogue, s MatchState, key string, o outcome) float64 {
	if s.Phase == PhaseSoon {
		return c.chances.get(chanceKey{m.ID, key, o.key}, func() float64 { return m.chanceFrom(s.Score, o) })
	}
	return m.chanceFrom(s.Score, o)
}

func (m *Match) chanceFrom(s Score, o outcome) (sum float64) {
	m.League.Sport.model.results(m, s, func(h, a int, p float64) {
		if o.won(h, a) {
			sum += p
		}
	})
	return sum
}

// Result returns the coupon status that a pick gets, and when.
func (m *Match) Result(key, pick string) (status string, at time.Time) {
	last, abandoned := m.final()
	o, known := m.outcome(key, pick)
	switch {
	case abandoned:
		status = CouponVoid
	case known && o.won(last.Home, last.Away):
		status = CouponWon
	default:
		status = CouponLost
	}
	return status, m.after(last.Steps)
}

// sportsRTP returns the return to player in percent of bets in a state, and whether bets are accepted.
func (c *Catalogue) sportsRTP(s MatchState) (rtp float64, open bool) {
	before, live := c.SportsReturn()
	switch s.Phase {
	case PhaseSoon:
		return before, true
	case PhaseLive:
		return live, !s.Suspended
	}
	return 0, false
}

// SportsReturn returns the return to player in percent of bets before and during a match.
func (c *Catalogue) SportsReturn() (before, live float64) {
	b, _ := c.VirtualGame(1, sportType)
	l, _ := c.VirtualGame(1, liveSportType)
	return b.RTP, l.RTP
}

// maxChances bounds a chanceCache, which is emptied when it is full.
const maxChances = 20_000

// chanceKey identifies a pick of an upcoming match.
type chanceKey struct {
	match        int64
	market, pick string
}

// chanceCache caches the probabilities of picks of upcoming matches, which do not change: computing one considers
// every result of the match, and all worlds start with coupons on the same matches.
type chanceCache struct {
	mu      sync.Mutex
	chances map[chanceKey]float64
}

func (c *chanceCache) get(key chanceKey, compute func() float64) float64 {
	c.mu.Lock()
	p, ok := c.chances[key]
	c.mu.Unlock()
	if ok {
		return p
	}
	p = compute()
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.chances == nil || len(c.chances) >= maxChances {
		c.chances = map[chanceKey]float64{}
	}
	c.chances[key] = p
	return p
}
