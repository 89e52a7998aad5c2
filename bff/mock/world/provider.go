package world

import (
	"fmt"
	"time"

	"croupier/bff"
)

type providerPage struct {
	Token    string
	Locale   Locale
	Declined bool // outcome once the player has confirmed
	Resolved bool // the player has decided
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

// OpenProviderPage creates the provider's page of a new payment and returns its token.
func (p *Player) OpenProviderPage(t *Transaction, q PaymentRequest) string {
	t.Page = &providerPage{Token: p.world.token(28), Locale: p.Locale, Declined: q.declined()}
	return t.Page.Token
}

// ProviderPayment returns the page of a token. It returns ErrNoRecords for an unknown token.
func (w *World) ProviderPayment(token string) (ProviderPayment, error) {
	_, t, err := w.providerPayment(token)
	if err != nil {
		return ProviderPayment{}, err
	}
	m := t.Payment()
	out := ProviderPayment{
		Locale: t.Page.Locale, Method: m, ID: t.ID, Amount: t.Amount, Fee: m.fee(t.Amount),
		Status: t.Status, Open: t.undecided(), Until: t.Due, Back: t.path(),
	}
	if m.Transfer == TransferCoin {
		out.Address, out.Coins = m.CoinAddress(t)
	}
	return out, nil
}

// ResolveProviderPayment confirms or cancels an open payment. A confirmed one takes the time of its
// method.
func (w *World) ResolveProviderPayment(token string, confirm bool) error {
	p, t, err := w.providerPayment(token)
	switch {
	case err != nil:
		return err
	case !t.undecided():
		return ErrSettled
	}
	t.Page.Resolved, t.Refused, t.Due = true, !confirm || t.Page.Declined, w.Now()
	if confirm && t.Payment().Redirects {
		t.Due = t.Due.Add(t.Payment().duration())
	}
	p.settle()
	return nil
}

func (w *World) providerPayment(token string) (*Player, *Transaction, error) {
	for _, p := range w.Players() {
		if t, ok := find(p.Transactions,
			func(t *Transaction) bool { return t.Page != nil && t.Page.Token == token }); ok {
			return p, t, nil
		}
	}
	return nil, nil, ErrNoRecords
}

// undecided reports whether the player can still confirm or cancel the payment at the provider's
// page.
func (t *Transaction) undecided() bool { return t.Status == StatusWaiting && !t.Page.Resolved }

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
