package world

import (
	"math/rand/v2"
	"slices"
	"time"

	"croupier/bff"
)

// Bounds of the bets of one player: how many may be open, and how many settled ones are
// kept for pages to show.
const (
	maxOpenBets    = 200
	maxSettledBets = 100
)

// Bet is a stake whose outcome is still to come, or came lately.
type Bet struct {
	ID      string
	Stake   bff.MinorUnits
	At      time.Time
	Round   int64     // of the game, counted by the game itself
	Due     time.Time // when the clock settles it
	Play    string    // what was bet on, in the game's own words
	Settled bool
	Win     bff.MinorUnits // once settled
}

// openBet is a bet with the seat it was placed at.
type openBet struct {
	Bet
	seat  *seat
	bonus *Bonus // whose money it was staked from; nil for the player's own
}

// SettleFunc says what a bet at a game has won once it is due, with the chance of its round.
type SettleFunc func(Game, Bet, *rand.Rand) bff.MinorUnits

// BettingSession is the bets and the purse at a seat. It is only ever touched inside World.At.
type BettingSession struct {
	world *World
	seat  *seat
}

// WithBets runs f on the book of a seat, alone in the world, with every bet settled that is due.
// It fails with ErrSession for a token that is unknown or whose player has left, otherwise
// with what f returns.
func (w *World) WithBets(token string, f func(*BettingSession) error) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	s, err := w.taken(token)
	if err != nil {
		return err
	}
	return f(&BettingSession{w, s})
}

// Now is the world's time.
func (b *BettingSession) Now() time.Time { return b.world.now() }

// Purse is the money at the seat.
func (b *BettingSession) Balances() Balances { return b.seat.shown() }

// Chance decides a round of the seat's game: always the same for one round, in every world
// of the seed.
func (b *BettingSession) Chance(round int64) *rand.Rand { return b.world.chance(b.seat.game.ID, round) }

func (w *World) chance(game int, round int64) *rand.Rand {
	return rand.New(rand.NewPCG(mix(w.Catalogue.Seed, uint64(game)), mix(uint64(round))))
}

// holds tells whether a bet is the seat's: money staked at a game is the player's at every
// seat of that game, for a page that is loaded anew takes another one. A demo begins anew.
func (b *BettingSession) holds(bet *openBet) bool {
	return bet.seat == b.seat || (!bet.seat.demo && !b.seat.demo && bet.seat.game.ID == b.seat.game.ID)
}

// Bets are the open bets that the seat holds and those settled lately, oldest first.
func (b *BettingSession) Bets() []Bet {
	var out []Bet
	for _, bet := range b.seat.player.bets {
		if b.holds(bet) {
			out = append(out, bet.Bet)
		}
	}
	return out
}

// Stake takes money for a bet that the clock settles at due. It fails with ErrStake outside
// the game's limits or beyond the open bets a player may have, and with ErrFunds.
func (b *BettingSession) Stake(amount bff.MinorUnits, round int64, due time.Time, play string) (Bet, error) {
	if amount < b.seat.game.MinBet || amount > b.seat.game.MaxBet {
		return Bet{}, ErrStake
	}
	return b.open(amount, round, due, play)
}

// Raise stakes more on an open bet: a bet of its own with that one's round and due. It may be
// below the game's least stake, but not above the bet itself. It fails with ErrBet where the
// bet is not open, otherwise as Stake does.
func (b *BettingSession) Raise(id string, amount bff.MinorUnits, play string) (Bet, error) {
	for _, bet := range b.seat.player.bets {
		if bet.ID != id || !b.holds(bet) || bet.Settled {
			continue
		}
		if amount > bet.Stake {
			return Bet{}, ErrStake
		}
		return b.open(amount, bet.Round, bet.Due, play)
	}
	return Bet{}, ErrBet
}

func (b *BettingSession) open(amount bff.MinorUnits, round int64, due time.Time, play string) (Bet, error) {
	p, g := b.seat.player, b.seat.game
	if amount <= 0 || p.openBets() >= maxOpenBets {
		return Bet{}, ErrStake
	}
	if amount > *b.seat.money() {
		return Bet{}, ErrFunds
	}
	id := roundID(b.world.nextID())
	bet := &openBet{Bet: Bet{ID: id, Stake: amount, At: b.Now(), Round: round, Due: due, Play: play}, seat: b.seat}
	if b.seat.demo {
		b.seat.purse -= amount
	} else {
		bet.bonus = p.stake(g, id, amount)
	}
	p.bets = append(p.bets, bet)
	return bet.Bet, nil
}

// Note replaces what an open bet of the seat was bet on. It fails with ErrBet.
func (b *BettingSession) Note(id, play string) (Bet, error) {
	for _, bet := range b.seat.player.bets {
		if bet.ID == id && b.holds(bet) && !bet.Settled {
			bet.Play = play
			return bet.Bet, nil
		}
	}
	return Bet{}, ErrBet
}

// Settle ends an open bet of the seat now with what it wins. It fails with ErrBet.
func (b *BettingSession) Settle(id string, win bff.MinorUnits) (Bet, error) {
	for _, bet := range b.seat.player.bets {
		if bet.ID == id && b.holds(bet) && !bet.Settled {
			b.seat.player.conclude(bet, win, b.Now())
			return bet.Bet, nil
		}
	}
	return Bet{}, ErrBet
}

func (p *Player) openBets() int {
	n := 0
	for _, bet := range p.bets {
		if !bet.Settled {
			n++
		}
	}
	return n
}

// settleBets decides what is due, whether its page is still open or not, in the order in
// which it fell due.
func (p *Player) settleBets(now time.Time) {
	var due []*openBet
	for _, bet := range p.bets {
		if !bet.Settled && !now.Before(bet.Due) {
			due = append(due, bet)
		}
	}
	slices.SortStableFunc(due, func(a, b *openBet) int { return a.Due.Compare(b.Due) })
	for _, bet := range due {
		var win bff.MinorUnits
		if p.world.decide != nil {
			win = p.world.decide(bet.seat.game, bet.Bet, p.world.chance(bet.seat.game.ID, bet.Round))
		}
		p.conclude(bet, win, bet.Due)
	}
}

// conclude pays a bet as of at and writes it into the history.
func (p *Player) conclude(bet *openBet, win bff.MinorUnits, at time.Time) {
	g := bet.seat.game
	bet.Settled, bet.Win = true, max(0, win)
	if bet.seat.demo {
		bet.seat.purse += bet.Win
	} else {
		if t := p.receive(g, bet.ID, bet.bonus, bet.Win); t != nil {
			t.At = at
		}
		p.finished(g, bet.ID, bet.Stake, bet.Win, at)
	}
	p.forgetBets()
}

// forgetBets keeps the newest settled bets beside all open ones.
func (p *Player) forgetBets() {
	extra := len(p.bets) - p.openBets() - maxSettledBets
	p.bets = slices.DeleteFunc(p.bets, func(bet *openBet) bool {
		if extra <= 0 || !bet.Settled {
			return false
		}
		extra--
		return true
	})
}
