package crash

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"time"

	"croupier/bff"
)

// Player is somebody else at the game. Where they mean to leave says nothing of where the
// round crashes: the two are drawn apart.
type Player struct {
	Name   string
	Stake  bff.MinorUnits
	Joins  time.Duration // before take-off
	Target Multiplier    // Cap for who does not mean to leave at all
}

var initials = []string{"A", "B", "C", "D", "E", "F", "G", "H", "K", "L", "M", "N", "O", "P", "R", "S", "T", "U", "V", "Y", "Z"}

// Players draws the others of a round, highest stake first, with stakes between least and
// most.
func Players(rng *rand.Rand, least, most bff.MinorUnits) []Player {
	chips := []bff.MinorUnits{1, 2, 2, 5, 5, 5, 10, 10, 20, 25, 50, 100, 250}
	players := make([]Player, 14+rng.IntN(18))
	for i := range players {
		p := Player{
			Name:  fmt.Sprintf("%s***%d", initials[rng.IntN(len(initials))], rng.IntN(10)),
			Stake: min(least*chips[rng.IntN(len(chips))], most),
			Joins: time.Duration(rng.Int64N(int64(Betting))).Truncate(time.Millisecond),
		}
		// Most leave early, a few fly far.
		p.Target = Multiplier(112 * math.Pow(1-rng.Float64(), -0.8))
		if rng.IntN(9) == 0 {
			p.Target = Cap
		}
		p.Target = min(p.Target, Cap)
		players[i] = p
	}
	slices.SortStableFunc(players, func(a, b Player) int { return int(b.Stake - a.Stake) })
	return players
}
