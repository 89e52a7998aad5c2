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
			assert.InDelta(t, 1, sum, 1e-6, "%s after %d steps", m.League.Name, s.Steps)
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
					assert.InDelta(t, rtp-pr/2, pr*float64(p.Odd), pr/2+1e-6, "%s after %d steps: %s %+v", m.League.Name, s.Steps, mk.Key, p)
				}
			}
			offered := (share >= 2 || open >= 8) && (!s.Over || open == 0)
			assert.True(t, offered, "%s after %d steps offers %d picks", m.League.Name, s.Steps, open)
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
		assert.InDelta(t, expected, seen, 4*math.Sqrt(games/4), s.Key)
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
			require.Equal(t, PhaseLive, s.Phase, m.League.Name)
			grown := s.Score.Home >= before.Home && s.Score.Away >= before.Away && s.Score.Steps >= before.Steps
			require.True(t, grown, "%s: %+v came after %+v", m.League.Name, s.Score, before)
			require.Equal(t, s, m.State(at))
			before = s.Score
		}
		end := m.State(m.Ends())
		want := PhaseOver
		if abandoned {
			want = PhaseAbandoned
		}
		assert.Equal(t, want, end.Phase)
		assert.Equal(t, [2]int{last.Home, last.Away}, [2]int{end.Score.Home, end.Score.Away})
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
	assert.True(t, m.State(goal).Suspended)
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
		assert.GreaterOrEqual(t, len(c.Playing(at, 0)), 3, at)
	}
	seen := map[int64]bool{}
	for d := range fixtureDays {
		day := c.Upcoming(nil, d, now)
		assert.GreaterOrEqual(t, len(day), 100, d)
		for _, m := range day {
			again, _ := c.MatchByID(m.ID)
			assert.Equal(t, m, again)
			assert.True(t, !seen[m.ID] && m.Home != m.Away && m.Starts.After(now), "%+v", m)
			seen[m.ID] = true
		}
	}
	for _, id := range []int64{-1, 0, 1 << 60, int64(len(leagues)+1) * 2 * halfDays * maxDaily, c.match(leagues[0], 1, 0).ID + maxDaily - 1} {
		_, ok := c.MatchByID(id)
		assert.False(t, ok, id)
	}
	for _, year := range []int{1, 1700, 9998} { // clocks that a tester may set
		at := time.Date(year, time.May, 14, 12, 0, 0, 0, Zone)
		for _, m := range c.Upcoming(nil, 1, at) {
			again, _ := c.MatchByID(m.ID)
			require.Equal(t, m, again, year)
			require.LessOrEqual(t, m.Starts.Sub(at), 2*day, year)
		}
		assert.GreaterOrEqual(t, len(c.Playing(at, 0)), 3, year)
		assert.NotEmpty(t, newCoupon(c, newRand(1, "late"), 1, at, 1000).Events, year)
	}
	assert.NotEmpty(t, c.SearchFixtures(c.Upcoming(sports[0], 1, now)[0].Home, now, 500))
}

func TestSportTextsAreComplete(t *testing.T) {
	c := catalogue(t, 1)
	for _, lang := range Languages {
		for _, s := range sports {
			names := c.SportName(lang, s)
			for _, mk := range s.markets(c.match(s.Leagues[0], 0, 0)) {
				names += " " + c.MarketName(lang, s, mk.key())
				for _, p := range mk.picks {
					names += " " + c.PickName(lang, p.key)
				}
			}
			assert.NotRegexp(t, `(sport|market|pick)\.\w`, names, lang)
		}
	}
}
