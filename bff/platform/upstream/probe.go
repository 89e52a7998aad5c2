package upstream

import (
	"context"
	"math/rand/v2"
	"sync"
	"sync/atomic"
	"time"

	"croupier/bff"
)

// ProbeSettings configure the probes of open circuits.
type ProbeSettings struct {
	// Connect opens a connection to the platform, with its handshake, and closes it. It probes for
	// circuits that opened because no connection could be opened; nil: Health does.
	Connect func(context.Context) error
	// Health returns the call that probes for a class, or nil for none: such a circuit waits for
	// BreakerSettings.OpenFor. A nil Health returns none.
	Health   func(brand *bff.Brand, class string) *bff.UpstreamRequest
	Interval time.Duration  // shortest time between two health calls of one chain; default 150 ms
	Rand     func() float64 // in [0, 1), for jitter; default math/rand
}

// Bounds of probes. They apply to a whole chain, however many of its circuits are open.
const (
	connectInterval    = 100 * time.Millisecond
	connectTimeout     = time.Second
	maxConnectInterval = time.Second
	healthInterval     = 150 * time.Millisecond
	healthTimeout      = time.Second // of all but one
	maxHealthInterval  = 5 * time.Second
	maxHealthCalls     = 12 // in flight
)

// backoff is the part of an outage that a probe may be late: the interval grows with the outage.
const backoff = 50

// jitter is the part of an interval that is random, so that instances do not probe together.
const jitter = 0.2

// probeCounts count the probes of one circuit.
type probeCounts struct{ answered, failed atomic.Uint64 }

// prober probes for the open circuits of one chain in the background, in the way in which they
// failed: by a connection where none could be opened, else by a health call, as a connection proves
// nothing about a platform that hangs. A success makes the circuit half-open. Circuits of
// testers and circuits that staff override are not probed.
type prober struct {
	settings  ProbeSettings
	send      stage
	overrides *Overrides
	ctx       context.Context // ends with close
	end       context.CancelFunc
	running   sync.WaitGroup

	mu      sync.Mutex
	brands  map[string]*bff.Brand // by id; empty: no probes
	open    map[*circuit]*outage
	active  bool          // run is running
	changed chan struct{} // wakes run

	nextConnect time.Time // zero without a circuit to connect for
	connecting  bool
	nextHealth  time.Time // zero without a circuit to call for
	healthCalls int       // in flight
	patient     bool      // one of them has its whole deadline
}

// outage is an open circuit.
type outage struct {
	since  time.Time
	probed time.Time // last health call
	noCall bool      // there is no health call for it
}

func newProber(send stage, s ProbeSettings, overrides *Overrides) *prober {
	if s.Interval <= 0 {
		s.Interval = healthInterval
	}
	if s.Rand == nil {
		s.Rand = rand.Float64
	}
	if s.Health == nil {
		s.Health = func(*bff.Brand, string) *bff.UpstreamRequest { return nil }
	}
	p := &prober{settings: s, send: send, overrides: overrides, open: map[*circuit]*outage{}, changed: make(chan struct{}, 1)}
	p.ctx, p.end = context.WithCancel(context.Background())
	return p
}

// serve sets the brands whose circuits are probed.
func (p *prober) serve(brands []*bff.Brand) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.brands = make(map[string]*bff.Brand, len(brands))
	for _, b := range brands {
		p.brands[b.ID] = b
	}
	p.wake()
}

func (p *prober) close() {
	p.mu.Lock()
	p.end()
	p.mu.Unlock()
	p.running.Wait()
}

// onChange is told of opened and closed breakers. It is called with the breaker locked.
func (p *prober) onChange(c *circuit, isClosed bool) {
	if !c.Partition.IsWhole() {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if isClosed {
		delete(p.open, c)
		return
	}
	if p.open[c] == nil {
		p.open[c] = &outage{since: time.Now(), probed: time.Now()}
	}
	p.wake()
}

// forget stops probing for a circuit that is no longer used.
func (p *prober) forget(c *circuit) {
	p.mu.Lock()
	defer p.mu.Unlock()
	delete(p.open, c)
}

// wake starts run where there is something to do, or makes it look again. The prober is locked.
func (p *prober) wake() {
	if p.ctx.Err() != nil {
		return
	}
	if p.active {
		select {
		case p.changed <- struct{}{}:
		default:
		}
		return
	}
	if len(p.brands) > 0 && len(p.open) > 0 {
		p.active = true
		p.running.Go(p.run)
	}
}
