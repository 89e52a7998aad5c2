package upstream

import (
	"sync"
	"time"

	"croupier/bff"
)

// CircuitKey identifies what fails together: the calls of one class of one brand to one
// upstream. Each circuit has its own breaker, bulkhead and retry budget, so that a failing live
// casino does not close the cashier. A mock world has circuits of its own, so that the faults
// of one tester do not reach another.
type CircuitKey struct {
	Brand    string
	Upstream string
	Class    string
	World    string
}

// circuit is the shared state of the calls of one CircuitKey.
type circuit struct {
	CircuitKey
	breaker *circuitBreaker
	limiter *limiter
	budget  *budget
	probes  probeCounts
}

// refusal returns the reason to refuse a call at once, or nil. It also opens the breaker when the
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

// allow asks the breaker to pass a call of method that begins now. While the breaker is half-open
// and the call on trial is overdue, it opens again.
func (c *circuit) allow(method string, now time.Time) (done func(outcome error), err error) {
	done, err = c.breaker.allow(method, now)
	if err == errBusy && c.breaker.endTrial(func(t *trial) bool { return c.limiter.isOverdue(t.method, t.began, now) }) { //nolint:errorlint // not wrapped
		return nil, c.breaker.refusal(now)
	}
	return done, err
}

// maxCircuits bounds the circuits in memory. Real traffic has a few dozen; mock worlds, which
// visitors name, are unbounded.
const maxCircuits = 4096

// circuits holds the circuits of one chain, created on first use.
type circuits struct {
	upstream string
	make     func(CircuitKey) *circuit
	dropped  func(*circuit) // told of each circuit of dropWorld

	mu    sync.RWMutex
	byKey map[CircuitKey]*circuit
}

// find returns the circuit of a call, or nil if none was sent yet.
func (s *circuits) find(brand *bff.Brand, call *bff.Call, world string) *circuit {
	s.mu.RLock()
	defer s.mu.RUnlock()
	return s.byKey[CircuitKey{Brand: brand.ID, Upstream: s.upstream, Class: call.Class, World: world}]
}

// of returns the circuit of r.
func (s *circuits) of(r *bff.UpstreamRequest) *circuit {
	if found := s.find(r.Brand, r.Call, r.World); found != nil {
		return found
	}
	name := CircuitKey{Brand: r.Brand.ID, Upstream: s.upstream, Class: r.Call.Class, World: r.World}
	s.mu.Lock()
	defer s.mu.Unlock()
	if found, ok := s.byKey[name]; ok {
		return found
	}
	if len(s.byKey) >= maxCircuits {
		s.dropWorlds()
	}
	made := s.make(name)
	s.byKey[name] = made
	return made
}

// dropWorlds removes the circuits of all mock worlds. Running calls keep theirs.
func (s *circuits) dropWorlds() {
	for name := range s.byKey {
		if name.World != "" {
			delete(s.byKey, name)
		}
	}
}

// dropWorld removes the circuits of one mock world.
func (s *circuits) dropWorld(world string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for name, c := range s.byKey {
		if name.World == world {
			delete(s.byKey, name)
			s.dropped(c)
		}
	}
}

// all returns the circuits of the default world.
func (s *circuits) all() []*circuit {
	s.mu.RLock()
	defer s.mu.RUnlock()
	var out []*circuit
	for name, found := range s.byKey {
		if name.World == "" {
			out = append(out, found)
		}
	}
	return out
}
