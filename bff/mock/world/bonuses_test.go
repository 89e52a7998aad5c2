package world

import (
	"errors"
	"math/rand/v2"
	"testing"
	"time"

	"croupier/bff"
)

// claimed gives yeni, who has no money, the bonus of a key, and a seat at a slot.
func claimed(t *testing.T, key string) (w *World, k Ticket, token string, b *Bonus) {
	t.Helper()
	w = New(catalogue(t, 1), "test", still, double)
	k = enter(t, w, "yeni")
	as(t, w, k, func(p *Player) {
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

func spin(t *testing.T, w *World, token string, stake, win bff.MinorUnits) error {
	t.Helper()
	_, err := w.Round(token, stake, func(*rand.Rand) bff.MinorUnits { return win })
	return err
}

func TestBonusMoneyIsPlayedThroughAndBecomesOnesOwn(t *testing.T) {
	w, k, token, b := claimed(t, "cashback")
	if s, err := w.GameSession(token); err != nil || s.Balance != b.Amount {
		t.Fatalf("the seat holds %s: %v", s.Balance, err)
	}
	stake := b.Amount / 10
	for n := range 30 {
		if err := spin(t, w, token, stake, stake+100); err != nil {
			t.Fatalf("round %d: %v", n+1, err)
		}
	}
	as(t, w, k, func(p *Player) {
		if b.Status != BonusFinished || p.Bonus != 0 || p.Balance != b.Amount+30*100 || books(p) != p.Balance {
			t.Errorf("%s, bonus %s, balance %s", b.Status, p.Bonus, p.Balance)
		}
		if len(p.Rounds) != 30 {
			t.Errorf("%d rounds", len(p.Rounds))
		}
	})
}

func TestASeatTellsWhoseMoneyIsPlayed(t *testing.T) {
	w, k, token, b := claimed(t, "cashback")
	purse := func() Balances {
		s, err := w.GameSession(token)
		if err != nil {
			t.Fatal(err)
		}
		return s.Balances
	}
	least := w.Catalogue.Slots[0].MinBet
	if got := purse(); got.Balance != b.Amount || got.Bonus == nil || *got.Bonus != (BonusWallet{Held: b.Amount, InUse: true}) {
		t.Errorf("with a bonus and nothing else: %+v %+v", got, got.Bonus)
	}
	as(t, w, k, func(p *Player) { p.Balance = least })
	if got := purse(); got.Balance != least || *got.Bonus != (BonusWallet{Held: b.Amount, Own: least}) {
		t.Errorf("with one's own money beside it: %+v %+v", got, got.Bonus)
	}
	if err := spin(t, w, token, least, 0); err != nil {
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
	as(t, w, k, func(p *Player) {
		token = p.OpenGame(w.Catalogue.Slots[0].AsGame(), &Brands[0], k.SID, "tr", true)
	})
	if got := purse(); got.Balance != demoBalance || got.Bonus != nil {
		t.Errorf("in a demo: %+v", got)
	}
}

func TestABonusThatIsLostEnds(t *testing.T) {
	w, k, token, b := claimed(t, "cashback")
	if err := spin(t, w, token, b.Amount+1, 0); err == nil {
		t.Fatal("more than the bonus is staked")
	}
	if err := spin(t, w, token, b.Amount, 0); err != nil {
		t.Fatal(err)
	}
	as(t, w, k, func(p *Player) {
		if b.Status != BonusFinished || p.Bonus != 0 || p.Balance != 0 || p.activeBonus() != nil && p.activeBonus().used {
			t.Errorf("%s, bonus %s, balance %s", b.Status, p.Bonus, p.Balance)
		}
	})
	if err := spin(t, w, token, 100, 0); !errors.Is(err, ErrFunds) {
		t.Errorf("without any money: %v", err)
	}
}

func TestOnesOwnMoneyIsPlayedFirst(t *testing.T) {
	w, k, token, b := claimed(t, "welcome")
	game := w.Catalogue.Slots[0].AsGame()
	as(t, w, k, func(p *Player) { p.post(TxDeposit, subBank, game.MinBet, "", "") })
	if err := spin(t, w, token, game.MinBet, 0); err != nil {
		t.Fatal(err)
	}
	as(t, w, k, func(p *Player) {
		if p.Balance != 0 || p.Bonus != b.Amount || p.activeBonus() != nil && p.activeBonus().used {
			t.Errorf("balance %s, bonus %s", p.Balance, p.Bonus)
		}
	})
	if err := spin(t, w, token, game.MinBet, 0); err != nil {
		t.Fatal(err)
	}
	as(t, w, k, func(p *Player) {
		if p.Bonus != b.Amount-game.MinBet || p.activeBonus() == nil || !p.activeBonus().used {
			t.Errorf("bonus %s", p.Bonus)
		}
	})
}

func TestWhatAnEndedBonusWinsIsLost(t *testing.T) {
	w, k, _, b := claimed(t, "cashback")
	var token string
	as(t, w, k, func(p *Player) { token = p.OpenGame(wheelGame, &Brands[0], k.SID, "tr", false) })
	if _, err := place(t, w, token, b.Amount, 2, time.Minute); err != nil {
		t.Fatal(err)
	}
	as(t, w, k, func(p *Player) {
		if b.Status != BonusActive {
			t.Error("a bonus ends while a bet may still win some of it back")
		}
		if _, err := p.CancelBonus(b.ID); err != nil {
			t.Fatal(err)
		}
	})
	w.Advance(time.Minute)
	as(t, w, k, func(p *Player) {
		if p.Balance != 0 || p.Bonus != 0 {
			t.Errorf("balance %s, bonus %s", p.Balance, p.Bonus)
		}
	})
}

func TestTablesCountATenth(t *testing.T) {
	w, k, _, b := claimed(t, "welcome")
	as(t, w, k, func(p *Player) {
		p.finishRound(w.Catalogue.Tables[0].AsGame(), "R1", 10_000, 0, p.now())
		if b.Done != 1_000 {
			t.Errorf("a table counts %s of 100 lira", b.Done)
		}
	})
}

func TestAPromotionCodeGivesABonus(t *testing.T) {
	w := fresh(t)
	a := newcomer()
	a.Promo = "HOSGELDIN"
	if _, err := w.Register(visit, a); err != nil {
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
