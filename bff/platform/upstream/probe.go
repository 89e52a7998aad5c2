package upstream

import (
	"cmp"
	"context"
	"math/rand/v2"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"croupier/bff"
)

// ProbeSettings configure the probes of open circuits.
type ProbeSettings struct {
	// Connect opens a connection to the platform, with its handshake, and closes it. It probes for
	// circuits that opened after connection errors. If Connect is nil, Health probes for them.
	Connect func(context.Context) error
	// Health returns the call that probes for a class, or nil. Without a call, the circuit waits
	// for BreakerSettings.OpenFor. Health may be nil.
	Health   func(brand *bff.Brand, class string) *bff.UpstreamRequest
	Interval time.Duration  // shortest time between two health calls of one chain; default 150 ms
	Rand     func() float64 // in [0, 1), for jitter; default math/rand
}

// Bounds of the probes of a whole chain, for any number of open circuits.
const (
	connectInterval    = 100 * time.Millisecond
	connectTimeout     = time.Second
	maxConnectInterval = time.Second
	healthInterval     = 150 * time.Millisecond
	healthTimeout      = time.Second // of all but one
	maxHealthInterval  = 5 * time.Second
	maxHealthCalls     = 12 // in flight

	probeTick = 5 * time.Millisecond // between looks for due probes while circuits are open
	backoff   = 50                   // divisor of an outage, the longest delay of a probe
	jitter    = 0.2                  // random part of an interval that separates the probes of instances
)

// probeCounts count the probes of one circuit.
type probeCounts struct{ answered, failed atomic.Uint64 }

func (n *probeCounts) count(answered bool) {
	if answered {
		n.answered.Add(1)
	} else {
		n.failed.Add(1)
	}
}

// prober probes for the open circuits of one chain. After connection errors it opens a connection.
// Otherwise it makes a health call, because a connection proves nothing about a platform that
// hangs. It does not probe for circuits of testers and circuits that staff override.
type prober struct {
	settings ProbeSettings
	send     stage
	ctx      context.Context // ends with close
	end      context.CancelFunc
	running  sync.WaitGroup

	mu          sync.Mutex
	brands      map[string]*bff.Brand // by id; empty: no probes
	open        map[*circuit]*outage
	active      bool // run is running
	connects    schedule
	connecting  bool
	health      schedule
	healthCalls int  // in flight
	patient     bool // one of them has its whole deadline
}

// outage is an open circuit.
type outage struct {
	*circuit
	since  time.Time
	probed time.Time // last health call
	noCall bool      // there is no health call for it
}

func newProber(send stage, s ProbeSettings) *prober {
	s.Interval = cmp.Or(s.Interval, healthInterval)
	if s.Rand == nil {
		s.Rand = rand.Float64
	}
	p := &prober{
		settings: s, send: send, open: map[*circuit]*outage{},
		connects: schedule{shortest: connectInterval, longest: maxConnectInterval},
		health:   schedule{shortest: s.Interval, longest: maxHealthInterval},
	}
	p.ctx, p.end = context.WithCancel(context.Background())
	return p
}

// Serve makes the chain probe for the circuits of the brands that it serves now. A new chain does
// not probe.
func (p *prober) Serve(brands ...*bff.Brand) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.brands = make(map[string]*bff.Brand, len(brands))
	for _, b := range brands {
		p.brands[b.ID] = b
	}
	p.start()
}

// Close stops probing and waits for running probes.
func (p *prober) Close() {
	p.mu.Lock()
	p.end()
	p.mu.Unlock()
	p.running.Wait()
}

// onChange is called with the breaker locked when it opens or closes.
func (p *prober) onChange(c *circuit, isClosed bool) {
	switch {
	case !c.Partition.IsWhole():
	case isClosed:
		p.forget(c)
	default:
		p.mu.Lock()
		defer p.mu.Unlock()
		if p.open[c] == nil {
			p.open[c] = &outage{circuit: c, since: time.Now(), probed: time.Now()}
		}
		p.start()
	}
}

// forget stops probing for a circuit.
func (p *prober) forget(c *circuit) {
	p.mu.Lock()
	defer p.mu.Unlock()
	delete(p.open, c)
}

// idle reports whether no circuit needs a probe. The prober is locked.
func (p *prober) idle() bool { return p.ctx.Err() != nil || len(p.brands) == 0 || len(p.open) == 0 }

// start starts run if a circuit needs a probe. The prober is locked.
func (p *prober) start() {
	if !p.active && !p.idle() {
		p.active = true
		p.running.Go(p.run)
	}
}

// run probes until no circuit needs a probe.
func (p *prober) run() {
	ticker := time.NewTicker(probeTick)
	defer ticker.Stop()
	for p.step(time.Now()) {
		select {
		case <-p.ctx.Done():
		case <-ticker.C:
		}
	}
}

// step starts the probes that are due. It reports false if no circuit needs one.
func (p *prober) step(now time.Time) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.idle() {
		p.active = false
		return false
	}
	unreachable, failing := p.outages()
	if p.connects.due(unreachable, now, p.settings.Rand) && !p.connecting {
		p.connecting = true
		p.running.Go(func() { p.connect(unreachable) })
	}
	if p.health.due(failing, now, p.settings.Rand) {
		longestUnprobed := slices.MinFunc(failing, func(a, b *outage) int { return a.probed.Compare(b.probed) })
		p.startHealthCall(longestUnprobed, now)
	}
	return true
}

// outages returns the outages to probe by a connection and the outages to probe by a health call.
func (p *prober) outages() (unreachable, failing []*outage) {
	for c, o := range p.open {
		switch {
		case !c.breaker.isOpen(), p.brands[c.Partition.Brand()] == nil, c.override() != bff.OverrideAuto:
		case p.settings.Connect != nil && c.breaker.unreachable.Load():
			unreachable = append(unreachable, o)
		case p.settings.Health != nil && !o.noCall:
			failing = append(failing, o)
		}
	}
	return unreachable, failing
}

// schedule is the time of the next probe of a kind. The interval grows with the latest outage.
type schedule struct {
	shortest, longest time.Duration
	next              time.Time // zero without an outage
}

// due reports whether a probe is due, and then sets the time of the next one.
func (s *schedule) due(outages []*outage, now time.Time, random func() float64) bool {
	if len(outages) == 0 {
		s.next = time.Time{}
		return false
	}
	due := !s.next.IsZero() && !now.Before(s.next)
	if s.next.IsZero() || due {
		latest := slices.MaxFunc(outages, func(a, b *outage) int { return a.since.Compare(b.since) })
		interval := min(max(s.shortest, now.Sub(latest.since)/backoff), s.longest)
		s.next = now.Add(time.Duration((1 - jitter*random()) * float64(interval)))
	}
	return due
}

// connect opens one connection for all outages.
func (p *prober) connect(outages []*outage) {
	ctx, cancel := context.WithTimeout(p.ctx, connectTimeout)
	defer cancel()
	err := p.settings.Connect(ctx)
	p.mu.Lock()
	p.connecting = false
	p.mu.Unlock()
	for _, o := range outages {
		o.probes.count(err == nil)
		if err == nil {
			o.breaker.halfOpen()
		}
	}
}

// startHealthCall makes a health call for o. One call at a time has its whole deadline, for a
// platform that is slower than before. The others end after healthTimeout. The prober is locked.
func (p *prober) startHealthCall(o *outage, now time.Time) {
	if p.healthCalls >= maxHealthCalls {
		return
	}
	o.probed = now
	r := p.settings.Health(p.brands[o.Partition.Brand()], o.Class)
	if r == nil {
		o.noCall = true
		return
	}
	timeout, patient := healthTimeout, !p.patient
	if patient {
		p.patient = true
		timeout = cmp.Or(r.Rules.Deadline, defaultDeadline)
	}
	p.healthCalls++
	p.running.Go(func() {
		p.healthCall(o.circuit, r, timeout)
		p.mu.Lock()
		defer p.mu.Unlock()
		p.healthCalls--
		p.patient = p.patient && !patient
	})
}

// healthCall makes one health call. After its answer, the chain probes the other circuits at once.
func (p *prober) healthCall(c *circuit, r *bff.UpstreamRequest, timeout time.Duration) {
	ctx, cancel := context.WithTimeout(p.ctx, timeout)
	defer cancel()
	_, err := p.send(ctx, c, r)
	delivery := bff.DeliveryOf(err)
	answered := err == nil || delivery.IsAnswer() ||
		delivery == bff.DeliveryUnknown && ctx.Err() == nil && !upstreamFailed(err)
	c.probes.count(answered)
	if !answered || !c.breaker.isOpen() {
		return
	}
	c.breaker.halfOpen()
	p.mu.Lock()
	defer p.mu.Unlock()
	now := time.Now()
	_, failing := p.outages()
	for _, other := range failing {
		p.startHealthCall(other, now)
	}
}
