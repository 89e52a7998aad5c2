package upstream

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"sync"
	"sync/atomic"

	"croupier/bff"
)

// Overrides are the breaker overrides of staff, which instances with the same record store share.
// Instances poll the store, because overrides change too rarely for messages on the bus.
type Overrides struct {
	Changed func() // called after each change; set before the overrides are used
	records bff.RecordStore
	mu      sync.Mutex
	current atomic.Pointer[map[string]bff.BreakerOverride] // by overrideKey; immutable
}

// overrideKey identifies the breakers between a brand and an upstream. Brand ids contain no slash.
func overrideKey(brand, upstream string) string { return brand + "/" + upstream }

// OpenOverrides loads the overrides from records.
func OpenOverrides(ctx context.Context, records bff.RecordStore) (*Overrides, error) {
	o := &Overrides{records: records}
	if err := o.Reload(ctx); err != nil {
		return nil, err
	}
	return o, nil
}

func (o *Overrides) use(next map[string]bff.BreakerOverride) {
	if before := o.current.Swap(&next); before != nil && !maps.Equal(*before, next) && o.Changed != nil {
		o.Changed()
	}
}

// Of returns the override between a brand and an upstream.
func (o *Overrides) Of(brand, upstream string) bff.BreakerOverride {
	if o == nil {
		return bff.OverrideAuto
	}
	return cmp.Or((*o.current.Load())[overrideKey(brand, upstream)], bff.OverrideAuto)
}

// Set changes an override. The change applies after it is durable.
func (o *Overrides) Set(ctx context.Context, brand, upstream string, override bff.BreakerOverride) error {
	o.mu.Lock()
	defer o.mu.Unlock()
	key := overrideKey(brand, upstream)
	next := maps.Clone(*o.current.Load())
	var err error
	switch override {
	case bff.OverrideAuto:
		delete(next, key)
		err = o.records.Delete(ctx, key)
	case bff.OverrideForcedOpen, bff.OverrideForcedClosed:
		next[key] = override
		err = o.records.Put(ctx, key, []byte(override))
	default:
		return fmt.Errorf("breaker override %q: want open, close or auto", override)
	}
	if err != nil {
		return fmt.Errorf("could not store breaker override %s: %w", key, err)
	}
	o.use(next)
	return nil
}

// Reload loads the overrides that other instances may have changed. After an error they are
// unchanged.
func (o *Overrides) Reload(ctx context.Context) error {
	o.mu.Lock()
	defer o.mu.Unlock()
	all, err := o.records.All(ctx)
	if err != nil {
		return fmt.Errorf("could not load the breaker overrides: %w", err)
	}
	next := make(map[string]bff.BreakerOverride, len(all))
	for key, override := range all {
		next[key] = bff.BreakerOverride(override)
	}
	o.use(next)
	return nil
}
