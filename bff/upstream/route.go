package upstream

import (
	"context"
	"fmt"
	"sync"

	"croupier/bff"
)

// Build makes the chain for one upstream: its adapter, and the decorators around it.
type Build func(bff.UpstreamRules) (bff.Upstream, error)

// Routes sends each brand's calls to the brand's own upstream. Brands with equal rules
// share one chain, and a brand that is reloaded with the same rules keeps its chain with
// all that its breakers have learnt.
type Routes struct {
	build  Build
	mu     sync.RWMutex
	chains map[bff.UpstreamRules]bff.Upstream
}

var _ bff.Upstream = (*Routes)(nil)

// NewRoutes makes a Routes whose chains build makes.
func NewRoutes(build Build) *Routes {
	return &Routes{build: build, chains: map[bff.UpstreamRules]bff.Upstream{}}
}

// Prepare builds the chains of brands and forgets those that none of them uses. It
// changes nothing when one cannot be built.
func (t *Routes) Prepare(brands ...*bff.Brand) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	chains := make(map[bff.UpstreamRules]bff.Upstream, len(brands))
	for _, brand := range brands {
		chain, ok := t.chains[brand.Upstream]
		if !ok {
			chain, ok = chains[brand.Upstream]
		}
		if !ok {
			var err error
			if chain, err = t.build(brand.Upstream); err != nil {
				return fmt.Errorf("upstream of brand %s: %w", brand.ID, err)
			}
		}
		chains[brand.Upstream] = chain
	}
	t.chains = chains
	return nil
}

// Do sends r to its brand's upstream. A brand that was never prepared is a defect of the
// program, told as ReasonInternal.
func (t *Routes) Do(ctx context.Context, r *bff.UpstreamRequest) (*bff.Answer, error) {
	t.mu.RLock()
	chain, ok := t.chains[r.Brand.Upstream]
	t.mu.RUnlock()
	if !ok {
		return nil, bff.ReasonInternal.Because(fmt.Errorf("brand %s has no prepared upstream", r.Brand.ID))
	}
	return chain.Do(ctx, r)
}
