package mock

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"

	"croupier/bff"
	"croupier/bff/mock/games"
	"croupier/bff/mock/scenario"
	"croupier/bff/mock/world"
)

var _ games.Wallet = (*Casino)(nil)

// gameSession is a session at a game page.
type gameSession struct {
	*sandbox
	secret string
	world.GameSession
}

// sandboxOf returns the sandbox and the secret of a token, which is "WORLD.SECRET".
func (c *Casino) sandboxOf(token string) (*sandbox, string, error) {
	name, secret, _ := strings.Cut(token, ".")
	s, ok := c.worlds.find(name)
	if !ok {
		return nil, "", world.ErrSession
	}
	return s, secret, nil
}

func (c *Casino) session(token string) (gameSession, error) {
	s, secret, err := c.sandboxOf(token)
	if err != nil {
		return gameSession{}, err
	}
	g, err := s.world.GameSession(secret)
	return gameSession{s, secret, g}, err
}

// playing is session, after the faults and scenarios of rounds have been applied.
func (c *Casino) playing(ctx context.Context, token string) (gameSession, error) {
	s, err := c.session(token)
	if err == nil {
		err = c.applyToRound(ctx, s)
	}
	return s, err
}

// Session implements games.Wallet.
func (c *Casino) Session(_ context.Context, token string) (games.Session, error) {
	s, err := c.session(token)
	if err != nil {
		return games.Session{}, err
	}
	out := games.Session{GameSession: s.GameSession}
	if table, ok := s.world.Catalogue.Table(s.Game.ID); ok && s.Game.Kind == world.KindLive {
		out.Dealer = table.Dealer
	}
	return out, nil
}

// Round implements games.Wallet.
func (c *Casino) Round(ctx context.Context, token string, stake bff.MinorUnits, decide func(*rand.Rand) bff.MinorUnits) (world.RoundResult, error) {
	s, err := c.playing(ctx, token)
	if err != nil {
		return world.RoundResult{}, err
	}
	return s.world.Round(s.secret, stake, decide)
}

// View implements games.Wallet.
func (c *Casino) View(_ context.Context, token string, f func(games.Account) error) error {
	s, secret, err := c.sandboxOf(token)
	if err != nil {
		return err
	}
	return s.world.WithBets(secret, func(b *world.BettingSession) error { return f(b) })
}

// Update implements games.Wallet.
func (c *Casino) Update(ctx context.Context, token string, f func(games.Account) error) error {
	if _, err := c.playing(ctx, token); err != nil {
		return err
	}
	return c.View(ctx, token, f)
}

// applyToRound applies the faults and scenarios to a round or coupon at a game page.
func (c *Casino) applyToRound(ctx context.Context, s gameSession) error {
	e := s.active.For(s.Brand.ID, scenario.Round, nil)
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
