package limit_test

import (
	"context"
	"errors"
	"testing"

	"croupier/bff"
	"croupier/bff/limit"
	"croupier/bff/store/embedded"
)

// emptied is a SharedResetter that fails with err.
type emptied struct {
	keys []bff.LimitKey
	err  error
}

func (e *emptied) Reset(_ context.Context, keys ...bff.LimitKey) error {
	e.keys = append(e.keys, keys...)
	return e.err
}

func TestResetEmptiesTheCountersOfEveryInstance(t *testing.T) {
	bus, shared := new(embedded.Bus), new(emptied)
	key := bff.LimitKey{Rule: bff.LimitPassword, Brand: "marmara", Subject: "demo"}
	var instances []*limit.Limiter
	for range 2 {
		l := limit.New(limit.Options{})
		instances = append(instances, l)
		defer limit.Resetter{Local: l, Bus: bus}.Listen()()
		for {
			if _, ok := l.Allow(t.Context(), key); !ok {
				break
			}
		}
	}
	r := limit.Resetter{Local: instances[0], Shared: shared, Bus: bus}
	if err := r.Reset(t.Context(), key); err != nil || len(shared.keys) != 1 || shared.keys[0] != key {
		t.Fatalf("reset: %v, shared counters emptied: %v", err, shared.keys)
	}
	for i, l := range instances {
		if _, ok := l.Allow(t.Context(), key); !ok {
			t.Errorf("instance %d still counts", i)
		}
	}
	shared.err = errors.New("the store is gone")
	if err := r.Reset(t.Context(), key); !errors.Is(err, shared.err) {
		t.Errorf("a failure of the shared store: %v", err)
	}
}
