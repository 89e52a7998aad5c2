package world

import (
	"math/rand/v2"
	"slices"
	"strings"
	"time"
)

// Sport is a kind of match. Its goals fall at random over its minutes.
type Sport struct {
	Home, Away float64 // average goals of even sides
	Edge       float64 // influence of the strength on the goals
	Minutes    int
	Line       float64 // of the market of the total
	Leagues    []*League
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

var leagues = func() (all []*League) {
	for _, s := range data.Sports {
		for _, l := range s.Leagues {
			all = append(all, l)
			l.ID, l.Sport = len(all), s
			for i, town := range data.Towns[l.Towns] {
				l.teams = append(l.teams, strings.Replace(l.Forms[i%len(l.Forms)], "*", town, 1))
			}
		}
	}
	return all
}()

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
	maxMatchDuration = 2 * time.Hour

	// A match ID consists of the league, the day and the number on that day.
	maxDaily = 100
	halfDays = 4_000_000 // days before and after the epoch

	daySeconds = int64(day / time.Second)
)

// dayOf returns the number of days since the epoch. It works for all clocks, unlike a
// time.Duration.
func dayOf(t time.Time) int {
	d := t.Unix() - epoch.Unix()
	n := d / daySeconds
	if d%daySeconds < 0 {
		n--
	}
	return int(n)
}

func (c *Catalogue) match(l *League, onDay, n int) *Match {
	half := len(l.teams) / 2
	// Every team plays once per matchday. The pairs follow from its number.
	matchday := uint64(onDay+halfDays)*maxDaily + uint64(n/half)
	order := rand.New(rand.NewPCG(mix(c.Seed, uint64(l.ID)), matchday)).Perm(len(l.teams))
	home, away := order[2*(n%half)], order[2*(n%half)+1]
	m := &Match{
		ID: (int64(l.ID)*2*halfDays+int64(onDay+halfDays))*maxDaily + int64(n), League: l, Home: l.teams[home],
		Away: l.teams[away], seed: c.Seed, edge: (strength(c.Seed, l, home) - strength(c.Seed, l, away)) / 2,
	}
	// Matches are spread over day and night, so that some are always live.
	every := day / time.Duration(l.Daily)
	late := time.Duration(mix(c.Seed, uint64(m.ID), 1) % uint64(every))
	start := time.Unix(epoch.Unix()+int64(onDay)*daySeconds, 0).In(Zone)
	m.Starts = start.Add((time.Duration(n)*every + late).Truncate(5 * time.Minute))
	return m
}

func strength(seed uint64, l *League, team int) float64 {
	return float64(mix(seed, uint64(l.ID), uint64(team), 2)%2001)/1000 - 1
}

// MatchByID returns a match of any day.
func (c *Catalogue) MatchByID(id int64) (*Match, bool) {
	league, onDay, n := id/maxDaily/(2*halfDays), int(id/maxDaily%(2*halfDays))-halfDays, int(id%maxDaily)
	if id < 0 || league < 1 || league > int64(len(leagues)) || n >= leagues[league-1].Daily {
		return nil, false
	}
	return c.match(leagues[league-1], onDay, n), true
}

func (c *Catalogue) fixtures(from, to time.Time) (out []*Match) {
	for _, l := range leagues {
		for d := dayOf(from); d <= dayOf(to); d++ {
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

// Upcoming returns the first matches of the next day.
func (c *Catalogue) Upcoming(now time.Time, limit int) []*Match {
	found := c.fixtures(now.Add(1), now.Add(day)) // a match that starts now is live
	return found[:min(limit, len(found))]
}

// Playing returns the live matches, sorted by start, followed by those that ended within since.
func (c *Catalogue) Playing(now time.Time, since time.Duration) []*Match {
	started := c.fixtures(now.Add(-maxMatchDuration), now.Add(1))
	return append(filter(started, func(m *Match) bool { return now.Before(m.Ends()) }),
		filter(started, func(m *Match) bool { return !now.Before(m.Ends()) && now.Sub(m.Ends()) < since })...)
}
