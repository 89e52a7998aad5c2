package world

import (
	"math/rand/v2"
	"slices"
	"strconv"
	"time"

	"croupier/bff"
)

// demoBalance is the play money of a demo session.
const demoBalance bff.MinorUnits = 500_000

// Bounds of the bets of a player.
const (
	maxOpenBets    = 200
	maxSettledBets = 100
)

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
	ID       int
	Kind     string
	Name     string
	Provider string
	Theme    string // of the art
	Dealer   string // of a live table
	Type     string
	Page     string  // kind of its page
	RTP      float64 // percent
	MinBet   bff.MinorUnits
	MaxBet   bff.MinorUnits
}

// sub returns the subcategory of the game's transactions.
func (g Game) sub() int {
	if g.Type == sportType || g.Type == liveSportType {
		return subSport
	}
	return map[string]int{KindCasino: subSlots, KindLive: subLive, KindVirtual: subVirtual}[g.Kind]
}

// Round is a finished game round.
type Round struct {
	ID       string
	GameID   int
	Kind     string
	Name     string
	Provider string
	Bet, Win bff.MinorUnits
	At       time.Time
}

func newRound(g Game, id string, bet, win bff.MinorUnits, at time.Time) Round {
	return Round{ID: id, GameID: g.ID, Kind: g.Kind, Name: g.Name, Provider: g.Provider, Bet: bet, Win: win, At: at}
}

func roundID(n int) string { return "R" + strconv.Itoa(n) }

type gameSession struct {
	Token       string
	UID         string
	Guest       *Player // at a demo of a guest; nil for a player of the world
	SID         string
	Game        Game
	Brand       *Brand
	Lang        string
	Demo        bool
	DemoBalance bff.MinorUnits
}

// GameSession is the information about a game session for the game's page.
type GameSession struct {
	Game
	Brand *Brand
	Lang  string
	Demo  bool
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
	RoundID  string
	Stake    bff.MinorUnits
	Win      bff.MinorUnits
	Jackpot  bff.MinorUnits // in addition to Win
	Balances                // after the round
}

// OpenGame opens a game session for the login session sid and returns its token.
func (p *Player) OpenGame(g Game, b *Brand, sid, lang string, demo bool) string {
	return p.world.openGame(&gameSession{UID: p.UID, SID: sid, Game: g, Brand: b, Lang: lang, Demo: demo, DemoBalance: demoBalance})
}

// OpenDemo opens a demo of a game for a guest, with toy money of its own, and returns its token.
func (w *World) OpenDemo(g Game, b *Brand, lang string) string {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.openGame(&gameSession{Guest: &Player{world: w}, Game: g, Brand: b, Lang: lang, Demo: true, DemoBalance: demoBalance})
}

func (s *gameSession) player(w *World) *Player {
	if s.Guest != nil {
		return s.Guest
	}
	return w.players[s.UID]
}

func (w *World) openGame(s *gameSession) (token string) {
	token = w.token(28)
	s.Token = token
	w.Games[token] = s
	if w.GameOrder = append(w.GameOrder, token); len(w.GameOrder) > maxGameSessions {
		delete(w.Games, w.GameOrder[0])
		w.GameOrder = w.GameOrder[1:]
	}
	return token
}

// GameSession returns a game session. It returns ErrSession if the token is unknown or the player has left.
func (w *World) GameSession(token string) (GameSession, error) {
	return locked(w, w.gameSession, token, func(s *gameSession) (GameSession, error) {
		return GameSession{Game: s.Game, Brand: s.Brand, Lang: s.Lang, Demo: s.Demo, Balances: s.balances(s.player(w))}, nil
	})
}

func (w *World) gameSession(token string) (*gameSession, error) {
	s := w.Games[token]
	if s == nil {
		return nil, ErrSession
	}
	if s.Guest == nil {
		if _, err := w.playerOf(s.UID, s.SID); err != nil {
			return nil, ErrSession
		}
	}
	s.player(w).settle()
	return s, nil
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

// playRound debits and credits a round and returns the jackpot won.
func (p *Player) playRound(g Game, id int, stake, win bff.MinorUnits) (jackpot bff.MinorUnits) {
	p.credit(g, roundID(id), p.debit(g, roundID(id), stake), win)
	return p.finishRound(g, roundID(id), stake, win, p.now())
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
func (p *Player) credit(g Game, id string, bonus int, win bff.MinorUnits) *Transaction {
	if win != 0 && bonus == 0 {
		return p.post(TxWin, g.sub(), win, g.Name, id)
	}
	if active := p.activeBonus(); active != nil && active.ID == bonus {
		p.Bonus += win
	}
	return nil
}

// finishRound updates wagering, tournaments, history and jackpot, of which it returns the win.
func (p *Player) finishRound(g Game, id string, stake, win bff.MinorUnits, at time.Time) (jackpot bff.MinorUnits) {
	p.wager(wagered(g, stake))
	p.finishSpentBonus()
	p.score(g, stake, win, at)
	p.Rounds = appendBounded(p.Rounds, maxRounds, newRound(g, id, stake, win, at))
	return p.playJackpot(g, id, stake)
}

// Bet is a bet that is open or was settled recently.
type Bet struct {
	ID      string
	Stake   bff.MinorUnits
	At      time.Time
	Round   int64     // round number of the game
	Due     time.Time // when the clock settles it
	Play    string    // the selection in the game's own format
	Settled bool
	Win     bff.MinorUnits // once settled
}

type openBet struct {
	Bet
	Token string // of its game session
	Game  Game
	Demo  bool
	Bonus int // id of the bonus whose money was staked; 0 for the player's own
}

// SettleFunc returns the win of a due bet by the randomness of its round.
type SettleFunc func(Game, Bet, *rand.Rand) bff.MinorUnits

// BettingSession gives access to the bets of a game session. It must only be used inside World.WithBets.
type BettingSession struct {
	world   *World
	session *gameSession
	player  *Player
}

// WithBets settles all due bets and calls f with the bets of a game session while holding the world's lock. It
// returns ErrSession if the token is unknown or the player has left, otherwise the error of f.
func (w *World) WithBets(token string, f func(*BettingSession) error) error {
	_, err := locked(w, w.gameSession, token, func(s *gameSession) (none struct{}, err error) {
		return none, f(&BettingSession{w, s, s.player(w)})
	})
	return err
}

// Now returns the world's time.
func (b *BettingSession) Now() time.Time { return b.world.now() }

// Catalogue returns the catalogue of the world.
func (b *BettingSession) Catalogue() *Catalogue { return b.world.Catalogue }

// Balances returns the money of the session.
func (b *BettingSession) Balances() Balances { return b.session.balances(b.player) }

// Chance returns the generator of a round of the game. It is the same in all worlds of the seed.
func (b *BettingSession) Chance(round int64) *rand.Rand {
	return b.world.Catalogue.chance(b.session.Game.ID, round)
}

func (c *Catalogue) chance(game int, round int64) *rand.Rand {
	return rand.New(rand.NewPCG(mix(c.Seed, uint64(game)), mix(uint64(round))))
}

// owns reports whether a bet belongs to the session. All sessions of a player at a game share the bets,
// because a reloaded page opens a new session; a demo starts anew.
func (b *BettingSession) owns(bet *openBet) bool {
	return bet.Token == b.session.Token || (!bet.Demo && !b.session.Demo && bet.Game.ID == b.session.Game.ID)
}

// Bets returns the open and the recently settled bets, oldest first.
func (b *BettingSession) Bets() []Bet {
	var out []Bet
	for _, bet := range filter(b.player.Bets, b.owns) {
		out = append(out, bet.Bet)
	}
	return out
}

// openBet returns an open bet of the session, or ErrBet.
func (b *BettingSession) openBet(id string) (*openBet, error) {
	bet, ok := find(b.player.Bets, func(bet *openBet) bool { return bet.ID == id && b.owns(bet) && !bet.Settled })
	if !ok {
		return nil, ErrBet
	}
	return bet, nil
}

// Round plays one round: decide returns the win of the stake by the world's randomness. It returns ErrStake or
// ErrFunds; then no money has moved.
func (b *BettingSession) Round(stake bff.MinorUnits, decide func(*rand.Rand) bff.MinorUnits) (r RoundResult, err error) {
	s := b.session
	switch {
	case stake < s.Game.MinBet || stake > s.Game.MaxBet:
		return r, ErrStake
	case stake > *s.balance(b.player):
		return r, ErrFunds
	}
	r.Stake, r.Win = stake, max(0, decide(b.world.Dice.Rand))
	id := b.world.nextID()
	r.RoundID = roundID(id)
	if s.Demo {
		s.DemoBalance += r.Win - stake
	} else {
		r.Jackpot = b.player.playRound(s.Game, id, stake, r.Win)
	}
	r.Balances = s.balances(b.player)
	return r, nil
}

// Stake places a bet that the clock settles at due. It returns ErrStake outside the limits of the game or beyond
// the maximum number of open bets, and ErrFunds.
func (b *BettingSession) Stake(amount bff.MinorUnits, round int64, due time.Time, play string) (Bet, error) {
	p, g := b.player, b.session.Game
	switch {
	case amount < g.MinBet || amount > g.MaxBet || amount <= 0 || p.openBets() >= maxOpenBets:
		return Bet{}, ErrStake
	case amount > *b.session.balance(p):
		return Bet{}, ErrFunds
	}
	id := roundID(b.world.nextID())
	bet := &openBet{
		Bet:   Bet{ID: id, Stake: amount, At: b.Now(), Round: round, Due: due, Play: play},
		Token: b.session.Token, Game: g, Demo: b.session.Demo,
	}
	if b.session.Demo {
		b.session.DemoBalance -= amount
	} else {
		bet.Bonus = p.debit(g, id, amount)
	}
	p.Bets = append(p.Bets, bet)
	return bet.Bet, nil
}

// Settle settles an open bet now. It returns ErrBet if the bet is not open.
func (b *BettingSession) Settle(id string, win bff.MinorUnits) (Bet, error) {
	bet, err := b.openBet(id)
	if err != nil {
		return Bet{}, err
	}
	b.player.settleBet(bet, win, b.Now())
	return bet.Bet, nil
}

func (p *Player) openBets() int {
	return count(p.Bets, func(bet *openBet) bool { return !bet.Settled })
}

// settleBets settles the due bets in the order of their due times.
func (p *Player) settleBets(now time.Time) {
	due := filter(p.Bets, func(bet *openBet) bool { return !bet.Settled && !now.Before(bet.Due) })
	slices.SortStableFunc(due, func(a, b *openBet) int { return a.Due.Compare(b.Due) })
	for _, bet := range due {
		var win bff.MinorUnits
		if p.world.settleBet != nil {
			win = p.world.settleBet(bet.Game, bet.Bet, p.world.Catalogue.chance(bet.Game.ID, bet.Round))
		}
		p.settleBet(bet, win, bet.Due)
	}
}

func (p *Player) settleBet(bet *openBet, win bff.MinorUnits, at time.Time) {
	g := bet.Game
	bet.Settled, bet.Win = true, max(0, win)
	if bet.Demo {
		if s := p.world.Games[bet.Token]; s != nil {
			s.DemoBalance += bet.Win
		}
	} else {
		if t := p.credit(g, bet.ID, bet.Bonus, bet.Win); t != nil {
			t.At = at
		}
		p.finishRound(g, bet.ID, bet.Stake, bet.Win, at)
	}
	p.Bets = dropOldest(p.Bets, len(p.Bets)-p.openBets()-maxSettledBets, func(bet *openBet) bool { return bet.Settled })
}
