package upstream

import (
	"container/list"
	"context"
	"errors"
	"sync"
	"time"

	"croupier/bff"
)

// limiter bounds the calls of one circuit in flight, at first to MaxConcurrent. adapt lowers the
// limit during an overload, and hangs detects a hanging platform.
type limiter struct {
	settings BulkheadSettings
	pulse    Pulse // nil: this process is never late

	mu      sync.Mutex
	flights list.List // of *flight, oldest first
	waiting list.List // of *waiter, oldest first
	adaptiveLimit

	lastAnswer time.Time     // the last answer of the platform
	lost       int           // overdue calls whose callers left since then
	suspected  time.Time     // the first of the current signs of a hang
	paused     time.Duration // see pause
	pausedAt   time.Time
}

type flight struct {
	began      time.Time
	latency    *latency
	at         *list.Element
	concurrent int // calls in flight when it began, itself included
	arrived    int // calls that had asked for a slot by then
}

// waiter is a call that waits for a slot. Once granted is closed, a nil flight means that it is
// refused.
type waiter struct {
	method  string
	flight  *flight
	granted chan struct{}
}

func newLimiter(s BulkheadSettings, p Pulse) *limiter {
	return &limiter{settings: s, pulse: p, adaptiveLimit: adaptiveLimit{calls: map[string]*latency{}}}
}

// lateness returns the longest delay that this process may have added to a call by writing or
// reading late, and the total of the delays of this process.
func (l *limiter) lateness(began, now time.Time) (longest, total time.Duration) {
	if l.pulse == nil {
		return 0, 0
	}
	longest, total = l.pulse.Late(began, now)
	return 2 * longest, total
}

const retryAfterFull = time.Second

// errFull refuses calls of a full bulkhead. errHung refuses waiting calls when the platform hangs.
var (
	errFull = noSlot(errors.New("bulkhead and queue are full"))
	errHung = noSlot(errors.New("the platform hangs"))
)

func noSlot(cause error) *bff.Reason {
	return notSent(retryAfterFull, &bff.CauseError{Class: bff.CauseOverloaded, Err: cause})
}

// acquire waits for a slot. A call without a slot is not sent. With maximum, only MaxConcurrent
// counts.
func (l *limiter) acquire(ctx context.Context, method string, maximum bool) (*flight, error) {
	l.mu.Lock()
	l.arrived++
	if l.waiting.Len() == 0 && l.flights.Len() < l.bound(maximum) {
		f := l.start(method)
		l.mu.Unlock()
		return f, nil
	}
	if l.isFull() {
		l.mu.Unlock()
		return nil, errFull
	}
	w := &waiter{method: method, granted: make(chan struct{})}
	at := l.waiting.PushBack(w)
	l.grant() // an idle limiter whose waiters left
	l.mu.Unlock()
	select {
	case <-w.granted:
		if w.flight == nil {
			return nil, errHung
		}
		return w.flight, nil
	case <-ctx.Done():
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if w.flight != nil { // granted in the same moment: the slot goes to the next one
		l.flights.Remove(w.flight.at)
		l.grant()
	} else {
		l.waiting.Remove(at)
	}
	if errors.Is(ctx.Err(), context.DeadlineExceeded) {
		return nil, noSlot(ctx.Err())
	}
	return nil, bff.WithDelivery(ctx.Err(), bff.DeliveryNotSent)
}

// result classifies how the platform answered a call.
type result uint8

const (
	resultNone     result = iota // no answer
	resultAnswered               // it answered, with an error
	resultGood                   // it answered as usual
)

// release ends a call and learns from its result.
func (l *limiter) release(f *flight, r result) {
	now := time.Now()
	took := now.Sub(f.began)
	late, _ := l.lateness(f.began, now)
	l.mu.Lock()
	defer l.mu.Unlock()
	l.flights.Remove(f.at)
	switch {
	case r >= resultAnswered:
		l.onAnswer(f, took, now)
		if r == resultGood {
			l.adapt(f, took, late, now)
		}
	case f.latency.samples > 0 && took > l.overdue(f.latency, f.began, now, l.harmlessSilence(now)):
		l.lost++
	}
	l.grant()
}

// full reports whether a call would be refused now.
func (l *limiter) full() bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.flights.Len() >= l.bound(false) && l.isFull()
}

// shortWait is the longest harmless wait for a slot.
const shortWait = 100 * time.Millisecond

// isFull reports whether the queue is full. While the limit is below the maximum, at most as many
// calls wait as are in flight, because a longer queue delays every answer. A queue shorter than
// shortWait is never full. After a delay of this process, the calls of the delay arrive at once.
func (l *limiter) isFull() bool {
	bound := max(1, l.bound(false))
	if l.limit > 0 && l.typical > 0 {
		now := time.Now()
		late, _ := l.lateness(now.Add(-unusedAfter), now)
		bound = int(float64(bound) * max(1, float64(shortWait+late)/float64(tolerated*l.typical)))
	}
	return l.waiting.Len() >= min(l.settings.Queue, bound)
}

// bound returns the allowed number of calls in flight: the configured maximum, or the lower
// adaptive limit.
func (l *limiter) bound(maximum bool) int {
	if maximum || l.limit == 0 {
		return l.settings.MaxConcurrent
	}
	return min(l.limit, l.settings.MaxConcurrent)
}

func (l *limiter) start(method string) *flight {
	f := &flight{began: time.Now(), latency: l.latencyOf(method)}
	f.at = l.flights.PushBack(f)
	f.concurrent, f.arrived = l.flights.Len(), l.arrived
	l.peak = max(l.peak, f.concurrent)
	return f
}

// grant assigns free slots to waiting calls.
func (l *limiter) grant() {
	for e := l.waiting.Front(); e != nil && l.flights.Len() < l.bound(false); e = l.waiting.Front() {
		w := l.waiting.Remove(e).(*waiter)
		w.flight = l.start(w.method)
		close(w.granted)
	}
}

// usage returns the number of calls in flight and in the queue, and the adaptive limit or 0.
func (l *limiter) usage() (active, waiting, limit int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.flights.Len(), l.waiting.Len(), l.limit
}
