package world

import (
	"errors"
	"slices"
	"strconv"
	"time"

	"croupier/bff"
	"croupier/bff/contract"
)

// Categories of transactions.
const (
	TxDeposit    = contract.TransactionCategoryDeposit
	TxWithdrawal = contract.TransactionCategoryWithdrawal
	TxBet        = contract.TransactionCategoryBet
	TxWin        = contract.TransactionCategoryWin
	TxBonus      = contract.TransactionCategoryBonus
	TxCorrection = contract.TransactionCategoryCorrection
)

// Statuses of transactions.
const (
	StatusWaiting  = contract.TransactionStatusWaiting
	StatusApproved = contract.TransactionStatusApproved
	StatusRefused  = contract.TransactionStatusRefused

	StatusCancelled = contract.TransactionStatusCancelled // a withdrawal, by its player
)

// Subcategories of transactions that the casino books by itself.
const (
	subSlots = iota + 31
	subLive
	subVirtual
	subSport

	subWelcome = 51
	subPrize   = 52
)

// TxCategory is a category of transactions. The phrases "move.<id>", "kind.<id>" and "sub.<id>" are
// its names.
type TxCategory struct {
	ID, Kind int
	Subs     []int
}

// TxCategories are all categories.
var TxCategories = data.Transactions

// TxKind returns the kind of a category.
func TxKind(category int) int {
	c, _ := find(data.Transactions, func(c TxCategory) bool { return c.ID == category })
	return c.Kind
}

// Transaction is a movement of money. Debits are negative.
type Transaction struct {
	ID, Category int
	Sub          int // subcategory
	Status       int
	Amount       bff.MinorUnits
	After        bff.MinorUnits // balance after the transaction
	Via          methodKey      // of a payment; see Payment
	Method       string         // name of the method or game
	Phrase       string         // key of a phrase that replaces Method; may be empty
	At           time.Time
	Note         string
	Key          string // idempotency key of the money call; may be empty

	Due     time.Time     // when a waiting one is settled
	Refused bool          // outcome of a waiting one
	Reason  string        // of the refusal: end of the keys of mail and note
	Account int           // bank account of a withdrawal
	Page    *providerPage // of a payment that continues there; nil for others
}

// Payment returns the method of a payment, nil for other transactions.
func (t *Transaction) Payment() *CashMethod {
	m, _ := Method(t.Via.Type, t.Via.ID)
	return m
}

func (p *Player) post(category, sub int, amount bff.MinorUnits, method, note string) *Transaction {
	return p.book(Transaction{
		ID: p.world.nextID(), Category: category, Sub: sub, Status: StatusApproved,
		Amount: amount, Method: method, At: p.Now(), Note: note,
	})
}

// book adds a transaction, whose amount changes the balance if it is approved.
func (p *Player) book(t Transaction) *Transaction {
	if t.Status == StatusApproved {
		p.Balance += t.Amount
	}
	t.After = p.Balance
	p.Transactions = append(p.Transactions, &t)
	return &t
}

// settle processes everything that is due by the clock. It keeps the newest transactions and all
// waiting ones.
func (p *Player) settle() {
	now := p.Now()
	settled := func(t *Transaction) bool { return t.Status != StatusWaiting }
	p.Transactions = dropOldest(p.Transactions, len(p.Transactions)-maxTransactions, settled)
	due := filter(p.Transactions, func(t *Transaction) bool {
		return t.Status == StatusWaiting && !t.Due.IsZero() && !now.Before(t.Due)
	})
	slices.SortStableFunc(due, func(a, b *Transaction) int { return a.Due.Compare(b.Due) })
	for _, t := range due {
		p.settlePayment(t)
	}
	p.finishKYC(now)
	p.settleBets(now)
	decided := filter(p.Coupons, func(c *Coupon) bool {
		was := c.Status
		return c.update(now) && was == CouponOpen
	})
	slices.SortStableFunc(decided, func(a, b *Coupon) int { return a.Decided.Compare(b.Decided) })
	for _, c := range decided {
		p.payCoupon(c)
	}
	slices.SortStableFunc(p.Rounds, func(a, b Round) int { return a.At.Compare(b.At) })
	for _, b := range p.Bonuses {
		if b.Status != BonusFinished && !b.Expires.IsZero() && !now.Before(b.Expires) {
			p.finishBonus(b, b.Expires)
		}
	}
	p.awardPrizes(now)
}

func (p *Player) settlePayment(t *Transaction) {
	t.Status = StatusApproved
	kind, outcome := "deposit", "approved"
	if t.Refused {
		t.Status, t.Note, outcome = StatusRefused, p.phrase("declined.provider"), "refused"
	}
	switch {
	case t.Category == TxDeposit && !t.Refused:
		p.Balance += t.Amount
		p.startKYC(t.Due)
	case t.Category == TxWithdrawal && t.Refused:
		p.Balance -= t.Amount
		if t.Reason != "" {
			t.Note, outcome = p.phrase("declined."+t.Reason), t.Reason
		}
	}
	if t.Category == TxWithdrawal {
		kind = "withdrawal"
	}
	t.After = p.Balance
	via := t.Payment()
	method := p.world.Catalogue.Texts.MethodName(p.Locale.Lang, via.ID, via.Name)
	p.mail(kind+"."+outcome, t.path(), "", "amount", max(t.Amount, -t.Amount).String(), "method", method)
}

func (t *Transaction) path() string { return transactionsPath + "?transaction=" + strconv.Itoa(t.ID) }

// Bounds of the idempotency records of a player.
const (
	idempotencyLife = 24 * time.Hour
	maxIdempotency  = 200
)

type idempotencyRecord struct {
	Key     string
	Body    string // digest of the request
	At      time.Time
	Answer  []byte
	Refused *Refusal // nil if it succeeded
}

// Once calls f unless the key was used within idempotencyLife. A repeat with the same body gets the
// recorded answer or refusal, with another body ErrKey. Without a key f is always called. Defects
// are not recorded.
func (p *Player) Once(key, body string, f func() ([]byte, error)) ([]byte, error) {
	if key == "" {
		return f()
	}
	p.Idempotency = slices.DeleteFunc(p.Idempotency,
		func(r idempotencyRecord) bool { return p.Now().Sub(r.At) > idempotencyLife })
	if r, ok := find(p.Idempotency, func(r idempotencyRecord) bool { return r.Key == key }); ok {
		switch {
		case r.Body != body:
			return nil, ErrKey
		case r.Refused != nil:
			return nil, r.Refused
		}
		return r.Answer, nil
	}
	answer, err := f()
	var refusal *Refusal
	if err != nil && !errors.As(err, &refusal) {
		return nil, err
	}
	p.Idempotency = appendBounded(p.Idempotency, maxIdempotency, idempotencyRecord{key, body, p.Now(), answer, refusal})
	return answer, err
}
