package upstream

import (
	"sync"

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
	breaker   *circuitBreaker
	semaphore *semaphore
	budget    *budget
}

// maxCircuits bounds the circuits in memory. Real traffic has a few dozen; mock worlds, which
// visitors name, are unbounded.
const maxCircuits = 4096

// circuits holds the circuits of one chain, created on first use.
type circuits struct {
	upstream string
	make     func(CircuitKey) *circuit

	mu    sync.RWMutex
	byKey map[CircuitKey]*circuit
}

// of returns the circuit of r.
func (s *circuits) of(r *bff.UpstreamRequest) *circuit {
	name := CircuitKey{Brand: r.Brand.ID, Upstream: s.upstream, Class: r.Call.Class, World: r.World}
	s.mu.RLock()
	found, ok := s.byKey[name]
	s.mu.RUnlock()
	if ok {
		return found
	}
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
	for name := range s.byKey {
		if name.World == world {
			delete(s.byKey, name)
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
