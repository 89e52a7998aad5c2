package upstream

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"sync"

	"croupier/bff"
)

// Build makes the chain for one upstream: its adapter, and the decorators around it.
type Build func(bff.UpstreamRules) (*Chain, error)

// Routes sends each call to the upstream that its brand names for it. Brands with equal
// rules share one chain, and a brand that is reloaded with the same rules keeps its chain
// with all that its breakers have learnt.
type Routes struct {
	build Build
	holds *Overrides

	mu      sync.RWMutex
	chains  map[bff.UpstreamRules]*Chain
	leaving map[bff.UpstreamRules]bool // no brand in force uses them, but calls under way may
	ways    map[held]bool              // which brand in force goes to which upstream
}

var _ bff.Upstream = (*Routes)(nil)

// NewRoutes makes a Routes whose chains build makes, with holds over their breakers.
func NewRoutes(build Build, holds *Overrides) *Routes {
	return &Routes{build: build, holds: holds, chains: map[bff.UpstreamRules]*Chain{}, leaving: map[bff.UpstreamRules]bool{}}
}

// Prepare builds the chains of brands that are about to be in force, those of their routed
// calls included. What is in force stays as it is, also where one cannot be built.
func (t *Routes) Prepare(brands ...*bff.Brand) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	for _, brand := range brands {
		for _, rules := range rulesOf(brand) {
			if t.chains[rules] != nil {
				continue
			}
			chain, err := t.build(rules)
			if err != nil {
				return fmt.Errorf("upstream %s of brand %s: %w", rules.Name, brand.ID, err)
			}
			t.chains[rules] = chain
			t.leaving[rules] = true // until they are in force
		}
	}
	return nil
}

// Use says which prepared brands are in force from now on. Chains that none of them uses
// are forgotten at the next Use: calls under way still know the brands before.
func (t *Routes) Use(brands ...*bff.Brand) {
	t.mu.Lock()
	defer t.mu.Unlock()
	used := map[bff.UpstreamRules]bool{}
	t.ways = map[held]bool{}
	for _, brand := range brands {
		for _, rules := range rulesOf(brand) {
			used[rules] = true
			t.ways[held{brand.ID, rules.Name}] = true
		}
	}
	for rules := range t.chains {
		switch {
		case used[rules]:
			delete(t.leaving, rules)
		case t.leaving[rules]:
			delete(t.chains, rules)
			delete(t.leaving, rules)
		default:
			t.leaving[rules] = true
		}
	}
}

// rulesOf lists every set of rules that a call of the brand may go by.
func rulesOf(brand *bff.Brand) []bff.UpstreamRules {
	out := []bff.UpstreamRules{brand.Upstream}
	for _, rules := range brand.Routing {
		out = append(out, rules)
	}
	return out
}

// Do sends r to the upstream that its brand names for the call. A brand that was never
// prepared is a defect of the program, told as ReasonInternal.
func (t *Routes) Do(ctx context.Context, r *bff.UpstreamRequest) (*bff.Answer, error) {
	t.mu.RLock()
	chain := t.chains[r.Brand.RulesFor(r.Call)]
	t.mu.RUnlock()
	if chain == nil {
		return nil, bff.ReasonInternal.WithCause(fmt.Errorf("brand %s has no prepared upstream for %s", r.Brand.ID, r.Call.Name()))
	}
	return chain.Do(ctx, r)
}

// States lists the lanes of every chain in force; see staff.Breakers.
func (t *Routes) States() []bff.CircuitState {
	t.mu.RLock()
	defer t.mu.RUnlock()
	var out []bff.CircuitState
	for rules, chain := range t.chains {
		if t.leaving[rules] {
			continue
		}
		for _, state := range chain.States() {
			if t.ways[held{state.Brand, state.Upstream}] { // a brand may be gone and its chain shared
				out = append(out, state)
			}
		}
	}
	slices.SortFunc(out, func(a, b bff.CircuitState) int {
		return cmp.Or(cmp.Compare(a.Brand, b.Brand), cmp.Compare(a.Upstream, b.Upstream), cmp.Compare(a.Class, b.Class))
	})
	return out
}

// ForgetWorld lets the calls of one mock world begin afresh at the upstreams that an adapter
// reaches, as if none had failed. The empty world is that of whoever names none.
func (t *Routes) ForgetWorld(adapter, world string) {
	t.mu.RLock()
	defer t.mu.RUnlock()
	for rules, chain := range t.chains {
		if rules.Adapter == adapter {
			chain.lanes.forget(world)
		}
	}
}

// SetOverride decides over the breakers between a brand and an upstream; see staff.Breakers.
func (t *Routes) SetOverride(ctx context.Context, brand, upstream string, h bff.BreakerOverride) error {
	t.mu.RLock()
	known := t.ways[held{brand, upstream}]
	t.mu.RUnlock()
	if !known {
		return fmt.Errorf("%s/%s: %w", brand, upstream, bff.ErrUnknownUpstream)
	}
	return t.holds.Set(ctx, brand, upstream, h)
}
