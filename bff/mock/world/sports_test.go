package world

import (
	"math"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// sampleMatches returns a match of every league.
func sampleMatches(c *Catalogue) (out []*Match) {
	for _, l := range leagues {
		out = append(out, c.match(l, 870, 0))
	}
	return out
}

// In every state of a match the probabilities of its results add up to 1, and a stake on an open pick returns
// the RTP, less the rounding of the odd.
func TestOddsMatchTheReturn(t *testing.T) {
	c := catalogue(t, 1)
	before, during := c.SportsReturn()
	for _, m := range sampleMatches(c) {
		for share := range 4 {
			s := m.replay(m.Final().Steps * share / 3)
			sum, chance := 0.0, map[string]float64{}
			m.League.Sport.model.results(m, s, func(h, a int, p float64) {
				sum += p
				for _, mk := range m.League.Sport.markets(m) {
					for _, o := range mk.picks {
						if o.won(h, a) {
							chance[mk.key()+o.key] += p
						}
					}
				}
			})
			assert.True(t, !(math.Abs(sum-1) > 1e-6),
				"%s %s after %d steps: the probabilities of all results sum to %v", m.League.Name, m.Home, s.Steps, sum)
			rtp, phase := during, PhaseLive
			if s.Steps == 0 {
				rtp, phase = before, PhaseSoon
			}
			open := 0
			for _, mk := range m.Markets(c, MatchState{Phase: phase, Score: s}, true) {
				for _, p := range mk.Picks {
					if p.Odd == 0 {
						continue
					}
					open++
					pr := chance[mk.Key+p.Key]
					back := pr * float64(p.Odd)
					assert.True(t, !(back > rtp+1e-6) && !(back < rtp-pr-1e-6),
						"%s after %d steps: %s %s at %d gives back %.3f%%", m.League.Name, s.Steps, mk.Key, p.Key, p.Odd, back)
				}
			}
			assert.True(t, (share >= 2 || open >= 8) && (!s.Over || open <= 0),
				"%s after %d steps offers %d picks", m.League.Name, s.Steps, open)
		}
	}
}

// The computed home wins of many matches agree with the simulated ones.
func TestResultsAgreeWithReplays(t *testing.T) {
	c := catalogue(t, 1)
	for _, s := range sports {
		const games = 300
		expected, seen := 0.0, 0.0
		for n := range games {
			l := s.Leagues[0]
			m := c.match(l, n/l.Daily, n%l.Daily)
			s.model.results(m, m.replay(0), func(h, a int, p float64) {
				if h > a {
					expected += p
				}
			})
			if last := m.Final(); last.Home > last.Away {
				seen++
			}
		}
		// Four standard deviations; the seed makes this deterministic.
		assert.True(t, !(math.Abs(expected-seen) > 4*math.Sqrt(games/4)),
			"%s: %.0f home wins are expected, %.0f are seen", s.Key, expected, seen)
	}
}

func TestMatchFollowsTheClock(t *testing.T) {
	c := catalogue(t, 1)
	for _, m := range sampleMatches(c) {
		last, abandoned := m.final()
		got := m.State(m.Starts.Add(-time.Second))
		assert.True(t, got.Phase == PhaseSoon && got.Score.Home+got.Score.Away == 0, "before it starts: %+v", got)
		before := Score{}
		for at := m.Starts; at.Before(m.Ends()); at = at.Add(21 * time.Second) {
			s := m.State(at)
			require.Equal(t, PhaseLive, s.Phase, "%s at %s of %s", m.League.Name, at.Sub(m.Starts), m.Ends().Sub(m.Starts))
			require.True(t, s.Score.Home >= before.Home && s.Score.Away >= before.Away && s.Score.Steps >= before.Steps,
				"%s: %+v came after %+v", m.League.Name, s.Score, before)
			again := m.State(at)
			require.True(t, again.Score.Home == s.Score.Home && again.Score.Away == s.Score.Away,
				"two states of the same time differ")
			before = s.Score
		}
		end := m.State(m.Ends())
		want := PhaseOver
		if abandoned {
			want = PhaseAbandoned
		}
		assert.True(t, end.Phase == want && end.Score.Home == last.Home && end.Score.Away == last.Away,
			"%s ends %+v, want %s %+v", m.League.Name, end, want, last)
		assert.Empty(t, m.Markets(c, end, true), "a finished match has markets")
		d := m.Ends().Sub(m.Starts)
		assert.True(t, d >= 5*time.Minute && d <= maxMatchDuration, "%s takes %s", m.League.Name, d)
	}
}

func TestBettingIsSuspendedAfterAGoal(t *testing.T) {
	c := catalogue(t, 1)
	m := c.match(leagues[0], 870, 0)
	for n := 1; n < 40 && m.Final().Home+m.Final().Away == 0; n++ {
		m = c.match(leagues[0], 870+n, 0)
	}
	play := m.League.Sport.model
	steps := 1
	for m.replay(steps).Changed == 0 {
		steps++
	}
	goal := m.Starts.Add(play.duration(steps))
	s := m.State(goal)
	assert.True(t, s.Suspended, "just after a goal: %+v", s)
	for _, mk := range m.Markets(c, m.State(goal), true) {
		for _, p := range mk.Picks {
			assert.Equal(t, 0, p.Odd, "%s %s is offered just after a goal", mk.Key, p.Key)
		}
	}
	assert.True(t, !m.State(goal.Add(play.suspension())).Suspended, "betting stays suspended")
}

func TestFixturesCoverDayAndNight(t *testing.T) {
	c := catalogue(t, 1)
	now := time.Date(2026, time.May, 14, 0, 0, 0, 0, Zone)
	for hour := range 48 {
		at := now.Add(time.Duration(hour) * time.Hour)
		n := len(c.Playing(at, 0))
		assert.True(t, n >= 3, "%s: %d live matches", at.Format("15:04"), n)
	}
	seen := map[int64]bool{}
	for d := range fixtureDays {
		day := c.Upcoming(nil, d, now)
		assert.True(t, len(day) >= 100, "day %d has %d matches", d, len(day))
		for _, m := range day {
			again, ok := c.MatchByID(m.ID)
			assert.True(t, ok && *again == *m && !seen[m.ID] && m.Home != m.Away && m.Starts.After(now),
				"match %d: %+v, again %+v", m.ID, m, again)
			seen[m.ID] = true
		}
	}
	for _, id := range []int64{-1, 0, 1 << 60, int64(len(leagues)+1) * 2 * halfDays * maxDaily, c.match(leagues[0], 1, 0).ID + maxDaily - 1} {
		m, ok := c.MatchByID(id)
		assert.True(t, !ok, "there is a match %d: %+v", id, m)
	}
	for _, year := range []int{1, 1700, 9998} { // clocks that a tester may set
		at := time.Date(year, time.May, 14, 12, 0, 0, 0, Zone)
		for _, m := range c.Upcoming(nil, 1, at) {
			again, ok := c.MatchByID(m.ID)
			require.True(t, ok && *again == *m && m.Starts.Sub(at) <= 2*day, "in the year %d: %+v, again %+v", year, m, again)
		}
		assert.True(t, len(c.Playing(at, 0)) >= 3 && len(newCoupon(c, newRand(1, "late"), 1, at, 1000).Events) != 0,
			"nothing is played in the year %d", year)
	}
	first := c.Upcoming(sports[0], 1, now)[0]
	found := c.SearchFixtures(first.Home, now, 500)
	assert.True(t, len(found) != 0 && found[0].League.Sport != nil, "nothing is found for %q", first.Home)
}

func TestSportTextsAreComplete(t *testing.T) {
	c := catalogue(t, 1)
	for _, lang := range Languages {
		for _, s := range sports {
			if name := c.SportName(lang, s); name == "sport."+s.Key {
				t.Errorf("%s has no %q", lang, name)
			}
			for _, mk := range s.markets(c.match(s.Leagues[0], 0, 0)) {
				if name := c.MarketName(lang, s, mk.key()); len(name) > 7 && name[:7] == "market." {
					t.Errorf("%s has no %q", lang, name)
				}
				for _, p := range mk.picks {
					if name := c.PickName(lang, p.key); len(name) > 5 && name[:5] == "pick." {
						t.Errorf("%s has no %q", lang, name)
					}
				}
			}
		}
	}
}
