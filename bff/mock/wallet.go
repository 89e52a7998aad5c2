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
		return nil, "", games.ErrNoSession
	}
	return s, secret, nil
}

func (c *Casino) session(token string) (gameSession, error) {
	s, secret, err := c.sandboxOf(token)
	if err != nil {
		return gameSession{}, err
	}
	g, err := s.world.GameSession(secret)
	return gameSession{s, secret, g}, gameError(err)
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
	out := sessionOf(s.Game)
	out.Lang, out.Demo, out.Balances = s.Lang, s.Demo, balancesOf(s.Balances)
	if table, ok := s.world.Catalogue.Table(s.Game.ID); ok && s.Game.Kind == world.KindLive {
		out.Dealer, out.Guests = table.Dealer, table.SeatsTaken(s.world.Now())
	}
	return out, nil
}

// sessionOf returns what a page knows of a game without its player.
func sessionOf(g world.Game) games.Session {
	return games.Session{
		GameID: g.ID, Name: g.Name, Provider: g.Provider, Theme: g.Theme, Type: g.Type, RTP: g.RTP, Volatility: g.Volatility,
		Currency: world.Currency, MinBet: g.MinBet, MaxBet: g.MaxBet,
	}
}

func balancesOf(b world.Balances) games.Balances {
	return games.Balances{Balance: b.Balance, Bonus: (*games.Bonus)(b.Bonus)}
}

// Round implements games.Wallet.
func (c *Casino) Round(ctx context.Context, token string, stake bff.MinorUnits, decide func(*rand.Rand) bff.MinorUnits) (games.Receipt, error) {
	s, err := c.playing(ctx, token)
	if err != nil {
		return games.Receipt{}, err
	}
	r, err := s.world.Round(s.secret, stake, decide)
	if err != nil {
		return games.Receipt{}, gameError(err)
	}
	return games.Receipt{RoundID: r.RoundID, Stake: r.Stake, Win: r.Win, Jackpot: r.Jackpot, Balances: balancesOf(r.Balances)}, nil
}

// View implements games.Wallet.
func (c *Casino) View(_ context.Context, token string, f func(games.Account) error) error {
	s, secret, err := c.sandboxOf(token)
	if err != nil {
		return err
	}
	return gameError(s.world.WithBets(secret, func(b *world.BettingSession) error { return f(account{b}) }))
}

// Update implements games.Wallet.
func (c *Casino) Update(ctx context.Context, token string, f func(games.Account) error) error {
	if _, err := c.playing(ctx, token); err != nil {
		return err
	}
	return c.View(ctx, token, f)
}

// account implements games.Account.
type account struct{ *world.BettingSession }

func (a account) Balances() games.Balances { return balancesOf(a.BettingSession.Balances()) }

func (a account) Bets() []games.Bet {
	bets := a.BettingSession.Bets()
	out := make([]games.Bet, len(bets))
	for i, bet := range bets {
		out[i] = games.Bet(bet)
	}
	return out
}

func (a account) Stake(amount bff.MinorUnits, round int64, due time.Time, play string) (games.Bet, error) {
	return betOf(a.BettingSession.Stake(amount, round, due, play))
}

func (a account) Settle(id string, win bff.MinorUnits) (games.Bet, error) {
	return betOf(a.BettingSession.Settle(id, win))
}

func betOf(bet world.Bet, err error) (games.Bet, error) { return games.Bet(bet), gameError(err) }

// settle lets the games settle the bets that fall due in a world.
func settle(g world.Game, bet world.Bet, chance *rand.Rand) bff.MinorUnits {
	return games.Settle(g.Page, sessionOf(g), games.Bet(bet), chance)
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
		return games.ErrNoSession
	case e.Kind == scenario.Refuse && e.Message == world.ErrFunds.Message:
		return games.ErrInsufficientFunds
	case e.Kind == scenario.Refuse && e.Message != world.ErrProvider.Message:
		return games.ErrNotAllowed
	default: // the provider reports an error, or its response is unreadable
		return fmt.Errorf("%w: %s", games.ErrProvider, e.Kind)
	}
}

// gameError translates an error of the world into that of the game pages.
func gameError(err error) error {
	for from, to := range map[error]error{
		world.ErrSession: games.ErrNoSession, world.ErrStake: games.ErrStake, world.ErrFunds: games.ErrInsufficientFunds,
		world.ErrBet: games.ErrBet, world.ErrPicks: games.ErrPicks, world.ErrCoupons: games.ErrCoupons,
	} {
		if errors.Is(err, from) {
			return to
		}
	}
	return err
}
