package games

import (
	"math/rand/v2"
	"net/http"

	"croupier/bff"
)

// kind is one way to play: its page in the folder assets/<name>/ (begun by <name>.js), its
// words in text/<name>/, and what the server knows of it.
type kind struct {
	// describe gives what the page must know before the first round.
	describe func(Session) (object, error)
	// actions are what a page may POST, by the last part of the path. The session is taken.
	actions map[string]action
	// queries are what a page may GET, beside its balance.
	queries map[string]action
	// settle says what a bet that the clock settles has won, see Settle.
	settle func(Session, Bet, *rand.Rand) bff.MinorUnits
	// shares names another folder whose style sheets and words the page uses too.
	shares string
}

// action answers one request of the page of a session; its error is told to the player.
type action func(h *handler, w http.ResponseWriter, r *http.Request, session Session) error

// kinds are all ways to play, by the name in their address.
var kinds = map[string]kind{
	"crash":      crashGame.kind("rounds", describeCrash, map[string]action{"cash": crashCash}),
	"race":       raceKind,
	"roulette":   liveTable(always(roulette)),
	"cards":      liveTable(cardRules),
	"blackjack":  blackjackTable(),
	"wheel":      liveTable(always(moneyWheel)),
	"dice":       liveTable(always(sicBo)),
	"slot":       linesKind,
	"ways":       waysKind,
	"cluster":    clusterKind,
	"sportsbook": sportsbook,
	"bingo":      bingoKind,
	"football":   footballKind,
	"draw":       drawKind,
}

// Known tells whether there is a page of a kind.
func Known(name string) bool {
	_, ok := kinds[name]
	return ok
}

// Settle says what a bet of a kind has won once it is due. chance is that of the bet's
// round, the same that Account.Chance gives; so a page shows what the books will say. A kind
// whose bets the clock does not settle gives nothing.
func Settle(name string, session Session, bet Bet, chance *rand.Rand) bff.MinorUnits {
	k := kinds[name]
	if k.settle == nil {
		return 0
	}
	return max(0, k.settle(session, bet, chance))
}
