package bingo

import (
	"math/rand/v2"
	"time"

	"croupier/bff/mock/games/rounds"
)

// Steps are the calls of a round.
var Steps = rounds.Steps{Lead: time.Second, Gap: 900 * time.Millisecond, Count: Calls}

// Clock times the rounds.
var Clock = rounds.Clock{
	Betting: 35 * time.Second, Grace: 500 * time.Millisecond, Playing: Steps.Length(), Showing: 6 * time.Second,
}

// MaxCards is the highest number of cards that a player may have in a round.
const MaxCards = 24

// Player is a simulated player.
type Player struct {
	Name  string
	Joins time.Duration // after the round has opened
	Cards []Card
}

// Players draws the simulated players of a round.
func Players(rng *rand.Rand) []Player {
	players := make([]Player, 12+rng.IntN(14))
	for i := range players {
		players[i] = Player{
			Name:  rounds.PlayerName(rng),
			Joins: time.Duration(rng.Int64N(int64(Clock.Betting - 2*time.Second))).Truncate(time.Millisecond),
			Cards: Deal(rng, []int{1, 2, 3, 4, 6, 6, 8, 12}[rng.IntN(8)]),
		}
	}
	return players
}
