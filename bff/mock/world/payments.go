package world

import (
	"regexp"
	"slices"
	"time"

	"croupier/bff"
	"croupier/bff/contract"
)

// Directions of a payment method.
const (
	CashDeposit  = contract.CashTypeDeposit
	CashWithdraw = contract.CashTypeWithdraw
)

// Transfer types: contracts/constants.yaml names two, the providers define the others.
const (
	TransferBank   = contract.TransferTypeBankTransfer
	TransferCep    = contract.TransferTypeCepBankTransfer
	TransferCard   = 5
	TransferWallet = 7
	TransferQR     = 9
	TransferCoin   = 11
	TransferCode   = 13
)

// CashField is a field that a payment method asks for.
type CashField struct {
	Label         string // the phrase "field.<Label>"
	Kind, Pattern string
}

// CashMethod is a payment method.
type CashMethod struct {
	ID, Type               int
	Group                  int // id of its group; 0 if it has none
	Name                   string
	Logo                   string // key of the word-mark
	Transfer               int
	Sub                    int // subcategory of its transactions
	Min, Max               bff.MinorUnits
	Fee                    float64          // percent
	Minutes                int              // until settled; 0 for immediately
	Fields                 []string         // keys of CashFields
	Amounts                []bff.MinorUnits // the only accepted ones; nil for all
	BankCode               string           // for envoy/getDepositAmounts
	Quick, QR, Highlighted bool
	Redirects              bool // continues at a page of the provider
}

// CashGroup groups payment methods.
type CashGroup struct {
	ID, Type   int
	Name, Logo string
}

// Payment methods in the order of the site, their groups and fields.
var (
	CashGroups  = data.CashGroups
	CashMethods = data.CashMethods
	CashFields  = data.CashFields
)

// Method returns a payment method of a direction.
func Method(kind, id int) (*CashMethod, bool) {
	return find(CashMethods, func(m *CashMethod) bool { return m.ID == id && m.Type == kind })
}

type methodKey struct{ Type, ID int }

// FavouriteMethod reports whether a payment method is a favourite of the player.
func (p *Player) FavouriteMethod(kind, id int) bool {
	return slices.Contains(p.FavouriteMethods, methodKey{kind, id})
}

// SetFavouriteMethod adds or removes a favourite. It returns ErrMethod for an unknown method.
func (p *Player) SetFavouriteMethod(kind, id int, on bool) error {
	if _, ok := Method(kind, id); !ok {
		return ErrMethod
	}
	p.FavouriteMethods = Toggle(p.FavouriteMethods, methodKey{kind, id}, on)
	return nil
}

const (
	maxDailyWithdrawals  = 10
	maxVouchers          = 1000 // redeemed vouchers of a world
	providerPageLifetime = 15 * time.Minute

	// Payments with this card number, or with these last two digits of the amount, are declined.
	declinedCard  = "4000000000000002"
	declinedCents = 13
)

// PaymentRequest is a deposit or withdrawal requested by a player.
type PaymentRequest struct {
	Method  *CashMethod
	Amount  bff.MinorUnits
	Fields  map[string]string // by key of CashFields
	Account int               // the player's bank account for a withdrawal; 0 if the method needs none
	Note    string
}

func (q *PaymentRequest) declined() bool {
	return q.Amount%100 == declinedCents || digits(q.Fields["card_number"]) == declinedCard
}

func (p *Player) newPayment(q PaymentRequest, category int, amount bff.MinorUnits) Transaction {
	return Transaction{
		ID: p.world.nextID(), Category: category, Sub: q.Method.Sub, Status: StatusWaiting, Amount: amount,
		Via: methodKey{q.Method.Type, q.Method.ID}, Method: q.Method.Name, At: p.Now(), Note: q.Note,
		Refused: q.declined(), Account: q.Account,
	}
}

// Deposit starts a deposit, which waits if the method takes time or continues at a page of the
// provider.
func (p *Player) Deposit(q PaymentRequest) (*Transaction, error) {
	m := q.Method
	if q.Amount < m.Min || q.Amount > m.Max || (m.Amounts != nil && !slices.Contains(m.Amounts, q.Amount)) {
		return nil, ErrAmount
	}
	if code := q.Fields["voucher"]; code != "" {
		if slices.Contains(p.world.Vouchers, code) {
			return nil, ErrVoucher
		}
		p.world.Vouchers = appendBounded(p.world.Vouchers, maxVouchers, code)
	}
	t := p.newPayment(q, TxDeposit, q.Amount)
	switch {
	case m.Redirects:
		t.Due, t.Refused = p.Now().Add(providerPageLifetime), true // unless the player confirms in time
	case m.Minutes > 0:
		t.Due = p.Now().Add(m.duration())
	case t.Refused:
		return nil, ErrDeclined
	default:
		t.Status = StatusApproved
		p.startKYC(p.Now())
	}
	return p.book(t), nil
}

func (m *CashMethod) duration() time.Duration { return time.Duration(m.Minutes) * time.Minute }

// Withdraw debits the balance and starts a withdrawal, which also waits for a running KYC check.
func (p *Player) Withdraw(q PaymentRequest) (*Transaction, error) {
	today, bonus := midnight(p.Now()), p.activeBonus()
	switch {
	case q.Amount < q.Method.Min || q.Amount > q.Method.Max:
		return nil, ErrAmount
	case q.Amount > p.Balance:
		return nil, ErrFunds
	case bonus != nil && bonus.Used:
		return nil, ErrWagering
	case len(filter(p.Transactions, func(t *Transaction) bool {
		return t.Category == TxWithdrawal && t.Status != StatusRefused && !t.At.Before(today)
	})) >= maxDailyWithdrawals:
		return nil, ErrDaily
	}
	p.Balance -= q.Amount
	t := p.newPayment(q, TxWithdrawal, -q.Amount)
	t.Due = p.Now()
	switch {
	case p.KYC == kycNone: // players without KYC are not paid
		t.Refused, t.Reason = true, "identity"
	case p.KYC == kycPending && p.VerifiedAt.After(t.Due):
		t.Due = p.VerifiedAt
	}
	t.Due = t.Due.Add(q.Method.duration())
	return p.book(t), nil
}

// CancelWithdrawal cancels a waiting withdrawal and returns its money.
func (p *Player) CancelWithdrawal(id int) (*Transaction, error) {
	t, ok := find(p.Transactions, func(t *Transaction) bool { return t.ID == id && t.Category == TxWithdrawal })
	switch {
	case !ok:
		return nil, ErrNoRecords
	case t.Status != StatusWaiting:
		return nil, ErrNotCancellable
	}
	p.Balance -= t.Amount // which is negative
	t.Status, t.After, t.Due = StatusCancelled, p.Balance, time.Time{}
	return t, nil
}

// CheckFields validates the values of the method's fields and returns the first one that is missing
// or invalid.
func (m *CashMethod) CheckFields(values map[string]string) (field string, ok bool) {
	for _, name := range m.Fields {
		f, value := CashFields[name], values[name]
		valid, err := regexp.MatchString(f.Pattern, value)
		if err != nil || !valid || f.Kind == "card" && !luhn(digits(value)) || f.Kind == "national_id" &&
			!ValidNationalID(value) {
			return name, false
		}
	}
	return "", true
}

var nonDigits = regexp.MustCompile(`[^0-9]`)

func digits(s string) string { return nonDigits.ReplaceAllString(s, "") }

// luhn validates the check digit of a card number (ISO/IEC 7812).
func luhn(number string) bool {
	sum := 0
	for i := range len(number) {
		d := int(number[len(number)-1-i] - '0')
		if i%2 == 1 {
			d = d*2%10 + d/5
		}
		sum += d
	}
	return sum%10 == 0
}
