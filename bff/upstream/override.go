package upstream

import (
	"context"
	"fmt"
	"maps"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"croupier/bff"
)

// Overrides are what staff decided over the breakers. They outlive the process, and instances
// that share their records share them.
type Overrides struct {
	records bff.RecordStore
	change  sync.Mutex
	now     atomic.Pointer[map[held]bff.BreakerOverride] // never changed once stored
}

// held names what a hold is on.
type held struct{ brand, upstream string }

// OpenOverrides reads the holds that records keeps.
func OpenOverrides(ctx context.Context, records bff.RecordStore) (*Overrides, error) {
	h := &Overrides{records: records}
	if err := h.Reload(ctx); err != nil {
		return nil, err
	}
	return h, nil
}

// Of gives the hold on the breakers between a brand and an upstream.
func (h *Overrides) Of(brand, upstream string) bff.BreakerOverride {
	if h == nil {
		return bff.OverrideAuto
	}
	now := *h.now.Load()
	if len(now) == 0 {
		return bff.OverrideAuto
	}
	if hold, ok := now[held{brand, upstream}]; ok {
		return hold
	}
	return bff.OverrideAuto
}

// Set changes a hold; it is in force once it is durable.
func (h *Overrides) Set(ctx context.Context, brand, upstream string, hold bff.BreakerOverride) error {
	h.change.Lock()
	defer h.change.Unlock()
	key := held{brand, upstream}
	next := maps.Clone(*h.now.Load())
	var err error
	switch hold {
	case bff.OverrideAuto:
		delete(next, key)
		err = h.records.Delete(ctx, key.String())
	case bff.OverrideForcedOpen, bff.OverrideForcedClosed:
		next[key] = hold
		err = h.records.Put(ctx, key.String(), []byte(hold))
	default:
		return fmt.Errorf("hold %q: want open, close or auto", hold)
	}
	if err != nil {
		return fmt.Errorf("hold of %s: %w", key, err)
	}
	h.now.Store(&next)
	return nil
}

// Reload reads what other instances may have changed.
func (h *Overrides) Reload(ctx context.Context) error {
	h.change.Lock()
	defer h.change.Unlock()
	all, err := h.records.All(ctx)
	if err != nil {
		return fmt.Errorf("holds: %w", err)
	}
	next := make(map[held]bff.BreakerOverride, len(all))
	for name, hold := range all {
		brand, upstream, _ := strings.Cut(name, "/")
		next[held{brand, upstream}] = bff.BreakerOverride(hold)
	}
	h.now.Store(&next)
	return nil
}

// Run reloads at every tick until ctx ends. Records that cannot be read leave the holds as
// they are; failed is told why.
func (h *Overrides) Run(ctx context.Context, ticks <-chan time.Time, failed func(error)) {
	for {
		select {
		case <-ctx.Done():
			return
		case <-ticks:
			if err := h.Reload(ctx); err != nil && ctx.Err() == nil {
				failed(err)
			}
		}
	}
}

// String is the key's form in records: ids of brands have no slash.
func (k held) String() string { return k.brand + "/" + k.upstream }
