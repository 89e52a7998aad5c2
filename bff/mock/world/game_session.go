package world

import (
	"strconv"
	"time"

	"croupier/bff"
)

const demoBalance bff.MinorUnits = 500_000

// Kinds of games, as game_history filters them.
const (
	KindCasino  = "casino"
	KindLive    = "livecasino"
	KindVirtual = "virtual"
)

// Types of the games that accept coupons.
const (
	sportType     = "sport"
	liveSportType = "livesport"
)

// Game is a slot, a live table or a virtual game.
type Game struct {
	ID                   int
	Kind, Name, Provider string
	Theme                string // of the art
	Dealer               string // of a live table
	Type                 string
	Page                 string  // kind of its page
	RTP                  float64 // percent
	MinBet, MaxBet       bff.MinorUnits
}

func (g Game) sub() int {
	if g.Type == sportType || g.Type == liveSportType {
		return subSport
	}
	return map[string]int{KindCasino: subSlots, KindLive: subLive, KindVirtual: subVirtual}[g.Kind]
}

// Round is a finished game round.
type Round struct {
	ID       string
	Game     Game
	Bet, Win bff.MinorUnits
	At       time.Time
}

func roundID(n int) string { return "R" + strconv.Itoa(n) }

type gameSession struct {
	Token, UID  string
	Guest       *Player // at a demo of a guest; nil for a player of the world
	SID         string
	Game        Game
	Locale      Locale
	Demo        bool
	DemoBalance bff.MinorUnits
}

// GameSession describes a game session for the game's page.
type GameSession struct {
	Game
	Locale
	Demo bool
	Balances
}

// Balances is the money of a game session.
type Balances struct {
	Balance bff.MinorUnits `json:"balance"`         // available for stakes
	Bonus   *BonusWallet   `json:"bonus,omitempty"` // nil if there is no active bonus, and in a demo
}

// BonusWallet is the money of an active bonus beside the player's own.
type BonusWallet struct {
	Held  bff.MinorUnits `json:"held"`  // bonus money
	Own   bff.MinorUnits `json:"own"`   // the player's money
	InUse bool           `json:"inUse"` // stakes are bonus money, see Bonus
}

// RoundResult is the result of a round.
type RoundResult struct {
	RoundID    string
	Stake, Win bff.MinorUnits
	Jackpot    bff.MinorUnits // in addition to Win
	Balances                  // after the round
}

// OpenGame opens a game session and returns its token. Without a player it is a demo of a guest.
func (w *World) OpenGame(g Game, at Locale, p *Player, sid string, demo bool) string {
	s := &gameSession{Token: w.token(28), SID: sid, Game: g, Locale: at, Demo: demo, DemoBalance: demoBalance}
	if p == nil {
		s.Guest = &Player{world: w}
	} else {
		s.UID = p.UID
	}
	w.Games = appendBounded(w.Games, maxGameSessions, s)
	return s.Token
}

func (w *World) game(token string) (*gameSession, bool) {
	return find(w.Games, func(s *gameSession) bool { return s.Token == token })
}

func (s *gameSession) balances(p *Player) Balances {
	out := Balances{Balance: *s.balance(p)}
	if !s.Demo && p.activeBonus() != nil {
		out.Bonus = &BonusWallet{Held: p.Bonus, Own: p.Balance, InUse: p.usesBonus(s.Game)}
	}
	return out
}

func (s *gameSession) balance(p *Player) *bff.MinorUnits {
	switch {
	case s.Demo:
		return &s.DemoBalance
	case p.usesBonus(s.Game):
		return &p.Bonus
	default:
		return &p.Balance
	}
}

func (p *Player) playRound(g Game, id int, stake, win bff.MinorUnits) (jackpot bff.MinorUnits) {
	p.credit(g, roundID(id), p.debit(g, roundID(id), stake), win, p.Now())
	return p.finishRound(g, roundID(id), stake, win, p.Now())
}

// debit takes a stake from the balance or from the active bonus, whose id it returns then.
func (p *Player) debit(g Game, id string, stake bff.MinorUnits) (bonus int) {
	if p.usesBonus(g) {
		b := p.activeBonus()
		p.Bonus -= stake
		b.Used = true
		return b.ID
	}
	p.post(TxBet, g.sub(), -stake, g.Name, id)
	return 0
}

// credit pays a win to where its stake came from. Wins of a finished bonus are lost.
func (p *Player) credit(g Game, id string, bonus int, win bff.MinorUnits, at time.Time) {
	if win != 0 && bonus == 0 {
		p.post(TxWin, g.sub(), win, g.Name, id).At = at
	}
	if active := p.activeBonus(); active != nil && active.ID == bonus {
		p.Bonus += win
	}
}

// finishRound updates wagering, tournaments, history and jackpot, of which it returns the win.
func (p *Player) finishRound(g Game, id string, stake, win bff.MinorUnits, at time.Time) (jackpot bff.MinorUnits) {
	p.wager(wagered(g, stake))
	p.finishSpentBonus()
	p.score(g, stake, win, at)
	p.Rounds = appendBounded(p.Rounds, maxRounds, Round{id, g, stake, win, at})
	return p.playJackpot(g, id, stake)
}
