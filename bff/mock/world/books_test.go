package world

import (
	"errors"
	"math/rand/v2"
	"testing"
	"time"

	"pgregory.net/rapid"

	"croupier/bff"
)

// books is what the movements say that the wallet holds: what was approved, and what
// waits to be paid out.
func books(p *Player) (sum bff.MinorUnits) {
	for _, t := range p.Transactions {
		if t.Status == StatusApproved || (t.Status == StatusWaiting && t.Category == TxWithdrawal) {
			sum += t.Amount
		}
	}
	return sum
}

func TestRoundsAreAllOrNothing(t *testing.T) {
	w := fresh(t)
	k := enter(t, w, "demo")
	game := w.Catalogue.Slots[0].AsGame()
	var token, demo string
	as(t, w, k, func(p *Player) {
		token, demo = p.OpenGame(game, &Brands[0], k.SID, "tr", false), p.OpenGame(game, &Brands[0], k.SID, "tr", true)
	})
	pays := func(win bff.MinorUnits) func(*rand.Rand) bff.MinorUnits {
		return func(*rand.Rand) bff.MinorUnits { return win }
	}
	for _, c := range []struct {
		token string
		stake bff.MinorUnits
		want  error
	}{
		{"nowhere", game.MinBet, ErrSession},
		{token, game.MinBet - 1, ErrStake},
		{token, game.MaxBet + 1, ErrStake},
	} {
		if _, err := w.Round(c.token, c.stake, pays(1)); !errors.Is(err, c.want) {
			t.Errorf("%s at %s: %v, want %v", c.token, c.stake, err, c.want)
		}
	}
	func() {
		defer func() { _ = recover() }()
		_, _ = w.Round(token, game.MinBet, func(*rand.Rand) bff.MinorUnits { panic("the game is broken") })
	}()
	if s, err := w.GameSession(token); err != nil || s.Balance != 250_000 {
		t.Fatalf("after rounds that failed: %v, balance %s", err, s.Balance)
	}
	if r, err := w.Round(demo, game.MinBet, pays(700)); err != nil || r.Balance != demoBalance-game.MinBet+700 {
		t.Errorf("a demo round: %v %+v", err, r)
	}
	if r, err := w.Round(token, game.MinBet, pays(700)); err != nil || r.Balance != 250_000-game.MinBet+700 {
		t.Errorf("a round: %v %+v", err, r)
	}
	as(t, w, k, func(p *Player) { p.EndSession(k.SID) })
	if _, err := w.Round(token, game.MinBet, pays(1)); !errors.Is(err, ErrSession) {
		t.Errorf("after logging out: %v", err)
	}
}

// Whatever a player does, the wallet is never below zero and the books add up.
func TestBooksAlwaysAddUp(t *testing.T) {
	c := catalogue(t, 1)
	rapid.Check(t, func(r *rapid.T) {
		w := New(c, "test", still, nil)
		k := enter(t, w, rapid.SampledFrom([]string{"demo", "yeni", "zengin"}).Draw(r, "player"))
		for range rapid.IntRange(1, 25).Draw(r, "steps") {
			amount := bff.MinorUnits(rapid.Int64Range(-10, 60_000_000).Draw(r, "amount"))
			as(t, w, k, func(p *Player) { step(r, p, k.SID, amount) })
			w.Advance(time.Duration(rapid.IntRange(0, 90).Draw(r, "minutes")) * time.Minute)
			as(t, w, k, func(p *Player) {
				if p.Balance < 0 || p.Bonus < 0 || books(p) != p.Balance {
					r.Fatalf("balance %s, bonus %s, the books say %s", p.Balance, p.Bonus, books(p))
				}
			})
		}
	})
}

func step(r *rapid.T, p *Player, sid string, amount bff.MinorUnits) {
	method := CashMethods[rapid.IntRange(0, len(CashMethods)-1).Draw(r, "method")]
	bonus := p.Bonuses[rapid.IntRange(0, len(p.Bonuses)-1).Draw(r, "bonus")].ID
	slot := p.world.Catalogue.Slots[0].AsGame()
	switch rapid.IntRange(0, 4).Draw(r, "what") {
	case 0:
		_, _ = p.Deposit(PaymentRequest{Method: method, Amount: amount})
	case 1:
		_, _ = p.Withdraw(PaymentRequest{Method: method, Amount: amount})
	case 2:
		if amount > 0 && amount <= p.Balance && p.Balance >= slot.MinBet {
			p.playRound(slot, p.world.nextID(), amount, amount/2)
		}
	case 3:
		_, _ = p.ClaimBonus(bonus)
	default:
		_, _ = p.CancelBonus(bonus)
	}
}
