package world

import (
	"math"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"croupier/bff/mock/webpage"
)

// In every state of a match, a stake on an open pick returns the RTP, except for rounding. On
// average, the chance of a pick does not change over time.
func TestOddsMatchTheReturn(t *testing.T) {
	c := catalogue(t, 1)
	for _, l := range leagues {
		m := c.match(l, 870, 0)
		for now := m.Starts.Add(-time.Minute); now.Before(m.Ends()); now = now.Add(7 * time.Minute) {
			s := m.State(now)
			for _, market := range m.Markets(now) {
				sum := 0.0
				for _, p := range market.Picks {
					chance := p.chance
					sum += chance
					if p.Odd > 0 {
						assert.InDelta(t, s.rtp()-chance/2, chance*float64(p.Odd), chance/2+1e-6, "%s %s %+v", l.Name,
							market.Key, p)
					}
				}
				assert.InDelta(t, map[bool]float64{true: 2, false: 1}[market.Key == "double"], sum, 1e-6, market.Key)
			}
			if s.Phase != PhaseLive || s.Minute == l.Sport.Minutes {
				continue
			}
			o := m.Markets(now)[0].Picks[0].won
			home, away := m.goalChances()
			next := func(h, a int) float64 {
				later := s
				later.Minute, later.Home, later.Away = s.Minute+1, s.Home+h, s.Away+a
				return m.chance(later, o)
			}
			mean := home*away*next(1, 1) + home*(1-away)*next(1, 0) + (1-home)*away*next(0, 1) +
				(1-home)*(1-away)*next(0, 0)
			assert.InDelta(t, m.chance(s, o), mean, 1e-6, "%s in minute %d", l.Name, s.Minute)
		}
	}
}

// The computed home wins of many matches agree with the simulated ones.
func TestResultsAgreeWithReplays(t *testing.T) {
	c := catalogue(t, 1)
	const games = 300
	expected, seen := 0.0, 0.0
	for n := range games {
		m := c.match(leagues[0], n/leagues[0].Daily, n%leagues[0].Daily)
		expected += m.Markets(m.Starts.Add(-1))[0].Picks[0].chance
		if home, away := m.score(m.League.Sport.Minutes); home > away {
			seen++
		}
	}
	// The tolerance is four standard deviations. The seed makes the result deterministic.
	assert.InDelta(t, expected, seen, 4*math.Sqrt(games/4))
}

func TestMatchFollowsTheClock(t *testing.T) {
	c := catalogue(t, 1)
	for _, l := range leagues {
		m := c.match(l, 870, 0)
		assert.Equal(t, MatchState{Phase: PhaseSoon}, m.State(m.Starts.Add(-time.Second)))
		before := MatchState{}
		for at := m.Starts; at.Before(m.Ends()); at = at.Add(21 * time.Second) {
			s := m.State(at)
			require.Equal(t, PhaseLive, s.Phase, l.Name)
			require.True(t, s.Home >= before.Home && s.Away >= before.Away && s.Minute >= before.Minute,
				"%s: %+v came after %+v", l.Name, s, before)
			before = s
		}
		assert.Equal(t, PhaseOver, m.State(m.Ends()).Phase)
		for _, p := range m.Markets(m.Ends())[0].Picks {
			assert.Zero(t, p.Odd, "a finished match has open picks")
		}
	}
}

func TestFixturesCoverDayAndNight(t *testing.T) {
	c := catalogue(t, 1)
	for _, year := range []int{1, 1700, 2026, 9998} { // clocks that a tester may set
		now := time.Date(year, time.May, 14, 0, 0, 0, 0, Zone)
		for hour := range 24 {
			assert.NotEmpty(t, c.Playing(now.Add(time.Duration(hour)*time.Hour), 0), "%d, hour %d", year, hour)
		}
		next := c.Upcoming(now, 1000)
		assert.GreaterOrEqual(t, len(next), 80, year)
		for _, m := range next {
			again, _ := c.MatchByID(m.ID)
			require.Equal(t, m, again)
			require.True(t, m.Home != m.Away && m.Starts.After(now), "%+v", m)
		}
		assert.NotEmpty(t, newCoupon(c, newRand(1, "late"), 1, now, 1000).Events, year)
	}
	for _, id := range []int64{
		-1, 0, 1 << 60, int64(len(leagues)+1) * 2 * halfDays * maxDaily,
		c.match(leagues[0], 1, 0).ID + maxDaily - 1,
	} {
		_, ok := c.MatchByID(id)
		assert.False(t, ok, id)
	}
}

func TestSportTextsAreComplete(t *testing.T) {
	c := catalogue(t, 1)
	for _, lang := range webpage.Languages {
		names := ""
		for _, mk := range c.match(leagues[0], 0, 0).Markets(noon) {
			names += " " + c.MarketName(lang, mk.Key)
			for _, p := range mk.Picks {
				names += " " + c.PickName(lang, p.Key)
			}
		}
		assert.NotRegexp(t, `(market|pick)\.\w`, names, lang)
	}
}
