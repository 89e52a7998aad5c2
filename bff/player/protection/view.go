package protection

import (
	"slices"
	"time"

	"croupier/bff"
	"croupier/bff/contract"
)

// The data of the calls (LimitsAnswer and LimitsHistoryAnswer of the contract).
type (
	stateView struct {
		Limits       []limitView `json:"limits"`
		Kinds        []Kind      `json:"kinds"`
		Required     bool        `json:"deposit_limit_required"`
		RealityCheck int         `json:"reality_check_minutes"`
		CoolOff      *untilView  `json:"cool_off,omitempty"`
		Exclusion    *untilView  `json:"exclusion,omitempty"`
	}
	limitView struct {
		ID
		Amount  *bff.MinorUnits `json:"amount,omitempty"`
		Minutes *int64          `json:"minutes,omitempty"`
		Used    any             `json:"used"`
		Left    any             `json:"left"`
		Renews  string          `json:"renews"`
		AsOf    string          `json:"as_of,omitempty"`
		Pending map[string]any  `json:"pending,omitempty"`

		ByPlatform bool `json:"set_by_platform,omitempty"`
	}
	untilView struct {
		Until *string `json:"until"`
	}
	changeView struct {
		At      string          `json:"at"`
		By      string          `json:"by"`
		Name    ChangeName      `json:"change"`
		Kind    Kind            `json:"kind,omitempty"`
		Period  Period          `json:"period,omitempty"`
		Amount  *bff.MinorUnits `json:"amount,omitempty"`
		Minutes *int64          `json:"minutes,omitempty"`
		Until   any             `json:"until,omitempty"`
	}
)

// kinds returns the kinds that can be set.
func kinds(tellsRounds bool) []Kind {
	if tellsRounds {
		return []Kind{KindDeposit, KindLoss, KindStake, KindSessionTime}
	}
	return []Kind{KindDeposit, KindSessionTime}
}

func viewOf(p *Player, now time.Time, rules Rules, tellsRounds bool) stateView {
	out := stateView{Limits: []limitView{}, Kinds: kinds(tellsRounds), Required: rules.DepositLimit, RealityCheck: p.RealityCheck(rules)}
	for _, l := range p.InForce() {
		out.Required = out.Required && l.Kind != KindDeposit
		view := limitView{
			ID: l.ID, Used: inUnit(l.Kind, p.Used(&l, now, rules)), Left: inUnit(l.Kind, p.Left(&l, now, rules)),
			Renews: moment(l.Period.End(now, rules.Zone), rules), ByPlatform: p.isByPlatform(&l),
		}
		view.Amount, view.Minutes = valueView(l.Kind, l.Value)
		if (l.Kind == KindLoss || l.Kind == KindStake) && !p.RoundsAsOf.IsZero() {
			view.AsOf = moment(p.RoundsAsOf, rules)
		}
		if l.isPending(now) {
			view.Pending = pendingView(&l, now, rules)
		}
		out.Limits = append(out.Limits, view)
	}
	if end := p.BreakEnd(); now.Before(end) {
		until := moment(end, rules)
		out.CoolOff = &untilView{&until}
	}
	switch end, forever := p.ExclusionEnd(); {
	case forever:
		out.Exclusion = &untilView{}
	case now.Before(end):
		until := moment(end, rules)
		out.Exclusion = &untilView{&until}
	}
	return out
}

func pendingView(l *Limit, now time.Time, rules Rules) map[string]any {
	field := "amount"
	if l.Kind == KindSessionTime {
		field = "minutes"
	}
	out := map[string]any{field: nil, "from": moment(l.Pending.From, rules), "until": moment(l.Pending.From.Add(ConfirmWithin), rules), "ready": !now.Before(l.Pending.From)}
	if !l.Pending.Removal {
		out[field] = inUnit(l.Kind, l.Pending.Value)
	}
	return out
}

// valueView returns the value of a limit as an amount or as minutes.
func valueView(kind Kind, value int64) (amount *bff.MinorUnits, minutes *int64) {
	if kind == KindSessionTime {
		return nil, &value
	}
	return (*bff.MinorUnits)(&value), nil
}

// historyOf returns the changes of a player, the newest first. Which account of staff made one is no concern of the player.
func historyOf(p *Player, rules Rules) []changeView {
	out := []changeView{}
	for _, c := range slices.Backward(p.History) {
		view := changeView{At: moment(c.At, rules), By: "player", Name: c.Name}
		if c.By != "" {
			view.By = "staff"
		}
		switch {
		case c.ID != nil:
			view.Kind, view.Period = c.ID.Kind, c.ID.Period
			if c.Value > 0 {
				view.Amount, view.Minutes = valueView(c.ID.Kind, c.Value)
			}
		case c.Name == ChangeRealityCheck:
			view.Minutes = &c.Value
		case c.Name == ChangeExclusion && c.Until.IsZero():
			view.Until = (*string)(nil)
		case !c.Until.IsZero():
			view.Until = moment(c.Until, rules)
		}
		out = append(out, view)
	}
	return out
}

// moment writes a time as the contract has it.
func moment(at time.Time, rules Rules) string { return at.In(rules.Zone).Format(contract.MomentLayout) }
