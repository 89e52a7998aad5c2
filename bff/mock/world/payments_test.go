package world

import (
	"errors"
	"strconv"
	"testing"
	"time"

	"croupier/bff"
)

func in(t *testing.T, id int) *CashMethod  { return method(t, CashDeposit, id) }
func out(t *testing.T, id int) *CashMethod { return method(t, CashWithdraw, id) }

func method(t *testing.T, kind, id int) *CashMethod {
	t.Helper()
	m, ok := Method(kind, id)
	if !ok {
		t.Fatalf("there is no method %d", id)
	}
	return m
}

// startPayment makes a deposit and opens its provider's page.
func startPayment(t *testing.T, w *World, k Ticket, o PaymentRequest) (token string, payment *Transaction) {
	t.Helper()
	asPlayer(t, w, k, func(p *Player) {
		var err error
		if payment, err = p.Deposit(o); err != nil {
			t.Fatal(err)
		}
		token = p.OpenProviderPayment(payment, o)
	})
	return token, payment
}

func TestPaymentMethods(t *testing.T) {
	single, grouped := 0, map[int]int{}
	for _, m := range CashMethods {
		if m.Type != CashDeposit {
			continue
		}
		if m.Group == 0 {
			single++
		} else {
			grouped[m.Group]++
		}
		if m.Transfer == TransferCoin && data.CoinPrices[m.Logo] == 0 {
			t.Errorf("%s has no price", m.Name)
		}
	}
	if single != 6 || len(grouped) != 3 || grouped[501]+grouped[502]+grouped[503] != 9 {
		t.Errorf("%d single methods, groups %v", single, grouped)
	}
}

func TestProviderPayment(t *testing.T) {
	const amount = 50_000
	card := map[string]string{"card_number": "4111 1111 1111 1111"}
	declined := map[string]string{"card_number": "4000 0000 0000 0002"}
	for name, c := range map[string]struct {
		order   PaymentRequest
		do      func(t *testing.T, w *World, token string)
		status  int
		arrived bff.MinorUnits
	}{
		"confirmed": {
			PaymentRequest{Method: in(t, 21), Amount: amount, Fields: card},
			func(t *testing.T, w *World, token string) { resolve(t, w, token, true, StatusApproved) }, StatusApproved, amount,
		},
		"cancelled": {
			PaymentRequest{Method: in(t, 21), Amount: amount, Fields: card},
			func(t *testing.T, w *World, token string) { resolve(t, w, token, false, StatusRefused) }, StatusRefused, 0,
		},
		"declined": {
			PaymentRequest{Method: in(t, 21), Amount: amount, Fields: declined},
			func(t *testing.T, w *World, token string) { resolve(t, w, token, true, StatusRefused) }, StatusRefused, 0,
		},
		"confirmed late": {
			PaymentRequest{Method: in(t, 16), Amount: amount},
			func(t *testing.T, w *World, token string) {
				resolve(t, w, token, true, StatusWaiting)
				w.Advance(3 * time.Minute)
			}, StatusApproved, amount,
		},
		"abandoned": {
			PaymentRequest{Method: in(t, 21), Amount: amount, Fields: card},
			func(_ *testing.T, w *World, _ string) { w.Advance(providerPageLifetime) }, StatusRefused, 0,
		},
		"QR code": {
			PaymentRequest{Method: in(t, 14), Amount: amount},
			func(_ *testing.T, w *World, _ string) { w.Advance(time.Minute) }, StatusApproved, amount,
		},
		"cancelled cryptocurrency payment": {
			PaymentRequest{Method: in(t, 41), Amount: amount},
			func(t *testing.T, w *World, token string) {
				if s, err := w.ProviderPayment(token); err != nil || s.Address == "" || s.Coins != "0.57175528" {
					t.Errorf("%v %+v", err, s)
				}
				resolve(t, w, token, false, StatusRefused)
			}, StatusRefused, 0,
		},
		"refused amount": {
			PaymentRequest{Method: in(t, 11), Amount: amount + declinedCents},
			func(_ *testing.T, w *World, _ string) { w.Advance(time.Hour) }, StatusRefused, 0,
		},
	} {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t)
			k := login(t, w, "yeni")
			token, payment := startPayment(t, w, k, c.order)
			if s, err := w.ProviderPayment(token); err != nil || !s.Open || s.Fee != c.order.Method.fee(c.order.Amount) {
				t.Errorf("at first: %v %+v", err, s)
			}
			c.do(t, w, token)
			asPlayer(t, w, k, func(p *Player) {
				if payment.Status != c.status || p.Balance != c.arrived {
					t.Errorf("status %d, balance %s", payment.Status, p.Balance)
				}
			})
			if _, err := w.ResolveProviderPayment(token, true); !errors.Is(err, ErrSettled) {
				t.Errorf("deciding once more: %v", err)
			}
			if m := w.Mails("yeni@ornek.test"); len(m) != 1 || m[0].Link != "/profile/transactions?transaction="+strconv.Itoa(payment.ID) {
				t.Errorf("mailed: %+v", m)
			}
		})
	}
	if _, err := newWorld(t).ProviderPayment("nowhere"); !errors.Is(err, ErrNoRecords) {
		t.Errorf("an unknown page: %v", err)
	}
}

func resolve(t *testing.T, w *World, token string, confirm bool, want int) {
	t.Helper()
	if s, err := w.ResolveProviderPayment(token, confirm); err != nil || s.Status != want || s.Open {
		t.Errorf("%v, status %d, open %v", err, s.Status, s.Open)
	}
}

func TestFeeIsRounded(t *testing.T) {
	if fee := in(t, 16).fee(33_333); fee != 500 { // 1.5 per cent of 333.33 is 4.99995
		t.Errorf("the fee is %s", fee)
	}
}

func TestDepositRefusals(t *testing.T) {
	w := newWorld(t)
	k := login(t, w, "yeni")
	voucher := map[string]string{"voucher": "ABCD-1234"}
	asPlayer(t, w, k, func(p *Player) {
		for _, c := range []struct {
			order PaymentRequest
			want  error
		}{
			{PaymentRequest{Method: in(t, 21), Amount: 30_000}, ErrAmount}, // within its limits, but no step of it
			{PaymentRequest{Method: in(t, 21), Amount: 25_000}, nil},
			{PaymentRequest{Method: in(t, 15), Amount: 500_001, Fields: voucher}, ErrAmount},
			{PaymentRequest{Method: in(t, 15), Amount: 20_000, Fields: voucher}, nil},
			{PaymentRequest{Method: in(t, 15), Amount: 20_000, Fields: voucher}, ErrVoucher},
			{PaymentRequest{Method: in(t, 31), Amount: 20_000 + declinedCents}, ErrDeclined},
		} {
			if _, err := p.Deposit(c.order); !errors.Is(err, c.want) {
				t.Errorf("%s of %s: %v, want %v", c.order.Amount, c.order.Method.Name, err, c.want)
			}
		}
		if p.Balance != 20_000 {
			t.Errorf("the balance is %s", p.Balance)
		}
	})
}

func TestCheckFields(t *testing.T) {
	for _, c := range []struct {
		given   map[string]string
		wrong   string
		missing bool
	}{
		{map[string]string{"card_number": "4111 1111 1111 1111", "national_id": "10000000146"}, "", false},
		{map[string]string{"card_number": "4111 1111 1111 1112", "national_id": "10000000146"}, "card_number", false},
		{map[string]string{"card_number": "4111 1111 1111 1111", "national_id": "10000000147"}, "national_id", false},
		{map[string]string{"card_number": "4111 1111 1111 1111"}, "national_id", true},
		{map[string]string{"card_number": "kart", "national_id": "10000000146"}, "card_number", false},
	} {
		wrong, missing, ok := in(t, 23).CheckFields(c.given)
		if wrong != c.wrong || missing != c.missing || ok != (c.wrong == "") {
			t.Errorf("%v: %q, missing %v, fine %v", c.given, wrong, missing, ok)
		}
	}
}

func TestWithdrawalRefusals(t *testing.T) {
	w := newWorld(t)
	k := login(t, w, "zengin")
	asPlayer(t, w, k, func(p *Player) {
		for range maxDailyWithdrawals {
			if _, err := p.Withdraw(PaymentRequest{Method: out(t, 61), Amount: 10_000}); err != nil {
				t.Fatal(err)
			}
		}
		if _, err := p.Withdraw(PaymentRequest{Method: out(t, 61), Amount: 10_000}); !errors.Is(err, ErrDaily) {
			t.Errorf("one too many: %v", err)
		}
	})
	w.Advance(day)
	k = login(t, w, "zengin")
	asPlayer(t, w, k, func(p *Player) {
		before := p.Balance
		if _, err := p.Withdraw(PaymentRequest{Method: out(t, 61), Amount: 10_000 + declinedCents}); err != nil {
			t.Errorf("the next day: %v", err)
		}
		if p.Balance != before-10_013 {
			t.Errorf("%s of %s is left", p.Balance, before)
		}
		p.activeBonus().used = true
		if _, err := p.Withdraw(PaymentRequest{Method: out(t, 61), Amount: 10_000}); !errors.Is(err, ErrWagering) {
			t.Errorf("with bonus money at stake: %v", err)
		}
	})
	before := len(w.Mails("zengin@ornek.test"))
	w.Advance(31 * time.Minute)
	if m := w.Mails("zengin@ornek.test"); len(m) != before+1 || m[0].Subject != "Marmara: çekiminiz reddedildi" {
		t.Errorf("mailed of a refused withdrawal: %+v", m[0])
	}
}

func TestAccountWithWaitingWithdrawalIsLocked(t *testing.T) {
	w := newWorld(t)
	k := login(t, w, "demo")
	asPlayer(t, w, k, func(p *Player) {
		a := p.Accounts[0]
		if _, err := p.Withdraw(PaymentRequest{Method: out(t, 61), Amount: 10_000, Account: a.ID}); err != nil {
			t.Fatal(err)
		}
		if err := p.DeleteAccount(a.ID); !errors.Is(err, ErrAccountBusy) {
			t.Errorf("deleting it: %v", err)
		}
		if err := p.DeleteAccount(p.Accounts[1].ID); err != nil {
			t.Errorf("deleting another: %v", err)
		}
	})
	w.Advance(30 * time.Minute)
	asPlayer(t, w, k, func(p *Player) {
		if err := p.DeleteAccount(p.Accounts[0].ID); err != nil {
			t.Errorf("once it has arrived: %v", err)
		}
		for i := range maxAccounts + 1 {
			number := strconv.Itoa(1000 + i)
			_, err := p.SaveAccount(BankAccount{Bank: Banks[0], Owner: "deniz aydin", IBAN: iban(Banks[0], "1", number)})
			if (err != nil) != (i == maxAccounts) || (err != nil && !errors.Is(err, ErrAccounts)) {
				t.Errorf("account %d: %v", i+1, err)
			}
		}
	})
}

func TestWaitingTransactionsAreKept(t *testing.T) {
	w := newWorld(t)
	k := login(t, w, "zengin")
	game := w.Catalogue.Slots[0].AsGame()
	asPlayer(t, w, k, func(p *Player) {
		held, err := p.Withdraw(PaymentRequest{Method: out(t, 61), Amount: 10_000})
		if err != nil {
			t.Fatal(err)
		}
		for range maxTransactions {
			p.playRound(game, p.world.nextID(), 100, 0)
		}
		if len(p.Transactions) != maxTransactions || p.Transactions[0] != held {
			t.Errorf("%d transactions, the first is %d", len(p.Transactions), p.Transactions[0].ID)
		}
	})
}

func TestIdempotencyKeys(t *testing.T) {
	w := newWorld(t)
	k := login(t, w, "yeni")
	runs := 0
	pay := func(p *Player, key, body string) (string, error) {
		answer, err := p.Once(key, body, func() ([]byte, error) {
			if runs++; body == "refused" {
				return nil, ErrFunds
			}
			return []byte(strconv.Itoa(runs)), nil
		})
		return string(answer), err
	}
	asPlayer(t, w, k, func(p *Player) {
		for _, c := range []struct {
			key, body, want string
			err             error
		}{
			{"a", "100", "1", nil},
			{"a", "100", "1", nil},
			{"a", "200", "", ErrKey},
			{"b", "refused", "", ErrFunds},
			{"b", "refused", "", ErrFunds},
			{"", "100", "3", nil},
			{"", "100", "4", nil},
		} {
			if got, err := pay(p, c.key, c.body); got != c.want || !errors.Is(err, c.err) {
				t.Errorf("%s %s: %q, %v; want %q, %v", c.key, c.body, got, err, c.want, c.err)
			}
		}
		for i := range maxIdempotency + 10 {
			_, _ = pay(p, "k"+strconv.Itoa(i), "x")
		}
		if len(p.idempotency) != maxIdempotency {
			t.Errorf("%d idempotency records", len(p.idempotency))
		}
	})
	w.Advance(idempotencyLife + time.Second)
	k = login(t, w, "yeni")
	asPlayer(t, w, k, func(p *Player) {
		before := runs
		if _, err := pay(p, "k50", "y"); err != nil || runs != before+1 {
			t.Errorf("a key of yesterday: %v", err)
		}
	})
}
