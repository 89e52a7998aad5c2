package games

import "croupier/bff/mock/games/live"

// The tables' rules: one of each, as they hold nothing of a round.
var (
	roulette    = live.Roulette()
	baccarat    = live.Baccarat()
	dragonTiger = live.DragonTiger()
	moneyWheel  = live.MoneyWheel()
	sicBo       = live.SicBo()
	poker       = live.Poker()
)

// Types of tables that share the page of baccarat, as the lobby filters them.
const (
	typeDragonTiger = "dragontiger"
	typePoker       = "poker"
)

// always gives the one game of a page that knows but one.
func always(g *live.Game) func(Session) *live.Game { return func(Session) *live.Game { return g } }

// cardRules gives the game of a table with two hands.
func cardRules(session Session) *live.Game {
	switch session.Type {
	case typeDragonTiger:
		return dragonTiger
	case typePoker:
		return poker
	default:
		return baccarat
	}
}
