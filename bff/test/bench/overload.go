package main

import (
	"fmt"
	"math"
	"net/http"
	"sync"
	"sync/atomic"
	"time"
)

// The load of the rows hung and back is 100 calls a second to a platform that needs 20 ms.
const (
	rate         = 100
	latency      = 20 * time.Millisecond
	hungCalls    = 600
	quickAnswer  = 50 * time.Millisecond
	outage       = 10 * time.Second
	backDeadline = 30 * time.Second
)

// hung counts the calls that reach a hung platform, and the calls that end within quickAnswer. It
// counts health calls separately.
func (b *bench) hung() {
	s := b.start(behaviour{Latency: latency})
	warm := newLoad(s.address, s.cookie, func(answer) {})
	warm.run(rate, rate*int(b.warm/time.Second))

	var quick atomic.Int64
	l := newLoad(s.address, s.cookie, func(a answer) {
		if a.status != 0 && a.took <= quickAnswer {
			quick.Add(1)
		}
	})
	before := b.platform.counts()
	b.platform.be(behaviour{Hang: true})
	l.run(rate, hungCalls)
	after := b.platform.counts()
	b.add("hung", "calls that reach the platform, of 600", "<= 30", float64(after.Calls-before.Calls))
	b.add("hung", "health calls beside them", "", float64(after.Probes-before.Probes))
	l.wait()
	warm.wait()
	b.add("hung", "answered within 50 ms, %", ">= 95", 100*float64(quick.Load())/hungCalls)
}

// outages measures the recovery after both kinds of outages of the platform.
func (b *bench) outages() {
	b.back("refusing connections", order{Refuse: true}, order{Listen: true})
	b.back("hanging", order{Be: &behaviour{Hang: true}}, order{Be: &behaviour{Latency: latency}})
}

// back measures the time from the end of an outage to the first good response. fail and restore
// define the outage.
func (b *bench) back(name string, fail, restore order) {
	s := b.start(behaviour{Latency: latency})
	var returned atomic.Int64 // Unix nanoseconds, 0 during the outage
	var once sync.Once
	first := make(chan time.Duration, 1)
	l := newLoad(s.address, s.cookie, func(a answer) {
		if at := returned.Load(); at != 0 && a.status == http.StatusOK {
			once.Do(func() { first <- a.at.Sub(time.Unix(0, at)) })
		}
	})
	l.run(rate, rate*5)
	must(b.platform.do(fail))
	l.run(rate, rate*int(outage/time.Second))
	must(b.platform.do(restore))
	returned.Store(time.Now().UnixNano())
	took := time.Duration(0)
	for began := time.Now(); took == 0 && time.Since(began) < backDeadline; {
		l.run(rate, 1)
		select {
		case took = <-first:
		case <-time.After(time.Second / rate):
		}
	}
	l.wait()
	value := math.Inf(1)
	if took > 0 {
		value = float64(took) / float64(time.Millisecond)
	}
	b.add("back", "ms to the first good answer after "+name, "<= 150", value)
}

// The platform of the row overload processes up to workers calls in parallel.
const (
	workers      = 6
	capacity     = workers * int(time.Second/latency) // calls a second
	goodWithin   = 3 * time.Second                    // the deadline of the call
	overloadTime = 5 * time.Second
)

// overload measures the good responses per second at multiples of the platform's capacity, as a
// ratio to the peak. It also measures the CPU time of a refusal.
func (b *bench) overload() {
	s := b.start(behaviour{Latency: latency, Workers: workers})
	half := measure(s, capacity/2)
	perGood := half.cpu / half.good
	peak := measure(s, capacity)
	if more := measure(s, 2*capacity); more.good > peak.good {
		peak = more
	}
	b.add("overload", "peak, good answers a second", "", peak.good)
	for _, c := range []struct {
		factor     int
		name, goal string
	}{{10, "10x", ">= 0.9"}, {30, "30x", ">= 0.8"}} {
		got := measure(s, c.factor*int(peak.good))
		b.add("overload", "goodput at "+c.name+", ratio to peak", c.goal, got.good/peak.good)
		b.add("overload", "refusals a second at "+c.name, "", got.refused)
		if c.factor == 30 {
			cost := (got.cpu - got.good*perGood) / got.refused
			b.add("overload", "CPU of a refusal, ratio to that of an answered call", "", cost/perGood)
			b.add("overload", "CPU of a refusal, microseconds", "", 1e6*cost)
		}
	}
}

type goodput struct {
	good, refused float64 // responses per second
	cpu           float64 // CPU time of the server in seconds per second
}

func measure(s *peer, rate int) goodput {
	var good, refused atomic.Int64
	began := time.Now()
	end := began.Add(overloadTime)
	l := newLoad(s.address, s.cookie, func(a answer) {
		switch {
		case a.at.After(end):
		case a.status == http.StatusOK && a.took <= goodWithin:
			good.Add(1)
		case a.status != 0:
			refused.Add(1)
		}
	})
	before := s.cpu()
	l.run(rate, rate*int(overloadTime/time.Second))
	cpu, took := s.cpu()-before, time.Since(began).Seconds()
	l.wait()
	seconds := overloadTime.Seconds()
	return goodput{
		good: float64(good.Load()) / seconds, refused: float64(refused.Load()) / seconds, cpu: cpu.Seconds() / took,
	}
}

// The load of the row stampede is one equal call per connection, and more calls while they wait.
const (
	stampedeCalls   = 10_000
	stampedeRate    = 20_000
	stampedeLatency = 400 * time.Millisecond
)

// stampede counts the calls that reach the platform when many visitors request the same uncached
// list. It measures a working and a failing platform.
func (b *bench) stampede() {
	for _, c := range []struct {
		name, goal string
		now        behaviour
	}{
		{"", "<= 1", behaviour{Latency: stampedeLatency, ListSize: 4 << 10}},
		{" that fails", "", behaviour{Latency: stampedeLatency, Fail: true}},
	} {
		s := b.start(behaviour{})
		before := b.platform.counts()
		b.platform.be(c.now)
		var unanswered atomic.Int64
		l := newLoadOf(s.address, callOf(measuredList, "", "identity").raw(), func(a answer) {
			if a.status == 0 || a.status == http.StatusTooManyRequests {
				unanswered.Add(1)
			}
		})
		l.run(stampedeRate, stampedeCalls)
		l.wait()
		s.stop()
		after := b.platform.counts()
		if n := unanswered.Load(); n > 0 {
			check(fmt.Errorf("%d calls had no response", n))
		}
		b.add("stampede", "calls that reach a platform"+c.name+", of 10,000 equal ones", c.goal,
			float64(after.Lists-before.Lists))
	}
}
