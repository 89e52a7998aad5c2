package world

import (
	"math/rand/v2"
	"strconv"
	"time"

	"croupier/bff"
)

// demoPurse is the pretend money of a demo seat.
const demoPurse bff.MinorUnits = 500_000

// Game is what is played at a seat: a slot, a live table or a virtual game.
type Game struct {
	ID         int
	Kind       string // casino, livecasino or virtual
	Name       string
	Provider   string
	Theme      string // of the art
	Type       string
	Page       string  // the kind of page it is played on
	RTP        float64 // percent
	Volatility string  // volatility
	MinBet     bff.MinorUnits
	MaxBet     bff.MinorUnits
}

// Kinds of games, as game_history filters them.
const (
	KindCasino  = "casino"
	KindLive    = "livecasino"
	KindVirtual = "virtual"
)

// Round is one game played to its end.
type Round struct {
	ID       string
	GameID   int
	Kind     string
	Name     string
	Provider string
	Bet, Win bff.MinorUnits
	At       time.Time
}

// seat is one player at one game, named by its token.
type seat struct {
	player *Player
	sid    string
	game   Game
	house  *Brand
	lang   string
	demo   bool
	purse  bff.MinorUnits // of a demo seat
}

// GameSession is what a game page may know of its player.
type GameSession struct {
	Game  Game
	Brand *Brand
	Lang  string
	Demo  bool
	Balances
}

// RoundResult is what a round did.
type RoundResult struct {
	RoundID  string
	Stake    bff.MinorUnits
	Win      bff.MinorUnits
	Jackpot  bff.MinorUnits // beside Win
	Balances                // after the round
}

// OpenGame opens a seat at g in a house for the session sid and gives its token.
func (p *Player) OpenGame(g Game, h *Brand, sid, lang string, demo bool) string {
	w := p.world
	token := w.token(28)
	w.seats[token] = &seat{player: p, sid: sid, game: g, house: h, lang: lang, demo: demo, purse: demoPurse}
	if w.seatOrder = append(w.seatOrder, token); len(w.seatOrder) > maxSeats {
		delete(w.seats, w.seatOrder[0])
		w.seatOrder = w.seatOrder[1:]
	}
	return token
}

// GameSession tells who plays what. It fails with ErrSession for a token that is unknown or
// whose player has left.
func (w *World) GameSession(token string) (GameSession, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	s, err := w.taken(token)
	if err != nil {
		return GameSession{}, err
	}
	return GameSession{Game: s.game, Brand: s.house, Lang: s.lang, Demo: s.demo, Balances: s.shown()}, nil
}

// Round plays one round: decide says what stake wins, with the world's own randomness. All
// or nothing: it fails with ErrSession, ErrStake or ErrFunds, and then nothing has moved.
func (w *World) Round(token string, stake bff.MinorUnits, decide func(*rand.Rand) bff.MinorUnits) (RoundResult, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	s, err := w.taken(token)
	if err != nil {
		return RoundResult{}, err
	}
	if stake < s.game.MinBet || stake > s.game.MaxBet {
		return RoundResult{}, ErrStake
	}
	if stake > *s.money() {
		return RoundResult{}, ErrFunds
	}
	win := max(0, decide(w.dice))
	id := w.nextID()
	var jackpot bff.MinorUnits
	if s.demo {
		s.purse += win - stake
	} else {
		jackpot = s.player.played(s.game, id, stake, win)
	}
	return RoundResult{RoundID: roundID(id), Stake: stake, Win: win, Jackpot: jackpot, Balances: s.shown()}, nil
}

func (w *World) taken(token string) (*seat, error) {
	s := w.seats[token]
	if s == nil {
		return nil, ErrSession
	}
	if p, err := w.playing(s.player.UID, s.sid); err != nil || p != s.player {
		return nil, ErrSession
	}
	s.player.settle()
	return s, nil
}

// played books a round: the stake, the win where there is one, and that it has ended. It
// gives what the game's jackpot paid beside the win.
func (p *Player) played(g Game, id int, stake, win bff.MinorUnits) (jackpot bff.MinorUnits) {
	p.receive(g, roundID(id), p.stake(g, roundID(id), stake), win)
	return p.finished(g, roundID(id), stake, win, p.now())
}

// stake takes a stake out of the wallet, or of the active bonus, which is given then.
func (p *Player) stake(g Game, id string, stake bff.MinorUnits) *Bonus {
	if p.onBonus(g) {
		b := p.activeBonus()
		p.Bonus -= stake
		b.used = true
		return b
	}
	p.book(MoveBet, subOf(g), -stake, g.Name, id)
	return nil
}

// receive pays a win to where its stake came from; what a bonus wins that has ended is lost.
func (p *Player) receive(g Game, id string, from *Bonus, win bff.MinorUnits) *Transaction {
	switch {
	case win == 0:
	case from == nil:
		return p.book(MoveWin, subOf(g), win, g.Name, id)
	case from.Status == BonusActive:
		p.Bonus += win
	}
	return nil
}

// finished counts a round that has ended: the wagering, the tournaments, the history and the
// jackpot, of which it gives what was won.
func (p *Player) finished(g Game, id string, stake, win bff.MinorUnits, at time.Time) (jackpot bff.MinorUnits) {
	p.wager(counted(g, stake))
	p.spent()
	p.compete(g, stake, win, at)
	p.Rounds = append(p.Rounds, Round{
		ID: id, GameID: g.ID, Kind: g.Kind, Name: g.Name, Provider: g.Provider, Bet: stake, Win: win, At: at,
	})
	if len(p.Rounds) > maxRounds {
		p.Rounds = p.Rounds[len(p.Rounds)-maxRounds:]
	}
	return p.tempt(g, id, stake)
}

func roundID(n int) string { return "R" + strconv.Itoa(n) }

// AsGame is the slot as something to sit down at.
func (s *Slot) AsGame() Game {
	return Game{
		ID: s.ID, Kind: KindCasino, Name: s.Name, Provider: s.Provider.Name, Theme: s.Theme,
		Type: s.Type, RTP: s.RTP, Volatility: s.Volatility, MinBet: s.MinBet, MaxBet: s.MaxBet,
	}
}

// AsGame is the table as something to sit down at. Its light is its own for good.
func (t *Table) AsGame() Game {
	return Game{
		ID: t.ID, Kind: KindLive, Name: t.Name, Provider: t.Provider.Name, Theme: tableThemes[t.ID%len(tableThemes)],
		Type: t.Type, RTP: tableReturns[t.Type], Volatility: VolatilityLow, MinBet: t.MinBet, MaxBet: t.MaxBet,
	}
}
