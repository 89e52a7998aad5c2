package protection

import (
	"slices"
	"time"

	"croupier/bff"
	"croupier/bff/contract"
)

// LimitValue is the value of a limit, either an amount or minutes of session time.
type LimitValue struct {
	Amount  *bff.MinorUnits `json:"amount,omitempty"`
	Minutes *int64          `json:"minutes,omitempty"`
}

// The data of the calls (LimitsAnswer and LimitsHistoryAnswer of the contract).
type (
	stateView struct {
		Limits       []limitView `json:"limits"`
		Kinds        []string    `json:"kinds"`
		Required     bool        `json:"deposit_limit_required"`
		RealityCheck int         `json:"reality_check_minutes"`
		CoolOff      *untilView  `json:"cool_off,omitempty"`
		Exclusion    *untilView  `json:"exclusion,omitempty"`
	}
	limitView struct {
		bff.LimitID
		LimitValue
		Used    any            `json:"used"`
		Left    any            `json:"left"`
		Renews  string         `json:"renews"`
		AsOf    string         `json:"as_of,omitempty"`
		Pending map[string]any `json:"pending,omitempty"`

		ByPlatform bool `json:"set_by_platform,omitempty"`
	}
	untilView struct {
		Until *string `json:"until"`
	}
	changeView struct {
		At     string `json:"at"`
		By     string `json:"by"`
		Name   string `json:"change"`
		Kind   string `json:"kind,omitempty"`
		Period string `json:"period,omitempty"`
		LimitValue
		Until any `json:"until,omitempty"`
	}
)

func viewOf(p *Player, now time.Time, rules Rules, tellsRounds bool) stateView {
	out := stateView{
		Limits: []limitView{}, Kinds: kinds(tellsRounds), Required: rules.DepositLimitRequired,
		RealityCheck: p.RealityCheck(rules),
	}
	for _, l := range p.InForce() {
		out.Required = out.Required && l.Kind != bff.LimitDeposit
		own, state := p.limit(l.LimitID), p.stateOf(l, now, rules)
		out.Limits = append(out.Limits, limitView{
			LimitID: l.LimitID, LimitValue: ValueOf(l.Kind, l.Value), Used: InUnit(l.Kind, state.Used),
			Left: InUnit(l.Kind, state.Left), Renews: moment(state.Renews, rules), AsOf: moment(state.AsOf, rules),
			Pending: viewPending(&state, now, rules), ByPlatform: own == nil || l.Value < own.Value,
		})
	}
	end := p.closing()
	out.CoolOff, out.Exclusion = viewEnd(end.breakEnd(now), rules), viewEnd(end.exclusionEnd(now), rules)
	return out
}

// viewEnd returns the end of a break or an exclusion, or nil for none.
func viewEnd(end bff.HeldValue, rules Rules) *untilView {
	switch until := moment(end.Until, rules); {
	case end.Forever:
		return &untilView{}
	case until != "":
		return &untilView{&until}
	}
	return nil
}

// stateOf returns a limit with its use in the current period.
func (p *Player) stateOf(l bff.PlayerLimit, now time.Time, rules Rules) bff.LimitState {
	out := bff.LimitState{
		PlayerLimit: l, Used: p.Used(&l, now, rules), Left: p.Left(&l, now, rules),
		Renews: PeriodEnd(l.Period, now, rules.Zone),
	}
	if needsRounds(l.Kind) {
		out.AsOf = p.RoundsAsOf
	}
	if !isPending(&l, now) {
		out.Pending = nil
	}
	return out
}

func viewPending(l *bff.LimitState, now time.Time, rules Rules) map[string]any {
	if l.Pending == nil {
		return nil
	}
	out := map[string]any{
		"from": moment(l.Pending.From, rules), "until": moment(l.Pending.Until, rules),
		"ready": !now.Before(l.Pending.From), valueField(l.Kind): nil,
	}
	if !l.Pending.Removal {
		out[valueField(l.Kind)] = InUnit(l.Kind, l.Pending.Value)
	}
	return out
}

// valueField returns the name of the field for the value of a limit.
func valueField(kind string) string {
	if kind == bff.LimitSessionTime {
		return "minutes"
	}
	return "amount"
}

// ValueOf returns the value of a limit as an amount or as minutes.
func ValueOf(kind string, value int64) LimitValue {
	if kind == bff.LimitSessionTime {
		return LimitValue{Minutes: &value}
	}
	return LimitValue{Amount: (*bff.MinorUnits)(&value)}
}

// InUnit returns the value of a limit in the contract's unit, either minutes or an amount.
func InUnit(kind string, value int64) any {
	if kind == bff.LimitSessionTime {
		return value
	}
	return bff.MinorUnits(value)
}

// historyOf returns the changes of a player, newest first, without the staff accounts.
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
				view.LimitValue = ValueOf(c.ID.Kind, c.Value)
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

// moment returns a time in the contract's format, or "" for the zero time.
func moment(at time.Time, rules Rules) string {
	if at.IsZero() {
		return ""
	}
	return at.In(rules.Zone).Format(contract.MomentLayout)
}
