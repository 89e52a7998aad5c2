package world

import (
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"time"
)

// Sport is a kind of match.
type Sport struct {
	Key     string // its name is the phrase "sport.<Key>"
	Unit    string // of the score: goals, points or sets
	Leagues []*League
	Timed   *timedModel // one of Timed and Sets
	Sets    *setModel

	model   model
	markets func(*Match) []market // the main market first
}

// League is a group of teams that play against each other.
type League struct {
	ID    int `yaml:"-"` // counts from one through all sports
	Name  string
	Sport *Sport `yaml:"-"`
	Daily int    // matches per day
	Towns string
	Forms []string

	teams []string
}

// sports holds the sports in the order of the page, leagues the leagues of all sports: the index of a league is
// its ID-1.
var sports, leagues = newSports()

func newSports() (all []*Sport, leagues []*League) {
	for _, s := range data.Sports {
		s.markets = sportMarkets[s.Key]
		if s.model = s.Sets; s.Timed != nil {
			s.model = s.Timed
		}
		for _, l := range s.Leagues {
			leagues = append(leagues, l)
			l.ID, l.Sport = len(leagues), s
			for i, town := range data.Towns[l.Towns] {
				l.teams = append(l.teams, strings.Replace(l.Forms[i%len(l.Forms)], "*", town, 1))
			}
		}
	}
	return data.Sports, leagues
}

// Sports returns all sports.
func Sports() []*Sport { return sports }

// Match is a match. Everything about it, including its course, follows from the seed and its ID.
type Match struct {
	ID         int64
	League     *League
	Home, Away string
	Starts     time.Time

	seed uint64
	edge float64 // advantage of the home side, -1…1
}

const (
	fixtureDays      = 8 // days listed ahead, including today
	maxMatchDuration = 5 * time.Hour

	// A match ID consists of the league, the day and the number on that day.
	maxDaily = 100
	halfDays = 4_000_000 // days before and after the epoch

	daySeconds = int64(day / time.Second)
)

// dayOf returns the number of days since the epoch. It works for all clocks, unlike a time.Duration.
func dayOf(t time.Time) int {
	d := t.Unix() - epoch.Unix()
	n := d / daySeconds
	if d%daySeconds < 0 {
		n--
	}
	return int(n)
}

// match returns match n of a league on a day.
func (c *Catalogue) match(l *League, onDay, n int) *Match {
	half := len(l.teams) / 2
	// Every team plays once per matchday; the pairs follow from its number.
	matchday := uint64(onDay+halfDays)*maxDaily + uint64(n/half)
	order := permutation(mix(c.Seed, uint64(l.ID), matchday), len(l.teams))
	home, away := order[2*(n%half)], order[2*(n%half)+1]
	m := &Match{
		ID:     (int64(l.ID)*2*halfDays+int64(onDay+halfDays))*maxDaily + int64(n),
		League: l, Home: l.teams[home], Away: l.teams[away], seed: c.Seed,
		edge: (strength(c.Seed, l, home) - strength(c.Seed, l, away)) / 2,
	}
	// Matches are spread over day and night, so that some are always live.
	every := day / time.Duration(l.Daily)
	late := time.Duration(mix(c.Seed, uint64(m.ID), 1) % uint64(every))
	start := time.Unix(epoch.Unix()+int64(onDay)*daySeconds, 0).In(Zone)
	m.Starts = start.Add((time.Duration(n)*every + late).Truncate(5 * time.Minute))
	return m
}

// strength returns the strength of a team, -1…1.
func strength(seed uint64, l *League, team int) float64 {
	return float64(mix(seed, uint64(l.ID), uint64(team), 2)%2001)/1000 - 1
}

func permutation(seed uint64, n int) []int {
	out := make([]int, n)
	for i := range out {
		out[i] = i
	}
	for i := n - 1; i > 0; i-- {
		k := int(mix(seed, uint64(i)) % uint64(i+1))
		out[i], out[k] = out[k], out[i]
	}
	return out
}

// MatchByID returns a match of any day.
func (c *Catalogue) MatchByID(id int64) (*Match, bool) {
	l := leagueOf(id)
	n, onDay := int(id%maxDaily), int(id/maxDaily%(2*halfDays))-halfDays
	if l == nil || n >= l.Daily {
		return nil, false
	}
	return c.match(l, onDay, n), true
}

// leagueOf returns the league of a match ID, nil if it is invalid.
func leagueOf(id int64) *League {
	league := id / maxDaily / (2 * halfDays)
	if id < 0 || league < 1 || league > int64(len(leagues)) {
		return nil
	}
	return leagues[league-1]
}

// Fixtures returns the matches that start in a period, sorted by start; s == nil means all sports.
func (c *Catalogue) Fixtures(s *Sport, from, to time.Time) []*Match {
	var out []*Match
	for _, l := range leagues {
		for d := dayOf(from); d <= dayOf(to) && (s == nil || l.Sport == s); d++ {
			for n := range l.Daily {
				if m := c.match(l, d, n); !m.Starts.Before(from) && m.Starts.Before(to) {
					out = append(out, m)
				}
			}
		}
	}
	slices.SortStableFunc(out, func(a, b *Match) int { return a.Starts.Compare(b.Starts) })
	return out
}

// Upcoming returns the matches that start on day n from today and have not started; s == nil means all sports.
func (c *Catalogue) Upcoming(s *Sport, n int, now time.Time) []*Match {
	from, to := now, midnight(now).Add(day)
	if n > 0 {
		from, to = to.Add(days(n-1)), to.Add(days(n))
	}
	return c.Fixtures(s, from.Add(1), to) // a match that starts now is live
}

// Playing returns the live matches, sorted by start, followed by those that ended within since.
func (c *Catalogue) Playing(now time.Time, since time.Duration) []*Match {
	started := c.Fixtures(nil, now.Add(-maxMatchDuration), now.Add(1))
	return append(
		filter(started, func(m *Match) bool { return now.Before(m.Ends()) }),
		filter(started, func(m *Match) bool { return !now.Before(m.Ends()) && now.Sub(m.Ends()) < since })...,
	)
}

// SearchFixtures returns the first live and upcoming matches whose sides or league contain all words of a text.
func (c *Catalogue) SearchFixtures(text string, now time.Time, limit int) []*Match {
	words := strings.Fields(Fold(text))
	found := filter(append(c.Playing(now, 0), c.Fixtures(nil, now.Add(1), midnight(now).Add(days(fixtureDays)))...), func(m *Match) bool {
		name := Fold(m.Home + " " + m.Away + " " + m.League.Name)
		return !slices.ContainsFunc(words, func(w string) bool { return !strings.Contains(name, w) })
	})
	return found[:min(limit, len(found))]
}

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
