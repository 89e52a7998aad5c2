package world

import (
	"time"

	"croupier/bff"
	"croupier/bff/contract"
)

// Categories of movements (calls.md §2 Money).
const (
	MoveDeposit    = contract.TransactionCategoryDeposit
	MoveWithdrawal = contract.TransactionCategoryWithdrawal
	MoveBet        = contract.TransactionCategoryBet
	MoveWin        = contract.TransactionCategoryWin
	MoveBonus      = contract.TransactionCategoryBonus
	MoveCorrection = contract.TransactionCategoryCorrection
)

// States of a movement (calls.md §2 Money).
const (
	StatusWaiting  = contract.TransactionStatusWaiting
	StatusApproved = contract.TransactionStatusApproved
	StatusRefused  = contract.TransactionStatusRefused
)

// Transaction is one movement of money. What leaves the wallet is negative.
type Transaction struct {
	ID       int
	Category int
	Sub      int // sub category, see SubCategories
	Status   int
	Amount   bff.Kurus
	After    bff.Kurus // the balance once it was booked
	Method   string    // by name; a game's where money was played for
	At       time.Time
	Note     string

	due     time.Time // when a waiting one is settled
	refused bool      // how it will be settled
}

// book moves money at once and remembers it.
func (p *Player) book(category, sub int, amount bff.Kurus, method, note string) *Transaction {
	p.Balance += amount
	return p.remember(&Transaction{
		ID: p.world.nextID(), Category: category, Sub: sub, Status: StatusApproved,
		Amount: amount, After: p.Balance, Method: method, At: p.now(), Note: note,
	})
}

func (p *Player) remember(t *Transaction) *Transaction {
	if p.Transactions = append(p.Transactions, t); len(p.Transactions) > maxTransactions {
		p.Transactions = p.Transactions[len(p.Transactions)-maxTransactions:]
	}
	return t
}

// Deposit asks for money to be paid in through m. Methods that take time leave it waiting;
// the world's clock settles it.
func (p *Player) Deposit(m *CashMethod, amount bff.Kurus, note string) (*Transaction, error) {
	if amount < m.Min || amount > m.Max {
		return nil, ErrAmount
	}
	if m.Minutes == 0 {
		return p.book(MoveDeposit, m.Sub, amount, m.Name, note), nil
	}
	return p.remember(&Transaction{
		ID: p.world.nextID(), Category: MoveDeposit, Sub: m.Sub, Status: StatusWaiting, Amount: amount,
		After: p.Balance, Method: m.Name, At: p.now(), Note: note, due: p.now().Add(time.Duration(m.Minutes) * time.Minute),
	}), nil
}

// Withdraw takes money out of the wallet and leaves it waiting to be paid out. It fails
// with ErrFunds where the wallet does not hold it.
func (p *Player) Withdraw(m *CashMethod, amount bff.Kurus, note string) (*Transaction, error) {
	if amount < m.Min || amount > m.Max {
		return nil, ErrAmount
	}
	if amount > p.Balance {
		return nil, ErrFunds
	}
	t := p.book(MoveWithdrawal, m.Sub, -amount, m.Name, note)
	t.Status, t.due = StatusWaiting, p.now().Add(time.Duration(m.Minutes)*time.Minute)
	// Nobody is paid out whose identity was never shown.
	t.refused = p.KYC == "none"
	return t, nil
}

// settle brings everything up to date that the clock alone decides.
func (p *Player) settle() {
	now := p.now()
	for _, t := range p.Transactions {
		if t.Status == StatusWaiting && !t.due.IsZero() && !now.Before(t.due) {
			p.pay(t)
		}
	}
	p.settleBets(now)
	for _, c := range p.Coupons {
		p.settleCoupon(c, now)
	}
	for _, b := range p.Bonuses {
		p.expireBonus(b, now)
	}
}

func (p *Player) pay(t *Transaction) {
	t.Status = StatusApproved
	if t.refused {
		t.Status = StatusRefused
	}
	switch {
	case t.Category == MoveDeposit && !t.refused:
		p.Balance += t.Amount
	case t.Category == MoveWithdrawal && t.refused:
		p.Balance -= t.Amount
	}
	t.After = p.Balance
}
