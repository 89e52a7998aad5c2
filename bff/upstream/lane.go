package upstream

import (
	"sync"

	"croupier/bff"
)

// Lane is what fails together: the calls of one class of one brand to one upstream. Each
// lane has its own breaker, places and retry budget, so that a dead live casino does not
// close the cashier. A mock world is a lane of its own: the faults that one tester sets
// must not reach another.
type Lane struct {
	Brand   string
	Adapter string
	Class   string
	World   string
}

// maxLanes bounds the lanes remembered. Real traffic has a few dozen; only mock worlds,
// which a visitor names, can be many.
const maxLanes = 4096

// laneOf gives the lane that r travels on.
func laneOf(r *bff.UpstreamRequest) Lane {
	return Lane{Brand: r.Brand.ID, Adapter: r.Brand.Upstream.Adapter, Class: r.Call.Class, World: r.World}
}

// lanes keeps one T for each lane, made on first use.
type lanes[T any] struct {
	mu   sync.RWMutex
	made map[Lane]T
	make func(Lane) T
}

func newLanes[T any](make func(Lane) T) *lanes[T] {
	return &lanes[T]{made: map[Lane]T{}, make: make}
}

func (l *lanes[T]) of(r *bff.UpstreamRequest) T {
	lane := laneOf(r)
	l.mu.RLock()
	t, ok := l.made[lane]
	l.mu.RUnlock()
	if ok {
		return t
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if t, ok := l.made[lane]; ok {
		return t
	}
	if len(l.made) >= maxLanes {
		l.forgetWorlds()
	}
	t = l.make(lane)
	l.made[lane] = t
	return t
}

// forgetWorlds drops the lanes of mock worlds. Calls under way keep what they hold; the
// next call of a world begins afresh.
func (l *lanes[T]) forgetWorlds() {
	for lane := range l.made {
		if lane.World != "" {
			delete(l.made, lane)
		}
	}
}
