package maintenance

import (
	"context"
	"maps"
	"slices"
	"strings"
	"sync"
	"time"

	"croupier/bff"
)

const (
	// probeTimeout bounds one round of probes.
	probeTimeout = 5 * time.Second
	// pollInterval is the time between probes of open brands.
	pollInterval = 15 * time.Second
)

type watchers struct {
	mu   sync.Mutex
	next int
	all  map[int]func(brand string)
}

// Subscribe calls fn with a brand, or Everywhere, after each change of its state: declared,
// cleared, detected, ended, and the start and end of scheduled maintenance; with brand/class
// where a part was detected. fn must not block and must not change the Manager. cancel ends
// the subscription.
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

func (w *watchers) notify(brand string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, fn := range w.all {
		fn(brand)
	}
}

// Run reloads the store, applies schedules and probes platforms at each tick, and handles
// messages of other instances in between. It returns when ctx ends.
func (m *Manager) Run(ctx context.Context, ticks <-chan time.Time) {
	defer m.subscribe()()
	var probes sync.WaitGroup
	defer probes.Wait()
	for {
		select {
		case <-ctx.Done():
			return
		case msg := <-m.received:
			m.onMessage(ctx, msg)
		case msg := <-m.outgoing:
			m.publish(ctx, msg)
		case <-ticks:
			m.reload(ctx)
			m.notifyTransitions()
			m.prune(ctx)
			m.startProbes(ctx, &probes)
		}
	}
}

// notifyTransitions notifies watchers of windows that came into force or ended, and removes
// expired detections.
func (m *Manager) notifyTransitions() {
	m.putting.Lock()
	defer m.putting.Unlock()
	now, k := m.now(), m.current.Load()
	var changed []string
	for id, w := range k.windows {
		if active := w.StateAt(now) == bff.WindowOpen; active != m.wasActive[id] {
			changed = append(changed, w.Brand)
		}
	}
	if len(changed) > 0 {
		slices.Sort(changed)
		k = k.copy()
		m.put(k, slices.Compact(changed)...)
	}
	over := func(_ string, d detection) bool { return !d.active(now) }
	for where, d := range k.detected {
		if over(where, d) {
			k = k.copy()
			maps.DeleteFunc(k.detected, over)
			m.put(k, where)
		}
	}
}

// ReportDetected implements gateway.Maintenance.
func (m *Manager) ReportDetected(where string) {
	if m.setDetected(where, true) {
		m.enqueue(where, true)
	}
}

// ClearDetected removes what was detected for a brand, brand/class or brand/class/method, so
// that the next call detects it anew. Switches and windows stay.
func (m *Manager) ClearDetected(where string) {
	m.resets.Add(1)
	if m.setDetected(where, false) {
		m.enqueue(where, false)
	}
}

// setDetected records a detection or its end, and reports whether that changed anything.
func (m *Manager) setDetected(where string, closed bool) (changed bool) {
	now := m.now()
	isClosed := func(k *snapshot) bool { d, ok := k.detected[where]; return ok && d.active(now) }
	return isClosed(m.current.Load()) != closed && m.changeDetected(where, func(k *snapshot) bool {
		if isClosed(k) == closed {
			return false // another call was faster
		}
		delete(k.detected, where)
		if closed {
			d := detection{since: now}
			if strings.Contains(where, "/") {
				d.until = d.since.Add(partClosedFor)
			}
			k.detected[where] = d
		}
		return true
	})
}

// startProbes starts a round of probes where one is due and none is running. Probes run in the
// background, so that a slow platform does not delay declared maintenance.
func (m *Manager) startProbes(ctx context.Context, probes *sync.WaitGroup) {
	due := m.brandsToProbe()
	if len(due) == 0 || !m.probing.CompareAndSwap(false, true) {
		return
	}
	probes.Go(func() {
		defer m.probing.Store(false)
		m.probeAll(ctx, due)
	})
}

// brandsToProbe lists the brands to probe now: detected ones at every tick, open ones at
// every pollInterval.
func (m *Manager) brandsToProbe() []string {
	if m.probe == nil {
		return nil
	}
	var due []string
	k := m.current.Load()
	for where := range k.detected {
		if !strings.Contains(where, "/") {
			due = append(due, where)
		}
	}
	if now := m.now(); m.brands != nil && now.Sub(m.lastPolled) >= pollInterval {
		m.lastPolled = now
		for _, brand := range m.brands() {
			if _, ok := k.detected[brand]; !ok {
				due = append(due, brand)
			}
		}
	}
	return due
}

// probeAll probes the platforms of brands and records the results.
func (m *Manager) probeAll(ctx context.Context, brands []string) {
	ctx, cancel := context.WithTimeout(ctx, probeTimeout)
	defer cancel()
	var wg sync.WaitGroup
	for _, brand := range brands {
		wg.Go(func() {
			resets := m.resets.Load()
			found := m.probe(ctx, brand)
			if found == ProbeClosed && m.resets.Load() != resets {
				return // the probe started before ClearDetected
			}
			if found != ProbeUnknown && m.setDetected(brand, found == ProbeClosed) {
				m.enqueue(brand, found == ProbeClosed)
			}
		})
	}
	wg.Wait()
}
