package world

import (
	"math/rand/v2"
	"slices"
	"time"

	"croupier/bff"
	"croupier/bff/internal/lists"
)

// Bounds of the bets of a player.
const (
	maxOpenBets    = 200
	maxSettledBets = 100
)

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

// BettingSession gives access to the bets of a game session.
type BettingSession struct {
	world   *World
	session *gameSession
	player  *Player
}

// Betting settles due bets and returns the bets of a game session, or ErrSession.
func (w *World) Betting(token string) (*BettingSession, error) {
	s, ok := w.game(token)
	if !ok {
		return nil, ErrSession
	}
	if s.Guest != nil {
		s.Guest.settle()
		return &BettingSession{w, s, s.Guest}, nil
	}
	p, err := w.Player(s.UID, s.SID)
	return &BettingSession{w, s, p}, err
}

// Session returns the game session with the current balances.
func (b *BettingSession) Session() GameSession {
	s := b.session
	return GameSession{Game: s.Game, Locale: s.Locale, Demo: s.Demo, Balances: b.Balances()}
}

// Now returns the world's time.
func (b *BettingSession) Now() time.Time { return b.world.Now() }

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

// owns reports whether a bet belongs to the session. All sessions of a player at a game share the
// bets, because a reloaded page opens a new session. A demo starts again.
func (b *BettingSession) owns(bet *openBet) bool {
	return bet.Token == b.session.Token || (!bet.Demo && !b.session.Demo && bet.Game.ID == b.session.Game.ID)
}

// Bets returns the open and the recently settled bets, oldest first.
func (b *BettingSession) Bets() []Bet {
	return lists.Map(filter(b.player.Bets, b.owns), func(bet *openBet) Bet { return bet.Bet })
}

// Round plays one round: decide returns the win of the stake. It returns ErrStake or ErrFunds.
func (b *BettingSession) Round(
	stake bff.MinorUnits, decide func(*rand.Rand) bff.MinorUnits,
) (r RoundResult, err error) {
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

// Stake places a bet that the clock settles at due. It returns ErrStake, also for too many open
// bets, or ErrFunds.
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
	bet, ok := find(b.player.Bets, func(bet *openBet) bool { return bet.ID == id && b.owns(bet) && !bet.Settled })
	if !ok {
		return Bet{}, ErrBet
	}
	b.player.settleBet(bet, win, b.Now())
	return bet.Bet, nil
}

func (p *Player) openBets() int {
	return len(filter(p.Bets, func(bet *openBet) bool { return !bet.Settled }))
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
		if s, ok := p.world.game(bet.Token); ok {
			s.DemoBalance += bet.Win
		}
	} else {
		p.credit(g, bet.ID, bet.Bonus, bet.Win, at)
		p.finishRound(g, bet.ID, bet.Stake, bet.Win, at)
	}
	p.Bets = dropOldest(p.Bets, len(p.Bets)-p.openBets()-maxSettledBets, func(bet *openBet) bool { return bet.Settled })
}
