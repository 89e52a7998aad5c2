// Package upstream sends calls to the platform of a brand. NewChain creates the chain of decorators
// that protects players from a slow or broken platform. Routes selects the upstream of a call. The
// adapters are separate packages. cmd/croupier joins them.
package upstream

import (
	"context"
	"time"

	"croupier/bff"
)

// Settings configure one chain. Zero fields have the stated defaults.
type Settings struct {
	Name      string                   // of the upstream, in the console and in metrics
	Deadlines map[string]time.Duration // by deadline class; only shorten the contract's
	Bulkhead  BulkheadSettings
	Breaker   BreakerSettings

	Messages     Messages    // nil knows no messages
	Maintenance  Maintenance // receives maintenance reported by the upstream; may be nil
	Propagate500 bool        // pass an HTTP 500 of a session call on as 500 instead of 502
	Overrides    *Overrides  // breaker overrides of staff; may be nil
	Contract     ContractSettings
	Probe        ProbeSettings
	Pulse        Pulse // may be nil
}

// Pulse returns the longest delay of this process between two times. The platform did not cause
// this delay. Package pulse implements it.
type Pulse interface {
	Late(since, now time.Time) time.Duration
}

// Chain is the adapter of one upstream with its decorators.
type Chain struct {
	*prober
	handle   stage
	circuits *circuits
}

var _ bff.Upstream = (*Chain)(nil)

// stage is one decorator including everything below it.
type stage func(ctx context.Context, c *circuit, r *bff.UpstreamRequest) (*bff.Answer, error)

// NewChain wraps an adapter in its decorators. Their order, from the caller inwards:
//
//   - deadline: bounds everything below, so a hung probe cannot block the breaker.
//   - contract: a platform that deviates in one call must not open the breaker of its class.
//   - bulkhead: waiting counts against the deadline, and a full bulkhead does not count against the
//     breaker. Calls that an open breaker would refuse do not wait.
//   - breaker: counts each call once, also after a retry.
//   - retry: sends a read once more if it failed before an answer.
//   - classify: turns a failed answer of the adapter into a reason.
//   - adapter.
func NewChain(adapter bff.Upstream, s Settings) *Chain {
	s.Bulkhead, s.Breaker = s.Bulkhead.withDefaults(), s.Breaker.withDefaults()
	handle := classify(adapter, s)
	prober := newProber(handle, s.Probe)
	handle = retry(handle)
	handle = breaker(handle, s.Breaker)
	handle = bulkhead(handle)
	handle = checkContract(handle, s.Name, s.Contract)
	handle = deadline(handle, s.Deadlines)
	return &Chain{
		handle: handle, prober: prober,
		circuits: &circuits{settings: s, prober: prober, byKey: map[CircuitKey]*circuit{}},
	}
}

// Do sends r through the chain.
func (c *Chain) Do(ctx context.Context, r *bff.UpstreamRequest) (*bff.Answer, error) {
	return c.handle(ctx, c.circuits.of(r), r)
}

// Refusal returns the reason to refuse a call without sending it, or nil. It is cheap.
func (c *Chain) Refusal(_ *bff.Brand, call *bff.Call, p bff.Partition) error {
	circuit := c.circuits.find(p, call.Class)
	if circuit == nil {
		return nil
	}
	override := circuit.override()
	if err := circuit.refusal(override, time.Now()); err != nil {
		return err
	}
	if override == bff.OverrideAuto && circuit.limiter.full() {
		return errFull
	}
	return nil
}

// States returns the state of every circuit, unordered.
func (c *Chain) States() []bff.CircuitState {
	var out []bff.CircuitState
	for _, circuit := range c.circuits.all() {
		s := circuit.breaker.state()
		s.Brand, s.Upstream, s.Class = circuit.Partition.Brand(), circuit.Upstream, circuit.Class
		s.Override = circuit.override()
		s.Active, s.Waiting, s.Limit = circuit.limiter.usage()
		s.ProbesAnswered, s.ProbesFailed = circuit.probes.answered.Load(), circuit.probes.failed.Load()
		out = append(out, s)
	}
	return out
}
