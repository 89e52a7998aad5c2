package maintenance

import (
	"context"
	"sync"
	"time"
)

// probeTimeout bounds one probe of one brand.
const probeTimeout = 5 * time.Second

type watchers struct {
	mu   sync.Mutex
	next int
	all  map[int]func(brand string)
}

// Subscribe has fn called with a brand, or Everywhere, after each change to its state:
// declared, cleared, detected, over, and the begin and end of what was scheduled. fn must
// be quick and must not change the Manager. The function returned ends it.
func (m *Manager) Subscribe(fn func(brand string)) (cancel func()) {
	w := &m.watchers
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.all == nil {
		w.all = map[int]func(string){}
	}
	id := w.next
	w.next++
	w.all[id] = fn
	return func() {
		w.mu.Lock()
		defer w.mu.Unlock()
		delete(w.all, id)
	}
}

func (w *watchers) tell(brand string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, fn := range w.all {
		fn(brand)
	}
}

// Run does at each tick what time brings: it tells of schedules that begin or end, and
// probes the brands whose maintenance was detected. It returns when ctx ends.
func (m *Manager) Run(ctx context.Context, ticks <-chan time.Time) {
	for {
		select {
		case <-ctx.Done():
			return
		case <-ticks:
			m.announce()
			m.probeDetected(ctx)
		}
	}
}

// announce tells of notices that hold now and did not, or the other way round.
func (m *Manager) announce() {
	m.changing.Lock()
	defer m.changing.Unlock()
	now := m.now()
	for brand, n := range m.known.Load().notices {
		if holds := n.holds(now); holds != m.held[brand] {
			m.held[brand] = holds
			m.watchers.tell(brand)
		}
	}
}

func (m *Manager) probeDetected(ctx context.Context) {
	if m.probe == nil {
		return
	}
	ctx, cancel := context.WithTimeout(ctx, probeTimeout)
	defer cancel()
	var wg sync.WaitGroup
	for brand := range m.known.Load().detected {
		wg.Go(func() {
			if m.probe(ctx, brand) {
				m.over(brand)
			}
		})
	}
	wg.Wait()
}
