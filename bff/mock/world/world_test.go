package world

import (
	"errors"
	"math/rand/v2"
	"strconv"
	"testing"
	"time"

	"github.com/pquerna/otp/totp"
	"pgregory.net/rapid"

	"croupier/bff"
)

// still is a clock that stands still; worlds move it by their offset.
func still() time.Time { return noon }

func fresh(t testing.TB) *World {
	t.Helper()
	return New(catalogue(t, 1), "test", still, nil)
}

// visit is where visitors are met.
var visit = Origin{House: &Houses[0], Lang: "tr"}

func enter(t testing.TB, w *World, username string) Ticket {
	t.Helper()
	ticket, err := w.Login(username, ReadyPassword, "203.0.113.9", "desktop")
	if err != nil {
		t.Fatalf("%s: %v", username, err)
	}
	return ticket
}

// as runs f on a player who must be logged in.
func as(t testing.TB, w *World, k Ticket, f func(*Player)) {
	t.Helper()
	if err := w.With(k.UID, k.SID, func(p *Player) error { f(p); return nil }); err != nil {
		t.Fatal(err)
	}
}

// books is what the movements say that the wallet holds: what was approved, and what
// waits to be paid out.
func books(p *Player) (sum bff.Kurus) {
	for _, t := range p.Transactions {
		if t.Status == StatusApproved || (t.Status == StatusWaiting && t.Category == MoveWithdrawal) {
			sum += t.Amount
		}
	}
	return sum
}

func TestReadyAccountsAreAsTheyAreDescribed(t *testing.T) {
	w := fresh(t)
	want := map[string]bff.Kurus{"demo": 250_000, "ikili": 125_050, "pasif": 4_200, "yeni": 0, "zengin": 48_765_432}
	w.Each(func(p *Player) {
		if p.Balance != want[p.Username] || books(p) != p.Balance {
			t.Errorf("%s holds %s, the books say %s, want %s", p.Username, p.Balance, books(p), want[p.Username])
		}
		if (p.Username == "zengin") != (len(p.Transactions) > 1000 && len(p.Rounds) > 800) {
			t.Errorf("%s has %d movements and %d rounds", p.Username, len(p.Transactions), len(p.Rounds))
		}
		last := time.Time{}
		for _, x := range p.Transactions {
			if x.After < 0 || x.At.Before(last) || x.At.After(noon) {
				t.Fatalf("%s: movement %d leaves %s at %s", p.Username, x.ID, x.After, x.At)
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

func TestIBANsAreChecked(t *testing.T) {
	for s, want := range map[string]bool{
		"TR330006100519786457841326": true, "TR330006100519786457841327": false, "DE89370400440532013000": true,
		"": false, "TR33": false, "TR33000610051978645784132é": false,
	} {
		if ValidIBAN(s) != want {
			t.Errorf("%q: valid %v", s, !want)
		}
	}
}

func TestLoggingIn(t *testing.T) {
	w := fresh(t)
	for _, c := range []struct {
		username, password string
		want               error
	}{
		{"demo", "yanlis", ErrLogin},
		{"kimse", ReadyPassword, ErrLogin},
		{"pasif", ReadyPassword, ErrInactive},
		{"pasif", "yanlis", ErrLogin},
		{"DEMO", ReadyPassword, nil},
	} {
		if _, err := w.Login(c.username, c.password, "", ""); !errors.Is(err, c.want) {
			t.Errorf("%s/%s: %v, want %v", c.username, c.password, err, c.want)
		}
	}
	if k := enter(t, w, "ikili"); len(k.Secret) <= 10 {
		t.Errorf("ikili logs in without a secret: %q", k.Secret)
	}
	first := enter(t, w, "yeni")
	if !first.LastLogin.IsZero() {
		t.Errorf("the first login was preceded by one at %s", first.LastLogin)
	}
	if second := enter(t, w, "yeni"); !second.LastLogin.Equal(noon) {
		t.Errorf("the second login was preceded by one at %s", second.LastLogin)
	}
}

func TestSessionsEnd(t *testing.T) {
	w := fresh(t)
	k, other := enter(t, w, "demo"), enter(t, w, "zengin")
	none := func(*Player) error { return nil }
	if err := w.With(other.UID, k.SID, none); !errors.Is(err, ErrSession) {
		t.Errorf("another player's session: %v", err)
	}
	as(t, w, k, func(p *Player) { p.EndSession(k.SID) })
	if err := w.With(k.UID, k.SID, none); !errors.Is(err, ErrSession) {
		t.Errorf("after logging out: %v", err)
	}
	w.Advance(sessionIdle + time.Second)
	if err := w.With(other.UID, other.SID, none); !errors.Is(err, ErrSession) {
		t.Errorf("after a day idle: %v", err)
	}
	kept := enter(t, w, "demo")
	for range maxSessions {
		enter(t, w, "demo")
	}
	if err := w.With(kept.UID, kept.SID, none); !errors.Is(err, ErrSession) {
		t.Errorf("the oldest of too many sessions: %v", err)
	}
	if len(w.sessions) != maxSessions {
		t.Errorf("%d sessions are kept", len(w.sessions))
	}
}

func TestRegisteringAndComingBack(t *testing.T) {
	w := fresh(t)
	profile := Profile{Username: "taze", Email: "taze@ornek.test"}
	if _, err := w.Register(visit, Application{Profile: profile, Password: "Taze123"}); err != nil {
		t.Fatal(err)
	}
	if _, err := w.Register(visit, Application{Profile: Profile{Username: "TAZE", Email: "x@ornek.test"}, Password: "x"}); !errors.Is(err, ErrUsername) {
		t.Errorf("the name again: %v", err)
	}
	if _, err := w.Register(visit, Application{Profile: Profile{Username: "x", Email: "Taze@ornek.test"}, Password: "x"}); !errors.Is(err, ErrEmail) {
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

	w.Forgot(visit, "nobody@ornek.test")
	w.Forgot(visit, "taze@ornek.test")
	reset := w.Mails("taze@ornek.test")[0].Token
	if err := w.Confirm(reset); !errors.Is(err, ErrToken) {
		t.Errorf("a reset token as a confirmation: %v", err)
	}
	if err := w.ResetPassword(reset, "Yeni456"); err != nil {
		t.Fatal(err)
	}
	if err := w.With(k.UID, k.SID, func(*Player) error { return nil }); !errors.Is(err, ErrSession) {
		t.Errorf("a session from before the reset: %v", err)
	}
	if _, err := w.Login("taze", "Yeni456", "", ""); err != nil {
		t.Errorf("the new password: %v", err)
	}
	w.Forgot(visit, "taze@ornek.test")
	w.Advance(mailTokenLife + time.Second)
	if err := w.ResetPassword(w.Mails("taze@ornek.test")[0].Token, "Gec789"); !errors.Is(err, ErrToken) {
		t.Errorf("a token a day later: %v", err)
	}
}

func TestAuthenticatorLifeCycle(t *testing.T) {
	w := fresh(t)
	k := enter(t, w, "demo")
	as(t, w, k, func(p *Player) {
		if err := p.SetFactor(FactorAuthenticator); !errors.Is(err, ErrFactor) {
			t.Errorf("an authenticator that does not exist: %v", err)
		}
		secret, _ := p.GenerateAuthenticator("Marmara")
		if p.Secret != "" {
			t.Error("a fresh secret is in force before it was confirmed")
		}
		if err := p.CheckAuthenticator("000000"); !errors.Is(err, ErrCode) {
			t.Errorf("a wrong code: %v", err)
		}
		code, err := totp.GenerateCode(secret, noon)
		if err != nil {
			t.Fatal(err)
		}
		if err := p.CheckAuthenticator(code); err != nil || p.Factor != FactorAuthenticator {
			t.Errorf("a right code: %v, factor %d", err, p.Factor)
		}
	})
	if got := enter(t, w, "demo"); got.Secret == "" {
		t.Error("the next login asks for no code")
	}
	code, left, err := w.Code("demo")
	if err != nil || left <= 0 || left > 30*time.Second {
		t.Fatalf("code %q for %s: %v", code, left, err)
	}
	as(t, w, k, func(p *Player) {
		if err := p.ClearAuthenticator(code); err != nil || p.Secret != "" || p.Factor != FactorNone {
			t.Errorf("clearing: %v, factor %d", err, p.Factor)
		}
	})
	if _, _, err := w.Code("demo"); !errors.Is(err, ErrNoRecords) {
		t.Errorf("a code of no authenticator: %v", err)
	}
}

func TestSMSCodesAreSpentOnce(t *testing.T) {
	w := fresh(t)
	k := enter(t, w, "demo")
	as(t, w, k, func(p *Player) { p.SendSMS(p.Phone) })
	code := w.Mails("+905551110101")[0].Token
	as(t, w, k, func(p *Player) {
		if err := p.CheckSMS(code); err != nil {
			t.Error(err)
		}
		if err := p.CheckSMS(code); !errors.Is(err, ErrCode) {
			t.Errorf("the code again: %v", err)
		}
		p.SendSMS(p.Phone)
	})
	w.Advance(smsLife + time.Second)
	late := w.Mails("+905551110101")[0].Token
	as(t, w, k, func(p *Player) {
		if err := p.CheckSMS(late); !errors.Is(err, ErrCode) {
			t.Errorf("a code too late: %v", err)
		}
	})
}

func TestPaymentsSettleByTheClock(t *testing.T) {
	w := fresh(t)
	demo, yeni := enter(t, w, "demo"), enter(t, w, "yeni")
	slow, _ := Method(CashDeposit, 11)
	out, _ := Method(CashWithdraw, 61)
	as(t, w, yeni, func(p *Player) {
		if _, err := p.Deposit(Order{Method: slow, Amount: slow.Min - 1}); !errors.Is(err, ErrAmount) {
			t.Errorf("below the minimum: %v", err)
		}
		if x, err := p.Deposit(Order{Method: slow, Amount: 100_000}); err != nil || x.Status != StatusWaiting || p.Balance != 0 {
			t.Errorf("a deposit that takes time: %v, balance %s", err, p.Balance)
		}
	})
	as(t, w, demo, func(p *Player) {
		p.Coupons = nil // their wins would be paid meanwhile
		if _, err := p.Withdraw(Order{Method: out, Amount: p.Balance + 1}); !errors.Is(err, ErrFunds) {
			t.Errorf("more than there is: %v", err)
		}
		if _, err := p.Withdraw(Order{Method: out, Amount: 200_000}); err != nil || p.Balance != 50_000 {
			t.Errorf("a withdrawal holds the money: %v, balance %s", err, p.Balance)
		}
	})
	w.Advance(time.Hour)
	as(t, w, demo, func(p *Player) {
		if last := p.Transactions[len(p.Transactions)-1]; last.Status != StatusApproved || p.Balance != 50_000 {
			t.Errorf("an hour later: status %d, balance %s", last.Status, p.Balance)
		}
	})
	as(t, w, yeni, func(p *Player) {
		if p.Balance != 100_000 {
			t.Errorf("the deposit arrived as %s", p.Balance)
		}
	})
}

func TestBonusIsPlayedThrough(t *testing.T) {
	w := fresh(t)
	k := enter(t, w, "zengin")
	as(t, w, k, func(p *Player) {
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

func TestOpenCouponsAreDecidedByTheClock(t *testing.T) {
	w := fresh(t)
	k := enter(t, w, "zengin")
	open := 0
	count := func(p *Player) {
		open = 0
		for _, c := range p.Coupons {
			if c.Status == CouponOpen {
				open++
			}
		}
	}
	as(t, w, k, count)
	if open == 0 {
		t.Fatal("zengin has no open coupon")
	}
	w.Advance(5 * day)
	k = enter(t, w, "zengin")
	as(t, w, k, func(p *Player) {
		if count(p); open != 0 {
			t.Errorf("%d coupons are still open", open)
		}
		if books(p) != p.Balance {
			t.Errorf("the wallet holds %s, the books say %s", p.Balance, books(p))
		}
	})
}

func TestRoundsAreAllOrNothing(t *testing.T) {
	w := fresh(t)
	k := enter(t, w, "demo")
	game := w.Catalogue.Slots[0].AsGame()
	var token, demo string
	as(t, w, k, func(p *Player) {
		token, demo = p.Sit(game, &Houses[0], k.SID, "tr", false), p.Sit(game, &Houses[0], k.SID, "tr", true)
	})
	pays := func(win bff.Kurus) func(*rand.Rand) bff.Kurus { return func(*rand.Rand) bff.Kurus { return win } }
	for _, c := range []struct {
		token string
		stake bff.Kurus
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
		_, _ = w.Round(token, game.MinBet, func(*rand.Rand) bff.Kurus { panic("the game is broken") })
	}()
	if s, err := w.SeatAt(token); err != nil || s.Balance != 250_000 {
		t.Fatalf("after rounds that failed: %v, balance %s", err, s.Balance)
	}
	if r, err := w.Round(demo, game.MinBet, pays(700)); err != nil || r.Balance != demoPurse-game.MinBet+700 {
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
			amount := bff.Kurus(rapid.Int64Range(-10, 60_000_000).Draw(r, "amount"))
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

func step(r *rapid.T, p *Player, sid string, amount bff.Kurus) {
	method := &CashMethods[rapid.IntRange(0, len(CashMethods)-1).Draw(r, "method")]
	bonus := p.Bonuses[rapid.IntRange(0, len(p.Bonuses)-1).Draw(r, "bonus")].ID
	slot := p.world.Catalogue.Slots[0].AsGame()
	switch rapid.IntRange(0, 4).Draw(r, "what") {
	case 0:
		_, _ = p.Deposit(Order{Method: method, Amount: amount})
	case 1:
		_, _ = p.Withdraw(Order{Method: method, Amount: amount})
	case 2:
		if amount > 0 && amount <= p.Balance && p.Balance >= slot.MinBet {
			p.played(slot, p.world.nextID(), amount, amount/2)
		}
	case 3:
		_, _ = p.ClaimBonus(bonus)
	default:
		_, _ = p.CancelBonus(bonus)
	}
}

func TestAWorldStaysBounded(t *testing.T) {
	w := fresh(t)
	k := enter(t, w, "zengin")
	game := w.Catalogue.Slots[0].AsGame()
	as(t, w, k, func(p *Player) {
		for range maxSeats + 10 {
			p.Sit(game, &Houses[0], k.SID, "tr", false)
		}
		for range maxRounds + 10 {
			p.played(game, p.world.nextID(), 100, 50)
		}
		if len(w.seats) != maxSeats || len(p.Rounds) != maxRounds || len(p.Transactions) != maxTransactions {
			t.Errorf("%d seats, %d rounds, %d movements", len(w.seats), len(p.Rounds), len(p.Transactions))
		}
	})
	for i := range maxPlayers {
		_, err := w.Register(visit, Application{Profile: Profile{Username: "u" + strconv.Itoa(i), Email: strconv.Itoa(i) + "@ornek.test"}, Password: "x"})
		if err != nil && (len(w.order) < maxPlayers || !errors.Is(err, ErrFull)) {
			t.Fatal(err)
		}
	}
	if len(w.order) != maxPlayers || len(w.mails) > maxMails {
		t.Errorf("%d players, %d mails", len(w.order), len(w.mails))
	}
}

func TestSpecialDaysComeRoundEveryYear(t *testing.T) {
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
