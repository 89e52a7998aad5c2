// Package upstream sends calls to the platform of a brand. NewChain creates the chain of decorators
// that protects players from a slow or broken platform. Routes selects the upstream of a call. The
// adapters are separate packages. cmd/croupier joins them.
package upstream

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"sync"
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
	Pulse        Pulse         // may be nil
	Failover     func() string // returns the failover address in use, or nothing; may be nil
}

// Pulse returns the longest delay of this process between two times, and the total of its delays.
// The platform did not cause them. Package pulse implements it.
type Pulse interface {
	Late(since, now time.Time) (longest, total time.Duration)
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
		if failover := c.circuits.settings.Failover; failover != nil {
			s.Failover = failover()
		}
		s.Brand, s.Upstream, s.Class = circuit.Partition.Brand(), circuit.Upstream, circuit.Class
		s.Override = circuit.override()
		s.Active, s.Waiting, s.Limit = circuit.limiter.usage()
		s.ProbesAnswered, s.ProbesFailed = circuit.probes.answered.Load(), circuit.probes.failed.Load()
		out = append(out, s)
	}
	return out
}

// defaultDeadline bounds calls without a deadline.
const defaultDeadline = 10 * time.Second

// errDeadline is the cause of a call that used its whole deadline. A shorter deadline of the caller
// has another cause.
var errDeadline = fmt.Errorf("call deadline exceeded: %w", context.DeadlineExceeded)

// deadline bounds everything below by the shorter of the call's deadline and the upstream's
// deadline for its class.
func deadline(next stage, classes map[string]time.Duration) stage {
	return func(ctx context.Context, c *circuit, r *bff.UpstreamRequest) (*bff.Answer, error) {
		limit := cmp.Or(r.Rules.Deadline, defaultDeadline)
		if own := classes[r.Rules.DeadlineClass]; own > 0 {
			limit = min(limit, own)
		}
		bounded, cancel := context.WithTimeoutCause(ctx, limit, errDeadline)
		defer cancel()
		a, err := next(bounded, c, r)
		if err == nil {
			return a, nil
		}
		if errors.Is(ctx.Err(), context.Canceled) {
			return nil, bff.WithDelivery(ctx.Err(), bff.DeliveryOf(err))
		}
		if errors.Is(err, context.DeadlineExceeded) && !errors.As(err, new(*bff.Reason)) {
			// A plain context error of an adapter. The request may have been sent.
			return nil, bff.ReasonUpstreamTimeout.WithCause(err)
		}
		return nil, err
	}
}

// BulkheadSettings bound the concurrent calls of a circuit.
type BulkheadSettings struct {
	MaxConcurrent int // calls in flight of a healthy platform; default 1024
	Queue         int // calls waiting for a slot; more are refused at once; default 512
}

func (s BulkheadSettings) withDefaults() BulkheadSettings {
	return BulkheadSettings{MaxConcurrent: cmp.Or(s.MaxConcurrent, 1024), Queue: cmp.Or(s.Queue, 512)}
}

// bulkhead bounds the calls of each circuit that are in flight, queues a bounded number more until
// their deadline and refuses the rest. Calls of an open circuit do not wait for a slot.
func bulkhead(next stage) stage {
	return func(ctx context.Context, c *circuit, r *bff.UpstreamRequest) (a *bff.Answer, err error) {
		override := c.override()
		if err := c.refusal(override, time.Now()); err != nil {
			return nil, err
		}
		flight, err := c.limiter.acquire(ctx, r.Call.Method, override == bff.OverrideForcedClosed)
		if err != nil {
			return nil, err
		}
		result := resultAnswered // of a panic
		defer func() {
			c.limiter.release(flight, result)
			if result == resultGood {
				c.breaker.answered()
			}
		}()
		a, err = next(ctx, c, r)
		result = resultOf(ctx, err)
		return a, err
	}
}

// resultOf classifies the outcome of a call for the limiter.
func resultOf(ctx context.Context, err error) result {
	switch {
	case err == nil:
		return resultGood
	case ctx.Err() != nil, errors.Is(err, bff.ReasonUpstreamTimeout), bff.DeliveryOf(err) == bff.DeliveryNotSent:
		return resultNone
	}
	return resultAnswered
}

// The retry budget of a circuit. Each call adds retryShare of a retry, up to retryBurst. The first
// budget is retryBurst.
const (
	retryShare = 0.2
	retryBurst = 10
)

// budget is the retry budget of a circuit. If all calls fail, the load on the upstream grows by at
// most retryShare.
type budget struct {
	mu   sync.Mutex
	left float64
}

func (b *budget) deposit() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.left = min(b.left+retryShare, retryBurst)
}

func (b *budget) withdraw() bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.left < 1 {
		return false
	}
	b.left--
	return true
}

// retry sends a read a second time if there was no connection or it failed before an answer began.
// Writes and money calls are never retried.
func retry(next stage) stage {
	return func(ctx context.Context, c *circuit, r *bff.UpstreamRequest) (*bff.Answer, error) {
		if r.Rules.Kind != bff.KindRead {
			return next(ctx, c, r)
		}
		c.budget.deposit()
		a, err := next(ctx, c, r)
		retryable := errors.Is(err, bff.ReasonUnavailable) && !bff.DeliveryOf(err).IsAnswer()
		if !retryable || ctx.Err() != nil || !c.budget.withdraw() {
			return a, err
		}
		return next(ctx, c, r)
	}
}
