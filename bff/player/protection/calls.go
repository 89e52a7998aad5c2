package protection

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"croupier/bff"
)

// Call implements gateway.Protection: it makes the change that a call of limits/* wants, and returns the state that is now
// in force.
func (s *Service) Call(ctx context.Context, brand *bff.Brand, player, method string, data map[string]any, platform bff.PlatformPlayer) (json.RawMessage, error) {
	tellsRounds := platform.Rounds != nil
	if method != "history" {
		s.followPlatform(ctx, brand, player, platform.Limits)
	}
	p, now, rules, err := s.state(ctx, brand, player)
	if err == nil && method != "get" && method != "history" {
		var change func(*Player, time.Time, Rules) (Change, error)
		if change, err = changeOf(method, data, tellsRounds); err == nil {
			err = s.change(ctx, brand, player, func(changed *Player, at time.Time, rules Rules) error {
				c, err := change(changed, at, rules)
				if c.At = at; c.Name != "" {
					changed.Note(c)
				}
				p, now = changed, at
				return err
			})
			s.announce(ctx, brand.ID, player) // of a failed change nobody knows whether it was stored
			if err == nil && platform.Limits != nil {
				s.followPlatform(ctx, brand, player, platform.Limits)
				p, now, _, err = s.state(ctx, brand, player)
			}
		}
	}
	switch {
	case err != nil:
		return nil, reasonOf(err)
	case method == "history":
		return json.Marshal(historyOf(p, rules))
	}
	return json.Marshal(viewOf(p, now, rules, tellsRounds))
}

// changeOf returns the change that a call wants. Its data is valid by the contract.
func changeOf(method string, data map[string]any, tellsRounds bool) (func(p *Player, now time.Time, rules Rules) (Change, error), error) {
	kind, _ := data["kind"].(string)
	period, _ := data["period"].(string)
	id := ID{Kind(kind), Period(period)}
	switch method {
	case "set":
		value, removal, err := valueOf(id.Kind, data)
		if err == nil && !tellsRounds && !removal && (id.Kind == KindLoss || id.Kind == KindStake) {
			err = bff.InvalidPayload(&bff.FieldFault{Field: "kind", Rule: "other"})
		}
		return func(p *Player, now time.Time, rules Rules) (Change, error) {
			if removal {
				name, err := p.Remove(id, now, rules)
				if errors.Is(err, ErrNoLimit) {
					err = nil // there is none, as is wanted
				}
				return Change{Name: name, ID: &id}, err
			}
			return Change{Name: p.Set(id, value, now, rules), ID: &id, Value: value}, nil
		}, err
	case "confirm":
		return func(p *Player, now time.Time, _ Rules) (Change, error) {
			err := p.Confirm(id, now)
			c := Change{Name: ChangeRemoved, ID: &id}
			if l := p.limit(id); l != nil {
				c.Name, c.Value = ChangeConfirmed, l.Value
			}
			return c, err
		}, nil
	case "cancel_pending":
		return func(p *Player, now time.Time, _ Rules) (Change, error) {
			return Change{Name: ChangeTakenBack, ID: &id}, p.CancelPending(id, now)
		}, nil
	case "cool_off":
		hours, err := numberIn(data, "hours")
		return func(p *Player, now time.Time, _ Rules) (Change, error) {
			p.Break(time.Duration(hours)*time.Hour, now)
			return Change{Name: ChangeBreak, Until: p.CoolOff}, nil
		}, err
	case "self_exclude":
		months := 0
		forever, _ := data["forever"].(bool)
		var err error
		if !forever {
			months, err = numberIn(data, "months")
		}
		return func(p *Player, now time.Time, _ Rules) (Change, error) {
			if forever {
				p.Exclude(time.Time{})
				return Change{Name: ChangeExclusion}, nil
			}
			p.Exclude(now.AddDate(0, months, 0))
			return Change{Name: ChangeExclusion, Until: p.Excluded}, nil
		}, err
	case "reality_check":
		minutes, err := numberIn(data, "minutes")
		return func(p *Player, _ time.Time, _ Rules) (Change, error) {
			p.RealityTime = minutes
			return Change{Name: ChangeRealityCheck, Value: int64(minutes)}, nil
		}, err
	}
	return nil, fmt.Errorf("limits/%s is not known", method)
}

// valueOf returns the value that a call of set wants: minutes of session time, or an amount. null is the removal.
func valueOf(kind Kind, data map[string]any) (value int64, removal bool, err error) {
	field := "amount"
	if kind == KindSessionTime {
		field = "minutes"
	}
	given, ok := data[field]
	if !ok {
		return 0, false, bff.InvalidPayload(&bff.FieldFault{Field: field, Rule: "required"})
	}
	number, ok := given.(json.Number)
	switch {
	case !ok:
		return 0, true, nil
	case kind == KindSessionTime:
		value, err = number.Int64()
	default:
		var amount bff.MinorUnits
		amount, err = bff.ParseMinorUnits(number.String())
		value = int64(amount)
	}
	return value, false, err
}

func numberIn(data map[string]any, field string) (int, error) {
	number, _ := data[field].(json.Number)
	n, err := number.Int64()
	if err != nil {
		return 0, fmt.Errorf("data.%s: %w", field, err)
	}
	return int(n), nil
}

// inUnit returns a value of a limit as the contract has it: minutes, or an amount.
func inUnit(kind Kind, value int64) any {
	if kind == KindSessionTime {
		return value
	}
	return bff.MinorUnits(value)
}
