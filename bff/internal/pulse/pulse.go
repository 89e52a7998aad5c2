// Package pulse measures the delay of this process: another process has the processor, the virtual
// machine pauses, or more goroutines are ready than can run. Calls to a platform seem slower by
// this delay.
package pulse

import (
	"context"
	"runtime"
	"sync"
	"time"
)

const (
	interval = 10 * time.Millisecond // between two beats
	notable  = 2 * time.Millisecond  // a delay that is remembered
	memory   = 64                    // remembered delays, which cover most of a second under full load
)

// Pulse remembers the latest delays. A nil Pulse knows none. It is safe for concurrent use.
type Pulse struct {
	mu     sync.Mutex
	due    time.Time // of the next beat
	delays [memory]delay
	next   int // index of the oldest delay
}

type delay struct {
	at   time.Time // of its end
	late time.Duration
}

// Start returns a Pulse that beats until ctx ends.
func Start(ctx context.Context) *Pulse {
	p := &Pulse{due: time.Now().Add(interval)}
	go p.run(ctx)
	return p
}

func (p *Pulse) run(ctx context.Context) {
	timer := time.NewTimer(interval)
	defer timer.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-timer.C:
		}
		runtime.Gosched() // a timer's goroutine goes before all that are ready; this one waits for its turn
		p.beat(time.Now())
		timer.Reset(interval)
	}
}

// beat records the delay of the due beat and schedules the next one.
func (p *Pulse) beat(now time.Time) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if late := now.Sub(p.due); late >= notable {
		p.delays[p.next] = delay{now, late}
		p.next = (p.next + 1) % memory
	}
	p.due = now.Add(interval)
}

// Late returns the longest delay that ended after the given time, or that has not ended, and the
// total of these delays.
func (p *Pulse) Late(since, now time.Time) (longest, total time.Duration) {
	if p == nil {
		return 0, 0
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if late := now.Sub(p.due); late >= notable {
		longest, total = late, late
	}
	for i := range memory {
		d := p.delays[(p.next+memory-1-i)%memory]
		if d.at.Before(since) { // as are all before
			break
		}
		longest, total = max(longest, d.late), total+d.late
	}
	return longest, total
}
