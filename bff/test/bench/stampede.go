package main

import (
	"fmt"
	"net/http"
	"sync/atomic"
	"time"
)

// The load of the row stampede: as many equal calls at once as the load has connections, and more while they wait.
const (
	stampedeCalls   = 10_000
	stampedeRate    = 20_000
	stampedeLatency = 400 * time.Millisecond
)

// stampede counts the calls that reach the platform when many visitors ask for the same list that is not cached, while
// the platform answers and while it fails.
func (b *bench) stampede() error {
	for _, c := range []struct {
		name, goal string
		now        behaviour
	}{
		{"", "<= 1", behaviour{Latency: stampedeLatency, ListSize: 4 << 10}},
		{" that fails", "", behaviour{Latency: stampedeLatency, Fail: true}},
	} {
		s, err := b.start(behaviour{})
		if err != nil {
			return err
		}
		before, err := b.platform.counts()
		if err == nil {
			err = b.platform.be(c.now)
		}
		if err != nil {
			b.stop(s)
			return err
		}
		var unanswered atomic.Int64
		l := newLoadOf(s.Address, callOf(measuredList, "", "identity").raw(), func(a answer) {
			if a.status == 0 || a.status == http.StatusTooManyRequests {
				unanswered.Add(1)
			}
		})
		l.run(stampedeRate, stampedeCalls)
		l.wait()
		b.stop(s)
		after, err := b.platform.counts()
		if err != nil {
			return err
		}
		if n := unanswered.Load(); n > 0 {
			return fmt.Errorf("%d calls were not answered", n)
		}
		b.add("stampede", "calls that reach a platform"+c.name+", of 10,000 equal ones", c.goal, float64(after.Lists-before.Lists))
	}
	return nil
}
