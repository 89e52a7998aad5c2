package world

import (
	"strconv"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"croupier/bff"
)

func in(t *testing.T, id int) *CashMethod  { return method(t, CashDeposit, id) }
func out(t *testing.T, id int) *CashMethod { return method(t, CashWithdraw, id) }

func method(t *testing.T, kind, id int) *CashMethod {
	t.Helper()
	m, ok := Method(kind, id)
	require.True(t, ok, "there is no method %d", id)
	return m
}

func (c *client) deposit(q PaymentRequest) (x *Transaction, err error) {
	c.t.Helper()
	c.do(func(p *Player) { x, err = p.Deposit(q) })
	return x, err
}

func (c *client) withdraw(q PaymentRequest) (x *Transaction, err error) {
	c.t.Helper()
	c.do(func(p *Player) { x, err = p.Withdraw(q) })
	return x, err
}

// holds compares the player's balance with an amount and with the transactions.
func (c *client) holds(want bff.MinorUnits) {
	c.t.Helper()
	c.do(func(p *Player) { checkBalance(c.t, p, want) })
}

func TestProviderPayment(t *testing.T) {
	card := map[string]string{"card_number": "4111 1111 1111 1111"}
	declined := map[string]string{"card_number": "4000 0000 0000 0002"}
	const confirm, cancel = "confirm", "cancel"
	for name, c := range map[string]struct {
		method     int
		fields     map[string]string
		cents      bff.MinorUnits
		do         string        // at the page of the provider
		thenStatus int           // right after that
		wait       time.Duration // then
		status     int           // in the end
	}{
		"confirmed": {
			method: 21, fields: card, do: confirm, thenStatus: StatusApproved,
			status: StatusApproved,
		},
		"cancelled": {method: 21, fields: card, do: cancel, thenStatus: StatusRefused, status: StatusRefused},
		"declined": {
			method: 21, fields: declined, do: confirm, thenStatus: StatusRefused,
			status: StatusRefused,
		},
		"confirmed late": {
			method: 16, do: confirm, thenStatus: StatusWaiting, wait: 3 * time.Minute,
			status: StatusApproved,
		},
		"abandoned":         {method: 21, fields: card, wait: providerPageLifetime, status: StatusRefused},
		"QR code":           {method: 14, wait: time.Minute, status: StatusApproved},
		"coin, cancelled":   {method: 41, do: cancel, thenStatus: StatusRefused, status: StatusRefused},
		"refused amount":    {method: 11, cents: declinedCents, wait: time.Hour, status: StatusRefused},
		"slow bank deposit": {method: 11, wait: time.Hour, status: StatusApproved},
	} {
		t.Run(name, func(t *testing.T) {
			s := enter(t, "yeni")
			order := PaymentRequest{Method: in(t, c.method), Amount: 50_000 + c.cents, Fields: c.fields}
			payment, err := s.deposit(order)
			require.True(t, err == nil && payment.Status == StatusWaiting, "%v, %+v", err, payment)
			s.holds(0)
			var token string
			s.do(func(p *Player) { token = p.OpenProviderPage(payment, order) })
			page, err := s.ProviderPayment(token)
			assert.True(t, err == nil && page.Open && page.Fee == order.Method.fee(order.Amount), "at first: %v %+v",
				err, page)
			if c.method == 41 {
				assert.True(t, page.Address != "" && page.Coins == "0.57175528", "coins: %+v", page)
			}
			if c.do != "" {
				require.NoError(t, s.ResolveProviderPayment(token, c.do == confirm))
				page, err := s.ProviderPayment(token)
				assert.True(t, err == nil && page.Status == c.thenStatus && !page.Open, "%v, %+v", err, page)
			}
			s.Advance(c.wait)
			want := bff.MinorUnits(0)
			if c.status == StatusApproved {
				want = order.Amount
			}
			s.holds(want)
			assert.Equal(t, c.status, payment.Status, "status")
			err = s.ResolveProviderPayment(token, true)
			wants(t, "deciding once more", err, ErrSettled)
			m := s.Mails("yeni@ornek.test")
			require.Len(t, m, 1)
			assert.Equal(t, "/profile/transactions?transaction="+strconv.Itoa(payment.ID), m[0].Link)
		})
	}
	_, err := newWorld(t).ProviderPayment("nowhere")
	wants(t, "an unknown page", err, ErrNoRecords)
}

func TestDepositRefusals(t *testing.T) {
	s := enter(t, "yeni")
	voucher := map[string]string{"voucher": "ABCD-1234"}
	for _, c := range []struct {
		what  string
		order PaymentRequest
		want  error
	}{
		{"below the minimum", PaymentRequest{Method: in(t, 11), Amount: in(t, 11).Min - 1}, ErrAmount},
		{"within the limits, but not one of the amounts", PaymentRequest{Method: in(t, 21), Amount: 30_000}, ErrAmount},
		{"one of the amounts", PaymentRequest{Method: in(t, 21), Amount: 25_000}, nil},
		{"above the maximum", PaymentRequest{Method: in(t, 15), Amount: 500_001, Fields: voucher}, ErrAmount},
		{"a voucher", PaymentRequest{Method: in(t, 15), Amount: 20_000, Fields: voucher}, nil},
		{"a used voucher", PaymentRequest{Method: in(t, 15), Amount: 20_000, Fields: voucher}, ErrVoucher},
		{"an amount that is declined", PaymentRequest{Method: in(t, 31), Amount: 20_000 + declinedCents}, ErrDeclined},
	} {
		_, err := s.deposit(c.order)
		wants(t, c.what, err, c.want)
	}
	s.holds(20_000)
}

func TestWithdrawals(t *testing.T) {
	s := enter(t, "zengin")
	order := PaymentRequest{Method: out(t, 61), Amount: 10_000}
	_, err := login(t, s.World, "demo").withdraw(PaymentRequest{Method: out(t, 61), Amount: 250_001})
	wants(t, "more than the balance", err, ErrFunds)
	before := bff.MinorUnits(48_765_432)
	for range maxDailyWithdrawals {
		_, err := s.withdraw(order)
		wants(t, "within the limit of a day", err, nil)
	}
	_, err = s.withdraw(order)
	wants(t, "one too many", err, ErrDaily)
	s.holds(before - maxDailyWithdrawals*order.Amount)
	s.later(day)
	s.do(func(p *Player) {
		p.Coupons = nil // their wins would be paid meanwhile
		before = p.Balance
		for _, x := range p.Transactions[len(p.Transactions)-maxDailyWithdrawals:] {
			assert.True(t, x.Category != TxWithdrawal || x.Status == StatusApproved, "a day later: %+v", x)
		}
	})
	_, err = s.withdraw(PaymentRequest{Method: out(t, 61), Amount: 10_000 + declinedCents})
	wants(t, "the next day", err, nil)
	s.holds(before - 10_013)
	s.do(func(p *Player) { p.activeBonus().Used = true })
	_, err = s.withdraw(order)
	wants(t, "with bonus money at stake", err, ErrWagering)
	mails := len(s.Mails("zengin@ornek.test"))
	s.Advance(31 * time.Minute)
	m := s.Mails("zengin@ornek.test")
	require.Len(t, m, mails+1)
	assert.Equal(t, "Marmara: çekiminiz reddedildi", m[0].Subject)
}

func TestDepositStartsKYCAndWithdrawalWaitsForIt(t *testing.T) {
	s := enter(t, "yeni")
	var paid *Transaction
	check := func(what, kyc string, status int) {
		t.Helper()
		s.do(func(p *Player) {
			assert.True(t, p.KYC == kyc && paid.Status == status, "%s: KYC %s, payment %d", what, p.KYC, paid.Status)
		})
	}
	var err error
	paid, err = s.deposit(PaymentRequest{Method: in(t, 11), Amount: 100_000})
	require.NoError(t, err)
	check("waiting deposit", kycNone, StatusWaiting)
	s.Advance(time.Hour)
	check("approved deposit", kycPending, StatusApproved)
	paid, err = s.withdraw(PaymentRequest{Method: out(t, 61), Amount: 60_000})
	require.NoError(t, err)
	s.Advance(kycDuration - 2*time.Hour)
	check("during the check", kycPending, StatusWaiting)
	s.Advance(2 * time.Hour)
	check("after the check", kycVerified, StatusApproved)
	s.holds(40_000)
	assert.Len(t, filter(s.Mails("yeni@ornek.test"), func(m Mail) bool { return m.Link == "/profile/withdraw" }), 1,
		"mails")

	// A refused deposit starts no check, so the withdrawal is refused.
	s = enter(t, "yeni")
	_, err = s.deposit(PaymentRequest{Method: in(t, 11), Amount: 100_013})
	require.NoError(t, err)
	s.do(func(p *Player) { p.post(TxCorrection, 61, 50_000, "", "") })
	paid, err = s.withdraw(PaymentRequest{Method: out(t, 61), Amount: 50_000})
	require.NoError(t, err)
	s.Advance(kycDuration + time.Hour)
	check("without a check", kycNone, StatusRefused)
	assert.Equal(t, "Kimliğiniz doğrulanmadı", paid.Note, "the reason")
	s.holds(50_000)
}

func TestIdempotencyKeys(t *testing.T) {
	s := enter(t, "yeni")
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
	s.do(func(p *Player) {
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
			got, err := pay(p, c.key, c.body)
			wants(t, c.key+" "+c.body, err, c.err)
			assert.Equal(t, c.want, got, c.key+" "+c.body)
		}
		for i := range maxIdempotency + 10 {
			_, _ = pay(p, "k"+strconv.Itoa(i), "x")
		}
		assert.Len(t, p.Idempotency, maxIdempotency)
	})
	s.later(idempotencyLife + time.Second)
	s.do(func(p *Player) {
		before := runs
		_, err := pay(p, "k50", "y")
		wants(t, "a key of yesterday", err, nil)
		assert.Equal(t, before+1, runs)
	})
}

func TestTransactionsAddUpToTheBalance(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		s := enter(t, rapid.SampledFrom([]string{"demo", "yeni", "zengin"}).Draw(r, "player"))
		for range rapid.IntRange(1, 25).Draw(r, "steps") {
			amount := bff.MinorUnits(rapid.Int64Range(-10, 60_000_000).Draw(r, "amount"))
			s.do(func(p *Player) { randomAction(r, p, amount) })
			s.Advance(time.Duration(rapid.IntRange(0, 90).Draw(r, "minutes")) * time.Minute)
			s.do(func(p *Player) {
				if p.Balance < 0 || p.Bonus < 0 || transactionSum(p) != p.Balance {
					r.Fatalf("balance %s, bonus %s, the transactions sum to %s", p.Balance, p.Bonus, transactionSum(p))
				}
			})
		}
	})
}

func randomAction(r *rapid.T, p *Player, amount bff.MinorUnits) {
	method := CashMethods[rapid.IntRange(0, len(CashMethods)-1).Draw(r, "method")]
	bonus := p.Bonuses[rapid.IntRange(0, len(p.Bonuses)-1).Draw(r, "bonus")].ID
	slot := p.world.Catalogue.Slots[0].Game
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
