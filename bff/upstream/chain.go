package upstream

import (
	"context"
	"time"

	"croupier/bff"
)

// Settings are the limits of one chain. Zero fields have the defaults they name.
type Settings struct {
	Name      string                   // of the upstream, as staff and metrics know it
	Deadline  time.Duration            // of calls whose rules name none; default 10 s
	Deadlines map[string]time.Duration // by deadline class; never above the contract's own
	Bulkhead  BulkheadSettings
	Breaker   BreakerSettings
	Retry     RetrySettings

	Messages     Messages    // what upstream messages mean; nil recognises none
	Maintenance  Maintenance // told of maintenance that the upstream itself reports; may be nil
	Propagate500 bool        // an HTTP 500 is told as 500 (specification §8), not as 502
	Holds        *Overrides  // what staff decided over the breakers; nil: nothing
}

// Chain is one upstream's chain: its adapter with the decorators around it.
type Chain struct {
	way   stage
	lanes *lanes
	holds *Overrides
}

var _ bff.Upstream = (*Chain)(nil)

// stage is one decorator with all that is below it.
type stage func(ctx context.Context, l *lane, r *bff.UpstreamRequest) (*bff.Answer, error)

// Chain stacks the decorators around an adapter. Their order, from the caller inwards, is
// final:
//
//   - deadline: nothing below can outlive it, so a hung probe cannot hold the breaker;
//   - bulkhead: waiting for a place counts against the deadline, and a full house never
//     counts against the breaker;
//   - breaker: sees each call once, however often it was sent;
//   - retry: reads only, once, on failures before an answer;
//   - judge: reads the adapter's answer, so that everything above deals in reasons;
//   - adapter.
func NewChain(adapter bff.Upstream, s Settings) *Chain {
	s.Bulkhead, s.Breaker, s.Retry = s.Bulkhead.withDefaults(), s.Breaker.withDefaults(), s.Retry.withDefaults()
	way := judge(adapter, s)
	way = retry(way, s.Retry)
	way = breaker(way, s.Breaker, s.Holds)
	way = bulkhead(way)
	way = deadline(way, s.Deadline, s.Deadlines)
	return &Chain{way: way, holds: s.Holds, lanes: &lanes{
		upstream: s.Name,
		made:     map[CircuitKey]*lane{},
		make: func(name CircuitKey) *lane {
			return &lane{CircuitKey: name, breaker: newLaneBreaker(name, s.Breaker), places: newPlaces(s.Bulkhead), budget: &budget{left: s.Retry.Burst}}
		},
	}}
}

// Do sends r down the chain.
func (c *Chain) Do(ctx context.Context, r *bff.UpstreamRequest) (*bff.Answer, error) {
	return c.way(ctx, c.lanes.of(r), r)
}

// States tells how the chain's lanes are, in no order.
func (c *Chain) States() []bff.CircuitState {
	var out []bff.CircuitState
	for _, l := range c.lanes.all() {
		s := l.breaker.state()
		s.Brand, s.Upstream, s.Class = l.Brand, l.Upstream, l.Class
		s.Override = c.holds.Of(l.Brand, l.Upstream)
		s.Active, s.Waiting = l.places.busy()
		out = append(out, s)
	}
	return out
}
