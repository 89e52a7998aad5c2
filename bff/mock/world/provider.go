package world

import (
	"fmt"
	"time"

	"croupier/bff"
)

type providerPayment struct {
	Token       string
	UID         string // of the player
	Locale      Locale
	Transaction int  // id
	Declined    bool // outcome once the player has confirmed

	player      *Player      // set by World.providerPayment
	transaction *Transaction // likewise
}

// ProviderPayment is the content of the provider's page of a payment.
type ProviderPayment struct {
	Locale
	Method  *CashMethod
	ID      int            // of the transaction
	Amount  bff.MinorUnits // credited to the wallet
	Fee     bff.MinorUnits // charged in addition
	Status  int            // of the transaction
	Open    bool           // can still be confirmed or cancelled
	Until   time.Time      // when an open one expires
	Back    string         // path of the site that shows the payment
	Address string         // of a coin payment; otherwise empty
	Coins   string         // amount of a coin payment
}

// OpenProviderPayment creates the provider's page of a new payment and returns its token.
func (p *Player) OpenProviderPayment(t *Transaction, q PaymentRequest) string {
	s := &providerPayment{Token: p.world.token(28), UID: p.UID, Locale: p.Locale, Transaction: t.ID, Declined: q.declined()}
	p.world.Payments = appendBounded(p.world.Payments, maxProviderPayments, s)
	return s.Token
}

// ProviderPayment returns the page of a token. It returns ErrNoRecords for an unknown token.
func (w *World) ProviderPayment(token string) (ProviderPayment, error) {
	s, err := w.providerPayment(token)
	if err != nil {
		return ProviderPayment{}, err
	}
	return s.page(), nil
}

// ResolveProviderPayment confirms or cancels an open payment. A confirmed one takes the time of its method.
func (w *World) ResolveProviderPayment(token string, confirm bool) error {
	s, err := w.providerPayment(token)
	switch {
	case err != nil:
		return err
	case !s.open():
		return ErrSettled
	}
	t := s.transaction
	t.Resolved, t.Refused, t.Due = true, !confirm || s.Declined, w.Now()
	if confirm && t.Payment().Redirects {
		t.Due = t.Due.Add(t.Payment().duration())
	}
	s.player.settle()
	return nil
}

func (w *World) providerPayment(token string) (*providerPayment, error) {
	s, ok := find(w.Payments, func(s *providerPayment) bool { return s.Token == token })
	if !ok || w.players[s.UID] == nil {
		return nil, ErrNoRecords
	}
	s.player = w.players[s.UID]
	s.player.settle()
	if s.transaction, ok = find(s.player.Transactions, func(t *Transaction) bool { return t.ID == s.Transaction }); !ok {
		return nil, ErrNoRecords
	}
	return s, nil
}

func (s *providerPayment) open() bool {
	return s.transaction.Status == StatusWaiting && !s.transaction.Resolved
}

func (s *providerPayment) page() ProviderPayment {
	t, m := s.transaction, s.transaction.Payment()
	out := ProviderPayment{
		Locale: s.Locale, Method: m, ID: t.ID, Amount: t.Amount, Fee: m.fee(t.Amount),
		Status: t.Status, Open: s.open(), Until: t.Due, Back: t.path(),
	}
	if m.Transfer == TransferCoin {
		out.Address, out.Coins = m.CoinAddress(t)
	}
	return out
}

func (m *CashMethod) fee(amount bff.MinorUnits) bff.MinorUnits {
	return (amount*bff.MinorUnits(m.Fee*100) + 5_000) / 10_000
}

// CoinAddress returns the coin address of a payment, unique per payment, and the number of coins.
func (m *CashMethod) CoinAddress(t *Transaction) (address, coins string) {
	seed := mix(uint64(m.ID), uint64(t.ID))
	b := []byte(m.Logo[:1] + "1q")
	for range 36 {
		b = append(b, tokenLetters[seed%uint64(len(tokenLetters))])
		seed = mix(seed)
	}
	const parts = 100_000_000
	n := uint64(t.Amount) * parts / uint64(data.CoinPrices[m.Logo])
	return string(b), fmt.Sprintf("%d.%08d", n/parts, n%parts)
}
