package calls

import (
	"croupier/bff"
	"croupier/bff/contract"
	"croupier/bff/mock/world"
)

var bonuses = map[string]Func{
	"user/list_bonuses": player(listBonuses),
	"user/claim_bonus":  player(once("user/claim_bonus", onBonus(world.View.ClaimBonus))),
	"user/cancel_bonus": player(once("user/cancel_bonus", onBonus(world.View.CancelBonus))),
}

type bonus struct {
	BonusID       int            `json:"bonusID"`
	Title         string         `json:"title"`
	HTML          string         `json:"html"`
	Amount        bff.MinorUnits `json:"amount"`
	Currency      string         `json:"currency"`
	WagerRequired bff.MinorUnits `json:"wager_required"`
	WagerDone     bff.MinorUnits `json:"wager_done"`
	ExpiresAt     any            `json:"expires_at"`
	Status        string         `json:"status"`
}

func wireBonus(r *Request) func(*world.Bonus) bonus {
	return func(b *world.Bonus) bonus {
		return bonus{
			BonusID: b.ID, Title: r.say("bonus." + b.Key + ".title"), HTML: "<p>" + r.say("bonus."+b.Key+".text") + "</p>",
			Amount: b.Amount, Currency: world.Currency, WagerRequired: b.Required, WagerDone: b.Done,
			ExpiresAt: momentOrNull(b.Expires), Status: b.Status,
		}
	}
}

func listBonuses(r *Request, p *world.Player) (Reply, error) {
	status := r.Data.text("status")
	found := newestFirst(r.View.Bonuses(p), func(b *world.Bonus) bool { return status == "" || status == b.Status })
	return list(r, found, contract.PageSize, wireBonus(r)), nil
}

func onBonus(f func(world.View, *world.Player, int) (*world.Bonus, error)) func(*Request, *world.Player) (Reply, error) {
	return func(r *Request, p *world.Player) (Reply, error) {
		b, err := f(r.View, p, r.Data.number("bonusID", 0))
		if err != nil {
			return Reply{}, err
		}
		return Reply{Data: wireBonus(r)(b)}, nil
	}
}
