package calls

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"croupier/bff"
	"croupier/bff/contract"
	"croupier/bff/mock/world"
)

// movements are the calls about what is in the wallet and what went through it.
var movements = map[string]Func{
	"finance/check_balance":       player(balance),
	"finance/list_transactions":   player(transactions),
	"finance/list_types_frontend": player(kinds),
	"finance/list_categories":     player(moveCategories),
	"finance/list_sub_categories": player(subCategories),
}

type balanceWire struct {
	Balance  bff.MinorUnits `json:"balance"`
	Bonus    bff.MinorUnits `json:"bonus"`
	Currency string         `json:"currency"`
}

func balance(r *Request, p *world.Player) (Reply, error) {
	amount, bonus := r.View.Wallet(p)
	return Reply{Data: []balanceWire{{amount, bonus, world.Currency}}}, nil
}

type transaction struct {
	ID           int            `json:"transaction_id"`
	CategoryID   int            `json:"transaction_category_id"`
	Category     string         `json:"category"`
	SubCategory  string         `json:"sub_category"`
	Type         int            `json:"transaction_type"`
	Status       int            `json:"transaction_status"`
	StatusText   string         `json:"status_text"`
	Amount       bff.MinorUnits `json:"amount"`
	Currency     string         `json:"currency"`
	BalanceAfter bff.MinorUnits `json:"balance_after"`
	Method       string         `json:"method"`
	CreatedAt    string         `json:"created_at"`
	Note         string         `json:"note"`
}

func transactions(r *Request, p *world.Player) (Reply, error) {
	found := newestFirst(r.View.Transactions(p), movementFilter(r.Data))
	if r.Data.text("OrderPar") == contract.OrderByAmount {
		slices.SortStableFunc(found, func(a, b *world.Transaction) int { return cmp.Compare(abs(b.Amount), abs(a.Amount)) })
	}
	if r.Data.number("OrderDir", contract.OrderDirectionNewestFirst) == contract.OrderDirectionOldestFirst {
		slices.Reverse(found)
	}
	return list(r, found, contract.PageSize, func(t *world.Transaction) transaction {
		return transaction{
			ID: t.ID, CategoryID: t.Category, Category: r.say(phrase("move", t.Category)),
			SubCategory: r.say(phrase("sub", t.Sub)), Type: world.MoveKind(t.Category), Status: t.Status,
			StatusText: r.say(phrase("status", t.Status)), Amount: t.Amount, Currency: world.Currency,
			BalanceAfter: t.After, Method: r.method(t), CreatedAt: moment(t.At), Note: t.Note,
		}
	}), nil
}

// method names what a movement went through, in the player's language.
func (r *Request) method(t *world.Transaction) string {
	switch {
	case t.Via != nil:
		return r.methodName(t.Via)
	case t.Phrase != "":
		return r.say(t.Phrase)
	default:
		return t.Method
	}
}

// movementFilter reads the filter of list_transactions; amounts compare without their sign.
func movementFilter(d Data) func(*world.Transaction) bool {
	from, to := d.window()
	least, _ := d.money("searchMinAmount")
	category, kind, status, id := d.number("searchCategory", 0), d.number("searchType", 0), d.number("status", 0), extra(d, "searchID")
	return func(t *world.Transaction) bool {
		return within(t.At, from, to) &&
			(category == 0 || category == t.Category) &&
			(kind == 0 || kind == world.MoveKind(t.Category)) &&
			(status == 0 || status == t.Status) &&
			strings.Contains(strconv.Itoa(t.ID), id) &&
			abs(t.Amount) >= least
	}
}

func abs(k bff.MinorUnits) bff.MinorUnits { return max(k, -k) }

type named struct {
	ID   int    `json:"id"`
	Name string `json:"name"`
}

func names(r *Request, kind string, ids []int) Reply {
	return Reply{Data: each(ids, func(id int) named { return named{id, r.say(phrase(kind, id))} })}
}

func kinds(r *Request, _ *world.Player) (Reply, error) {
	return names(r, "kind", []int{world.KindPayment, world.KindGame, world.KindAdjustment}), nil
}

func moveCategories(r *Request, _ *world.Player) (Reply, error) {
	return names(r, "move", world.MoveCategories), nil
}

func subCategories(r *Request, _ *world.Player) (Reply, error) {
	return names(r, "sub", world.SubCategories(r.Data.number("categoryID", 0))), nil
}
