package calls

import (
	"slices"
	"time"

	"croupier/bff"
	"croupier/bff/contract"
	"croupier/bff/mock/world"
)

var others = map[string]Func{
	"virtualgames/init_game":   player(openVirtual),
	"habanero/getJackpots":     jackpots,
	"betframe/getCoupons":      player(coupons),
	"crm/list_mass_messages":   player(messages),
	"system/ping":              player(func(*Request, *world.Player) (Reply, error) { return Reply{}, nil }),
	"maintenance/check_status": func(*Request) (Reply, error) { return Reply{Data: maintenance{}}, nil },
}

// maintenance says that nothing is under maintenance: where something is, a scenario
// answers in the call's place.
type maintenance struct {
	Message *string `json:"message"`
	Until   *string `json:"until"`
}

func openVirtual(r *Request, p *world.Player) (Reply, error) {
	g, ok := r.catalogue().VirtualGame(r.Data.number("providerID", 0), r.Data.text("type"))
	if !ok {
		return Reply{}, world.ErrNoRecords
	}
	return started(r, p, g, false), nil
}

type coupon struct {
	CouponID    int            `json:"couponID"`
	CreatedAt   string         `json:"created_at"`
	Type        string         `json:"type"`
	Stake       bff.MinorUnits `json:"stake"`
	Odds        bff.MinorUnits `json:"odds"` // hundredths, as money is
	PossibleWin bff.MinorUnits `json:"possibleWin"`
	Win         bff.MinorUnits `json:"win"`
	Status      string         `json:"status"`
	Events      []couponEvent  `json:"events"`
}

type couponEvent struct {
	Match    string         `json:"match"`
	Market   string         `json:"market"`
	Pick     string         `json:"pick"`
	Odd      bff.MinorUnits `json:"odd"`
	Status   string         `json:"status"`
	StartsAt string         `json:"starts_at"`
}

func coupons(r *Request, p *world.Player) (Reply, error) {
	from, to := r.Data.window()
	status := r.Data.text("status")
	found := newestFirst(r.View.Coupons(p), func(c *world.Coupon) bool {
		return within(c.At, from, to) && (status == "" || status == c.Status)
	})
	return list(r, found, contract.PageSize, func(c *world.Coupon) coupon {
		return coupon{
			CouponID: c.ID, CreatedAt: moment(c.At), Type: c.Kind(), Stake: c.Stake,
			Odds: bff.MinorUnits(c.Odds()), PossibleWin: c.PossibleWin(), Win: c.Win, Status: c.Status,
			Events: each(c.Events, func(e world.CouponEvent) couponEvent {
				names := r.World.Catalogue
				return couponEvent{
					e.Match, names.MarketName(r.Lang, e.Sport(), e.Market), names.PickName(r.Lang, e.Pick),
					bff.MinorUnits(e.Odd), e.Status, moment(e.Starts),
				}
			}),
		}
	}), nil
}

type message struct {
	ID        int    `json:"id"`
	Title     string `json:"title"`
	HTML      string `json:"html"`
	CreatedAt string `json:"created_at"`
	Read      bool   `json:"read"`
}

// messages counts as read what was there when the player came last.
func messages(r *Request, p *world.Player) (Reply, error) {
	told := append(p.News(), r.View.Messages(r.World.Catalogue, p.Now())...)
	slices.SortStableFunc(told, func(a, b world.Message) int { return b.At.Compare(a.At) })
	return list(r, told, contract.PageSize, func(m world.Message) message {
		return message{
			ID: m.ID, Title: r.say("message."+m.Key+".title", m.Words...),
			HTML: "<p>" + r.say("message."+m.Key+".text", m.Words...) + "</p>", CreatedAt: moment(m.At), Read: before(m.At, p.LastLogin),
		}
	}), nil
}

func before(t, limit time.Time) bool { return !limit.IsZero() && t.Before(limit) }
