package world

import (
	"errors"
	"math/rand/v2"
	"testing"
	"time"

	"croupier/bff"
)

// withClaimedBonus claims a bonus for the player yeni, who has no money, and opens a slot.
func withClaimedBonus(t *testing.T, key string) (w *World, k Ticket, token string, b *Bonus) {
	t.Helper()
	w = New(catalogue(t, 1), "test", fixedClock, double)
	k = login(t, w, "yeni")
	asPlayer(t, w, k, func(p *Player) {
		for _, offered := range p.Bonuses {
			if offered.Key == key {
				b = offered
			}
		}
		if _, err := p.ClaimBonus(b.ID); err != nil {
			t.Fatal(err)
		}
		token = p.OpenGame(w.Catalogue.Slots[0].AsGame(), &Brands[0], k.SID, "tr", false)
	})
	return w, k, token, b
}

func playRound(t *testing.T, w *World, token string, stake, win bff.MinorUnits) error {
	t.Helper()
	_, err := w.Round(token, stake, func(*rand.Rand) bff.MinorUnits { return win })
	return err
}

func TestWageredBonusMovesToBalance(t *testing.T) {
	w, k, token, b := withClaimedBonus(t, "cashback")
	if s, err := w.GameSession(token); err != nil || s.Balance != b.Amount {
		t.Fatalf("the session has %s: %v", s.Balance, err)
	}
	stake := b.Amount / 10
	for n := range 30 {
		if err := playRound(t, w, token, stake, stake+100); err != nil {
			t.Fatalf("round %d: %v", n+1, err)
		}
	}
	asPlayer(t, w, k, func(p *Player) {
		if b.Status != BonusFinished || p.Bonus != 0 || p.Balance != b.Amount+30*100 || transactionSum(p) != p.Balance {
			t.Errorf("%s, bonus %s, balance %s", b.Status, p.Bonus, p.Balance)
		}
		if len(p.Rounds) != 30 {
			t.Errorf("%d rounds", len(p.Rounds))
		}
	})
}

func TestGameSessionReportsBonusUse(t *testing.T) {
	w, k, token, b := withClaimedBonus(t, "cashback")
	balances := func() Balances {
		s, err := w.GameSession(token)
		if err != nil {
			t.Fatal(err)
		}
		return s.Balances
	}
	least := w.Catalogue.Slots[0].MinBet
	if got := balances(); got.Balance != b.Amount || got.Bonus == nil || *got.Bonus != (BonusWallet{Held: b.Amount, InUse: true}) {
		t.Errorf("with a bonus and nothing else: %+v %+v", got, got.Bonus)
	}
	asPlayer(t, w, k, func(p *Player) { p.Balance = least })
	if got := balances(); got.Balance != least || *got.Bonus != (BonusWallet{Held: b.Amount, Own: least}) {
		t.Errorf("with one's own money beside it: %+v %+v", got, got.Bonus)
	}
	if err := playRound(t, w, token, least, 0); err != nil {
		t.Fatal(err)
	}
	if err := w.WithBets(token, func(book *BettingSession) error {
		if got := book.Balances(); got.Balance != b.Amount || !got.Bonus.InUse || got.Bonus.Own != 0 {
			t.Errorf("once that is played: %+v %+v", got, got.Bonus)
		}
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	asPlayer(t, w, k, func(p *Player) {
		token = p.OpenGame(w.Catalogue.Slots[0].AsGame(), &Brands[0], k.SID, "tr", true)
	})
	if got := balances(); got.Balance != demoBalance || got.Bonus != nil {
		t.Errorf("in a demo: %+v", got)
	}
}

func TestSpentBonusFinishes(t *testing.T) {
	w, k, token, b := withClaimedBonus(t, "cashback")
	if err := playRound(t, w, token, b.Amount+1, 0); err == nil {
		t.Fatal("more than the bonus is staked")
	}
	if err := playRound(t, w, token, b.Amount, 0); err != nil {
		t.Fatal(err)
	}
	asPlayer(t, w, k, func(p *Player) {
		if b.Status != BonusFinished || p.Bonus != 0 || p.Balance != 0 || p.activeBonus() != nil && p.activeBonus().used {
			t.Errorf("%s, bonus %s, balance %s", b.Status, p.Bonus, p.Balance)
		}
	})
	if err := playRound(t, w, token, 100, 0); !errors.Is(err, ErrFunds) {
		t.Errorf("without any money: %v", err)
	}
}

func TestBalanceIsStakedBeforeBonus(t *testing.T) {
	w, k, token, b := withClaimedBonus(t, "welcome")
	game := w.Catalogue.Slots[0].AsGame()
	asPlayer(t, w, k, func(p *Player) { p.post(TxDeposit, subBank, game.MinBet, "", "") })
	if err := playRound(t, w, token, game.MinBet, 0); err != nil {
		t.Fatal(err)
	}
	asPlayer(t, w, k, func(p *Player) {
		if p.Balance != 0 || p.Bonus != b.Amount || p.activeBonus() != nil && p.activeBonus().used {
			t.Errorf("balance %s, bonus %s", p.Balance, p.Bonus)
		}
	})
	if err := playRound(t, w, token, game.MinBet, 0); err != nil {
		t.Fatal(err)
	}
	asPlayer(t, w, k, func(p *Player) {
		if p.Bonus != b.Amount-game.MinBet || p.activeBonus() == nil || !p.activeBonus().used {
			t.Errorf("bonus %s", p.Bonus)
		}
	})
}

func TestWinsOfACancelledBonusAreLost(t *testing.T) {
	w, k, _, b := withClaimedBonus(t, "cashback")
	var token string
	asPlayer(t, w, k, func(p *Player) { token = p.OpenGame(wheelGame, &Brands[0], k.SID, "tr", false) })
	if _, err := place(t, w, token, b.Amount, 2, time.Minute); err != nil {
		t.Fatal(err)
	}
	asPlayer(t, w, k, func(p *Player) {
		if b.Status != BonusActive {
			t.Error("a bonus ends while a bet may still win some of it back")
		}
		if _, err := p.CancelBonus(b.ID); err != nil {
			t.Fatal(err)
		}
	})
	w.Advance(time.Minute)
	asPlayer(t, w, k, func(p *Player) {
		if p.Balance != 0 || p.Bonus != 0 {
			t.Errorf("balance %s, bonus %s", p.Balance, p.Bonus)
		}
	})
}

func TestFinishedBonusTellsItsEnd(t *testing.T) {
	w, k, token, b := withClaimedBonus(t, "cashback")
	var expired *Bonus
	asPlayer(t, w, k, func(p *Player) {
		expired = p.Bonuses[0]
		if expired == b || !b.Ended.IsZero() {
			t.Fatalf("%+v", b)
		}
	})
	w.Advance(time.Hour)
	if err := playRound(t, w, token, b.Amount, 0); err != nil {
		t.Fatal(err)
	}
	if !b.Ended.Equal(fixedClock().Add(time.Hour)) {
		t.Errorf("spent at %s", b.Ended)
	}
	w.Advance(expired.Expires.Sub(w.Now()) + day)
	asPlayer(t, w, login(t, w, "yeni"), func(*Player) {})
	if !expired.Ended.Equal(expired.Expires) {
		t.Errorf("expired at %s, ended at %s", expired.Expires, expired.Ended)
	}
	k = login(t, w, "zengin")
	asPlayer(t, w, k, func(p *Player) {
		for _, b := range p.Bonuses {
			if (b.Status == BonusFinished) == b.Ended.IsZero() || b.Ended.After(p.Now()) {
				t.Errorf("%s bonus ended at %s", b.Status, b.Ended)
			}
		}
	})
}

func TestTablesCountATenthOfTheWagering(t *testing.T) {
	w, k, _, b := withClaimedBonus(t, "welcome")
	asPlayer(t, w, k, func(p *Player) {
		p.finishRound(w.Catalogue.Tables[0].AsGame(), "R1", 10_000, 0, p.now())
		if b.Done != 1_000 {
			t.Errorf("a table counts %s of 100 lira", b.Done)
		}
	})
}

func TestPromotionCodeAddsABonus(t *testing.T) {
	w := newWorld(t)
	a := validRegistration()
	a.Promo = "HOSGELDIN"
	if _, err := w.Register(testLocale, a); err != nil {
		t.Fatal(err)
	}
	w.EachPlayer(func(p *Player) {
		if p.Username == "taze" {
			if b := p.Bonuses[len(p.Bonuses)-1]; b.Key != "code" || b.Amount != 25_000 || b.Status != BonusAvailable {
				t.Errorf("%+v", b)
			}
		}
	})
}
