package protection

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"croupier/bff"
)

// valueOf returns the requested value of a limit, in minutes or minor units. Zero requests the
// removal.
func valueOf(kind string, data map[string]any) int64 {
	if kind == bff.LimitSessionTime {
		return numberIn(data, "minutes")
	}
	given, _ := data["amount"].(json.Number)
	amount, _ := bff.ParseMinorUnits(given.String()) //nolint:errcheck // valid by the contract, or null
	return int64(amount)
}

func numberIn(data map[string]any, field string) int64 {
	given, _ := data[field].(json.Number)
	n, _ := given.Float64() //nolint:errcheck // valid by the contract, or null
	return int64(n)
}

// checkSet validates a new limit beyond the schema of the contract.
func checkSet(kind string, data map[string]any, tellsRounds bool) error {
	field := valueField(kind)
	if _, ok := data[field]; !ok {
		return bff.InvalidPayload(&bff.FieldFault{Field: field, Rule: "required"})
	}
	if !tellsRounds && needsRounds(kind) && valueOf(kind, data) > 0 {
		return bff.InvalidPayload(&bff.FieldFault{Field: "kind", Rule: "other"})
	}
	return nil
}

// Call applies the change of a call of limits/* and returns the new state. The contract must have
// validated data. Its errors are reasons.
func (s *Service) Call(ctx context.Context, brand *bff.Brand, player, method string, data map[string]any,
	platform PlatformPlayer,
) (json.RawMessage, error) {
	tellsRounds := platform.Rounds != nil
	id := bff.LimitID{}
	id.Kind, _ = data["kind"].(string)
	id.Period, _ = data["period"].(string)
	if method == "set" {
		if err := checkSet(id.Kind, data, tellsRounds); err != nil {
			return nil, err
		}
	}
	if method != "history" {
		_, _ = s.askPlatform(ctx, brand, player, platform.Limits) // the last known limits apply
	}
	p, now, rules, err := s.state(ctx, brand, player)
	if err == nil && method != "get" && method != "history" {
		err = s.change(ctx, brand, player, func(changed *Player, at time.Time, rules Rules) error {
			c, err := changed.call(method, id, data, at, rules)
			if c.At = at; c.Name != "" {
				changed.Note(c)
			}
			p, now = changed, at
			return err
		})
		s.announce(ctx, brand.ID, player) // a failed change may have been stored
		if err == nil && platform.Limits != nil {
			_, _ = s.askPlatform(ctx, brand, player, platform.Limits)
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

// call applies the change of a call and returns it for the history.
func (p *Player) call(method string, id bff.LimitID, data map[string]any, now time.Time,
	rules Rules,
) (bff.LimitChange, error) {
	switch method {
	case "set":
		if value := valueOf(id.Kind, data); value > 0 {
			return p.Set(id, value, now, rules), nil
		}
		return p.Remove(id, now, rules), nil
	case "confirm":
		c, err := bff.LimitChange{Name: ChangeRemoved, ID: &id}, p.Confirm(id, now)
		if l := p.limit(id); l != nil {
			c.Name, c.Value = ChangeConfirmed, l.Value
		}
		return c, err
	case "cancel_pending":
		return bff.LimitChange{Name: ChangeTakenBack, ID: &id}, p.CancelPending(id, now)
	case "cool_off":
		return p.Break(time.Duration(numberIn(data, "hours"))*time.Hour, now), nil
	case "self_exclude":
		return p.Exclude(int(numberIn(data, "months")), now), nil
	case "reality_check":
		minutes := numberIn(data, "minutes")
		p.RealityTime = int(minutes)
		return bff.LimitChange{Name: ChangeRealityCheck, Value: minutes}, nil
	}
	return bff.LimitChange{}, fmt.Errorf("unknown call limits/%s", method)
}
