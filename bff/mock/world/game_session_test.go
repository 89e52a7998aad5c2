package world

import (
	"math/rand/v2"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"croupier/bff"
)

// wheelGame pays like double.
var wheelGame = Game{ID: 901, Kind: KindVirtual, Name: "Çark", Page: "wheel", MinBet: 100, MaxBet: 10_000}

// bet stakes on red in a round of the session of a token.
func (c *client) bet(token string, amount bff.MinorUnits, round int64) (bet Bet, err error) {
	c.t.Helper()
	c.book(token, func(b *BettingSession) { bet, err = b.Stake(amount, round, b.Now().Add(time.Minute), "red") })
	return bet, err
}

// book runs f with the bets of a game session.
func (c *client) book(token string, f func(*BettingSession)) {
	c.t.Helper()
	b, err := c.Betting(token)
	require.NoError(c.t, err)
	f(b)
}

// spin plays a round.
func (c *client) spin(token string, stake bff.MinorUnits, decide func() bff.MinorUnits) (r RoundResult, err error) {
	b, err := c.Betting(token)
	if err != nil {
		return r, err
	}
	return b.Round(stake, func(*rand.Rand) bff.MinorUnits { return decide() })
}

// round plays a round that pays win.
func (c *client) round(token string, stake, win bff.MinorUnits) (RoundResult, error) {
	return c.spin(token, stake, func() bff.MinorUnits { return win })
}

func TestRoundsAreAtomic(t *testing.T) {
	c := enter(t, "demo")
	game := c.Catalogue.Slots[0].Game
	token, demo := c.open(game, false), c.open(game, true)
	for what, r := range map[string]struct {
		token string
		stake bff.MinorUnits
		want  error
	}{
		"an unknown session":        {"nowhere", game.MinBet, ErrSession},
		"a stake below the minimum": {token, game.MinBet - 1, ErrStake},
		"a stake above the maximum": {token, game.MaxBet + 1, ErrStake},
	} {
		_, err := c.round(r.token, r.stake, 1)
		wants(t, what, err, r.want)
	}
	func() {
		defer func() { _ = recover() }()
		_, _ = c.spin(token, game.MinBet, func() bff.MinorUnits { panic("the game is broken") })
	}()
	b, err := c.Betting(token)
	require.NoError(t, err)
	require.EqualValues(t, 250_000, b.Session().Balance, "after rounds that failed")
	for token, before := range map[string]bff.MinorUnits{demo: demoBalance, token: 250_000} {
		r, err := c.round(token, game.MinBet, 700)
		require.NoError(t, err)
		assert.Equal(t, before-game.MinBet+700, r.Balance)
	}
	c.do(func(p *Player) { p.EndSession(c.SID) })
	_, err = c.round(token, game.MinBet, 1)
	wants(t, "after logging out", err, ErrSession)
}

func TestClockSettlesBets(t *testing.T) {
	c := enter(t, "demo")
	token, show := c.open(wheelGame, false), c.open(wheelGame, true)
	rounds := 0
	c.do(func(p *Player) { rounds = len(p.Rounds) })
	for round := range int64(3) {
		_, err := c.bet(token, 1000, round)
		wants(t, "a bet", err, nil)
	}
	_, err := c.bet(show, 1000, 2)
	wants(t, "a bet in a demo", err, nil)
	c.do(func(p *Player) {
		checkBalance(t, p, 247_000)
		assert.Len(t, p.Rounds, rounds, "before they end")
	})
	c.Advance(time.Hour)
	c.do(func(p *Player) {
		checkBalance(t, p, 251_000)
		require.Len(t, p.Rounds, rounds+3)
		assert.WithinDuration(t, noon.Add(time.Minute), p.Rounds[rounds].At, 0)
	})
	c.book(show, func(b *BettingSession) {
		bets := b.Bets()
		assert.True(t, len(bets) == 1 && bets[0].Settled && bets[0].Win == 2000 &&
			b.Balances().Balance == demoBalance+1000,
			"the demo session has %+v and %s", bets, b.Balances().Balance)
	})
}

func TestBetBelongsToItsGameAndIsSettledOnce(t *testing.T) {
	c := enter(t, "demo")
	other := wheelGame
	other.ID++
	token, show, elsewhere := c.open(wheelGame, false), c.open(wheelGame, true), c.open(other, false)
	bet, err := c.bet(token, 1000, 1)
	require.NoError(t, err)
	again := c.open(wheelGame, false)
	for token, bets := range map[string]int{show: 0, elsewhere: 0, again: 1} {
		c.book(token, func(b *BettingSession) { assert.Len(t, b.Bets(), bets) })
	}
	settle := func(what, token string, want error) {
		t.Helper()
		c.book(token, func(b *BettingSession) {
			_, err := b.Settle(bet.ID, 1500)
			wants(t, what, err, want)
		})
	}
	settle("in a demo", show, ErrBet)
	settle("in another game", elsewhere, ErrBet)
	settle("in another session of the game", again, nil)
	settle("once more", token, ErrBet)
	c.Advance(time.Hour)
	c.holds(250_500)
}

func TestStakeLimits(t *testing.T) {
	c := enter(t, "demo")
	token := c.open(wheelGame, false)
	c.do(func(p *Player) { p.Balance = 5000 })
	for amount, want := range map[bff.MinorUnits]error{
		-100: ErrStake, 0: ErrStake, 99: ErrStake, 10_001: ErrStake,
		5001: ErrFunds,
	} {
		_, err := c.bet(token, amount, 1)
		wants(t, amount.String(), err, want)
	}
	_, err := c.bet(token, 5000, 1)
	wants(t, "the whole balance", err, nil)

	c.do(func(p *Player) { p.Balance = 10_000_000 })
	for range maxOpenBets - 1 {
		_, err := c.bet(token, 100, 1)
		require.NoError(t, err)
	}
	_, err = c.bet(token, 100, 1)
	wants(t, "one bet too many", err, ErrStake)
	c.Advance(time.Hour)
	c.book(token, func(b *BettingSession) { assert.Len(t, b.Bets(), maxSettledBets) })
}

func TestChanceDependsOnSeedGameAndRound(t *testing.T) {
	draw := func(seed uint64, round int64) (n uint64) {
		c := login(t, New(catalogue(t, seed), "other", fixedClock, nil), "zengin")
		c.book(c.open(wheelGame, false), func(b *BettingSession) { n = b.Chance(round).Uint64() })
		return n
	}
	assert.Equal(t, draw(1, 5), draw(1, 5))
	assert.NotEqual(t, draw(1, 5), draw(1, 6), "another round")
	assert.NotEqual(t, draw(1, 5), draw(2, 5), "another seed")
}
