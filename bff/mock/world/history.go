package world

import (
	"math/rand/v2"
	"slices"
	"strconv"
	"time"

	"croupier/bff"
)

// historyGenerator plays forward from an empty wallet, so that the transactions add up, to the
// balance of the account.
type historyGenerator struct {
	*Player
	rng   *rand.Rand
	id    int
	scale bff.MinorUnits // factor of the stakes and payments
}

// generateHistory generates the history of a until the world's birth. Record ids start at firstID.
func (p *Player) generateHistory(a demoAccount, rng *rand.Rand, firstID int) {
	h := &historyGenerator{Player: p, rng: rng, id: firstID, scale: max(1, a.Balance/250_000)}
	born, past := p.world.Born, a.Past
	for n := range past.Sessions {
		// Sessions are evenly distributed. The last one is yesterday evening.
		ago := day + time.Duration(past.Sessions-1-n)*(days(past.Days)/time.Duration(past.Sessions))
		h.evening(n, midnight(born).Add(-ago).Add(20*time.Hour+time.Duration(rng.IntN(150))*time.Minute))
	}
	if past.Days > 0 {
		h.balance(midnight(born).Add(-10*time.Minute), a.Balance)
	}
	h.coupons(past.Coupons, born)
	for range past.Accounts {
		b, branch, number := pick(rng, Banks), 100+rng.IntN(800), 1_000_000+rng.IntN(8_999_999)
		p.Accounts = append(p.Accounts, newBankAccount(h.nextID(), b, p.FirstName+" "+p.LastName, branch, number))
	}
	h.favourites(past.Sessions)
	p.offerBonuses(born, h.nextID)
	if past.Bonuses { // one finished and one active bonus
		first, second := p.Bonuses[0], p.Bonuses[1]
		first.Status, first.Done, first.Ended = BonusFinished, first.Required, midnight(born).Add(-3*day)
		second.Status, second.Required = BonusActive, a.Bonus*second.Required/second.Amount
		second.Amount, second.Done = a.Bonus, second.Required*2/5
	}
}

func (h *historyGenerator) nextID() int {
	h.id++
	return h.id
}

func (h *historyGenerator) pay(at time.Time, status int, amount bff.MinorUnits, m *CashMethod) {
	category := TxDeposit
	if m.Type == CashWithdraw {
		category = TxWithdrawal
	}
	h.book(Transaction{
		ID: h.nextID(), Category: category, Sub: m.Sub, Status: status,
		Amount: amount, Method: m.Name, At: at, Via: methodKey{m.Type, m.ID},
	})
}

// evening generates session n: login, deposit if the balance is low, games, sometimes a withdrawal,
// paid or refused.
func (h *historyGenerator) evening(n int, at time.Time) {
	if n%5 == 4 {
		h.Logins = append(h.Logins,
			LoginRecord{At: at.Add(-20 * time.Second), IP: "203.0.113." + strconv.Itoa(10+n%200), Device: "desktop"})
	}
	h.Logins = append(h.Logins, LoginRecord{
		At: at, IP: "203.0.113." + strconv.Itoa(10+h.rng.IntN(80)), Device: pick(h.rng, []string{"desktop", "mobile"}),
		Success: true,
	})
	if h.Balance < 20_000*h.scale {
		m := h.method(CashDeposit)
		if h.rng.IntN(9) == 0 {
			h.pay(at, StatusRefused, 50_000*h.scale, m)
		}
		h.pay(at.Add(2*time.Minute), StatusApproved, bff.MinorUnits(4+h.rng.IntN(8))*25_000*h.scale, m)
	}
	at = at.Add(5 * time.Minute)
	for range 1 + h.rng.IntN(3) {
		at = h.play(at, pick(h.rng, h.world.Catalogue.Slots).Game)
	}
	if h.rng.IntN(3) == 0 {
		at = h.play(at, pick(h.rng, h.world.Catalogue.Tables).Game)
	}
	if amount := h.Balance / 3 / 1000 * 1000; n%4 == 3 && amount > 0 {
		m, status := h.method(CashWithdraw), StatusApproved
		if n%8 == 3 {
			status = StatusRefused
		}
		h.pay(at.Add(10*time.Minute), status, -amount, m)
	}
}

func (h *historyGenerator) method(kind int) *CashMethod {
	for {
		if m := pick(h.rng, CashMethods); m.Type == kind {
			return m
		}
	}
}

func (h *historyGenerator) play(at time.Time, g Game) time.Time {
	stake := min(g.MaxBet, max(g.MinBet, bff.MinorUnits(1+h.rng.IntN(10))*200*min(h.scale, 20)))
	for range 3 + h.rng.IntN(8) {
		if stake > h.Balance {
			break
		}
		at = at.Add(time.Duration(6+h.rng.IntN(50)) * time.Second)
		id := roundID(h.nextID())
		move := Transaction{ID: h.nextID(), Category: TxBet, Sub: g.sub(), Status: StatusApproved, Amount: -stake}
		move.Method, move.At, move.Note = g.Name, at, id
		h.book(move)
		win := h.win(stake)
		if win > 0 {
			move.ID, move.Category, move.Amount = h.nextID(), TxWin, win
			h.book(move)
		}
		h.Rounds = append(h.Rounds, Round{id, g, stake, win, at})
	}
	return at
}

func (h *historyGenerator) win(stake bff.MinorUnits) bff.MinorUnits {
	switch n := h.rng.IntN(100); {
	case n < 62:
		return 0
	case n < 85:
		return stake * bff.MinorUnits(50+h.rng.IntN(100)) / 100
	case n < 98:
		return stake * bff.MinorUnits(2+h.rng.IntN(5))
	default:
		return stake * bff.MinorUnits(10+h.rng.IntN(30))
	}
}

func (h *historyGenerator) balance(at time.Time, balance bff.MinorUnits) {
	diff := balance - h.Balance
	m, _ := Method(CashDeposit, 11)
	if diff < 0 {
		m, _ = Method(CashWithdraw, 61)
	}
	h.pay(at, StatusApproved, diff, m)
	slices.SortStableFunc(h.Transactions, func(a, b *Transaction) int { return a.At.Compare(b.At) })
}

// coupons adds coupons, the last ones on upcoming matches. Their stakes and payouts predate the
// transactions.
func (h *historyGenerator) coupons(n int, born time.Time) {
	for i := range n {
		at := born.Add(-time.Duration(n-i-1) * 17 * time.Hour).Add(-2 * time.Hour).Truncate(time.Minute)
		c := newCoupon(h.world.Catalogue, h.rng, h.nextID(), at, bff.MinorUnits(1+h.rng.IntN(20))*1000)
		c.update(born)
		h.Coupons = append(h.Coupons, c)
	}
}

func (h *historyGenerator) favourites(n int) {
	for range min(n, 12) {
		h.Slots = Toggle(h.Slots, pick(h.rng, h.world.Catalogue.Slots[:popularSlots]).ID, true)
		if len(h.Tables) < 6 {
			h.Tables = Toggle(h.Tables, pick(h.rng, h.world.Catalogue.Tables).ID, true)
		}
	}
	if n > 0 {
		h.FavouriteMethods = []methodKey{{CashDeposit, 12}, {CashDeposit, 31}, {CashWithdraw, 61}}
	}
}
