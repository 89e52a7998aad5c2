package mock

import (
	"context"
	"fmt"
	"strings"

	"croupier/bff/mock/games"
	"croupier/bff/mock/scenario"
	"croupier/bff/mock/world"
)

var _ games.Wallet = (*Casino)(nil)

// sandboxOf returns the sandbox and the secret of a token, which is "WORLD.SECRET".
func (c *Casino) sandboxOf(token string) (*sandbox, string, error) {
	name, secret, _ := strings.Cut(token, ".")
	s, ok := c.worlds.find(name)
	if !ok {
		return nil, "", world.ErrSession
	}
	return s, secret, nil
}

// Session implements games.Wallet.
func (c *Casino) Session(_ context.Context, token string) (games.Session, error) {
	s, secret, err := c.sandboxOf(token)
	if err != nil {
		return games.Session{}, err
	}
	return s.world.GameSession(secret)
}

// Page implements games.Wallet. A scenario or fault delays the page, never answers, or lets it fail.
func (c *Casino) Page(ctx context.Context, token string) (games.Session, error) {
	s, secret, err := c.sandboxOf(token)
	if err != nil {
		return games.Session{}, err
	}
	g, err := s.world.GameSession(secret)
	if err != nil {
		return g, err
	}
	switch e := s.active.For(g.Brand.ID, scenario.Page, nil); {
	case e == nil:
	case e.Kind == scenario.Hang:
		<-ctx.Done()
		err = ctx.Err()
	case !c.options.Wait(ctx, e.Latency):
		err = ctx.Err()
	case e.Kind == scenario.Refuse:
		err = games.ErrProvider
	}
	return g, err
}

// View implements games.Wallet.
func (c *Casino) View(_ context.Context, token string, f func(games.Account) error) error {
	s, secret, err := c.sandboxOf(token)
	if err != nil {
		return err
	}
	return s.world.WithBets(secret, func(b *world.BettingSession) error { return f(b) })
}

// Update implements games.Wallet. Faults and scenarios of rounds apply.
func (c *Casino) Update(ctx context.Context, token string, f func(games.Account) error) error {
	s, secret, err := c.sandboxOf(token)
	if err != nil {
		return err
	}
	g, err := s.world.GameSession(secret)
	if err == nil {
		err = c.applyToRound(ctx, s, g.Brand.ID)
	}
	if err != nil {
		return err
	}
	return c.View(ctx, token, f)
}

// applyToRound applies the faults and scenarios to a round or coupon at a game page.
func (c *Casino) applyToRound(ctx context.Context, s *sandbox, brand string) error {
	e := s.active.For(brand, scenario.Round, nil)
	if e == nil {
		return nil
	}
	if !c.options.Wait(ctx, e.Latency) {
		return ctx.Err()
	}
	switch {
	case e.Kind == scenario.Delay || e.Kind == scenario.Empty || e.Kind.Answers():
		return nil
	case e.Kind == scenario.Hang:
		<-ctx.Done()
		return ctx.Err()
	case e.Kind == scenario.Expired:
		return world.ErrSession
	case e.Kind == scenario.Refuse && e.Message == world.ErrFunds.Message:
		return world.ErrFunds
	case e.Kind == scenario.Refuse && e.Message != world.ErrProvider.Message:
		return games.ErrNotAllowed
	default: // the provider reports an error, or its response is unreadable
		return fmt.Errorf("%w: %s", games.ErrProvider, e.Kind)
	}
}
