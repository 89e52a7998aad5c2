package main

import (
	"context"
	"fmt"
	"net/http"
	"sync"
	"sync/atomic"
	"time"
)

// The platform of the row slower responds after latency, then after slowLatency. It has no limit of
// calls, so the server should refuse none.
const (
	slowLatency = 100 * time.Millisecond
	slowerRate  = 300 // calls a second
	slowerUsual = 3   // seconds before the step
	slowerTime  = 5   // seconds after it

	askingClients = 256
	askingPause   = 10 * time.Millisecond // after a refusal
	askingUsual   = 2 * time.Second       // before the step
	askingTime    = 10 * time.Second      // after it
)

// slower counts the refusals of the server after its platform became slower.
func (b *bench) slower() {
	b.slowerAtFixedRate()
	b.stopAll()
	b.slowerWithClients()
}

// slowerAtFixedRate makes calls that do not wait for earlier ones.
func (b *bench) slowerAtFixedRate() {
	s := b.start(behaviour{Latency: latency})
	var good atomic.Int64
	var step atomic.Pointer[time.Time]
	l := newLoad(s.address, s.cookie, func(a answer) {
		due := a.at.Add(-a.took)
		if at := step.Load(); at != nil && !due.Before(*at) && a.status == http.StatusOK {
			good.Add(1)
		}
	})
	l.run(slowerRate, slowerRate*slowerUsual)
	b.platform.be(behaviour{Latency: slowLatency})
	now := time.Now()
	step.Store(&now)
	const calls = slowerRate * slowerTime
	l.run(slowerRate, calls)
	l.wait()
	name := fmt.Sprintf("%d calls a second: ", slowerRate)
	b.add("slower", name+"refused after the step, %", "<= 1", 100*float64(calls-good.Load())/calls)
	b.add("slower", fmt.Sprintf("%sgood responses, of %d", name, calls), "", float64(good.Load()))
}

// slowerWithClients makes calls of clients that wait for each response and repeat a refused call.
func (b *bench) slowerWithClients() {
	s := b.start(behaviour{Latency: latency})
	began := time.Now()
	step := began.Add(askingUsual)
	ctx, cancel := context.WithDeadline(context.Background(), step.Add(askingTime))
	defer cancel()
	var good, refused, last atomic.Int64 // after the step, last is a number of nanoseconds
	var clients sync.WaitGroup
	for range askingClients {
		clients.Go(func() {
			ask(ctx, s.address, measuredPost(s.cookie).raw(), func(a answer) {
				switch after := a.at.Sub(step); {
				case after < 0 || after > askingTime:
				case a.status == http.StatusOK:
					good.Add(1)
				default:
					refused.Add(1)
					last.Store(int64(after))
				}
			})
		})
	}
	time.Sleep(time.Until(step))
	b.platform.be(behaviour{Latency: slowLatency})
	clients.Wait()
	name := fmt.Sprintf("%d clients that ask again: ", askingClients)
	possible := askingClients * int(time.Second/slowLatency) // good responses a second
	b.add("slower", name+"refused calls for each good response", "<= 0.01",
		float64(refused.Load())/float64(good.Load()))
	b.add("slower", fmt.Sprintf("%sgood responses, ratio to %d a second", name, possible), ">= 0.9",
		float64(good.Load())/askingTime.Seconds()/float64(possible))
	b.add("slower", name+"ms from the step to the last refusal", "", float64(last.Load())/1e6)
}

// ask is a client that makes its next call after each response until ctx ends. After a refusal, it
// waits for askingPause.
func ask(ctx context.Context, address, request string, each func(answer)) {
	c := connection{address: address}
	defer c.close()
	for ctx.Err() == nil {
		began, status := time.Now(), c.call([]byte(request))
		now := time.Now()
		each(answer{status: status, took: now.Sub(began), at: now})
		if status != http.StatusOK {
			time.Sleep(askingPause)
		}
	}
}
