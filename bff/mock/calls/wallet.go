package calls

import (
	"cmp"
	"maps"
	"slices"
	"strconv"
	"strings"

	"croupier/bff"
	"croupier/bff/contract"
	"croupier/bff/internal/lists"
	"croupier/bff/mock/world"
)

var walletCalls = map[string]playerFunc{
	"finance/check_balance": func(r *Request, p *world.Player) (Reply, error) {
		balance, bonus := r.View.Balances(p)
		return answer([]object{{"balance": balance, "bonus": bonus, "currency": world.Currency}})
	},
	"finance/list_transactions":   transactions,
	"finance/list_types_frontend": named("kind", func(c world.TxCategory) []int { return []int{c.Kind} }),
	"finance/list_categories":     named("move", func(c world.TxCategory) []int { return []int{c.ID} }),
	"finance/list_sub_categories": named("sub", func(c world.TxCategory) []int { return c.Subs }),
	"betframe/getCoupons":         coupons,
	"user/list_bonuses": func(r *Request, p *world.Player) (Reply, error) {
		status := r.Data.string("status")
		found := newestFirst(r.View.Bonuses(p), func(b *world.Bonus) bool { return matches(status, b.Status) })
		return list(r, found, contract.PageSize, func(b *world.Bonus) object { return bonus(r, b) })
	},

	"finance/list_cash_methods_new": func(r *Request, p *world.Player) (Reply, error) {
		return answer(object{"methods_list": cashMethods(r, p, nil)})
	},
	"finance/list_cash_methods": func(r *Request, p *world.Player) (Reply, error) {
		all := !r.Data.bool("favorites")
		return answer(cashMethods(r, p,
			func(m *world.CashMethod) bool { return all || p.FavouriteMethod(m.Type, m.ID) }))
	},
	"finance/list_highlighted_cash_methods": func(r *Request, p *world.Player) (Reply, error) {
		return answer(cashMethods(r, p, func(m *world.CashMethod) bool { return m.Highlighted }))
	},
	"finance/add_favorite_cash_method":    setFavouriteMethod(true),
	"finance/remove_favorite_cash_method": setFavouriteMethod(false),
	"finance/check_favorite_cash_method": func(r *Request, p *world.Player) (Reply, error) {
		return answer(object{"isFavorite": bit(p.FavouriteMethod(r.Data.int("Type", world.CashDeposit),
			r.Data.int("id", 0)))})
	},
	"envoy/getDepositAmounts": func(r *Request, _ *world.Player) (Reply, error) {
		for _, m := range world.CashMethods {
			if m.BankCode != "" && m.BankCode == r.Data.string("bankcode") {
				amounts := m.Amounts
				if amounts == nil {
					amounts = []bff.MinorUnits{m.Min, m.Min * 2, m.Min * 5, m.Min * 10, m.Min * 20}
				}
				return answer(object{"amounts": amounts})
			}
		}
		return refuse(world.ErrNoRecords)
	},
}

func transactions(r *Request, p *world.Player) (Reply, error) {
	found := newestFirst(r.View.Transactions(p), transactionFilter(r.Data))
	if r.Data.string("OrderPar") == contract.OrderByAmount {
		slices.SortStableFunc(found,
			func(a, b *world.Transaction) int { return cmp.Compare(abs(b.Amount), abs(a.Amount)) })
	}
	if r.Data.int("OrderDir", contract.OrderDirectionNewestFirst) == contract.OrderDirectionOldestFirst {
		slices.Reverse(found)
	}
	return list(r, found, contract.PageSize, func(t *world.Transaction) object {
		method := t.Method
		switch {
		case t.Payment() != nil:
			method = r.methodName(t.Payment())
		case t.Phrase != "":
			method = r.text(t.Phrase)
		}
		out := object{
			"transaction_id": t.ID, "transaction_category_id": t.Category,
			"category": r.text(phrase("move", t.Category)), "sub_category": r.text(phrase("sub", t.Sub)),
			"transaction_type": world.TxKind(t.Category), "transaction_status": t.Status,
			"status_text": r.text(phrase("status", t.Status)), "amount": t.Amount, "currency": world.Currency,
			"balance_after": t.After, "method": method, "created_at": dateTime(t.At), "note": t.Note,
		}
		if t.Key != "" {
			out["idempotency_key"] = t.Key
		}
		return out
	})
}

// transactionFilter reads the filter of list_transactions. It compares absolute amounts.
func transactionFilter(d Data) func(*world.Transaction) bool {
	within, id := d.period(), d.scalar("searchID")
	least, _ := d.money("searchMinAmount")
	category, kind, status := d.int("searchCategory", 0), d.int("searchType", 0), d.int("status", 0)
	sub := d.int("searchSubCategory", 0)
	return func(t *world.Transaction) bool {
		return within(t.At) && matches(category, t.Category) && matches(kind, world.TxKind(t.Category)) &&
			matches(sub, t.Sub) && matches(status, t.Status) && strings.Contains(strconv.Itoa(t.ID), id) &&
			abs(t.Amount) >= least
	}
}

func abs(n bff.MinorUnits) bff.MinorUnits { return max(n, -n) }

// named answers ids of the requested category of transactions, by default of all, with their
// phrases.
func named(kind string, of func(world.TxCategory) []int) playerFunc {
	return func(r *Request, _ *world.Player) (Reply, error) {
		var ids []int
		for _, c := range world.TxCategories {
			if matches(r.Data.int("categoryID", 0), c.ID) {
				ids = append(ids, of(c)...)
			}
		}
		slices.Sort(ids)
		return answer(lists.Map(slices.Compact(ids),
			func(id int) object { return object{"id": id, "name": r.text(phrase(kind, id))} }))
	}
}

func bonus(r *Request, b *world.Bonus) object {
	return object{
		"bonusID": b.ID, "title": r.text("bonus." + b.Key + ".title"), "html": r.paragraph("bonus." + b.Key + ".text"),
		"amount": b.Amount, "currency": world.Currency, "wager_required": b.Required, "wager_done": b.Done,
		"expires_at": dateTimeOrNull(b.Expires), "ended_at": dateTimeOrNull(b.Ended), "status": b.Status,
	}
}

func (r *Request) methodName(m *world.CashMethod) string {
	return r.World.Catalogue.Texts.MethodName(r.Lang, m.ID, m.Name)
}

// cashMethods lists the methods of a direction that pass keep, nil for all: ungrouped ones, then
// the groups.
func cashMethods(r *Request, p *world.Player, keep func(*world.CashMethod) bool) []object {
	kind, id := r.Data.int("Type", world.CashDeposit), r.Data.int("methodID", 0)
	out, members := []object{}, map[int][]object{}
	for _, m := range world.CashMethods {
		if m.Type != kind || (id != 0 && id != m.ID && id != m.Group) || keep != nil && !keep(m) {
			continue
		}
		o := object{
			"id": m.ID, "name": r.methodName(m), "logo": r.picture("method", m.Logo), "transferType": m.Transfer,
		}
		properties := methodProperties(r, p, m)
		if m.Group == 0 {
			o["type"], o["properties"] = "single", properties
			out = append(out, o)
			continue
		}
		maps.Copy(o, properties)
		members[m.Group] = append(members[m.Group], o)
	}
	for _, g := range world.CashGroups {
		if len(members[g.ID]) > 0 {
			out = append(out, object{
				"type": "group", "id": g.ID, "name": r.World.Catalogue.Texts.MethodName(r.Lang, g.ID, g.Name),
				"logo": r.picture("method", g.Logo), "methods": members[g.ID],
			})
		}
	}
	return out
}

func methodProperties(r *Request, p *world.Player, m *world.CashMethod) object {
	o := object{
		"isFavorite": bit(p.FavouriteMethod(m.Type, m.ID)), "min": m.Min, "max": m.Max, "fee": m.Fee,
		"duration": m.Minutes, "quick": m.Quick, "qr": m.QR,
		"fields": lists.Map(m.Fields, func(name string) object {
			f := world.CashFields[name]
			return object{
				"name": name, "label": r.text("field." + f.Label), "kind": f.Kind, "required": true,
				"pattern": f.Pattern,
			}
		}),
	}
	if m.Amounts != nil {
		o["amounts"] = m.Amounts
	}
	if m.BankCode != "" {
		o["bankcode"] = m.BankCode
	}
	return o
}

func setFavouriteMethod(on bool) playerFunc {
	return func(r *Request, p *world.Player) (Reply, error) {
		if err := p.SetFavouriteMethod(r.Data.int("Type", world.CashDeposit), r.Data.int("id", 0), on); err != nil {
			return refuse(err)
		}
		return favouriteReply(on), nil
	}
}
