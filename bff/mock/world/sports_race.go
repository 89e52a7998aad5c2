package world

import (
	"math/rand/v2"
	"time"
)

// race is a match for sets: a set is won by who first has so many games (or points) and two
// more than the other, the match by who first has so many sets.
type race struct {
	to   int // of a set
	last int // of the set that decides
	cap  int // a set is over where a side has so many, whatever the other has; 0: never
	sets int // that win the match

	even float64 // the home side's chance of a game against an equal
	edge float64 // what being better adds
	step time.Duration
	hold time.Duration
}

func (c race) chance(m *Match) float64 { return c.even + c.edge*m.edge }

// target is what the set after some won ones goes to.
func (c race) target(home, away int) int {
	if home+away == 2*c.sets-2 {
		return c.last
	}
	return c.to
}

// won tells whether a side with n has won its set against one with other.
func (c race) won(n, other, target int) bool {
	return n >= target && n >= other+2 || c.cap > 0 && n >= c.cap
}

func (c race) replay(m *Match, rng *rand.Rand, steps int) Score {
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
		if side == 0 {
			s.Home++
		} else {
			s.Away++
		}
		if s.Over = max(s.Home, s.Away) == c.sets; !s.Over {
			s.Parts = append(s.Parts, [2]int{})
		}
	}
	return s
}

func (c race) ends(m *Match, s Score, tell func(home, away int, p float64)) {
	if s.Over {
		tell(s.Home, s.Away, 1)
		return
	}
	chance := c.chance(m)
	now := s.Parts[len(s.Parts)-1]
	running := c.set(chance, now, c.target(s.Home, s.Away))
	whole, deciding := c.set(chance, [2]int{}, c.to), c.set(chance, [2]int{}, c.last)
	var follow func(home, away int, p, win float64)
	follow = func(home, away int, p, win float64) {
		for _, next := range []struct {
			home, away int
			p          float64
		}{{home + 1, away, p * win}, {home, away + 1, p * (1 - win)}} {
			switch {
			case max(next.home, next.away) == c.sets:
				tell(next.home, next.away, next.p)
			case c.target(next.home, next.away) == c.last:
				follow(next.home, next.away, next.p, deciding)
			default:
				follow(next.home, next.away, next.p, whole)
			}
		}
	}
	follow(s.Home, s.Away, 1, running)
}

// set is the home side's probability of winning a set from how it stands.
func (c race) set(chance float64, from [2]int, target int) float64 {
	// From one less than the target on both sides only the lead counts.
	deuce := chance * chance / (chance*chance + (1-chance)*(1-chance))
	known := map[[2]int]float64{}
	var win func(h, a int) float64
	win = func(h, a int) float64 {
		switch {
		case c.won(h, a, target):
			return 1
		case c.won(a, h, target):
			return 0
		case c.cap == 0 && min(h, a) >= target-1:
			return [...]float64{chance * deuce, deuce, chance + (1-chance)*deuce}[h-a+1]
		}
		if p, ok := known[[2]int{h, a}]; ok {
			return p
		}
		p := chance*win(h+1, a) + (1-chance)*win(h, a+1)
		known[[2]int{h, a}] = p
		return p
	}
	return win(from[0], from[1])
}

func (c race) reached(elapsed time.Duration) (steps int, pause bool) {
	return int(elapsed / c.step), false
}

func (c race) after(steps int) time.Duration { return time.Duration(steps) * c.step }

func (c race) minute(int) int { return 0 }

func (c race) held() time.Duration { return c.hold }
