package world

import (
	"math"
	"math/rand/v2"
	"strconv"
	"strings"
	"time"
)

// Phases of a match.
const (
	PhaseSoon = "soon"
	PhaseLive = "live"
	PhaseOver = "over"
)

// Bounds of the odds in hundredths. Nearly certain and nearly impossible picks are not offered.
const (
	minOdd = 101
	maxOdd = 30_000
)

// abandonRate is the number of matches per abandoned one, whose picks are void.
const abandonRate = 160

// MatchState is the state of a match at a time.
type MatchState struct {
	Phase      string
	Home, Away int
	Minute     int // of the match clock; 0 before the start
}

// abandoned reports whether the match ends at half-time without a result.
func (m *Match) abandoned() bool { return mix(m.seed, uint64(m.ID), 3)%abandonRate == 0 }

func (m *Match) minutes() int {
	if m.abandoned() {
		return m.League.Sport.Minutes / 2
	}
	return m.League.Sport.Minutes
}

// Ends returns the end of the match.
func (m *Match) Ends() time.Time { return m.Starts.Add(time.Duration(m.minutes()) * time.Minute) }

// goalChances returns the probabilities that a side scores in a minute. No side scores twice in
// one.
func (m *Match) goalChances() (home, away float64) {
	s := m.League.Sport
	return s.Home * math.Exp(s.Edge*m.edge) / float64(s.Minutes), s.Away * math.Exp(-s.Edge*m.edge) / float64(s.Minutes)
}

func (m *Match) score(minutes int) (home, away int) {
	rng := rand.New(rand.NewPCG(m.seed, uint64(m.ID)))
	forHome, forAway := m.goalChances()
	for range minutes {
		if rng.Float64() < forHome {
			home++
		}
		if rng.Float64() < forAway {
			away++
		}
	}
	return home, away
}

// State returns the state of the match.
func (m *Match) State(now time.Time) MatchState {
	s := MatchState{Phase: PhaseLive}
	switch {
	case now.Before(m.Starts):
		return MatchState{Phase: PhaseSoon}
	case now.Before(m.Ends()):
		s.Minute = int(now.Sub(m.Starts)/time.Minute) + 1
		s.Home, s.Away = m.score(s.Minute - 1)
	default:
		s.Phase, s.Minute = PhaseOver, m.minutes()
		s.Home, s.Away = m.score(s.Minute)
	}
	return s
}

// Market is a question about a match. Its key is unique within the match: "result", "total@2.5".
type Market struct {
	Key   string
	Picks []Pick
}

// Pick is an answer to a market.
type Pick struct {
	Key    string
	Odd    int // in hundredths, 0 if the pick is closed
	chance float64
	won    func(home, away int) bool
}

// Markets returns the markets with their odds, the main one first. All picks of a finished match
// are closed.
func (m *Match) Markets(now time.Time) []Market {
	line := m.League.Sport.Line // never an integer
	out := []Market{
		{"result", []Pick{
			{Key: "1", won: func(h, a int) bool { return h > a }},
			{Key: "X", won: func(h, a int) bool { return h == a }},
			{Key: "2", won: func(h, a int) bool { return h < a }},
		}},
		{"total@" + strconv.FormatFloat(line, 'f', 1, 64), []Pick{
			{Key: "over", won: func(h, a int) bool { return float64(h+a) > line }},
			{Key: "under", won: func(h, a int) bool { return float64(h+a) < line }},
		}},
		{"double", []Pick{
			{Key: "1X", won: func(h, a int) bool { return h >= a }},
			{Key: "12", won: func(h, a int) bool { return h != a }},
			{Key: "X2", won: func(h, a int) bool { return h <= a }},
		}},
	}
	s := m.State(now)
	for _, market := range out {
		for i := range market.Picks {
			p := &market.Picks[i]
			p.chance = m.chance(s, p.won)
			if s.Phase != PhaseOver {
				p.Odd = oddOf(p.chance, s.rtp())
			}
		}
	}
	return out
}

// Pick returns a pick with its odd. ok is false for an unknown pick.
func (m *Match) Pick(market, pick string, now time.Time) (p Pick, ok bool) {
	mk, _ := find(m.Markets(now), func(mk Market) bool { return mk.Key == market })
	return find(mk.Picks, func(p Pick) bool { return p.Key == pick })
}

func (m *Match) chance(s MatchState, won func(home, away int) bool) (sum float64) {
	left := m.League.Sport.Minutes
	if s.Phase != PhaseSoon {
		left -= s.Minute - 1
	}
	home, away := m.goalChances()
	homeGoals, awayGoals := binomial(left, home), binomial(left, away)
	for h, p := range homeGoals {
		for a, q := range awayGoals {
			if won(s.Home+h, s.Away+a) {
				sum += p * q
			}
		}
	}
	return sum
}

// binomial returns the probabilities of 0 to n successes of n trials, up to a negligible remainder.
func binomial(n int, chance float64) []float64 {
	out := []float64{math.Pow(1-chance, float64(n))}
	for k, sum := 1, out[0]; k <= n && sum < 1-1e-9; k++ {
		out = append(out, out[k-1]*chance/(1-chance)*float64(n-k+1)/float64(k))
		sum += out[k]
	}
	return out
}

// oddOf returns the odd of a probability, 0 if it is not offered.
func oddOf(p, rtp float64) int {
	if p*maxOdd < rtp || p*minOdd > rtp {
		return 0
	}
	return int(rtp / p)
}

// result returns the coupon status that a pick gets at the end of the match.
func (m *Match) result(market, pick string) string {
	p, known := m.Pick(market, pick, m.Starts)
	switch {
	case m.abandoned():
		return CouponVoid
	case known && p.won(m.score(m.minutes())):
		return CouponWon
	}
	return CouponLost
}

func (s MatchState) rtp() float64 {
	kind := sportType
	if s.Phase == PhaseLive {
		kind = liveSportType
	}
	g, _ := find(data.VirtualGames, func(g Game) bool { return g.Type == kind })
	return g.RTP
}

// MarketName returns the name of a market in a language.
func (c *Catalogue) MarketName(lang, key string) string {
	kind, line, _ := strings.Cut(key, "@")
	if lang != "en" && lang != "ar" {
		line = strings.Replace(line, ".", ",", 1)
	}
	return c.Texts.Phrase(lang, "market."+kind, "line", line)
}

// PickName returns the name of a pick in a language. Figures are the same in all languages.
func (c *Catalogue) PickName(lang, key string) string {
	if key[0] >= '0' && key[0] <= '9' || key[0] == 'X' {
		return key
	}
	return c.Texts.Phrase(lang, "pick."+key)
}
