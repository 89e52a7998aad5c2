package gateway

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"croupier/bff"
	"croupier/bff/contract"
	"croupier/bff/player/protection"
)

var errRefusedLimits = errors.New("the platform returned no limits")

// Get implements protection.PlatformLimits.
func (p platformPlayer) Get(ctx context.Context) (*protection.PlatformHeld, error) {
	a, err := p.g.serverCall(ctx, p.scope, bff.CallPlatformLimits, map[string]any{})
	if err != nil {
		return nil, err
	}
	var told struct {
		Kinds  []string `json:"kinds"`
		Limits []struct {
			bff.LimitID
			Amount  *bff.MinorUnits `json:"amount"`
			Minutes *int64          `json:"minutes"`
		} `json:"limits"`
		CoolOff   *heldUntil `json:"cool_off"`
		Exclusion *heldUntil `json:"exclusion"`
	}
	if err := json.Unmarshal(a.Data, &told); !a.Result || err != nil {
		return nil, fmt.Errorf("%s: code %d: %w", bff.CallPlatformLimits, a.Code, errors.Join(err, errRefusedLimits))
	}
	out := &protection.PlatformHeld{Kinds: told.Kinds}
	for _, l := range told.Limits {
		held := bff.PlayerLimit{LimitID: l.LimitID}
		if l.Kind == bff.LimitSessionTime {
			held.Value = *cmp.Or(l.Minutes, new(int64))
		} else {
			held.Value = int64(*cmp.Or(l.Amount, new(bff.MinorUnits)))
		}
		if held.Value <= 0 {
			return nil, fmt.Errorf("%s: the limit %s per %s has no value", bff.CallPlatformLimits, l.Kind, l.Period)
		}
		out.Limits = append(out.Limits, held)
	}
	if out.CoolOff, _, err = told.CoolOff.in(p.scope.Brand); err == nil {
		out.Excluded, out.Forever, err = told.Exclusion.in(p.scope.Brand)
	}
	return out, err
}

// heldUntil is the end of a break or an exclusion. null means permanent.
type heldUntil struct {
	Until *string `json:"until"`
}

// in returns the end in the time zone of a brand. It returns the zero time for nil.
func (u *heldUntil) in(brand *bff.Brand) (until time.Time, forever bool, err error) {
	if u == nil || u.Until == nil {
		return time.Time{}, u != nil, nil
	}
	until, err = time.ParseInLocation(contract.MomentLayout, *u.Until, brand.Zone())
	return until.UTC(), false, err
}

// Set implements protection.PlatformLimits. The value 0 removes the limit.
func (p platformPlayer) Set(ctx context.Context, id bff.LimitID, value int64) error {
	field, wanted := "amount", any(bff.MinorUnits(value))
	if id.Kind == bff.LimitSessionTime {
		field, wanted = "minutes", value
	}
	if value == 0 {
		wanted = nil
	}
	return p.change(ctx, "platform_limits/set", map[string]any{"kind": id.Kind, "period": id.Period, field: wanted})
}

// CoolOff implements protection.PlatformLimits.
func (p platformPlayer) CoolOff(ctx context.Context, until time.Time) error {
	return p.change(ctx, "platform_limits/cool_off", map[string]any{"until": moment(p.scope.Brand, until)})
}

// SelfExclude implements protection.PlatformLimits. The zero time means permanent.
func (p platformPlayer) SelfExclude(ctx context.Context, until time.Time) error {
	return p.change(ctx, "platform_limits/self_exclude", map[string]any{"until": moment(p.scope.Brand, until)})
}

func (p platformPlayer) change(ctx context.Context, name string, data map[string]any) error {
	a, err := p.g.serverCall(ctx, p.scope, name, data)
	if errors.Is(err, bff.ReasonUnsupported) || err == nil && !a.Result {
		return protection.ErrPlatformRefused
	}
	return err
}
