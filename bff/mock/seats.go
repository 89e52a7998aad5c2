package mock

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"

	"croupier/bff"
	"croupier/bff/mock/games"
	"croupier/bff/mock/scenario"
	"croupier/bff/mock/world"
)

var _ games.Ledger = (*Casino)(nil)

// Sit implements games.Ledger. A token is "WORLD.SECRET".
func (c *Casino) Sit(_ context.Context, token string) (games.Seat, error) {
	t, secret, err := c.seated(token)
	if err != nil {
		return games.Seat{}, err
	}
	s, err := t.world.SeatAt(secret)
	if err != nil {
		return games.Seat{}, told(err)
	}
	return games.Seat{
		GameID: s.Game.ID, Name: s.Game.Name, Provider: s.Game.Provider, Theme: s.Game.Theme, RTP: s.Game.RTP, Volatility: s.Game.Swing,
		Lang: s.Lang, Currency: world.Currency, Demo: s.Demo, Balance: s.Balance,
		MinBet: s.Game.MinBet, MaxBet: s.Game.MaxBet,
	}, nil
}

// Round implements games.Ledger.
func (c *Casino) Round(ctx context.Context, token string, stake bff.Kurus, decide func(*rand.Rand) bff.Kurus) (games.Receipt, error) {
	t, secret, err := c.seated(token)
	if err != nil {
		return games.Receipt{}, err
	}
	s, err := t.world.SeatAt(secret)
	if err != nil {
		return games.Receipt{}, told(err)
	}
	if err := t.bentRound(ctx, s.House.Brand); err != nil {
		return games.Receipt{}, err
	}
	r, err := t.world.Round(secret, stake, decide)
	if err != nil {
		return games.Receipt{}, told(err)
	}
	return games.Receipt{RoundID: r.RoundID, Stake: r.Stake, Win: r.Win, Balance: r.Balance}, nil
}

func (c *Casino) seated(token string) (*tester, string, error) {
	name, secret, ok := strings.Cut(token, ".")
	if !ok {
		return nil, "", games.ErrNoSeat
	}
	t, ok := c.worlds.find(name)
	if !ok {
		return nil, "", games.ErrNoSeat
	}
	return t, secret, nil
}

// bentRound lets faults and scenarios reach the game pages too.
func (t *tester) bentRound(ctx context.Context, brand string) error {
	e := t.active.For(brand, scenario.Round)
	if e == nil {
		return nil
	}
	if !wait(ctx, e.Latency) {
		return ctx.Err()
	}
	switch {
	case e.Kind == scenario.Delay || e.Kind == scenario.Empty:
		return nil
	case e.Kind == scenario.Hang:
		<-ctx.Done()
		return ctx.Err()
	case e.Kind == scenario.Expired:
		return games.ErrNoSeat
	case e.Kind == scenario.Refuse && e.Message == world.ErrFunds.Message:
		return games.ErrInsufficientFunds
	default:
		return fmt.Errorf("mock: the round fails by %s", e.Kind)
	}
}

// told turns the world's refusals into those that a page tells its player about.
func told(err error) error {
	switch {
	case errors.Is(err, world.ErrSession):
		return games.ErrNoSeat
	case errors.Is(err, world.ErrStake):
		return games.ErrStake
	case errors.Is(err, world.ErrFunds):
		return games.ErrInsufficientFunds
	default:
		return err
	}
}
