package world

import (
	"math/rand/v2"
	"time"
)

// Score is how a match stands.
type Score struct {
	Home, Away int      // goals, points or sets
	Parts      [][2]int // of each period or set so far, the running one last
	Steps      int      // played so far
	Over       bool
	Changed    int // the step after which betting was last held; 0 for never
}

// course is how a sport's matches run. Time goes in steps: between two nothing happens, so
// the odds of a step are exact until the next one, and the same draws that foretell a match
// decide it.
type course interface {
	// replay plays a match again from its start, for so many steps or to its end.
	replay(m *Match, rng *rand.Rand, steps int) Score
	// ends tells how a match may end from a score, with the probability of each way.
	ends(m *Match, s Score, tell func(home, away int, p float64))
	// reached is how many steps have been played after some time, and whether there is a
	// break just then.
	reached(elapsed time.Duration) (steps int, pause bool)
	// after is how long it takes to play so many steps.
	after(steps int) time.Duration
	// minute is what the match's clock shows; 0 where it has none.
	minute(steps int) int
	// held is how long betting waits after what changes everything.
	held() time.Duration
}

// forever is more steps than any match has.
const forever = 1 << 20
