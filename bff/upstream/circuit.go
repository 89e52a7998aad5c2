package upstream

import (
	"sync"

	"croupier/bff"
)

// CircuitKey is what fails together: the calls of one class of one brand to one upstream. Each
// lane has its own breaker, places and retry budget, so that a dead live casino does not
// close the cashier. A mock world is a lane of its own: the faults that one tester sets
// must not reach another.
type CircuitKey struct {
	Brand    string
	Upstream string
	Class    string
	World    string
}

// lane is a CircuitKey with what its calls share.
type lane struct {
	CircuitKey
	breaker *laneBreaker
	places  *places
	budget  *budget
}

// maxLanes bounds the lanes remembered. Real traffic has a few dozen; only mock worlds,
// which a visitor names, can be many.
const maxLanes = 4096

// lanes are those of one chain, made on first use.
type lanes struct {
	upstream string
	make     func(CircuitKey) *lane

	mu   sync.RWMutex
	made map[CircuitKey]*lane
}

// of gives the lane that r travels on.
func (l *lanes) of(r *bff.UpstreamRequest) *lane {
	name := CircuitKey{Brand: r.Brand.ID, Upstream: l.upstream, Class: r.Call.Class, World: r.World}
	l.mu.RLock()
	found, ok := l.made[name]
	l.mu.RUnlock()
	if ok {
		return found
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if found, ok := l.made[name]; ok {
		return found
	}
	if len(l.made) >= maxLanes {
		l.forgetWorlds()
	}
	made := l.make(name)
	l.made[name] = made
	return made
}

// forgetWorlds drops the lanes of mock worlds. Calls under way keep what they hold; the
// next call of a world begins afresh.
func (l *lanes) forgetWorlds() {
	for name := range l.made {
		if name.World != "" {
			delete(l.made, name)
		}
	}
}

// forget drops the lanes of one world, as forgetWorlds does those of all.
func (l *lanes) forget(world string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for name := range l.made {
		if name.World == world {
			delete(l.made, name)
		}
	}
}

// all gives the lanes of real traffic, those of mock worlds left out.
func (l *lanes) all() []*lane {
	l.mu.RLock()
	defer l.mu.RUnlock()
	var out []*lane
	for name, lane := range l.made {
		if name.World == "" {
			out = append(out, lane)
		}
	}
	return out
}
