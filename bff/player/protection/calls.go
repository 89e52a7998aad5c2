package protection

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"croupier/bff"
)

// Call makes the change that a call of limits/* wants, and returns the state that is now in force. Its data is valid
// by the contract. Limits of what the platform does not tell are not offered. Errors are reasons.
func (s *Service) Call(ctx context.Context, brand *bff.Brand, player, method string, data map[string]any, platform PlatformPlayer) (json.RawMessage, error) {
	tellsRounds := platform.Rounds != nil
	if method != "history" {
		_ = s.followPlatform(ctx, brand, player, platform.Limits) // the last known limits apply
	}
	p, now, rules, err := s.state(ctx, brand, player)
	if err == nil && method != "get" && method != "history" {
		err = s.change(ctx, brand, player, func(changed *Player, at time.Time, rules Rules) error {
			c, err := changed.call(method, data, at, rules, tellsRounds)
			if c.At = at; c.Name != "" {
				changed.Note(c)
			}
			p, now = changed, at
			return err
		})
		if !errors.Is(err, bff.ReasonInvalidPayload) {
			s.announce(ctx, brand.ID, player) // of a failed change nobody knows whether it was stored
		}
		if err == nil && platform.Limits != nil {
			_ = s.followPlatform(ctx, brand, player, platform.Limits)
			p, now, _, err = s.state(ctx, brand, player)
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

// call makes the change that a call wants, and returns it for the history.
func (p *Player) call(method string, data map[string]any, now time.Time, rules Rules, tellsRounds bool) (c bff.LimitChange, err error) {
	id := bff.LimitID{}
	id.Kind, _ = data["kind"].(string)
	id.Period, _ = data["period"].(string)
	switch method {
	case "set":
		c, err = p.callSet(id, data, now, rules, tellsRounds)
	case "confirm":
		c = bff.LimitChange{Name: ChangeRemoved, ID: &id}
		if err = p.Confirm(id, now); err == nil {
			if l := p.limit(id); l != nil {
				c.Name, c.Value = ChangeConfirmed, l.Value
			}
		}
	case "cancel_pending":
		c = bff.LimitChange{Name: ChangeTakenBack, ID: &id}
		err = p.CancelPending(id, now)
	case "cool_off":
		var hours int
		if hours, err = numberIn(data, "hours"); err == nil {
			p.Break(time.Duration(hours)*time.Hour, now)
			c = bff.LimitChange{Name: ChangeBreak, Until: p.CoolOff}
		}
	case "self_exclude":
		c.Name = ChangeExclusion
		if forever, _ := data["forever"].(bool); forever {
			p.Exclude(time.Time{})
			break
		}
		var months int
		if months, err = numberIn(data, "months"); err == nil {
			p.Exclude(now.AddDate(0, months, 0))
			c.Until = p.Excluded
		}
	case "reality_check":
		if p.RealityTime, err = numberIn(data, "minutes"); err == nil {
			c = bff.LimitChange{Name: ChangeRealityCheck, Value: int64(p.RealityTime)}
		}
	default:
		err = fmt.Errorf("limits/%s is not known", method)
	}
	return c, err
}

// callSet sets a limit, or removes it.
func (p *Player) callSet(id bff.LimitID, data map[string]any, now time.Time, rules Rules, tellsRounds bool) (bff.LimitChange, error) {
	value, removal, err := valueOf(id.Kind, data)
	if err == nil && !tellsRounds && !removal && needsRounds(id.Kind) {
		err = bff.InvalidPayload(&bff.FieldFault{Field: "kind", Rule: "other"})
	}
	switch {
	case err != nil:
		return bff.LimitChange{}, err
	case removal:
		name, err := p.Remove(id, now, rules)
		if errors.Is(err, ErrNoLimit) {
			err = nil // there is none, as is wanted
		}
		return bff.LimitChange{Name: name, ID: &id}, err
	}
	return bff.LimitChange{Name: p.Set(id, value, now, rules), ID: &id, Value: value}, nil
}

// valueOf returns the value that a call of set wants: minutes of session time, or an amount. null is the removal.
func valueOf(kind string, data map[string]any) (value int64, removal bool, err error) {
	field := "amount"
	if kind == bff.LimitSessionTime {
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
	case kind == bff.LimitSessionTime:
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
