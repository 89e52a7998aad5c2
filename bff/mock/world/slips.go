package world

import (
	"fmt"
	"slices"
	"time"

	"croupier/bff"
)

// maxSlips bounds the open pages of payment providers in a world.
const maxSlips = 1000

// slip is a payment at its provider, named by its token. The transaction tells how it stands.
type slip struct {
	token    string
	player   *Player
	origin   Locale
	payment  *Transaction
	declined bool // what the provider says once the player has confirmed
}

// ProviderPayment is a payment as its provider's page shows it.
type ProviderPayment struct {
	Locale
	Method  *CashMethod
	ID      int            // of the transaction
	Amount  bff.MinorUnits // that reaches the wallet
	Fee     bff.MinorUnits // that the provider takes on top
	Status  int            // of the transaction
	Open    bool           // it can still be confirmed or cancelled
	Until   time.Time      // when an open one is settled without its player
	Back    string         // the path of the site that shows the payment
	Address string         // to send coins to; empty where none are sent
	Coins   string         // how many of them
}

// coinPrice is what one coin of a method costs, in kuruş. The prices are pretend ones.
var coinPrice = map[string]bff.MinorUnits{"anka": 87_450, "lira": 100, "halka": 1_264_300}

// OpenProviderPayment opens the provider's page of a payment that was just made with o, and gives its token.
func (p *Player) OpenProviderPayment(t *Transaction, o Order) string {
	w := p.world
	s := &slip{token: w.token(28), player: p, origin: p.origin, payment: t, declined: o.declined()}
	if w.slips = append(w.slips, s); len(w.slips) > maxSlips {
		w.slips = w.slips[1:]
	}
	return s.token
}

// ProviderPayment shows a payment at its provider. It fails with ErrNoRecords for a token that is
// unknown.
func (w *World) ProviderPayment(token string) (ProviderPayment, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	s, err := w.slipAt(token)
	if err != nil {
		return ProviderPayment{}, err
	}
	return s.show(), nil
}

// ResolveProviderPayment confirms or cancels a payment at its provider, once. A confirmed one takes as long
// as its method does. It fails with ErrNoRecords, and with ErrSettled where there is nothing
// left to decide.
func (w *World) ResolveProviderPayment(token string, confirm bool) (ProviderPayment, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	s, err := w.slipAt(token)
	if err != nil {
		return ProviderPayment{}, err
	}
	if !s.open() {
		return ProviderPayment{}, ErrSettled
	}
	t := s.payment
	t.refused = !confirm || s.declined
	t.due = w.now()
	if confirm && t.Via.Redirects {
		t.due = t.due.Add(time.Duration(t.Via.Minutes) * time.Minute)
	}
	t.answered = true
	s.player.settle()
	return s.show(), nil
}

func (w *World) slipAt(token string) (*slip, error) {
	i := slices.IndexFunc(w.slips, func(s *slip) bool { return s.token == token })
	if i < 0 {
		return nil, ErrNoRecords
	}
	w.slips[i].player.settle()
	return w.slips[i], nil
}

func (s *slip) open() bool { return s.payment.Status == StatusWaiting && !s.payment.answered }

func (s *slip) show() ProviderPayment {
	t := s.payment
	out := ProviderPayment{
		Locale: s.origin, Method: t.Via, ID: t.ID, Amount: t.Amount, Fee: t.Via.feeOf(t.Amount),
		Status: t.Status, Open: s.open(), Until: t.due, Back: t.page(),
	}
	if t.Via.Transfer == TransferCoin {
		out.Address, out.Coins = t.Via.CoinAddress(t)
	}
	return out
}

// feeOf is what the method costs on top, rounded to the kuruş.
func (m *CashMethod) feeOf(amount bff.MinorUnits) bff.MinorUnits {
	return (amount*bff.MinorUnits(m.Fee*100) + 5_000) / 10_000
}

// CoinAddress is where the coins of a payment go, an address of its own for every payment,
// and how many, to eight decimals.
func (m *CashMethod) CoinAddress(t *Transaction) (address, coins string) {
	seed := mix(uint64(m.ID), uint64(t.ID))
	b := []byte(m.Logo[:1] + "1q")
	for range 36 {
		b = append(b, tokenLetters[seed%uint64(len(tokenLetters))])
		seed = mix(seed)
	}
	const parts = 100_000_000
	n := uint64(t.Amount) * parts / uint64(coinPrice[m.Logo])
	return string(b), fmt.Sprintf("%d.%08d", n/parts, n%parts)
}
