package limit

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"croupier/bff"
)

// SharedResetter empties the counters that instances share. Package store/redis implements it.
type SharedResetter interface {
	Reset(ctx context.Context, keys ...bff.LimitKey) error
}

// Resetter implements bff.LimitResetter: it empties the shared counters, then those that each
// instance has counted for itself.
type Resetter struct {
	Local  *Limiter
	Shared SharedResetter // nil with a single instance
	Bus    bff.Bus
}

var _ bff.LimitResetter = Resetter{}

// Listen empties the local counters that any instance resets, until cancel is called.
func (r Resetter) Listen() (cancel func()) {
	return r.Bus.Subscribe(bff.TopicLimits, func(payload []byte) {
		var keys []bff.LimitKey
		if json.Unmarshal(payload, &keys) == nil {
			r.Local.Reset(keys...)
		}
	}, nil)
}

// Reset implements bff.LimitResetter.
func (r Resetter) Reset(ctx context.Context, keys ...bff.LimitKey) error {
	r.Local.Reset(keys...)
	var failed error
	if r.Shared != nil {
		failed = r.Shared.Reset(ctx, keys...)
	}
	payload, err := json.Marshal(keys)
	if err == nil {
		err = r.Bus.Publish(ctx, bff.TopicLimits, payload)
	}
	if err != nil {
		err = fmt.Errorf("publish reset limits: %w", err)
	}
	return errors.Join(failed, err)
}
