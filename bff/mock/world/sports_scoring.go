package world

import (
	"math"
	"math/rand/v2"
	"time"
)

// scoring is a match against the clock: both sides score at their own rate, each time a few
// points. What is still to come is then a compound Poisson number, whose distribution is
// known exactly.
type scoring struct {
	home, away float64   // times that two even sides score in a match
	edge       float64   // how much a better side scores more
	worth      []float64 // how probable it is that scoring gives 1, 2, 3… points
	periods    int
	steps      int // of a period
	minutes    int // that the match's clock counts
	step       time.Duration
	pause      time.Duration // between periods
	extra      time.Duration // of overtime, where a draw is played off; 0: draws stand
	hold       time.Duration
}

// What overtime adds to the side that wins it and to the other.
const (
	overtimeWon  = 10
	overtimeLost = 6
)

// nearlyNever is how improbable a side's points are that the odds leave out.
const nearlyNever = 1e-9

func (c scoring) all() int { return c.periods * c.steps }

func (c scoring) rates(m *Match) (home, away float64) {
	return c.home * math.Exp(c.edge*m.edge), c.away * math.Exp(-c.edge*m.edge)
}

// overtime is the home side's chance of winning it.
func (c scoring) overtime(m *Match) float64 { return 0.5 + c.edge*m.edge }

func (c scoring) replay(m *Match, rng *rand.Rand, steps int) Score {
	home, away := c.rates(m)
	none := [2]float64{math.Exp(-home / float64(c.all())), math.Exp(-away / float64(c.all()))}
	mean := [2]float64{home / float64(c.all()), away / float64(c.all())}
	s := Score{Parts: [][2]int{{}}}
	for s.Steps < min(steps, c.all()) {
		if s.Steps > 0 && s.Steps%c.steps == 0 {
			s.Parts = append(s.Parts, [2]int{})
		}
		h, a := c.points(rng, mean[0], none[0]), c.points(rng, mean[1], none[1])
		s.Steps++
		c.add(&s, h, a)
	}
	s.Over = s.Steps == c.all() && (c.extra == 0 || s.Home != s.Away)
	if s.Over || steps <= c.all() {
		return s
	}
	h, a := overtimeWon, overtimeLost
	if rng.Float64() >= c.overtime(m) {
		h, a = a, h
	}
	s.Steps++
	s.Parts = append(s.Parts, [2]int{})
	c.add(&s, h, a)
	s.Over = true
	return s
}

func (c scoring) add(s *Score, home, away int) {
	last := &s.Parts[len(s.Parts)-1]
	last[0], last[1] = last[0]+home, last[1]+away
	s.Home, s.Away = s.Home+home, s.Away+away
	if home+away > 0 {
		s.Changed = s.Steps
	}
}

// points draws what one side scores in one step: how often, and how much each time.
func (c scoring) points(rng *rand.Rand, mean, none float64) int {
	times, u, p := 0, rng.Float64(), none
	for u >= p && times < 20 {
		u -= p
		times++
		p *= mean / float64(times)
	}
	points := 0
	for range times {
		u := rng.Float64()
		for j, w := range c.worth {
			if u < w || j == len(c.worth)-1 {
				points += j + 1
				break
			}
			u -= w
		}
	}
	return points
}

func (c scoring) ends(m *Match, s Score, tell func(home, away int, p float64)) {
	if s.Over {
		tell(s.Home, s.Away, 1)
		return
	}
	left := float64(c.all()-s.Steps) / float64(c.all())
	home, away := c.rates(m)
	coming, against := c.distribution(home*left), c.distribution(away*left)
	for h, p := range coming {
		if p < nearlyNever {
			continue
		}
		for a, q := range against {
			if q < nearlyNever {
				continue
			}
			h, a, p := s.Home+h, s.Away+a, p*q
			if c.extra == 0 || h != a {
				tell(h, a, p)
				continue
			}
			win := c.overtime(m)
			tell(h+overtimeWon, a+overtimeLost, p*win)
			tell(h+overtimeLost, a+overtimeWon, p*(1-win))
		}
	}
}

// distribution is that of the points of a side that will score rate times on average, by
// Panjer's recursion, up to where hardly anything is left.
func (c scoring) distribution(rate float64) []float64 {
	out := []float64{math.Exp(-rate)}
	for sum, n := out[0], 1; sum < 1-1e-8 && n < 400; n++ {
		p := 0.0
		for j, w := range c.worth {
			if k := n - j - 1; k >= 0 {
				p += float64(j+1) * w * out[k]
			}
		}
		p *= rate / float64(n)
		out = append(out, p)
		sum += p
	}
	return out
}

func (c scoring) reached(elapsed time.Duration) (steps int, pause bool) {
	period := time.Duration(c.steps) * c.step
	for n := 1; n <= c.periods; n++ {
		if elapsed < period {
			return steps + int(elapsed/c.step), false
		}
		elapsed, steps = elapsed-period, steps+c.steps
		rest := c.pause
		if n == c.periods {
			rest = c.extra
		}
		if elapsed < rest {
			return steps, n < c.periods
		}
		elapsed -= rest
	}
	return forever, false
}

func (c scoring) after(steps int) time.Duration {
	played := min(steps, c.all())
	d := time.Duration(played)*c.step + time.Duration(max(0, played-1)/c.steps)*c.pause
	if steps > c.all() {
		d += c.extra
	}
	return d
}

func (c scoring) minute(steps int) int { return min(steps, c.all()-1)*c.minutes/c.all() + 1 }

func (c scoring) held() time.Duration { return c.hold }
