package world

import (
	"regexp"
	"slices"
	"time"

	"croupier/bff"
)

// Limits of payments.
const (
	withdrawalsADay = 10
	pageLife        = 15 * time.Minute // how long a provider's page waits for its player
	maxVouchers     = 1000             // spent ones that a world remembers
)

// declinedCard and declinedCents are what a tester pays with to be refused: the card number
// that payment providers use for it, and an amount that ends in 13 kuruş.
const (
	declinedCard  = "4000000000000002"
	declinedCents = 13
)

// Order is what a player asks to be paid in or out.
type Order struct {
	Method  *CashMethod
	Amount  bff.MinorUnits
	Fields  map[string]string // the method's own, by name
	Account int               // of the player, to be paid out to; 0 where the method needs none
	Note    string
}

// Deposit asks for money to be paid in. Methods that take time, or that go on at a page of
// their provider, leave it waiting; the world's clock settles it. It fails with ErrAmount,
// with what is wrong with the fields (see CheckFields), with ErrVoucher for a spent voucher,
// and with ErrDeclined where the provider says no at once.
func (p *Player) Deposit(o Order) (*Transaction, error) {
	m := o.Method
	if o.Amount < m.Min || o.Amount > m.Max || (m.Amounts != nil && !slices.Contains(m.Amounts, o.Amount)) {
		return nil, ErrAmount
	}
	if err := p.world.spendVoucher(o.Fields[fieldCode.Name]); err != nil {
		return nil, err
	}
	t := &Transaction{
		Category: MoveDeposit, Sub: m.Sub, Status: StatusWaiting, Amount: o.Amount, After: p.Balance,
		Via: m, Method: m.Name, At: p.now(), Note: o.Note, refused: o.declined(),
	}
	switch {
	case m.Redirects:
		t.due, t.refused = p.now().Add(pageLife), true // unless its player confirms in time
	case m.Minutes > 0:
		t.due = p.now().Add(time.Duration(m.Minutes) * time.Minute)
	case t.refused:
		return nil, ErrDeclined
	default:
		p.Balance += o.Amount
		t.Status, t.After = StatusApproved, p.Balance
		p.showIdentity(p.now())
	}
	t.ID = p.world.nextID()
	return p.remember(t), nil
}

// declined tells whether the provider will refuse the payment.
func (o *Order) declined() bool {
	return o.Amount%100 == declinedCents || digits.ReplaceAllString(o.Fields[fieldCard.Name], "") == declinedCard
}

var digits = regexp.MustCompile(`[^0-9]`)

func (w *World) spendVoucher(code string) error {
	if code == "" {
		return nil
	}
	if slices.Contains(w.vouchers, code) {
		return ErrVoucher
	}
	if w.vouchers = append(w.vouchers, code); len(w.vouchers) > maxVouchers {
		w.vouchers = w.vouchers[1:]
	}
	return nil
}

// Withdraw takes money out of the wallet and leaves it waiting to be paid out. It fails with
// ErrAmount, with ErrFunds where the wallet does not hold it, with ErrWagering while bonus
// money that was played with is not played through, and with ErrDaily for one too many. Where
// a proof of identity is looked at, it waits for that, too.
func (p *Player) Withdraw(o Order) (*Transaction, error) {
	m := o.Method
	switch {
	case o.Amount < m.Min || o.Amount > m.Max:
		return nil, ErrAmount
	case o.Amount > p.Balance:
		return nil, ErrFunds
	case p.wagering():
		return nil, ErrWagering
	case p.withdrawalsToday() >= withdrawalsADay:
		return nil, ErrDaily
	}
	p.Balance -= o.Amount
	t := &Transaction{
		ID: p.world.nextID(), Category: MoveWithdrawal, Sub: m.Sub, Status: StatusWaiting, Amount: -o.Amount,
		After: p.Balance, Via: m, Method: m.Name, At: p.now(), Note: o.Note, account: o.Account,
		due: p.payable(p.now()).Add(time.Duration(m.Minutes) * time.Minute), refused: o.declined(),
	}
	if p.KYC == kycNone {
		// Nobody is paid out whose identity was never shown.
		t.refused, t.reason = true, "identity"
	}
	return p.remember(t), nil
}

func (p *Player) withdrawalsToday() (n int) {
	today := midnight(p.now())
	for _, t := range p.Transactions {
		if t.Category == MoveWithdrawal && t.Status != StatusRefused && !t.At.Before(today) {
			n++
		}
	}
	return n
}

// CheckFields holds what was filled in against what a method asks for. It gives the first
// field that is missing or wrong; ok is true where there is none.
func (m *CashMethod) CheckFields(given map[string]string) (wrong Field, missing, ok bool) {
	for _, f := range m.Fields {
		v := given[f.Name]
		if v == "" && f.Required {
			return f, true, false
		}
		if v != "" && !f.fits(v) {
			return f, false, false
		}
	}
	return Field{}, false, true
}

func (f *Field) fits(v string) bool {
	if ok, err := regexp.MatchString(f.Pattern, v); err != nil || !ok {
		return false
	}
	switch f.Kind {
	case "card":
		return luhn(digits.ReplaceAllString(v, ""))
	case "national_id":
		return ValidNationalID(v)
	}
	return true
}

// luhn checks the check digit of a card number (ISO/IEC 7812).
func luhn(number string) bool {
	sum := 0
	for i := range len(number) {
		d := int(number[len(number)-1-i] - '0')
		if i%2 == 1 {
			if d *= 2; d > 9 {
				d -= 9
			}
		}
		sum += d
	}
	return sum%10 == 0
}
