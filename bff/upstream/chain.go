package upstream

import (
	"context"
	"time"

	"croupier/bff"
)

// Settings configure one chain. Zero fields have the stated defaults.
type Settings struct {
	Name      string                   // of the upstream, in the console and in metrics
	Deadline  time.Duration            // for calls without one; default 10 s
	Deadlines map[string]time.Duration // by deadline class; only shorten the contract's
	Bulkhead  BulkheadSettings
	Breaker   BreakerSettings
	Retry     RetrySettings

	Messages     Messages    // nil knows no messages
	Maintenance  Maintenance // receives maintenance reported by the upstream; may be nil
	Propagate500 bool        // pass an HTTP 500 of a session call on as 500 (specification §4) instead of 502
	Overrides    *Overrides  // breaker overrides of staff; may be nil
	Contract     ContractSettings
}

// Chain is the adapter of one upstream with its decorators.
type Chain struct {
	handle    stage
	circuits  *circuits
	overrides *Overrides
}

var _ bff.Upstream = (*Chain)(nil)

// stage is one decorator including everything below it.
type stage func(ctx context.Context, c *circuit, r *bff.UpstreamRequest) (*bff.Answer, error)

// NewChain wraps an adapter in its decorators. Their order, from the caller inwards:
//
//   - deadline: bounds everything below, so that a hung probe cannot block the breaker;
//   - contract: a platform that deviates in one call must not open the breaker of its class;
//   - bulkhead: waiting counts against the deadline, and a full bulkhead does not count against
//     the breaker;
//   - breaker: counts each call once, however often it was sent;
//   - retry: sends a read once more if it failed before an answer;
//   - classify: turns the adapter's answer into a reason where it is a failure;
//   - adapter.
func NewChain(adapter bff.Upstream, s Settings) *Chain {
	s.Bulkhead, s.Breaker, s.Retry = s.Bulkhead.withDefaults(), s.Breaker.withDefaults(), s.Retry.withDefaults()
	handle := classify(adapter, s)
	handle = retry(handle, s.Retry)
	handle = breaker(handle, s.Breaker, s.Overrides)
	handle = bulkhead(handle)
	handle = checkContract(handle, s.Name, s.Contract)
	handle = deadline(handle, s.Deadline, s.Deadlines)
	return &Chain{handle: handle, overrides: s.Overrides, circuits: &circuits{
		upstream: s.Name,
		byKey:    map[CircuitKey]*circuit{},
		make: func(name CircuitKey) *circuit {
			return &circuit{CircuitKey: name, breaker: newCircuitBreaker(name, s.Breaker), semaphore: newSemaphore(s.Bulkhead), budget: &budget{left: s.Retry.Burst}}
		},
	}}
}

// Do sends r through the chain.
func (c *Chain) Do(ctx context.Context, r *bff.UpstreamRequest) (*bff.Answer, error) {
	return c.handle(ctx, c.circuits.of(r), r)
}

// States returns the state of every circuit, unordered.
func (c *Chain) States() []bff.CircuitState {
	var out []bff.CircuitState
	for _, circuit := range c.circuits.all() {
		s := circuit.breaker.state()
		s.Brand, s.Upstream, s.Class = circuit.Brand, circuit.Upstream, circuit.Class
		s.Override = c.overrides.Of(circuit.Brand, circuit.Upstream)
		s.Active, s.Waiting = circuit.semaphore.usage()
		out = append(out, s)
	}
	return out
}
