package upstream

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"strings"
	"sync"
	"sync/atomic"

	"croupier/bff"
)

// Overrides are the breaker overrides of staff, which instances with the same record store share.
type Overrides struct {
	Changed func() // called after each change; set before the overrides are used
	records bff.RecordStore
	mu      sync.Mutex
	current atomic.Pointer[map[overrideKey]bff.BreakerOverride] // immutable
}

// overrideKey identifies the breakers between a brand and an upstream.
type overrideKey struct{ brand, upstream string }

// OpenOverrides loads the overrides from records.
func OpenOverrides(ctx context.Context, records bff.RecordStore) (*Overrides, error) {
	o := &Overrides{records: records}
	if err := o.Reload(ctx); err != nil {
		return nil, err
	}
	return o, nil
}

// use puts overrides in force.
func (o *Overrides) use(next map[overrideKey]bff.BreakerOverride) {
	if before := o.current.Swap(&next); before != nil && !maps.Equal(*before, next) && o.Changed != nil {
		o.Changed()
	}
}

// Of returns the override between a brand and an upstream.
func (o *Overrides) Of(brand, upstream string) bff.BreakerOverride {
	if o == nil {
		return bff.OverrideAuto
	}
	return cmp.Or((*o.current.Load())[overrideKey{brand, upstream}], bff.OverrideAuto)
}

// Set changes an override. It is in force once it is durable.
func (o *Overrides) Set(ctx context.Context, brand, upstream string, override bff.BreakerOverride) error {
	o.mu.Lock()
	defer o.mu.Unlock()
	key := overrideKey{brand, upstream}
	next := maps.Clone(*o.current.Load())
	var err error
	switch override {
	case bff.OverrideAuto:
		delete(next, key)
		err = o.records.Delete(ctx, key.String())
	case bff.OverrideForcedOpen, bff.OverrideForcedClosed:
		next[key] = override
		err = o.records.Put(ctx, key.String(), []byte(override))
	default:
		return fmt.Errorf("breaker override %q: want open, close or auto", override)
	}
	if err != nil {
		return fmt.Errorf("store breaker override %s: %w", key, err)
	}
	o.use(next)
	return nil
}

// Reload loads the overrides that other instances may have changed. If it fails, they stay as they are.
func (o *Overrides) Reload(ctx context.Context) error {
	o.mu.Lock()
	defer o.mu.Unlock()
	all, err := o.records.All(ctx)
	if err != nil {
		return fmt.Errorf("load breaker overrides: %w", err)
	}
	next := make(map[overrideKey]bff.BreakerOverride, len(all))
	for name, override := range all {
		brand, upstream, _ := strings.Cut(name, "/")
		next[overrideKey{brand, upstream}] = bff.BreakerOverride(override)
	}
	o.use(next)
	return nil
}

// String returns the key in records. Brand ids contain no slash.
func (k overrideKey) String() string { return k.brand + "/" + k.upstream }
