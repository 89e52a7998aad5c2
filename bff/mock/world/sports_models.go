package world

import (
	"math"
	"math/rand/v2"
	"time"
)

// model simulates the matches of a sport in steps. Nothing happens between two steps, so the odds of a step are
// exact until the next one, and the probabilities are those of the draws that decide the match.
type model interface {
	// replay simulates a match from its start for a number of steps.
	replay(m *Match, rng *rand.Rand, steps int) Score
	// results yields the possible results from a score with their probabilities.
	results(m *Match, s Score, yield func(home, away int, p float64))
	// played returns the number of steps after some time, and whether there is a pause.
	played(elapsed time.Duration) (steps int, pause bool)
	// duration returns the time until a number of steps are played.
	duration(steps int) time.Duration
	// minute returns the match clock, 0 if there is none.
	minute(steps int) int
	// suspension returns how long betting is suspended after a decisive change.
	suspension() time.Duration
}

// setModel is a match of sets. A set is won with a number of games (or points) and a lead of two.
type setModel struct {
	To    int // games of a set
	Last  int // games of the deciding set
	Limit int // games that win a set regardless of the lead; 0 for none
	Sets  int // sets that win the match

	Even    float64 // the home side's probability of a game between equal sides
	Edge    float64 // additional probability of the better side
	Step    time.Duration
	Suspend time.Duration
}

func (c *setModel) chance(m *Match) float64 { return c.Even + c.Edge*m.edge }

// target returns the games that the next set requires.
func (c *setModel) target(home, away int) int {
	if home+away == 2*c.Sets-2 {
		return c.Last
	}
	return c.To
}

// won reports whether n games win a set against other.
func (c *setModel) won(n, other, target int) bool {
	return n >= target && n >= other+2 || c.Limit > 0 && n >= c.Limit
}

func (c *setModel) replay(m *Match, rng *rand.Rand, steps int) Score {
	chance := c.chance(m)
	s := Score{Parts: [][2]int{{}}}
	for s.Steps < steps && !s.Over {
		set := &s.Parts[len(s.Parts)-1]
		side := 0
		if rng.Float64() >= chance {
			side = 1
		}
		set[side]++
		s.Steps++
		if !c.won(set[side], set[1-side], c.target(s.Home, s.Away)) {
			continue
		}
		s.Changed = s.Steps
		s.Home, s.Away = s.Home+1-side, s.Away+side
		if s.Over = max(s.Home, s.Away) == c.Sets; !s.Over {
			s.Parts = append(s.Parts, [2]int{})
		}
	}
	return s
}

func (c *setModel) results(m *Match, s Score, yield func(home, away int, p float64)) {
	if s.Over {
		yield(s.Home, s.Away, 1)
		return
	}
	chance := c.chance(m)
	whole, deciding := c.winSet(chance, [2]int{}, c.To), c.winSet(chance, [2]int{}, c.Last)
	var next func(home, away int, p, win float64)
	visit := func(home, away int, p float64) {
		switch {
		case max(home, away) == c.Sets:
			yield(home, away, p)
		case c.target(home, away) == c.Last:
			next(home, away, p, deciding)
		default:
			next(home, away, p, whole)
		}
	}
	next = func(home, away int, p, win float64) {
		visit(home+1, away, p*win)
		visit(home, away+1, p*(1-win))
	}
	next(s.Home, s.Away, 1, c.winSet(chance, s.Parts[len(s.Parts)-1], c.target(s.Home, s.Away)))
}

// winSet returns the home side's probability of winning a set from a score.
func (c *setModel) winSet(chance float64, from [2]int, target int) float64 {
	// From target-1 on both sides only the lead counts.
	deuce := chance * chance / (chance*chance + (1-chance)*(1-chance))
	known := map[[2]int]float64{}
	var win func(h, a int) float64
	win = func(h, a int) float64 {
		switch {
		case c.won(h, a, target):
			return 1
		case c.won(a, h, target):
			return 0
		case c.Limit == 0 && min(h, a) >= target-1:
			return [...]float64{chance * deuce, deuce, chance + (1-chance)*deuce}[h-a+1]
		}
		p, ok := known[[2]int{h, a}]
		if !ok {
			p = chance*win(h+1, a) + (1-chance)*win(h, a+1)
			known[[2]int{h, a}] = p
		}
		return p
	}
	return win(from[0], from[1])
}

func (c *setModel) played(elapsed time.Duration) (steps int, pause bool) {
	return int(elapsed / c.Step), false
}
func (c *setModel) duration(steps int) time.Duration { return time.Duration(steps) * c.Step }
func (c *setModel) minute(int) int                   { return 0 }
func (c *setModel) suspension() time.Duration        { return c.Suspend }

// timedModel is a match of fixed duration. Both sides score at their own rates, so their remaining points have
// compound Poisson distributions.
type timedModel struct {
	Home, Away float64   // scores of even sides per match
	Edge       float64   // influence of the strength on the rates
	Points     []float64 // probabilities that a score is worth 1, 2, 3… points
	Periods    int
	Steps      int // of a period
	Minutes    int // of the match clock
	Step       time.Duration
	Pause      time.Duration // between periods
	Overtime   time.Duration // after a draw; 0 if draws stand
	Suspend    time.Duration
}

const (
	// Points of the winner and the loser of an overtime.
	overtimeWin  = 10
	overtimeLoss = 6

	// negligible is the probability below which points of a side are ignored.
	negligible = 1e-9
)

func (c *timedModel) all() int { return c.Periods * c.Steps }

func (c *timedModel) rates(m *Match) (home, away float64) {
	return c.Home * math.Exp(c.Edge*m.edge), c.Away * math.Exp(-c.Edge*m.edge)
}

// winOvertime returns the home side's probability of winning an overtime.
func (c *timedModel) winOvertime(m *Match) float64 { return 0.5 + c.Edge*m.edge }

func (c *timedModel) replay(m *Match, rng *rand.Rand, steps int) Score {
	home, away := c.rates(m)
	home, away = home/float64(c.all()), away/float64(c.all()) // per step
	none := [2]float64{math.Exp(-home), math.Exp(-away)}
	s := Score{Parts: [][2]int{{}}}
	for s.Steps < min(steps, c.all()) {
		if s.Steps > 0 && s.Steps%c.Steps == 0 {
			s.Parts = append(s.Parts, [2]int{})
		}
		h, a := c.draw(rng, home, none[0]), c.draw(rng, away, none[1])
		s.Steps++
		s.add(h, a)
	}
	s.Over = s.Steps == c.all() && (c.Overtime == 0 || s.Home != s.Away)
	if s.Over || steps <= c.all() {
		return s
	}
	h, a := overtimeWin, overtimeLoss
	if rng.Float64() >= c.winOvertime(m) {
		h, a = a, h
	}
	s.Steps++
	s.Parts = append(s.Parts, [2]int{})
	s.add(h, a)
	s.Over = true
	return s
}

func (s *Score) add(home, away int) {
	last := &s.Parts[len(s.Parts)-1]
	last[0], last[1] = last[0]+home, last[1]+away
	s.Home, s.Away = s.Home+home, s.Away+away
	if home+away > 0 {
		s.Changed = s.Steps
	}
}

// draw returns the points of a side in one step.
func (c *timedModel) draw(rng *rand.Rand, rate, none float64) (points int) {
	times, u, p := 0, rng.Float64(), none
	for u >= p && times < 20 {
		u -= p
		times++
		p *= rate / float64(times)
	}
	for range times {
		u := rng.Float64()
		for j, w := range c.Points {
			if u < w || j == len(c.Points)-1 {
				points += j + 1
				break
			}
			u -= w
		}
	}
	return points
}

func (c *timedModel) results(m *Match, s Score, yield func(home, away int, p float64)) {
	if s.Over {
		yield(s.Home, s.Away, 1)
		return
	}
	left := float64(c.all()-s.Steps) / float64(c.all())
	home, away := c.rates(m)
	homePoints, awayPoints := c.distribution(home*left), c.distribution(away*left)
	for h, p := range homePoints {
		for a, q := range awayPoints {
			if p < negligible || q < negligible {
				continue
			}
			h, a, p := s.Home+h, s.Away+a, p*q
			if c.Overtime == 0 || h != a {
				yield(h, a, p)
				continue
			}
			win := c.winOvertime(m)
			yield(h+overtimeWin, a+overtimeLoss, p*win)
			yield(h+overtimeLoss, a+overtimeWin, p*(1-win))
		}
	}
}

// distribution returns the distribution of the points of a side that scores rate times on average, by Panjer's
// recursion, up to a negligible remainder.
func (c *timedModel) distribution(rate float64) []float64 {
	out := []float64{math.Exp(-rate)}
	for sum, n := out[0], 1; sum < 1-1e-8 && n < 400; n++ {
		p := 0.0
		for j, w := range c.Points {
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

func (c *timedModel) played(elapsed time.Duration) (steps int, pause bool) {
	period := time.Duration(c.Steps) * c.Step
	for n := 1; n <= c.Periods; n++ {
		if elapsed < period {
			return steps + int(elapsed/c.Step), false
		}
		elapsed, steps = elapsed-period, steps+c.Steps
		rest := c.Pause
		if n == c.Periods {
			rest = c.Overtime
		}
		if elapsed < rest {
			return steps, n < c.Periods
		}
		elapsed -= rest
	}
	return allSteps, false
}

func (c *timedModel) duration(steps int) time.Duration {
	played := min(steps, c.all())
	d := time.Duration(played)*c.Step + time.Duration(max(0, played-1)/c.Steps)*c.Pause
	if steps > c.all() {
		d += c.Overtime
	}
	return d
}

func (c *timedModel) minute(steps int) int      { return min(steps, c.all()-1)*c.Minutes/c.all() + 1 }
func (c *timedModel) suspension() time.Duration { return c.Suspend }
