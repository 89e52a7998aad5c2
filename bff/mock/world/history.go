package world

import (
	"math/rand/v2"
	"sort"
	"strconv"
	"time"

	"croupier/bff"
)

// life writes a ready account's past: what its books say must add up, so the past is
// played forward from an empty wallet and ends at the account's balance.
type life struct {
	p     *Player
	rng   *rand.Rand
	id    int
	scale bff.MinorUnits // how big the player plays
}

// live gives p the past of a, ending when the world was born. Its records are numbered from firstID.
func (p *Player) live(a ready, rng *rand.Rand, firstID int) {
	l := &life{p: p, rng: rng, id: firstID, scale: max(1, a.balance/250_000)}
	born := p.world.born
	for n := range a.past.sittings {
		// Sittings spread evenly over the past, the last one yesterday evening.
		ago := day + time.Duration(a.past.sittings-1-n)*time.Duration(a.past.days)*day/time.Duration(a.past.sittings)
		l.sitting(n, midnight(born).Add(-ago).Add(20*time.Hour+time.Duration(rng.IntN(150))*time.Minute))
	}
	if a.past.days > 0 {
		l.closing(midnight(born).Add(-10*time.Minute), a.balance)
	}
	l.coupons(a.past.coupons, born)
	l.accounts(a.past.accounts)
	l.favourites(a.past.sittings)
	l.bonuses(a, born)
}

func (l *life) next() int {
	l.id++
	return l.id
}

func (l *life) book(at time.Time, category, sub, status int, amount bff.MinorUnits, method, note string) *Transaction {
	if status == StatusApproved {
		l.p.Balance += amount
	}
	t := &Transaction{
		ID: l.next(), Category: category, Sub: sub, Status: status, Amount: amount,
		After: l.p.Balance, Method: method, At: at, Note: note,
	}
	l.p.Transactions = append(l.p.Transactions, t)
	return t
}

// pay is money that came or went through m.
func (l *life) pay(at time.Time, status int, amount bff.MinorUnits, m *CashMethod) {
	category := MoveDeposit
	if m.Type == CashWithdraw {
		category = MoveWithdrawal
	}
	l.book(at, category, m.Sub, status, amount, m.Name, "").Via = m
}

// sitting is evening n: log in, pay in where the wallet is low, play, pay out now and then.
// Every second paying out is refused, as the notifications want some.
func (l *life) sitting(n int, at time.Time) {
	if n%5 == 4 {
		// A slip of the finger.
		l.p.Logins = append(l.p.Logins, LoginRecord{At: at.Add(-20 * time.Second), IP: "203.0.113." + strconv.Itoa(10+n), Device: "desktop"})
	}
	l.p.Logins = append(l.p.Logins, LoginRecord{At: at, IP: "203.0.113." + strconv.Itoa(10+l.rng.IntN(80)), Device: pick(l.rng, []string{"desktop", "mobile"}), Success: true})
	if l.p.Balance < 20_000*l.scale {
		m := l.payment(CashDeposit)
		if l.rng.IntN(9) == 0 {
			l.pay(at, StatusRefused, 50_000*l.scale, m)
		}
		l.pay(at.Add(2*time.Minute), StatusApproved, bff.MinorUnits(4+l.rng.IntN(8))*25_000*l.scale, m)
	}
	at = at.Add(5 * time.Minute)
	for range 1 + l.rng.IntN(3) {
		at = l.play(at, pick(l.rng, l.p.world.Catalogue.Slots).AsGame())
	}
	if l.rng.IntN(3) == 0 {
		at = l.play(at, pick(l.rng, l.p.world.Catalogue.Tables).AsGame())
	}
	if amount := l.p.Balance / 3 / 1000 * 1000; n%4 == 3 && amount > 0 {
		m, status := l.payment(CashWithdraw), StatusApproved
		if n%8 == 3 {
			status = StatusRefused
		}
		l.pay(at.Add(10*time.Minute), status, -amount, m)
	}
}

func (l *life) payment(kind int) *CashMethod {
	for {
		if m := &CashMethods[l.rng.IntN(len(CashMethods))]; m.Type == kind {
			return m
		}
	}
}

// play is a handful of rounds at one game.
func (l *life) play(at time.Time, g Game) time.Time {
	stake := min(g.MaxBet, max(g.MinBet, bff.MinorUnits(1+l.rng.IntN(10))*200*min(l.scale, 20)))
	sub := subOfKind[g.Kind]
	for range 3 + l.rng.IntN(8) {
		if stake > l.p.Balance {
			break
		}
		at = at.Add(time.Duration(6+l.rng.IntN(50)) * time.Second)
		id := roundID(l.next())
		l.book(at, MoveBet, sub, StatusApproved, -stake, g.Name, id)
		win := l.win(stake)
		if win > 0 {
			l.book(at, MoveWin, sub, StatusApproved, win, g.Name, id)
		}
		l.p.Rounds = append(l.p.Rounds, Round{ID: id, GameID: g.ID, Kind: g.Kind, Name: g.Name, Provider: g.Provider, Bet: stake, Win: win, At: at})
	}
	return at
}

func (l *life) win(stake bff.MinorUnits) bff.MinorUnits {
	switch n := l.rng.IntN(100); {
	case n < 62:
		return 0
	case n < 85:
		return stake * bff.MinorUnits(50+l.rng.IntN(100)) / 100
	case n < 98:
		return stake * bff.MinorUnits(2+l.rng.IntN(5))
	default:
		return stake * bff.MinorUnits(10+l.rng.IntN(30))
	}
}

// closing brings the books to the balance that the account is known to have.
func (l *life) closing(at time.Time, balance bff.MinorUnits) {
	in, _ := Method(CashDeposit, 11)
	out, _ := Method(CashWithdraw, 61)
	switch diff := balance - l.p.Balance; {
	case diff > 0:
		l.pay(at, StatusApproved, diff, in)
	case diff < 0:
		l.pay(at, StatusApproved, diff, out)
	}
	sort.SliceStable(l.p.Transactions, func(i, k int) bool { return l.p.Transactions[i].At.Before(l.p.Transactions[k].At) })
}

// coupons places sports bets, the last ones on matches still to come. Their stakes were
// paid before the books began, so those that are over are settled without a movement.
func (l *life) coupons(n int, born time.Time) {
	for i := range n {
		at := born.Add(-time.Duration(n-i-1) * 17 * time.Hour).Add(-2 * time.Hour).Truncate(time.Minute)
		c := newCoupon(l.p.world.Catalogue, l.rng, l.next(), at, bff.MinorUnits(1+l.rng.IntN(20))*1000)
		c.decide(born)
		l.p.Coupons = append(l.p.Coupons, c)
	}
}

func (l *life) accounts(n int) {
	for range n {
		b := pick(l.rng, Banks)
		branch, number := strconv.Itoa(100+l.rng.IntN(800)), strconv.Itoa(1_000_000+l.rng.IntN(8_999_999))
		l.p.Accounts = append(l.p.Accounts, &BankAccount{
			ID: l.next(), Bank: b, Owner: l.p.FirstName + " " + l.p.LastName,
			BranchCode: branch, AccountNumber: number, IBAN: iban(b, branch, number),
		})
	}
}

func (l *life) favourites(n int) {
	for range min(n, 12) {
		l.p.Slots = Toggle(l.p.Slots, pick(l.rng, l.p.world.Catalogue.Slots[:popularSlots]).ID, true)
		if len(l.p.Tables) < 6 {
			l.p.Tables = Toggle(l.p.Tables, pick(l.rng, l.p.world.Catalogue.Tables).ID, true)
		}
	}
	if n > 0 {
		l.p.cash[favouriteMethod{CashDeposit, 12}] = true
		l.p.cash[favouriteMethod{CashDeposit, 31}] = true
		l.p.cash[favouriteMethod{CashWithdraw, 61}] = true
	}
}

// bonuses lets who has a past have played one offer through and be at another.
func (l *life) bonuses(a ready, born time.Time) {
	l.p.offer(born, l.next)
	if !a.past.bonuses {
		return
	}
	first, second := l.p.Bonuses[0], l.p.Bonuses[1]
	first.Status, first.Done = BonusFinished, first.Required
	second.Status, second.Required = BonusActive, a.bonus*second.Required/second.Amount
	second.Amount, second.Done = a.bonus, second.Required*2/5
}
