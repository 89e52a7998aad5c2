package world

import (
	"slices"
	"strconv"
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
	Amount   bff.MinorUnits
	After    bff.MinorUnits // the balance once it was booked
	Via      *CashMethod    // nil where no money came or went
	Method   string         // by name; a game's where money was played for
	Phrase   string         // the key of Method's words, where it has some
	At       time.Time
	Note     string

	due     time.Time // when a waiting one is settled
	refused bool      // how it will be settled
	reason  string    // why it is refused: ends the key of its mail
	account int       // the bank account that it goes to

	answered bool // its player has decided at the provider's page
}

// book moves money at once and remembers it.
func (p *Player) book(category, sub int, amount bff.MinorUnits, method, note string) *Transaction {
	p.Balance += amount
	return p.remember(&Transaction{
		ID: p.world.nextID(), Category: category, Sub: sub, Status: StatusApproved,
		Amount: amount, After: p.Balance, Method: method, At: p.now(), Note: note,
	})
}

// remember keeps the newest movements and all that wait: those hold money.
func (p *Player) remember(t *Transaction) *Transaction {
	p.Transactions = append(p.Transactions, t)
	for extra := len(p.Transactions) - maxTransactions; extra > 0; extra-- {
		oldest := slices.IndexFunc(p.Transactions, func(t *Transaction) bool { return t.Status != StatusWaiting })
		p.Transactions = slices.Delete(p.Transactions, oldest, oldest+1)
	}
	return t
}

// settle brings everything up to date that the clock alone decides.
func (p *Player) settle() {
	now := p.now()
	for _, t := range p.dueBy(now) {
		p.pay(t)
	}
	p.proveIdentity(now)
	p.settleBets(now)
	for _, c := range p.Coupons {
		p.settleCoupon(c, now)
	}
	for _, b := range p.Bonuses {
		p.expireBonus(b, now)
	}
	p.awardPrizes(now)
}

// dueBy lists the waiting movements that are to be settled by now, the earliest first.
func (p *Player) dueBy(now time.Time) (due []*Transaction) {
	for _, t := range p.Transactions {
		if t.Status == StatusWaiting && !t.due.IsZero() && !now.Before(t.due) {
			due = append(due, t)
		}
	}
	slices.SortStableFunc(due, func(a, b *Transaction) int { return a.due.Compare(b.due) })
	return due
}

// pay settles a waiting movement and mails what came of it.
func (p *Player) pay(t *Transaction) {
	t.Status = StatusApproved
	outcome := "approved"
	if t.refused {
		t.Status, outcome = StatusRefused, "refused"
	}
	kind := "deposit"
	if t.Category == MoveWithdrawal {
		kind = "withdrawal"
	}
	switch {
	case t.Category == MoveDeposit && !t.refused:
		p.Balance += t.Amount
		p.showIdentity(t.due)
	case t.Category == MoveWithdrawal && t.refused:
		p.Balance -= t.Amount
		if t.reason != "" {
			outcome = t.reason
		}
	}
	t.After = p.Balance
	p.mail(kind+"."+outcome, t.page(), "",
		"amount", max(t.Amount, -t.Amount).String(), "method", p.world.Catalogue.Texts.MethodName(p.origin.Lang, t.Via))
}

// page is the path of the site that shows the movement.
func (t *Transaction) page() string { return transactionsPath + "?transaction=" + strconv.Itoa(t.ID) }
