package upstream

import (
	"cmp"
	"context"
	"errors"
	"net/http"
	"sync"
	"time"

	"croupier/bff"
	"croupier/bff/platform/transport"
)

// CircuitKey identifies the calls of one class of one partition to one upstream. They share a
// breaker, so a failing live casino does not close the cashier.
type CircuitKey struct {
	Partition bff.Partition
	Upstream  string
	Class     string
}

// circuit is the shared state of the calls of one CircuitKey.
type circuit struct {
	CircuitKey
	overrides *Overrides
	breaker   *circuitBreaker
	limiter   *limiter
	budget    budget
	probes    probeCounts
}

func (c *circuit) override() bff.BreakerOverride {
	return c.overrides.Of(c.Partition.Brand(), c.Upstream)
}

// refusal returns the reason to refuse a call at once, or nil. It opens the breaker when the
// platform hangs.
func (c *circuit) refusal(override bff.BreakerOverride, now time.Time) error {
	switch override {
	case bff.OverrideForcedOpen:
		return errRefusedByStaff
	case bff.OverrideForcedClosed:
		return nil
	case bff.OverrideAuto:
	}
	if err := c.breaker.refusal(now); err != nil {
		return err
	}
	if !c.breaker.isClosed() || !c.limiter.hangs(now) || !c.breaker.trip() {
		return nil
	}
	c.limiter.onHang()
	return c.breaker.refusal(now)
}

// allow passes a call through the breaker or refuses it. If the trial of a half-open breaker is
// overdue, the breaker opens again.
func (c *circuit) allow(method string, now time.Time) (*pass, error) {
	p, err := c.breaker.allow(method, now)
	overdue := func(t *pass) bool { return c.limiter.isOverdue(t.method, t.began, now) }
	if err == errBusy && c.breaker.endTrial(overdue) { //nolint:errorlint // not wrapped
		return nil, c.breaker.refusal(now)
	}
	return p, err
}

// maxCircuits bounds the circuits in memory, because testers choose their own names.
const maxCircuits = 4096

// circuits are the circuits of one chain, created on first use.
type circuits struct {
	settings Settings
	prober   *prober

	mu    sync.RWMutex
	byKey map[CircuitKey]*circuit
}

// find returns the circuit of a call, or nil before its first call.
func (s *circuits) find(p bff.Partition, class string) *circuit {
	s.mu.RLock()
	defer s.mu.RUnlock()
	return s.byKey[CircuitKey{p, s.settings.Name, class}]
}

func (s *circuits) of(r *bff.UpstreamRequest) *circuit {
	if found := s.find(r.Partition, r.Call.Class); found != nil {
		return found
	}
	key := CircuitKey{r.Partition, s.settings.Name, r.Call.Class}
	s.mu.Lock()
	defer s.mu.Unlock()
	if found, ok := s.byKey[key]; ok {
		return found
	}
	if len(s.byKey) >= maxCircuits {
		s.drop(func(p bff.Partition) bool { return !p.IsWhole() })
	}
	c := &circuit{CircuitKey: key, overrides: s.settings.Overrides, budget: budget{left: retryBurst}}
	c.limiter = newLimiter(s.settings.Bulkhead, s.settings.Pulse)
	c.breaker = newCircuitBreaker(key, s.settings.Breaker, func(isClosed bool) {
		if isClosed {
			c.limiter.onClose()
		}
		s.prober.onChange(c, isClosed)
	})
	s.byKey[key] = c
	return c
}

// dropPartition removes the circuits of a partition.
func (s *circuits) dropPartition(p bff.Partition) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.drop(func(other bff.Partition) bool { return other == p })
}

// drop removes circuits by their partition. Running calls keep their circuits. The circuits are
// locked.
func (s *circuits) drop(matches func(bff.Partition) bool) {
	for name, c := range s.byKey {
		if matches(name.Partition) {
			delete(s.byKey, name)
			s.prober.forget(c)
		}
	}
}

// all returns the circuits of whole brands.
func (s *circuits) all() []*circuit {
	s.mu.RLock()
	defer s.mu.RUnlock()
	var out []*circuit
	for name, found := range s.byKey {
		if name.Partition.IsWhole() {
			out = append(out, found)
		}
	}
	return out
}

// BreakerSettings configure the circuit breaker of each circuit.
type BreakerSettings struct {
	Window    time.Duration // sliding window of outcomes; default 10 s
	Minimum   uint32        // minimum outcomes in the window to open; default 10
	Ratio     float64       // share of failures that opens it; default 0.5
	OpenFor   time.Duration // time in the open state; default 5 s
	SlowAfter time.Duration // a slower call counts as a failure; default: disabled

	// OnChange is called on each state change while the breaker is locked. It must not block and
	// must not read states.
	OnChange func(circuit CircuitKey, state string)
}

func (s BreakerSettings) withDefaults() BreakerSettings {
	s.Window, s.OpenFor = cmp.Or(s.Window, 10*time.Second), cmp.Or(s.OpenFor, 5*time.Second)
	s.Minimum, s.Ratio = cmp.Or(s.Minimum, 10), cmp.Or(s.Ratio, 0.5)
	return s
}

// Outcomes of a call for the breaker. nil is a success.
var (
	errFailed = errors.New("upstream failed")
	// errNoOutcome is the outcome of calls that were not sent, or whose caller left.
	errNoOutcome = errors.New("no outcome")
)

// errRefusedByStaff refuses calls while staff force a breaker open.
var errRefusedByStaff = notSent(30*time.Second,
	&bff.CauseError{Class: bff.CauseBreakerOpen, Err: errors.New("circuit breaker forced open")})

// breaker refuses the calls of a circuit for a while after too many failures. A breaker that is
// forced closed counts no calls.
func breaker(next stage, s BreakerSettings) stage {
	return func(ctx context.Context, c *circuit, r *bff.UpstreamRequest) (*bff.Answer, error) {
		switch c.override() {
		case bff.OverrideForcedOpen:
			return nil, errRefusedByStaff
		case bff.OverrideForcedClosed:
			return next(ctx, c, r)
		case bff.OverrideAuto:
		}
		began := time.Now()
		p, err := c.allow(r.Call.Method, began)
		if err != nil {
			return nil, err
		}
		outcome := errFailed // of a panic
		defer func() { c.breaker.done(p, outcome) }()
		a, err := next(ctx, c, r)
		if outcome = s.outcome(ctx, time.Since(began),
			err); outcome == errFailed { //nolint:errorlint // outcomes are not wrapped
			c.breaker.unreachable.Store(bff.DeliveryOf(err) == bff.DeliveryNotSent)
		}
		return a, err
	}
}

// outcome classifies a call for the breaker. A slow call is a failure even if its caller left
// before the end.
func (s BreakerSettings) outcome(ctx context.Context, took time.Duration, err error) error {
	switch {
	case s.SlowAfter > 0 && took > s.SlowAfter:
		return errFailed
	case err == nil:
		return nil
	case errors.Is(err, context.Canceled), ctx.Err() != nil && !errors.Is(context.Cause(ctx), errDeadline):
		return errNoOutcome
	}
	switch delivery := bff.DeliveryOf(err); {
	case delivery.IsAnswer():
		return nil // maintenance, rate limiting
	case upstreamFailed(err):
		return errFailed // including a connection that could not be opened
	case delivery == bff.DeliveryNotSent:
		return errNoOutcome
	}
	return nil
}

// upstreamFailed reports whether err is a failure of the upstream: unreachable, too slow or
// unreadable.
func upstreamFailed(err error) bool {
	var reason *bff.Reason
	if !errors.As(err, &reason) {
		return true
	}
	// By status, because the reason of a money call is "outcome unknown" by now.
	switch reason.Status {
	case http.StatusBadGateway, http.StatusServiceUnavailable, http.StatusGatewayTimeout:
		return true
	}
	var status *transport.StatusError // set for a propagated 500
	return errors.As(err, &status)
}

// notSent returns the reason of a call that the chain refuses instead of sending it.
func notSent(retryAfter time.Duration, cause error) *bff.Reason {
	return bff.ReasonUnavailable.WithRetryAfter(retryAfter).WithCause(cause).WithDelivery(bff.DeliveryNotSent)
}
