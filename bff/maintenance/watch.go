package maintenance

import (
	"context"
	"maps"
	"strings"
	"sync"
	"time"
)

const (
	// probeTimeout bounds one round of probes.
	probeTimeout = 5 * time.Second
	// askEvery is how often platforms are asked although nobody has met maintenance.
	askEvery = 15 * time.Second
)

type watchers struct {
	mu   sync.Mutex
	next int
	all  map[int]func(brand string)
}

// Subscribe has fn called with a brand, or Everywhere, after each change to its state:
// declared, cleared, detected, over, and the begin and end of what was scheduled; with
// brand/class where a part of it was detected. fn must be quick and must not change the
// Manager. The function returned ends it.
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

// Run does at each tick what time brings: it reads what other instances may have
// declared, tells of schedules that begin or end, and asks the platforms of brands. Between
// ticks it hears the other instances. It returns when ctx ends.
func (m *Manager) Run(ctx context.Context, ticks <-chan time.Time) {
	defer m.subscribe()()
	var probes sync.WaitGroup
	defer probes.Wait()
	for {
		select {
		case <-ctx.Done():
			return
		case msg := <-m.heard:
			m.hear(ctx, msg)
		case msg := <-m.said:
			m.publish(ctx, msg)
		case <-ticks:
			m.read(ctx)
			m.announce()
			m.lookAround(ctx, &probes)
		}
	}
}

// announce tells of notices that hold now and did not, or the other way round, and of
// parts whose time has come.
func (m *Manager) announce() {
	m.changing.Lock()
	defer m.changing.Unlock()
	now, k := m.now(), m.known.Load()
	for brand, n := range k.notices {
		if holds := n.holds(now); holds != m.held[brand] {
			m.held[brand] = holds
			m.watchers.tell(brand)
		}
	}
	over := func(_ string, d detection) bool { return !d.holds(now) }
	for where, d := range k.detected {
		if over(where, d) {
			k = k.copy()
			maps.DeleteFunc(k.detected, over)
			m.put(k, where)
		}
	}
}

// ReportDetected records that a brand's upstream, or brand/class or brand/class/method for the
// platform of a part, said it is under maintenance.
func (m *Manager) ReportDetected(where string) {
	if m.note(where, true) {
		m.say(where, true)
	}
}

// Forget drops what was detected of a brand, or of brand/class or brand/class/method: whoever
// comes next finds out anew. What was declared stays.
func (m *Manager) Forget(where string) {
	m.forgot.Add(1)
	if m.note(where, false) {
		m.say(where, false)
	}
}

// note records what was found of a brand or a part of it; it tells whether that is news.
func (m *Manager) note(where string, closed bool) (news bool) {
	d, was := m.known.Load().detected[where]
	if was && !d.holds(m.now()) {
		was = false
	}
	if was == closed {
		return false
	}
	_ = m.change(where, func(k *known) error { // nothing in it can fail
		delete(k.detected, where)
		if closed {
			d := detection{since: m.now()}
			if strings.Contains(where, "/") {
				d.until = d.since.Add(partHold)
			}
			k.detected[where] = d
		}
		return nil
	})
	return true
}

// lookAround starts a round of probes where one is due and none is under way: a platform
// that takes its time must not hold up what is declared.
func (m *Manager) lookAround(ctx context.Context, probes *sync.WaitGroup) {
	due := m.due()
	if len(due) == 0 || !m.probing.CompareAndSwap(false, true) {
		return
	}
	probes.Go(func() {
		defer m.probing.Store(false)
		m.ask(ctx, due)
	})
}

// due lists the brands whose platforms are to be asked now: those detected always, the
// others now and then.
func (m *Manager) due() []string {
	if m.probe == nil {
		return nil
	}
	var due []string
	k := m.known.Load()
	for where := range k.detected {
		if !strings.Contains(where, "/") {
			due = append(due, where)
		}
	}
	if now := m.now(); m.brands != nil && now.Sub(m.asked) >= askEvery {
		m.asked = now
		for _, brand := range m.brands() {
			if _, ok := k.detected[brand]; !ok {
				due = append(due, brand)
			}
		}
	}
	return due
}

// ask asks the platforms of brands and notes what they say.
func (m *Manager) ask(ctx context.Context, brands []string) {
	ctx, cancel := context.WithTimeout(ctx, probeTimeout)
	defer cancel()
	var wg sync.WaitGroup
	for _, brand := range brands {
		wg.Go(func() {
			forgot := m.forgot.Load()
			found := m.probe(ctx, brand)
			if found == Closed && m.forgot.Load() != forgot {
				return // it was asked before
			}
			if found != Silent && m.note(brand, found == Closed) {
				m.say(brand, found == Closed)
			}
		})
	}
	wg.Wait()
}
