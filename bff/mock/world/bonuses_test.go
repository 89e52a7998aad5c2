package world

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"croupier/bff"
)

// withClaimedBonus claims a bonus for yeni, a player without money, and opens a slot.
func withClaimedBonus(t *testing.T, key string) (c *client, token string, b *Bonus) {
	t.Helper()
	c = enter(t, "yeni")
	c.do(func(p *Player) {
		b, _ = find(p.Bonuses, func(b *Bonus) bool { return b.Key == key })
		_, err := p.ClaimBonus(b.ID)
		wants(t, "claiming", err, nil)
	})
	return c, c.open(c.Catalogue.Slots[0].Game, false), b
}

// play plays a round and expects an error.
func (c *client) play(token string, stake, win bff.MinorUnits, want error) {
	c.t.Helper()
	_, err := c.round(token, stake, win)
	wants(c.t, "a round", err, want)
}

func TestBonusIsClaimedAndCancelled(t *testing.T) {
	enter(t, "zengin").do(func(p *Player) {
		active := p.activeBonus()
		offered, _ := find(p.Bonuses, func(b *Bonus) bool { return b.Status == BonusAvailable })
		_, err := p.ClaimBonus(offered.ID)
		wants(t, "a second active bonus", err, ErrBonusActive)
		before := p.Balance
		p.wager(active.Required - active.Done)
		assert.True(t, active.Status == BonusFinished && p.Bonus == 0, "played through: %s, bonus %s", active.Status,
			p.Bonus)
		checkBalance(t, p, before+active.Amount)
		_, err = p.ClaimBonus(offered.ID)
		wants(t, "claiming", err, nil)
		assert.Equal(t, offered.Amount, p.Bonus)
		_, err = p.CancelBonus(offered.ID)
		wants(t, "cancelling", err, nil)
		assert.Zero(t, p.Bonus)
		_, err = p.ClaimBonus(offered.ID)
		wants(t, "claiming it again", err, ErrBonus)
	})
	w, a := newWorld(t), validRegistration()
	a.Promo = "HOSGELDIN"
	_, err := w.Register(testLocale, a)
	wants(t, "a registration with a code", err, nil)
	p := w.byUsername("taze")
	b := p.Bonuses[len(p.Bonuses)-1]
	assert.True(t, b.Key == "code" && b.Amount == 25_000 && b.Status == BonusAvailable, "the bonus of the code is %+v",
		b)
}

func TestWageredBonusMovesToBalance(t *testing.T) {
	c, token, b := withClaimedBonus(t, "cashback")
	c.book(token, func(s *BettingSession) { require.Equal(t, b.Amount, s.Session().Balance) })
	for range 30 {
		c.play(token, b.Amount/10, b.Amount/10+100, nil)
	}
	c.do(func(p *Player) {
		checkBalance(t, p, b.Amount+30*100)
		assert.True(t, b.Status == BonusFinished && p.Bonus == 0 && len(p.Rounds) == 30, "%s, bonus %s", b.Status,
			p.Bonus)
	})
	c, _, b = withClaimedBonus(t, "welcome")
	c.do(func(p *Player) {
		p.finishRound(c.Catalogue.Tables[0].Game, "R1", 10_000, 0, p.Now())
		assert.EqualValues(t, 1_000, b.Done, "a table counts %s of 100 lira, want a tenth", b.Done)
	})
}

func TestSpentBonusFinishes(t *testing.T) {
	c, token, b := withClaimedBonus(t, "cashback")
	c.play(token, b.Amount+1, 0, ErrFunds)
	var expired *Bonus
	c.do(func(p *Player) { expired = p.Bonuses[0] })
	require.True(t, expired != b && b.Ended.IsZero(), "%+v", b)
	c.Advance(time.Hour)
	c.play(token, b.Amount, 0, nil)
	c.do(func(p *Player) {
		assert.Nil(t, p.activeBonus())
		assert.True(t, b.Status == BonusFinished && p.Bonus == 0 && p.Balance == 0, "%s, bonus %s, %s", b.Status,
			p.Bonus, p.Balance)
	})
	c.play(token, 100, 0, ErrFunds)
	assert.WithinDuration(t, noon.Add(time.Hour), b.Ended, 0)
	c.at(expired.Expires.Add(day))
	c.do(func(*Player) {})
	assert.WithinDuration(t, expired.Expires, expired.Ended, 0)
	enter(t, "zengin").do(func(p *Player) {
		for _, b := range p.Bonuses {
			assert.True(t, (b.Status == BonusFinished) != b.Ended.IsZero() && !b.Ended.After(p.Now()),
				"%s ended at %s", b.Status, b.Ended)
		}
	})
}

func TestWinsOfACancelledBonusAreLost(t *testing.T) {
	c, _, b := withClaimedBonus(t, "cashback")
	_, err := c.bet(c.open(wheelGame, false), b.Amount, 2)
	wants(t, "a bet of bonus money", err, nil)
	c.do(func(p *Player) {
		assert.Equal(t, BonusActive, b.Status, "a bonus ends while a bet may still win some of it back")
		_, err := p.CancelBonus(b.ID)
		wants(t, "cancelling", err, nil)
	})
	c.Advance(time.Minute)
	c.do(func(p *Player) {
		assert.True(t, p.Balance == 0 && p.Bonus == 0, "balance %s, bonus %s", p.Balance, p.Bonus)
	})
}
