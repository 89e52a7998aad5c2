package upstream

import (
	"errors"
	"sync"
	"sync/atomic"
	"time"

	"github.com/sony/gobreaker/v2"

	"croupier/bff"
)

// circuitBreaker is gobreaker behind a gate. gobreaker counts outcomes and has the states; the gate
// decides when an open breaker becomes half-open: after OpenFor, or earlier when a probe
// succeeds. gobreaker's own timeout is therefore as short as possible.
type circuitBreaker struct {
	settings BreakerSettings
	report   func(state string)  // see BreakerSettings.OnChange
	watch    func(isClosed bool) // told of each opening and closing, with the same restrictions
	breaker  *gobreaker.TwoStepCircuitBreaker[struct{}]

	// Times keep their monotonic reading, so that setting the clock does not keep the gate closed.
	openUntil atomic.Pointer[time.Time] // when the gate opens; nil: it is open
	current   atomic.Int32              // gobreaker's state
	changed   atomic.Pointer[time.Time] // the last reported change; nil without one
	// quiet: gobreaker became half-open behind the closed gate, which happens when a call ends.
	quiet       atomic.Bool
	unreachable atomic.Bool // the last failure was a connection that could not be opened
	hung        atomic.Bool // it opened because the platform hangs

	mu    sync.Mutex            // serializes trip
	trial atomic.Pointer[trial] // the one of the present half-open state; nil without one
}

// windowParts is the number of buckets of the window.
const windowParts = 10

func newCircuitBreaker(name CircuitKey, s BreakerSettings, watch func(isClosed bool)) *circuitBreaker {
	b := &circuitBreaker{settings: s, watch: watch, report: func(string) {}}
	if s.OnChange != nil {
		b.report = func(state string) { s.OnChange(name, state) }
	}
	b.breaker = gobreaker.NewTwoStepCircuitBreaker[struct{}](gobreaker.Settings{
		MaxRequests:  1,
		Interval:     s.Window,
		BucketPeriod: s.Window / windowParts,
		Timeout:      1, // see circuitBreaker
		ReadyToTrip: func(c gobreaker.Counts) bool {
			outcomes := c.TotalSuccesses + c.TotalFailures
			return b.hung.Load() || outcomes >= s.Minimum && float64(c.TotalFailures) >= s.Ratio*float64(outcomes)
		},
		IsSuccessful:  func(err error) bool { return err == nil },
		IsExcluded:    func(err error) bool { return errors.Is(err, errNoOutcome) },
		OnStateChange: func(_ string, _, to gobreaker.State) { b.onChange(to) },
	})
	return b
}

// onChange is called with gobreaker locked: reading gobreaker here would deadlock.
func (b *circuitBreaker) onChange(to gobreaker.State) {
	now := time.Now()
	if to == gobreaker.StateClosed {
		b.watch(true) // before calls pass
	}
	b.current.Store(int32(to))
	switch to {
	case gobreaker.StateOpen:
		until := now.Add(b.settings.OpenFor)
		b.openUntil.Store(&until)
		b.quiet.Store(false)
		b.trial.Store(nil) // its outcome no longer counts
	case gobreaker.StateHalfOpen:
		if b.isOpen() {
			b.quiet.Store(true) // reported when the gate opens
			return
		}
	case gobreaker.StateClosed:
		b.hung.Store(false)
	}
	b.changed.Store(&now)
	b.report(to.String())
	if to == gobreaker.StateOpen {
		b.watch(false)
	}
}

// errOpen and errBusy refuse the calls of an open breaker, and those beside the trial of a
// half-open one.
var (
	errOpen = &bff.CauseError{Class: bff.CauseBreakerOpen, Err: gobreaker.ErrOpenState}
	errBusy = notSent(time.Second, &bff.CauseError{Class: bff.CauseBreakerOpen, Err: gobreaker.ErrTooManyRequests})
)

// refusal returns the reason to refuse calls while the gate is closed, or nil. It opens the gate
// when its time is over.
func (b *circuitBreaker) refusal(now time.Time) error {
	until := b.openUntil.Load()
	if until == nil {
		return nil
	}
	if left := until.Sub(now); left > 0 {
		return notSent(max(time.Second, left), errOpen)
	}
	b.openGate(until)
	return nil
}

// isClosed reports whether calls pass freely.
func (b *circuitBreaker) isClosed() bool {
	return gobreaker.State(b.current.Load()) == gobreaker.StateClosed
}

// isOpen reports whether the gate is closed, that is, whether the breaker is open.
func (b *circuitBreaker) isOpen() bool { return b.openUntil.Load() != nil }

// halfOpen makes an open breaker half-open before its time.
func (b *circuitBreaker) halfOpen() {
	if until := b.openUntil.Load(); until != nil {
		b.openGate(until)
	}
}

func (b *circuitBreaker) openGate(until *time.Time) {
	if b.openUntil.CompareAndSwap(until, nil) && b.quiet.Swap(false) {
		now := time.Now()
		b.changed.Store(&now)
		b.report(gobreaker.StateHalfOpen.String())
	}
}

// allow passes a call, which must end with done, or refuses it.
func (b *circuitBreaker) allow(method string, now time.Time) (done func(outcome error), err error) {
	if err := b.refusal(now); err != nil {
		return nil, err
	}
	report, refused := b.breaker.Allow()
	if refused != nil {
		return nil, errBusy
	}
	if b.isOpen() { // it opened meanwhile
		report(errNoOutcome)
		return nil, notSent(time.Second, errOpen)
	}
	if gobreaker.State(b.current.Load()) != gobreaker.StateHalfOpen {
		return report, nil
	}
	t := &trial{method: method, began: now, report: report}
	b.trial.Store(t)
	return func(outcome error) {
		b.trial.CompareAndSwap(t, nil)
		t.end(outcome)
	}, nil
}

// trip opens the breaker because the platform hangs. It reports whether the breaker is open.
func (b *circuitBreaker) trip() bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.isOpen() {
		return true
	}
	done, err := b.breaker.Allow()
	if err != nil {
		return false
	}
	b.hung.Store(true)
	b.unreachable.Store(false)
	done(errFailed)
	return b.isOpen()
}

// endTrial ends a trial of a half-open breaker as failed because it is overdue, and reports
// whether there was one.
func (b *circuitBreaker) endTrial(overdue func(*trial) bool) bool {
	t := b.trial.Load()
	if t == nil || !overdue(t) {
		return false
	}
	b.hung.Store(true)
	b.unreachable.Store(false)
	t.end(errFailed)
	return true
}

// answered closes a breaker that opened because the platform hangs: a call that was sent before
// has been answered. A running trial succeeds at once, as other calls are refused until it ends.
func (b *circuitBreaker) answered() {
	if !b.hung.Load() {
		return
	}
	b.halfOpen()
	if t := b.trial.Load(); t != nil {
		t.end(nil)
	} else if done, err := b.breaker.Allow(); err == nil {
		done(nil)
	}
}

// state returns the state of the breaker, regardless of overrides.
func (b *circuitBreaker) state() bff.CircuitState {
	s := bff.CircuitState{State: gobreaker.StateOpen.String()}
	if b.refusal(time.Now()) == nil {
		s.State = b.breaker.State().String() // must come before Counts, as it expires old ones
	}
	counts := b.breaker.Counts()
	s.Calls, s.Failures = int(counts.TotalSuccesses+counts.TotalFailures), int(counts.TotalFailures)
	if at := b.changed.Load(); at != nil {
		s.Since = at.Round(0)
	}
	return s
}

// trial is the call that a half-open breaker passed. Its outcome decides the next state; one that is overdue may be ended
// as failed before it is answered.
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
