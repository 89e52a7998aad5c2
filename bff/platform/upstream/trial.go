package upstream

import (
	"slices"
	"sync"
	"sync/atomic"
	"time"
)

// trial is a call that a half-open breaker passed. Its outcome decides the next state; one that is
// overdue may be ended as failed before it is answered.
type trial struct {
	method string
	began  time.Time
	report func(error)
	ended  atomic.Bool
}

// end reports the outcome, once.
func (t *trial) end(outcome error) {
	if t.ended.CompareAndSwap(false, true) {
		t.report(outcome)
	}
}

// trials are the trials of one breaker in its present half-open state.
type trials struct {
	mu      sync.Mutex
	running []*trial
}

// add adds t and returns what ends it.
func (s *trials) add(t *trial) (done func(outcome error)) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.running = append(s.running, t)
	return func(outcome error) {
		s.mu.Lock()
		s.running = slices.DeleteFunc(s.running, func(other *trial) bool { return other == t })
		s.mu.Unlock()
		t.end(outcome)
	}
}

// find returns a trial for which ok is true, or nil.
func (s *trials) find(ok func(*trial) bool) *trial {
	s.mu.Lock()
	defer s.mu.Unlock()
	if i := slices.IndexFunc(s.running, ok); i >= 0 {
		return s.running[i]
	}
	return nil
}

// clear forgets all trials; their outcomes no longer count.
func (s *trials) clear() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.running = nil
}
