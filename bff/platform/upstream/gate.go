package upstream

import (
	"errors"
	"sync"
	"sync/atomic"
	"time"

	"github.com/sony/gobreaker/v2"

	"croupier/bff"
)

// circuitBreaker combines gobreaker with a gate. gobreaker counts outcomes and manages the states.
// The gate opens after OpenFor, or earlier when a probe succeeds. The timeout of gobreaker is as
// short as possible.
type circuitBreaker struct {
	CircuitKey
	settings BreakerSettings
	// called at each opening and closing, with the restrictions of BreakerSettings.OnChange
	watch func(isClosed bool)

	openUntil   atomic.Pointer[time.Time] // opening time of the gate, with its monotonic reading; nil: it is open
	unreachable atomic.Bool               // the last failure was a connection that could not be opened

	mu      sync.Mutex // serializes every use of breaker
	breaker *gobreaker.TwoStepCircuitBreaker[struct{}]
	changed time.Time // the last reported change, or zero
	trial   *pass     // of the current half-open state, or nil
	hung    bool      // it opened because the platform hangs
}

// pass is a call that the breaker has allowed.
type pass struct {
	method string
	began  time.Time
	report func(outcome error)
	ended  bool
}

// windowParts is the number of buckets of the window.
const windowParts = 10

func newCircuitBreaker(key CircuitKey, s BreakerSettings, watch func(isClosed bool)) *circuitBreaker {
	b := &circuitBreaker{CircuitKey: key, settings: s, watch: watch}
	b.breaker = gobreaker.NewTwoStepCircuitBreaker[struct{}](gobreaker.Settings{
		MaxRequests:  1,
		Interval:     s.Window,
		BucketPeriod: s.Window / windowParts,
		Timeout:      1, // see circuitBreaker
		ReadyToTrip: func(c gobreaker.Counts) bool {
			outcomes := c.TotalSuccesses + c.TotalFailures
			return b.hung || outcomes >= s.Minimum && float64(c.TotalFailures) >= s.Ratio*float64(outcomes)
		},
		IsSuccessful:  func(err error) bool { return err == nil },
		IsExcluded:    func(err error) bool { return errors.Is(err, errNoOutcome) },
		OnStateChange: func(_ string, _, to gobreaker.State) { b.onChange(to) },
	})
	return b
}

// onChange is called with both locked, so reading gobreaker here would deadlock.
func (b *circuitBreaker) onChange(to gobreaker.State) {
	b.changed = time.Now()
	switch to {
	case gobreaker.StateOpen:
		until := b.changed.Add(b.settings.OpenFor)
		b.openUntil.Store(&until)
		b.trial = nil // its outcome no longer counts
	case gobreaker.StateClosed:
		b.hung = false
	}
	if to != gobreaker.StateHalfOpen {
		b.watch(to == gobreaker.StateClosed)
	}
	if b.settings.OnChange != nil {
		b.settings.OnChange(b.CircuitKey, to.String())
	}
}

// errOpen refuses the calls of an open breaker. errBusy refuses calls during a trial.
var (
	errOpen = &bff.CauseError{Class: bff.CauseBreakerOpen, Err: gobreaker.ErrOpenState}
	errBusy = notSent(time.Second, &bff.CauseError{Class: bff.CauseBreakerOpen, Err: gobreaker.ErrTooManyRequests})
)

// refusal returns the reason to refuse calls while the gate is closed, or nil. It opens the gate in
// time.
func (b *circuitBreaker) refusal(now time.Time) error {
	until := b.openUntil.Load()
	if until == nil {
		return nil
	}
	if left := until.Sub(now); left > 0 {
		return notSent(max(time.Second, left), errOpen)
	}
	b.openUntil.CompareAndSwap(until, nil)
	return nil
}

// isOpen reports whether the gate is closed, that is, whether the breaker is open.
func (b *circuitBreaker) isOpen() bool { return b.openUntil.Load() != nil }

// halfOpen makes an open breaker half-open before its time.
func (b *circuitBreaker) halfOpen() { b.openUntil.Store(nil) }

// allow passes a call or refuses it. A passed call must end with done.
func (b *circuitBreaker) allow(method string, now time.Time) (*pass, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if err := b.refusal(now); err != nil {
		return nil, err
	}
	report, refused := b.breaker.Allow()
	if refused != nil {
		return nil, errBusy
	}
	p := &pass{method: method, began: now, report: report}
	if b.breaker.State() == gobreaker.StateHalfOpen {
		b.trial = p
	}
	return p, nil
}

func (b *circuitBreaker) done(p *pass, outcome error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.end(p, outcome)
}

// end counts the outcome of a call, once, unless the breaker has opened since. The breaker is
// locked.
func (b *circuitBreaker) end(p *pass, outcome error) {
	if p.ended || b.isOpen() {
		return
	}
	p.ended = true
	if b.trial == p {
		b.trial = nil
	}
	p.report(outcome)
}

// isClosed reports whether calls pass freely.
func (b *circuitBreaker) isClosed() bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	return !b.isOpen() && b.breaker.State() == gobreaker.StateClosed
}

// trip opens the breaker because the platform hangs. It reports whether the breaker is open.
func (b *circuitBreaker) trip() bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.isOpen() {
		return true
	}
	report, err := b.breaker.Allow()
	if err != nil {
		return false
	}
	b.fail(&pass{report: report})
	return b.isOpen()
}

// fail ends a call as a failure of a hanging platform. The breaker is locked.
func (b *circuitBreaker) fail(p *pass) {
	b.hung = true
	b.unreachable.Store(false)
	b.end(p, errFailed)
}

// endTrial ends an overdue trial as failed, and reports whether there was one.
func (b *circuitBreaker) endTrial(overdue func(*pass) bool) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.trial == nil || !overdue(b.trial) {
		return false
	}
	b.fail(b.trial)
	return true
}

// answered closes a breaker that opened because the platform hangs, after the answer of an earlier
// call. A running trial succeeds at once.
func (b *circuitBreaker) answered() {
	b.mu.Lock()
	defer b.mu.Unlock()
	if !b.hung {
		return
	}
	b.halfOpen()
	if b.trial != nil {
		b.end(b.trial, nil)
	} else if report, err := b.breaker.Allow(); err == nil {
		report(nil)
	}
}

// state returns the state of the breaker, regardless of overrides.
func (b *circuitBreaker) state() bff.CircuitState {
	b.mu.Lock()
	defer b.mu.Unlock()
	s := bff.CircuitState{State: gobreaker.StateOpen.String(), Since: b.changed.Round(0)}
	if b.refusal(time.Now()) == nil {
		s.State = b.breaker.State().String() // must precede Counts, because it expires old counts
	}
	counts := b.breaker.Counts()
	s.Calls, s.Failures = int(counts.TotalSuccesses+counts.TotalFailures), int(counts.TotalFailures)
	return s
}
