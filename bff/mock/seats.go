package mock

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"time"

	"croupier/bff"
	"croupier/bff/mock/games"
	"croupier/bff/mock/scenario"
	"croupier/bff/mock/world"
)

var _ games.Wallet = (*Casino)(nil)

// Session implements games.Wallet. A token is "WORLD.SECRET".
func (c *Casino) Session(_ context.Context, token string) (games.Session, error) {
	t, secret, err := c.seated(token)
	if err != nil {
		return games.Session{}, err
	}
	s, err := t.world.GameSession(secret)
	if err != nil {
		return games.Session{}, told(err)
	}
	seat := seatOf(s.Game)
	seat.Lang, seat.Demo, seat.Balances = s.Lang, s.Demo, purseOf(s.Balances)
	if table, ok := t.world.Catalogue.Table(s.Game.ID); ok && s.Game.Kind == world.KindLive {
		seat.Dealer, seat.Guests = table.Dealer, table.SeatsTaken(t.world.Now())
	}
	return seat, nil
}

// seatOf is what a page knows of a game, without its player.
func seatOf(g world.Game) games.Session {
	return games.Session{
		GameID: g.ID, Name: g.Name, Provider: g.Provider, Theme: g.Theme, Type: g.Type, RTP: g.RTP, Volatility: g.Volatility,
		Currency: world.Currency, MinBet: g.MinBet, MaxBet: g.MaxBet,
	}
}

func purseOf(p world.Balances) games.Balances {
	return games.Balances{Balance: p.Balance, Bonus: (*games.Bonus)(p.Bonus)}
}

// Round implements games.Wallet.
func (c *Casino) Round(ctx context.Context, token string, stake bff.MinorUnits, decide func(*rand.Rand) bff.MinorUnits) (games.Receipt, error) {
	t, secret, err := c.seated(token)
	if err != nil {
		return games.Receipt{}, err
	}
	s, err := t.world.GameSession(secret)
	if err != nil {
		return games.Receipt{}, told(err)
	}
	if err := c.bentRound(ctx, t, s.Brand.ID); err != nil {
		return games.Receipt{}, err
	}
	r, err := t.world.Round(secret, stake, decide)
	if err != nil {
		return games.Receipt{}, told(err)
	}
	return games.Receipt{RoundID: r.RoundID, Stake: r.Stake, Win: r.Win, Jackpot: r.Jackpot, Balances: purseOf(r.Balances)}, nil
}

// View implements games.Wallet.
func (c *Casino) View(_ context.Context, token string, f func(games.Account) error) error {
	t, secret, err := c.seated(token)
	if err != nil {
		return err
	}
	return told(t.world.WithBets(secret, func(b *world.BettingSession) error { return f(book{b}) }))
}

// Update implements games.Wallet.
func (c *Casino) Update(ctx context.Context, token string, f func(games.Account) error) error {
	t, secret, err := c.seated(token)
	if err != nil {
		return err
	}
	s, err := t.world.GameSession(secret)
	if err != nil {
		return told(err)
	}
	if err := c.bentRound(ctx, t, s.Brand.ID); err != nil {
		return err
	}
	return c.View(ctx, token, f)
}

// book shows a world's book to the games.
type book struct{ *world.BettingSession }

func (b book) Balances() games.Balances { return purseOf(b.BettingSession.Balances()) }

func (b book) Bets() []games.Bet {
	bets := b.BettingSession.Bets()
	out := make([]games.Bet, len(bets))
	for i, bet := range bets {
		out[i] = games.Bet(bet)
	}
	return out
}

func (b book) Stake(amount bff.MinorUnits, round int64, due time.Time, play string) (games.Bet, error) {
	bet, err := b.BettingSession.Stake(amount, round, due, play)
	return games.Bet(bet), told(err)
}

func (b book) Raise(id string, amount bff.MinorUnits, play string) (games.Bet, error) {
	bet, err := b.BettingSession.Raise(id, amount, play)
	return games.Bet(bet), told(err)
}

func (b book) SetPlay(id, play string) (games.Bet, error) {
	bet, err := b.BettingSession.Note(id, play)
	return games.Bet(bet), told(err)
}

func (b book) Settle(id string, win bff.MinorUnits) (games.Bet, error) {
	bet, err := b.BettingSession.Settle(id, win)
	return games.Bet(bet), told(err)
}

// decide lets the games settle what falls due in a world.
func decide(g world.Game, bet world.Bet, chance *rand.Rand) bff.MinorUnits {
	return games.Settle(g.Page, seatOf(g), games.Bet(bet), chance)
}

func (c *Casino) seated(token string) (*tester, string, error) {
	name, secret, ok := strings.Cut(token, ".")
	if !ok {
		return nil, "", games.ErrNoSession
	}
	t, ok := c.worlds.find(name)
	if !ok {
		return nil, "", games.ErrNoSession
	}
	return t, secret, nil
}

// bentRound lets faults and scenarios reach the game pages too.
func (c *Casino) bentRound(ctx context.Context, t *tester, brand string) error {
	e := t.active.For(brand, scenario.Round, nil)
	if e == nil {
		return nil
	}
	if !c.options.Wait(ctx, e.Latency) {
		return ctx.Err()
	}
	switch {
	case e.Kind == scenario.Delay || e.Kind == scenario.Empty || e.Kind.Well():
		return nil
	case e.Kind == scenario.Hang:
		<-ctx.Done()
		return ctx.Err()
	case e.Kind == scenario.Expired:
		return games.ErrNoSession
	case e.Kind == scenario.Refuse && e.Message == world.ErrFunds.Message:
		return games.ErrInsufficientFunds
	case e.Kind == scenario.Refuse && e.Message != world.ErrProvider.Message:
		return games.ErrNotAllowed
	default: // a provider that says so, or whose answer nobody can read
		return fmt.Errorf("%w: %s", games.ErrProvider, e.Kind)
	}
}

// told turns the world's refusals into those that a page tells its player about.
func told(err error) error {
	switch {
	case errors.Is(err, world.ErrSession):
		return games.ErrNoSession
	case errors.Is(err, world.ErrStake):
		return games.ErrStake
	case errors.Is(err, world.ErrFunds):
		return games.ErrInsufficientFunds
	case errors.Is(err, world.ErrBet):
		return games.ErrBet
	default:
		return err
	}
}
