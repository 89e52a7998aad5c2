package world

import (
	"errors"
	"math/rand/v2"
	"testing"
	"time"

	"pgregory.net/rapid"

	"croupier/bff"
)

// transactionSum returns the sum of the approved transactions and the waiting withdrawals.
func transactionSum(p *Player) (sum bff.MinorUnits) {
	for _, t := range p.Transactions {
		if t.Status == StatusApproved || (t.Status == StatusWaiting && t.Category == TxWithdrawal) {
			sum += t.Amount
		}
	}
	return sum
}

func TestRoundsAreAtomic(t *testing.T) {
	w := newWorld(t)
	k := login(t, w, "demo")
	game := w.Catalogue.Slots[0].AsGame()
	var token, demo string
	asPlayer(t, w, k, func(p *Player) {
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
	asPlayer(t, w, k, func(p *Player) { p.EndSession(k.SID) })
	if _, err := w.Round(token, game.MinBet, pays(1)); !errors.Is(err, ErrSession) {
		t.Errorf("after logging out: %v", err)
	}
}

func TestTransactionsAddUpToTheBalance(t *testing.T) {
	c := catalogue(t, 1)
	rapid.Check(t, func(r *rapid.T) {
		w := New(c, "test", fixedClock, nil)
		k := login(t, w, rapid.SampledFrom([]string{"demo", "yeni", "zengin"}).Draw(r, "player"))
		for range rapid.IntRange(1, 25).Draw(r, "steps") {
			amount := bff.MinorUnits(rapid.Int64Range(-10, 60_000_000).Draw(r, "amount"))
			asPlayer(t, w, k, func(p *Player) { randomAction(r, p, k.SID, amount) })
			w.Advance(time.Duration(rapid.IntRange(0, 90).Draw(r, "minutes")) * time.Minute)
			asPlayer(t, w, k, func(p *Player) {
				if p.Balance < 0 || p.Bonus < 0 || transactionSum(p) != p.Balance {
					r.Fatalf("balance %s, bonus %s, the transactions sum to %s", p.Balance, p.Bonus, transactionSum(p))
				}
			})
		}
	})
}

func randomAction(r *rapid.T, p *Player, sid string, amount bff.MinorUnits) {
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
