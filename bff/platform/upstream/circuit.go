package upstream

import (
	"sync"
	"time"

	"croupier/bff"
)

// CircuitKey identifies the calls of one class of one partition to one upstream. They share a
// breaker, so a failing live casino does not close the cashier.
type CircuitKey struct {
	Partition bff.Partition
	Upstream  string
	Class     string
}

// circuit is the shared state of the calls of one CircuitKey.
type circuit struct {
	CircuitKey
	overrides *Overrides
	breaker   *circuitBreaker
	limiter   *limiter
	budget    budget
	probes    probeCounts
}

// override returns the override of staff.
func (c *circuit) override() bff.BreakerOverride {
	return c.overrides.Of(c.Partition.Brand(), c.Upstream)
}

// refusal returns the reason to refuse a call at once, or nil. It opens the breaker when the
// platform hangs.
func (c *circuit) refusal(override bff.BreakerOverride, now time.Time) error {
	switch override {
	case bff.OverrideForcedOpen:
		return errRefusedByStaff
	case bff.OverrideForcedClosed:
		return nil
	case bff.OverrideAuto:
	}
	if err := c.breaker.refusal(now); err != nil {
		return err
	}
	if !c.breaker.isClosed() || !c.limiter.hangs(now) || !c.breaker.trip() {
		return nil
	}
	c.limiter.onHang()
	return c.breaker.refusal(now)
}

// allow passes a call through the breaker or refuses it. If the trial of a half-open breaker is
// overdue, the breaker opens again.
func (c *circuit) allow(method string, now time.Time) (done func(outcome error), err error) {
	done, err = c.breaker.allow(method, now)
	overdue := func(t *pass) bool { return c.limiter.isOverdue(t.method, t.began, now) }
	if err == errBusy && c.breaker.endTrial(overdue) { //nolint:errorlint // not wrapped
		return nil, c.breaker.refusal(now)
	}
	return done, err
}

// maxCircuits bounds the circuits in memory, because testers choose their own names.
const maxCircuits = 4096

// circuits are the circuits of one chain, created on first use.
type circuits struct {
	settings Settings
	prober   *prober

	mu    sync.RWMutex
	byKey map[CircuitKey]*circuit
}

// find returns the circuit of a call, or nil before its first call.
func (s *circuits) find(p bff.Partition, class string) *circuit {
	s.mu.RLock()
	defer s.mu.RUnlock()
	return s.byKey[CircuitKey{p, s.settings.Name, class}]
}

// of returns the circuit of r.
func (s *circuits) of(r *bff.UpstreamRequest) *circuit {
	if found := s.find(r.Partition, r.Call.Class); found != nil {
		return found
	}
	key := CircuitKey{r.Partition, s.settings.Name, r.Call.Class}
	s.mu.Lock()
	defer s.mu.Unlock()
	if found, ok := s.byKey[key]; ok {
		return found
	}
	if len(s.byKey) >= maxCircuits {
		s.drop(func(p bff.Partition) bool { return !p.IsWhole() })
	}
	c := &circuit{CircuitKey: key, overrides: s.settings.Overrides, budget: budget{left: retryBurst}}
	c.limiter = newLimiter(s.settings.Bulkhead, s.settings.Pulse)
	c.breaker = newCircuitBreaker(key, s.settings.Breaker, func(isClosed bool) {
		if isClosed {
			c.limiter.onClose()
		}
		s.prober.onChange(c, isClosed)
	})
	s.byKey[key] = c
	return c
}

// dropPartition removes the circuits of a partition.
func (s *circuits) dropPartition(p bff.Partition) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.drop(func(other bff.Partition) bool { return other == p })
}

// drop removes circuits by their partition. Running calls keep their circuits. The circuits are
// locked.
func (s *circuits) drop(matches func(bff.Partition) bool) {
	for name, c := range s.byKey {
		if matches(name.Partition) {
			delete(s.byKey, name)
			s.prober.forget(c)
		}
	}
}

// all returns the circuits of whole brands.
func (s *circuits) all() []*circuit {
	s.mu.RLock()
	defer s.mu.RUnlock()
	var out []*circuit
	for name, found := range s.byKey {
		if name.Partition.IsWhole() {
			out = append(out, found)
		}
	}
	return out
}
