package world

import (
	"errors"
	"strconv"
	"testing"
	"time"

	"croupier/bff"
)

// fixedClock is a constant clock; worlds add their offset.
func fixedClock() time.Time { return noon }

func newWorld(t testing.TB) *World {
	t.Helper()
	return New(catalogue(t, 1), "test", fixedClock, nil)
}

// testLocale is the locale of registrations.
var testLocale = Locale{Brand: &Brands[0], Lang: "tr"}

func login(t testing.TB, w *World, username string) Ticket {
	t.Helper()
	ticket, err := w.Login(username, DemoPassword, "203.0.113.9", "desktop")
	if err != nil {
		t.Fatalf("%s: %v", username, err)
	}
	return ticket
}

// asPlayer runs f with the player of a session.
func asPlayer(t testing.TB, w *World, k Ticket, f func(*Player)) {
	t.Helper()
	if err := w.WithPlayer(k.UID, k.SID, func(p *Player) error { f(p); return nil }); err != nil {
		t.Fatal(err)
	}
}

func TestDemoAccounts(t *testing.T) {
	w := newWorld(t)
	want := map[string]bff.MinorUnits{"demo": 250_000, "ikili": 125_050, "pasif": 4_200, "yeni": 0, "zengin": 48_765_432, "sinirda": 64_000, "molada": 18_000, "disarida": 35_000}
	w.EachPlayer(func(p *Player) {
		if p.Balance != want[p.Username] || transactionSum(p) != p.Balance {
			t.Errorf("%s holds %s, the transactions sum to %s, want %s", p.Username, p.Balance, transactionSum(p), want[p.Username])
		}
		if (p.Username == "zengin") != (len(p.Transactions) > 1000 && len(p.Rounds) > 800) {
			t.Errorf("%s has %d transactions and %d rounds", p.Username, len(p.Transactions), len(p.Rounds))
		}
		last := time.Time{}
		for _, x := range p.Transactions {
			if x.After < 0 || x.At.Before(last) || x.At.After(noon) {
				t.Fatalf("%s: transaction %d leaves %s at %s", p.Username, x.ID, x.After, x.At)
			}
			last = x.At
		}
		for _, a := range p.Accounts {
			if !ValidIBAN(a.IBAN) {
				t.Errorf("%s: IBAN %s", p.Username, a.IBAN)
			}
		}
		if !ValidNationalID(p.NationalID) {
			t.Errorf("%s: national id %s", p.Username, p.NationalID)
		}
	})
}

func TestValidIBAN(t *testing.T) {
	for s, want := range map[string]bool{
		"TR330006100519786457841326": true, "TR330006100519786457841327": false, "DE89370400440532013000": true,
		"": false, "TR33": false, "TR33000610051978645784132é": false,
	} {
		if ValidIBAN(s) != want {
			t.Errorf("%q: valid %v", s, !want)
		}
	}
}

func TestRegistrationAndPasswordReset(t *testing.T) {
	w := newWorld(t)
	profile := Profile{Username: "taze", Email: "taze@ornek.test"}
	if _, err := w.Register(testLocale, Registration{Profile: profile, Password: "Taze123"}); err != nil {
		t.Fatal(err)
	}
	if _, err := w.Register(testLocale, Registration{Profile: Profile{Username: "TAZE", Email: "x@ornek.test"}, Password: "x"}); !errors.Is(err, ErrUsername) {
		t.Errorf("the name again: %v", err)
	}
	if _, err := w.Register(testLocale, Registration{Profile: Profile{Username: "x", Email: "Taze@ornek.test"}, Password: "x"}); !errors.Is(err, ErrEmail) {
		t.Errorf("the address again: %v", err)
	}
	if _, err := w.Login("taze", "Taze123", "", ""); !errors.Is(err, ErrInactive) {
		t.Errorf("before the confirmation: %v", err)
	}
	token := w.Mails("taze@ornek.test")[0].Token
	if err := w.Confirm(token); err != nil {
		t.Fatal(err)
	}
	if err := w.Confirm(token); !errors.Is(err, ErrToken) {
		t.Errorf("the token again: %v", err)
	}
	k, err := w.Login("taze", "Taze123", "", "")
	if err != nil {
		t.Fatal(err)
	}

	w.Forgot(testLocale, "nobody@ornek.test")
	w.Forgot(testLocale, "taze@ornek.test")
	reset := w.Mails("taze@ornek.test")[0].Token
	if err := w.Confirm(reset); !errors.Is(err, ErrToken) {
		t.Errorf("a reset token as a confirmation: %v", err)
	}
	if err := w.ResetPassword(reset, "Yeni456"); err != nil {
		t.Fatal(err)
	}
	if err := w.WithPlayer(k.UID, k.SID, func(*Player) error { return nil }); !errors.Is(err, ErrSession) {
		t.Errorf("a session from before the reset: %v", err)
	}
	if _, err := w.Login("taze", "Yeni456", "", ""); err != nil {
		t.Errorf("the new password: %v", err)
	}
	w.Forgot(testLocale, "taze@ornek.test")
	w.Advance(mailTokenLife + time.Second)
	if err := w.ResetPassword(w.Mails("taze@ornek.test")[0].Token, "Gec789"); !errors.Is(err, ErrToken) {
		t.Errorf("a token a day later: %v", err)
	}
}

func TestClockSettlesPayments(t *testing.T) {
	w := newWorld(t)
	demo, yeni := login(t, w, "demo"), login(t, w, "yeni")
	slow, _ := Method(CashDeposit, 11)
	out, _ := Method(CashWithdraw, 61)
	asPlayer(t, w, yeni, func(p *Player) {
		if _, err := p.Deposit(PaymentRequest{Method: slow, Amount: slow.Min - 1}); !errors.Is(err, ErrAmount) {
			t.Errorf("below the minimum: %v", err)
		}
		if x, err := p.Deposit(PaymentRequest{Method: slow, Amount: 100_000}); err != nil || x.Status != StatusWaiting || p.Balance != 0 {
			t.Errorf("a deposit that takes time: %v, balance %s", err, p.Balance)
		}
	})
	asPlayer(t, w, demo, func(p *Player) {
		p.Coupons = nil // their wins would be paid meanwhile
		if _, err := p.Withdraw(PaymentRequest{Method: out, Amount: p.Balance + 1}); !errors.Is(err, ErrFunds) {
			t.Errorf("more than there is: %v", err)
		}
		if _, err := p.Withdraw(PaymentRequest{Method: out, Amount: 200_000}); err != nil || p.Balance != 50_000 {
			t.Errorf("withdrawal: %v, balance %s", err, p.Balance)
		}
	})
	w.Advance(time.Hour)
	asPlayer(t, w, demo, func(p *Player) {
		if last := p.Transactions[len(p.Transactions)-1]; last.Status != StatusApproved || p.Balance != 50_000 {
			t.Errorf("an hour later: status %d, balance %s", last.Status, p.Balance)
		}
	})
	asPlayer(t, w, yeni, func(p *Player) {
		if p.Balance != 100_000 {
			t.Errorf("the deposit arrived as %s", p.Balance)
		}
	})
}

func TestBonusWagering(t *testing.T) {
	w := newWorld(t)
	k := login(t, w, "zengin")
	asPlayer(t, w, k, func(p *Player) {
		var active, offered *Bonus
		for _, b := range p.Bonuses {
			switch b.Status {
			case BonusActive:
				active = b
			case BonusAvailable:
				offered = b
			}
		}
		if _, err := p.ClaimBonus(offered.ID); !errors.Is(err, ErrBonusActive) {
			t.Errorf("a second active bonus: %v", err)
		}
		before := p.Balance
		p.wager(active.Required - active.Done)
		if active.Status != BonusFinished || p.Balance != before+active.Amount || p.Bonus != 0 {
			t.Errorf("played through: %s, balance %s to %s, bonus %s", active.Status, before, p.Balance, p.Bonus)
		}
		if b, err := p.ClaimBonus(offered.ID); err != nil || p.Bonus != b.Amount {
			t.Errorf("claiming: %v, bonus %s", err, p.Bonus)
		}
		if _, err := p.CancelBonus(offered.ID); err != nil || p.Bonus != 0 {
			t.Errorf("cancelling: %v, bonus %s", err, p.Bonus)
		}
		if _, err := p.ClaimBonus(offered.ID); !errors.Is(err, ErrBonus) {
			t.Errorf("claiming it again: %v", err)
		}
	})
}

func TestClockSettlesCoupons(t *testing.T) {
	w := newWorld(t)
	k := login(t, w, "zengin")
	open := 0
	count := func(p *Player) {
		open = 0
		for _, c := range p.Coupons {
			if c.Status == CouponOpen {
				open++
			}
		}
	}
	asPlayer(t, w, k, count)
	if open == 0 {
		t.Fatal("zengin has no open coupon")
	}
	w.Advance(5 * day)
	k = login(t, w, "zengin")
	asPlayer(t, w, k, func(p *Player) {
		if count(p); open != 0 {
			t.Errorf("%d coupons are still open", open)
		}
		if transactionSum(p) != p.Balance {
			t.Errorf("the balance is %s, the transactions sum to %s", p.Balance, transactionSum(p))
		}
	})
}

func TestWorldIsBounded(t *testing.T) {
	w := newWorld(t)
	k := login(t, w, "zengin")
	game := w.Catalogue.Slots[0].AsGame()
	asPlayer(t, w, k, func(p *Player) {
		for range maxGameSessions + 10 {
			p.OpenGame(game, &Brands[0], k.SID, "tr", false)
		}
		for range maxRounds + 10 {
			p.playRound(game, p.world.nextID(), 100, 50)
		}
		if len(w.games) != maxGameSessions || len(p.Rounds) != maxRounds || len(p.Transactions) != maxTransactions {
			t.Errorf("%d game sessions, %d rounds, %d transactions", len(w.games), len(p.Rounds), len(p.Transactions))
		}
	})
	for i := range maxPlayers {
		_, err := w.Register(testLocale, Registration{Profile: Profile{Username: "u" + strconv.Itoa(i), Email: strconv.Itoa(i) + "@ornek.test"}, Password: "x"})
		if err != nil && (len(w.order) < maxPlayers || !errors.Is(err, ErrFull)) {
			t.Fatal(err)
		}
	}
	if len(w.order) != maxPlayers || len(w.mails) > maxMails {
		t.Errorf("%d players, %d mails", len(w.order), len(w.mails))
	}
}

func TestSpecialDaysRecurEveryYear(t *testing.T) {
	for _, at := range []time.Time{noon, time.Date(2027, 1, 2, 12, 0, 0, 0, Zone), time.Date(2026, 12, 31, 23, 0, 0, 0, Zone)} {
		on := 0
		for _, d := range SpecialDays(at) {
			if !at.Before(d.End) || d.On != !at.Before(d.Start) {
				t.Errorf("%s at %s: %s to %s, on %v", d.Key, at, d.Start, d.End, d.On)
			}
			if d.On {
				on++
			}
		}
		if want := at.Month() == time.December || at.Month() == time.January; (on == 1) != want {
			t.Errorf("at %s %d special days are on", at, on)
		}
	}
}
