package games

import (
	"math/rand/v2"
	"net/http"

	"croupier/bff"
	"croupier/bff/mock/world"
)

// kind is a kind of game. Its page is assets/<name>/<name>.js, its texts are in text/<name>/.
type kind struct {
	// describe returns the static part of the game, which the page is loaded with.
	describe func(Session) (Object, error)
	// actions are the POST requests of the page, by the last part of their path.
	actions map[string]action
	// queries are the GET requests of the page, besides its balance.
	queries map[string]action
	// settle returns what a bet that has become due wins, see Settle.
	settle func(Session, world.Bet, *rand.Rand) bff.MinorUnits
	// shares is another folder whose style sheets and texts the page uses too.
	shares string
}

// action answers a request of a session. It has not written anything if it returns an error.
type action func(h *handler, w http.ResponseWriter, r *http.Request, s Session) error

// kinds are all kinds by the name in their path.
var kinds = map[string]kind{
	"crash":      crashGame.kind("rounds", describeCrash, map[string]action{"cash": crashCash}),
	"roulette":   liveTable,
	"slot":       slotKind,
	"sportsbook": sportsbook,
	"pick":       pickKind,
}

// Settle returns what a bet at a game wins once it is due. rng must be that of the bet's round
// (see Account), so that the result is the one that pages show. For kinds that settle
// all bets themselves it returns 0.
func Settle(g world.Game, bet world.Bet, rng *rand.Rand) bff.MinorUnits {
	k := kinds[g.Page]
	if k.settle == nil {
		return 0
	}
	return max(0, k.settle(Session{GameSession: world.GameSession{Game: g}}, bet, rng))
}
