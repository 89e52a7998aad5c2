package upstream

import (
	"cmp"
	"context"
	"time"

	"croupier/bff"
)

// run probes until no circuit is open.
func (p *prober) run() {
	for {
		wait, ok := p.step(time.Now())
		if !ok {
			return
		}
		timer := time.NewTimer(wait)
		select {
		case <-p.ctx.Done():
		case <-p.changed:
		case <-timer.C:
		}
		timer.Stop()
	}
}

// step starts the probes that are due and returns the time until it must be called again. It reports
// false when there is nothing more to do.
func (p *prober) step(now time.Time) (wait time.Duration, ok bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.ctx.Err() != nil || len(p.brands) == 0 || len(p.open) == 0 {
		p.active = false
		return 0, false
	}
	wait = overrideInterval
	unreachable, failing := p.due()
	if age, next := age(unreachable, p.open, now), &p.nextConnect; p.schedule(next, len(unreachable), connectInterval, maxConnectInterval, age, now) {
		if !p.connecting {
			p.connecting = true
			p.running.Go(func() { p.connect(unreachable) })
		}
	}
	if age, next := age(failing, p.open, now), &p.nextHealth; p.schedule(next, len(failing), p.settings.Interval, maxHealthInterval, age, now) {
		p.startHealthCall(p.longestUnprobed(failing), now)
	}
	for _, next := range []time.Time{p.nextConnect, p.nextHealth} {
		if !next.IsZero() {
			wait = min(wait, next.Sub(now))
		}
	}
	return wait, true
}

// overrideInterval is the time until run looks at overrides again.
const overrideInterval = time.Second

// due returns the circuits that a connection and those that a health call probes for.
func (p *prober) due() (unreachable, failing []*circuit) {
	for c, o := range p.open {
		switch {
		case !c.breaker.isOpen(), p.brands[c.Partition.Brand()] == nil, p.overrides.Of(c.Partition.Brand(), c.Upstream) != bff.OverrideAuto:
		case p.settings.Connect != nil && c.breaker.unreachable.Load():
			unreachable = append(unreachable, c)
		case !o.noCall:
			failing = append(failing, c)
		}
	}
	return unreachable, failing
}

// age returns the age of the latest outage of circuits.
func age(circuits []*circuit, open map[*circuit]*outage, now time.Time) time.Duration {
	var latest time.Time
	for _, c := range circuits {
		if since := open[c].since; since.After(latest) {
			latest = since
		}
	}
	return now.Sub(latest)
}

// schedule reports whether a probe is due, and then sets the time of the next one. Without circuits
// there is none.
func (p *prober) schedule(next *time.Time, circuits int, shortest, longest, age time.Duration, now time.Time) bool {
	if circuits == 0 {
		*next = time.Time{}
		return false
	}
	due := !next.IsZero() && !now.Before(*next)
	if next.IsZero() || due {
		interval := min(max(shortest, age/backoff), longest)
		*next = now.Add(time.Duration((1 - jitter*p.settings.Rand()) * float64(interval)))
	}
	return due
}

// longestUnprobed returns the circuit whose last health call was the longest ago.
func (p *prober) longestUnprobed(circuits []*circuit) *circuit {
	first := circuits[0]
	for _, c := range circuits {
		if p.open[c].probed.Before(p.open[first].probed) {
			first = c
		}
	}
	return first
}

// connect opens one connection for all circuits.
func (p *prober) connect(circuits []*circuit) {
	ctx, cancel := context.WithTimeout(p.ctx, connectTimeout)
	defer cancel()
	err := p.settings.Connect(ctx)
	p.mu.Lock()
	p.connecting = false
	p.mu.Unlock()
	for _, c := range circuits {
		c.probes.count(err == nil)
		if err == nil {
			c.breaker.halfOpen()
		}
	}
}

// startHealthCall makes a health call for c unless too many are in flight. One at a time has its
// whole deadline, for a platform that has become slow; the others are short, as a call that began
// during the outage may never be answered. The prober is locked.
func (p *prober) startHealthCall(c *circuit, now time.Time) {
	if p.healthCalls >= maxHealthCalls {
		return
	}
	p.open[c].probed = now
	r := p.settings.Health(p.brands[c.Partition.Brand()], c.Class)
	if r == nil {
		p.open[c].noCall = true
		return
	}
	timeout, patient := healthTimeout, !p.patient
	if patient {
		p.patient = true
		timeout = cmp.Or(r.Rules.Deadline, defaultDeadline)
	}
	p.healthCalls++
	p.running.Go(func() {
		p.healthCall(c, r, timeout)
		p.mu.Lock()
		defer p.mu.Unlock()
		p.healthCalls--
		p.patient = p.patient && !patient
	})
}

// healthCall makes one health call. When it is answered, the other circuits are probed at once, as
// all of a platform tends to return together.
func (p *prober) healthCall(c *circuit, r *bff.UpstreamRequest, timeout time.Duration) {
	ctx, cancel := context.WithTimeout(p.ctx, timeout)
	defer cancel()
	_, err := p.send(ctx, c, r)
	delivery := bff.DeliveryOf(err)
	answered := err == nil || delivery.IsAnswer() || delivery == bff.DeliveryUnknown && ctx.Err() == nil && !upstreamFailed(err)
	c.probes.count(answered)
	if !answered || !c.breaker.isOpen() {
		return
	}
	c.breaker.halfOpen()
	p.mu.Lock()
	defer p.mu.Unlock()
	now := time.Now()
	_, failing := p.due()
	for _, other := range failing {
		p.startHealthCall(other, now)
	}
}

func (n *probeCounts) count(answered bool) {
	if answered {
		n.answered.Add(1)
	} else {
		n.failed.Add(1)
	}
}
