package upstream

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"sync"
	"weak"

	"croupier/bff"
)

// Build creates the chain of one upstream.
type Build func(bff.UpstreamRules) (*Chain, error)

// Routes sends each call to the upstream that its brand configures. Brands with equal rules share a
// chain. A reload keeps it.
type Routes struct {
	build     Build
	overrides *Overrides

	mu     sync.RWMutex
	chains map[bff.UpstreamRules]*routedChain
	inUse  map[string]bool // pairs of current brands and upstreams
}

type routedChain struct {
	*Chain
	current bool // a current brand uses it
	// brands are the brands that the chain was prepared for. A running call refers to its brand and
	// needs the chain.
	brands []weak.Pointer[bff.Brand]
}

// reachable drops the brands without references, and reports whether any are left.
func (c *routedChain) reachable() bool {
	c.brands = slices.DeleteFunc(c.brands, func(b weak.Pointer[bff.Brand]) bool { return b.Value() == nil })
	return len(c.brands) > 0
}

func (c *routedChain) add(brand *bff.Brand) {
	if pointer := weak.Make(brand); !slices.Contains(c.brands, pointer) {
		c.brands = append(c.brands, pointer)
	}
}

var _ bff.Upstream = (*Routes)(nil)

// NewRoutes returns a Routes whose chains build creates. Overrides apply to their breakers.
func NewRoutes(build Build, overrides *Overrides) *Routes {
	return &Routes{build: build, overrides: overrides, chains: map[bff.UpstreamRules]*routedChain{}}
}

// Prepare builds the chains of brands before Use. An error changes nothing.
func (t *Routes) Prepare(brands ...*bff.Brand) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	for _, brand := range brands {
		for _, rules := range rulesOf(brand) {
			found := t.chains[rules]
			if found == nil {
				chain, err := t.build(rules)
				if err != nil {
					return fmt.Errorf("could not create upstream %s of brand %s: %w", rules.Name, brand.ID, err)
				}
				found = &routedChain{Chain: chain}
				t.chains[rules] = found
			}
			found.add(brand)
		}
	}
	return nil
}

// Use routes calls to the chains of prepared brands. It keeps an old chain while a running call
// refers to one of its brands.
func (t *Routes) Use(brands ...*bff.Brand) {
	t.mu.Lock()
	defer t.mu.Unlock()
	used := map[bff.UpstreamRules][]*bff.Brand{}
	t.inUse = map[string]bool{}
	for _, brand := range brands {
		for _, rules := range rulesOf(brand) {
			used[rules] = append(used[rules], brand)
			t.inUse[overrideKey(brand.ID, rules.Name)] = true
		}
	}
	for rules, chain := range t.chains {
		chain.current = len(used[rules]) > 0
		chain.Serve(used[rules]...)
		if !chain.reachable() {
			delete(t.chains, rules)
		}
	}
}

func rulesOf(brand *bff.Brand) []bff.UpstreamRules {
	return slices.AppendSeq([]bff.UpstreamRules{brand.Upstream}, maps.Values(brand.Routing))
}

// Do sends r to the upstream of its call. A brand that was not prepared is ReasonInternal.
func (t *Routes) Do(ctx context.Context, r *bff.UpstreamRequest) (*bff.Answer, error) {
	if !r.Brand.Supports(r.Call) {
		return nil, bff.ReasonUnsupported.WithDelivery(bff.DeliveryNotSent)
	}
	t.mu.RLock()
	chain := t.chains[r.Brand.RulesFor(r.Call)]
	t.mu.RUnlock()
	if chain == nil {
		return nil, bff.ReasonInternal.WithCause(fmt.Errorf("brand %s has no prepared upstream for %s", r.Brand.ID,
			r.Call.Name())).WithDelivery(bff.DeliveryNotSent)
	}
	return chain.Do(ctx, r)
}

// Refusal returns the result of Chain.Refusal for the chain of a call.
func (t *Routes) Refusal(brand *bff.Brand, call *bff.Call, p bff.Partition) error {
	t.mu.RLock()
	chain := t.chains[brand.RulesFor(call)]
	t.mu.RUnlock()
	if chain == nil {
		return nil
	}
	return chain.Refusal(brand, call, p)
}

// Close stops the probes of open circuits and waits for running probes.
func (t *Routes) Close() {
	t.mu.RLock()
	defer t.mu.RUnlock()
	for _, chain := range t.chains {
		chain.Close()
	}
}

// States implements staff.Breakers.
func (t *Routes) States() []bff.CircuitState {
	t.mu.RLock()
	defer t.mu.RUnlock()
	var out []bff.CircuitState
	for _, chain := range t.chains {
		if !chain.current {
			continue
		}
		for _, state := range chain.States() {
			if t.inUse[overrideKey(state.Brand, state.Upstream)] { // the brand may be gone while others share the chain
				out = append(out, state)
			}
		}
	}
	slices.SortFunc(out, func(a, b bff.CircuitState) int {
		return cmp.Or(cmp.Compare(a.Brand, b.Brand), cmp.Compare(a.Upstream, b.Upstream), cmp.Compare(a.Class, b.Class))
	})
	return out
}

// Drop drops the breaker state of a partition at the upstreams of an adapter.
func (t *Routes) Drop(adapter string, p bff.Partition) {
	t.mu.RLock()
	defer t.mu.RUnlock()
	for rules, chain := range t.chains {
		if rules.Adapter == adapter {
			chain.circuits.dropPartition(p)
		}
	}
}

// SetOverride implements staff.Breakers.
func (t *Routes) SetOverride(ctx context.Context, brand, upstream string, h bff.BreakerOverride) error {
	t.mu.RLock()
	known := t.inUse[overrideKey(brand, upstream)]
	t.mu.RUnlock()
	if !known {
		return fmt.Errorf("%s/%s: %w", brand, upstream, bff.ErrUnknownUpstream)
	}
	return t.overrides.Set(ctx, brand, upstream, h)
}
