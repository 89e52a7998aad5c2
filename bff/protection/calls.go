package protection

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"croupier/bff"
)

// Call implements gateway.Protection: it makes the change that a call of limits/* wants, and returns the state that is now
// in force.
func (s *Service) Call(ctx context.Context, brand *bff.Brand, player, method string, data map[string]any) (json.RawMessage, error) {
	now, rules := s.now().UTC(), rulesOf(brand)
	var state *Player
	var err error
	if method == "get" {
		state, err = s.register.Get(ctx, brand.ID, player)
	} else {
		var change func(*Player) error
		if change, err = changeOf(method, data, now); err == nil {
			err = s.register.Change(ctx, brand.ID, player, func(p *Player) error {
				state = p
				return change(p)
			})
			if method == "cool_off" || method == "self_exclude" {
				s.announce(ctx, brand.ID, player) // of a failed change nobody knows whether it was stored
			}
		}
	}
	if err != nil {
		return nil, reasonOf(err)
	}
	return json.Marshal(viewOf(state, now, rules))
}

// changeOf returns the change that a call wants. Its data is valid by the contract.
func changeOf(method string, data map[string]any, now time.Time) (func(*Player) error, error) {
	kind, _ := data["kind"].(string)
	period, _ := data["period"].(string)
	id := ID{Kind(kind), Period(period)}
	switch method {
	case "set":
		wanted, ok := data["amount"].(json.Number)
		if !ok {
			return func(p *Player) error { return p.Remove(id, now) }, nil
		}
		amount, err := bff.ParseMinorUnits(wanted.String())
		return func(p *Player) error { p.Set(id, int64(amount), now); return nil }, err
	case "confirm":
		return func(p *Player) error { return p.Confirm(id, now) }, nil
	case "cancel_pending":
		return func(p *Player) error { return p.CancelPending(id, now) }, nil
	case "cool_off":
		hours, err := numberIn(data, "hours")
		return func(p *Player) error { p.Break(time.Duration(hours)*time.Hour, now); return nil }, err
	case "self_exclude":
		if forever, _ := data["forever"].(bool); forever {
			return func(p *Player) error { p.Exclude(time.Time{}); return nil }, nil
		}
		months, err := numberIn(data, "months")
		return func(p *Player) error { p.Exclude(now.AddDate(0, months, 0)); return nil }, err
	}
	return nil, fmt.Errorf("limits/%s is not known", method)
}

func numberIn(data map[string]any, field string) (int, error) {
	number, _ := data[field].(json.Number)
	n, err := number.Int64()
	if err != nil {
		return 0, fmt.Errorf("data.%s: %w", field, err)
	}
	return int(n), nil
}

// The data of the calls (LimitsAnswer of the contract).
type (
	stateView struct {
		Limits    []limitView `json:"limits"`
		CoolOff   *untilView  `json:"cool_off,omitempty"`
		Exclusion *untilView  `json:"exclusion,omitempty"`
	}
	limitView struct {
		ID
		Amount  bff.MinorUnits `json:"amount"`
		Used    bff.MinorUnits `json:"used"`
		Left    bff.MinorUnits `json:"left"`
		Renews  string         `json:"renews"`
		Pending *pendingView   `json:"pending,omitempty"`
	}
	pendingView struct {
		Amount *bff.MinorUnits `json:"amount"`
		From   string          `json:"from"`
		Until  string          `json:"until"`
	}
	untilView struct {
		Until *string `json:"until"`
	}
)

func viewOf(p *Player, now time.Time, rules Rules) stateView {
	out := stateView{Limits: []limitView{}}
	for i := range p.Limits {
		l := &p.Limits[i]
		view := limitView{
			ID: l.ID, Amount: bff.MinorUnits(l.Value), Used: bff.MinorUnits(p.deposited(l, now, rules)),
			Left: bff.MinorUnits(p.LeftToDeposit(l, now, rules)), Renews: moment(l.Period.End(now, rules.Zone), rules),
		}
		if l.isPending(now) {
			view.Pending = &pendingView{From: moment(l.Pending.From, rules), Until: moment(l.Pending.From.Add(ConfirmWithin), rules)}
			if !l.Pending.Removal {
				amount := bff.MinorUnits(l.Pending.Value)
				view.Pending.Amount = &amount
			}
		}
		out.Limits = append(out.Limits, view)
	}
	if now.Before(p.CoolOff) {
		until := moment(p.CoolOff, rules)
		out.CoolOff = &untilView{&until}
	}
	switch {
	case p.Forever:
		out.Exclusion = &untilView{}
	case now.Before(p.Excluded):
		until := moment(p.Excluded, rules)
		out.Exclusion = &untilView{&until}
	}
	return out
}
