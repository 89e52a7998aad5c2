package football

import (
	"math/rand/v2"
	"slices"
)

// The ends of an attack.
const (
	EndGoal = "goal"
	EndSave = "save" // in the goalkeeper's hands
	EndWide = "wide" // past the goal
	EndLost = "lost" // to a defender
)

// Attack is one moment of a match.
type Attack struct {
	Side int    `json:"side"` // 0 attacks for the home side, 1 for the away side
	End  string `json:"end"`
	// Ways are the positions of the ball before the shot, as shares of the pitch: along it in
	// the direction of the attack, and across it.
	Ways [3][2]float64 `json:"ways"`
	Aim  float64       `json:"aim"` // of the shot across the goal, -1 to 1
}

// Match is how a card is played.
type Match struct {
	Score   Score
	Attacks [Moments]Attack
}

// Play draws how the match is played. rng must be the one that drew the card.
func (c Card) Play(rng *rand.Rand) Match {
	m := Match{Score: Score{c.home.draw(rng), c.away.draw(rng)}}
	// The moments of the goals, and the side of each.
	var scorers []int
	for side, goals := range m.Score {
		scorers = append(scorers, slices.Repeat([]int{side}, goals)...)
	}
	rng.Shuffle(len(scorers), func(i, j int) { scorers[i], scorers[j] = scorers[j], scorers[i] })
	when := rng.Perm(Moments)[:len(scorers)]
	slices.Sort(when)
	for i := range m.Attacks {
		m.Attacks[i] = newAttack(rng)
		if n, goal := slices.BinarySearch(when, i); goal {
			m.Attacks[i].Side, m.Attacks[i].End = scorers[n], EndGoal
		}
	}
	return m
}

// newAttack draws an attack that ends without a goal.
func newAttack(rng *rand.Rand) Attack {
	across := 0.2 + rng.Float64()*0.6
	a := Attack{
		Side: rng.IntN(2), Aim: rng.Float64()*2 - 1,
		End: []string{EndSave, EndSave, EndWide, EndWide, EndLost, EndLost, EndLost}[rng.IntN(7)],
	}
	for i, along := range []float64{0.42, 0.64, 0.83} {
		a.Ways[i] = [2]float64{along + rng.Float64()*0.08 - 0.04, across}
		across = min(max(across+rng.Float64()*0.56-0.28, 0.12), 0.88)
	}
	a.Ways[2][1] = 0.5 + (a.Ways[2][1]-0.5)*0.6 // shots come from near the middle
	return a
}
