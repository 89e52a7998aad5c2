package world

import (
	"slices"
	"strings"
	"time"
)

// Match is one fixture. Everything about it, its course included, follows from the seed and
// its ID; nothing of it is kept.
type Match struct {
	ID         int64
	League     *League
	Home, Away string
	Starts     time.Time

	seed uint64
	edge float64 // how much better the home side is, from -1 to 1
}

// fixtureDays is how far ahead, today included, matches are listed.
const fixtureDays = 8

// Bounds of the parts of a match's ID: its number on a day, and the days around the epoch.
const (
	maxDaily = 100
	halfDays = 4_000_000
)

const daySeconds = int64(day / time.Second)

// dayOf counts days from the epoch in the brand's zone. It holds for any clock that a tester
// sets, which a time.Duration from the epoch would not.
func dayOf(t time.Time) int {
	d := t.Unix() - epoch.Unix()
	n := d / daySeconds
	if d%daySeconds < 0 {
		n--
	}
	return int(n)
}

// startOf is when a day begins.
func startOf(onDay int) time.Time {
	return time.Unix(epoch.Unix()+int64(onDay)*daySeconds, 0).In(Zone)
}

// match gives number n of a league's matches on a day.
func (c *Catalogue) match(l *League, onDay, n int) *Match {
	half := len(l.teams) / 2
	// Every team plays once in a turn; a turn's pairs follow from its number alone.
	turn := uint64(onDay+halfDays)*maxDaily + uint64(n/half)
	order := lots(mix(c.Seed, uint64(l.ID), turn), len(l.teams))
	home, away := order[2*(n%half)], order[2*(n%half)+1]
	m := &Match{
		ID:     (int64(l.ID)*2*halfDays+int64(onDay+halfDays))*maxDaily + int64(n),
		League: l, Home: l.teams[home], Away: l.teams[away], seed: c.Seed,
		edge: (strength(c.Seed, l, home) - strength(c.Seed, l, away)) / 2,
	}
	// Matches spread over day and night, so that some are always under way.
	every := day / time.Duration(l.daily)
	late := time.Duration(mix(c.Seed, uint64(m.ID), 1) % uint64(every))
	m.Starts = startOf(onDay).Add((time.Duration(n)*every + late).Truncate(5 * time.Minute))
	return m
}

// strength is how good a team is, from -1 to 1.
func strength(seed uint64, l *League, team int) float64 {
	return float64(mix(seed, uint64(l.ID), uint64(team), 2)%2001)/1000 - 1
}

// lots orders the numbers below n by chance.
func lots(chance uint64, n int) []int {
	out := make([]int, n)
	for i := range out {
		out[i] = i
	}
	for i := n - 1; i > 0; i-- {
		k := int(mix(chance, uint64(i)) % uint64(i+1))
		out[i], out[k] = out[k], out[i]
	}
	return out
}

// MatchByID finds a match of any day.
func (c *Catalogue) MatchByID(id int64) (*Match, bool) {
	l := leagueOf(id)
	n, onDay := int(id%maxDaily), int(id/maxDaily%(2*halfDays))-halfDays
	if l == nil || n >= l.daily {
		return nil, false
	}
	return c.match(l, onDay, n), true
}

// leagueOf is the league of a match's ID; nil where there is none.
func leagueOf(id int64) *League {
	league := id / maxDaily / (2 * halfDays)
	if id < 0 || league < 1 || league > int64(len(leagues)) {
		return nil
	}
	return leagues[league-1]
}

// Fixtures lists the matches that start in a window, the soonest first; of one sport where
// it is not nil.
func (c *Catalogue) Fixtures(s *Sport, from, to time.Time) []*Match {
	var out []*Match
	for _, l := range leagues {
		if s != nil && l.Sport != s {
			continue
		}
		for d := dayOf(from); d <= dayOf(to); d++ {
			for n := range l.daily {
				if m := c.match(l, d, n); !m.Starts.Before(from) && m.Starts.Before(to) {
					out = append(out, m)
				}
			}
		}
	}
	slices.SortStableFunc(out, func(a, b *Match) int { return a.Starts.Compare(b.Starts) })
	return out
}

// Upcoming lists a sport's matches that start on day n from today on and have not begun; of
// all sports where s is nil.
func (c *Catalogue) Upcoming(s *Sport, n int, now time.Time) []*Match {
	from, to := now, midnight(now).Add(day)
	if n > 0 {
		from, to = to.Add(time.Duration(n-1)*day), to.Add(time.Duration(n)*day)
	}
	// A match that starts this very moment is under way.
	return c.Fixtures(s, from.Add(1), to)
}

// longest is more than any match takes.
const longest = 5 * time.Hour

// Playing lists the matches that are under way, the newest last, and then those that ended
// within since.
func (c *Catalogue) Playing(now time.Time, since time.Duration) []*Match {
	var live, over []*Match
	for _, m := range c.Fixtures(nil, now.Add(-longest), now.Add(1)) {
		switch ends := m.Ends(); {
		case now.Before(ends):
			live = append(live, m)
		case now.Sub(ends) < since:
			over = append(over, m)
		}
	}
	return append(live, over...)
}

// SearchFixtures lists the matches to come and under way whose sides or league hold all
// words of a text, at most so many.
func (c *Catalogue) SearchFixtures(text string, now time.Time, most int) []*Match {
	words := strings.Fields(Fold(text))
	var out []*Match
	for _, m := range append(c.Playing(now, 0), c.Fixtures(nil, now.Add(1), midnight(now).Add(fixtureDays*day))...) {
		name := Fold(m.Home + " " + m.Away + " " + m.League.Name)
		if slices.ContainsFunc(words, func(w string) bool { return !strings.Contains(name, w) }) {
			continue
		}
		if out = append(out, m); len(out) == most {
			break
		}
	}
	return out
}
