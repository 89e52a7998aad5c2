package upstream

import (
	"context"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"

	"croupier/bff"
)

// A platform that becomes slower without a limit of calls is not overloaded. The chain refuses at
// most one percent of the calls of five seconds, and none after two seconds.
func TestSlowerPlatformIsNoOverload(t *testing.T) {
	const ms, usual, length = time.Millisecond, 3 * time.Second, 5 * time.Second
	for name, row := range map[string]struct {
		rate          int
		before, after time.Duration
	}{
		"fails over, 300/s":  {300, 20 * ms, 100 * ms},
		"fails over, 1000/s": {1000, 20 * ms, 100 * ms},
		"moves to a region":  {1000, 50 * ms, 250 * ms},
		"moves farther away": {1000, 100 * ms, 400 * ms},
	} {
		synctest.Test(t, func(t *testing.T) {
			s := newSimulation(t)
			s.traffic(row.before, row.rate, usual)
			change := time.Now()
			s.traffic(row.after, row.rate, length)
			s.drain()
			assert.LessOrEqual(t, s.sent-s.good.Load(), int64(row.rate)*5/100, "%s: refused", name)
			if n := len(s.refused); n > 0 {
				assert.Less(t, s.refused[n-1].Sub(change), 2*time.Second, "%s: the last refusal", name)
			}
		})
	}
}

// delays is a Pulse with durations of delays by the times of their ends.
type delays struct{ sync.Map }

func (d *delays) Late(since, now time.Time) (longest, total time.Duration) {
	for end, late := range d.Range {
		if at := end.(time.Time); !at.Before(since) && !at.After(now) {
			longest, total = max(longest, late.(time.Duration)), total+late.(time.Duration)
		}
	}
	return longest, total
}

// A platform that pauses for 300 ms every 3 s is not hung. The chain must learn the first pause,
// but not on a busy machine, which may pause a platform or a proxy longer than Croupier.
func TestPausesAreNoHang(t *testing.T) {
	for _, late := range []time.Duration{0, 5 * time.Millisecond} { // ten times a second
		inBubble(t, late.String(), func(t *testing.T) {
			s, busy, began := newSimulation(t), &delays{}, time.Now()
			s.chain = NewChain(bff.UpstreamFunc(s.serve), Settings{Pulse: busy})
			for i := range 350 {
				busy.Store(began.Add(time.Duration(i)*100*time.Millisecond), late)
			}
			s.before = func() {
				latency := 20 * time.Millisecond
				if end := (time.Since(began) + latency) % (3 * time.Second); end < 300*time.Millisecond {
					latency += 300*time.Millisecond - end
				}
				s.latency.Store(int64(latency))
			}
			s.traffic(0, 300, 5*time.Second)
			if late == 0 {
				s.refused = nil
			}
			s.traffic(0, 300, 30*time.Second)
			assert.Empty(t, s.refused)
			s.drain()
		})
	}
}

// A machine that is busy since the start of Croupier delays every call.
func TestHangIsNoticedOnABusyMachine(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s, busy := newSimulation(t), &pause{}
		s.chain = NewChain(bff.UpstreamFunc(s.serve), Settings{Pulse: busy})
		busy.Store(int64(5 * time.Millisecond))
		s.traffic(20*time.Millisecond, 100, 10*time.Second)
		s.reached.Store(0)
		s.traffic(0, 100, 6*time.Second)
		assert.LessOrEqual(t, s.reached.Load(), int64(30))
		s.drain()
	})
}

// After a delay of Croupier, the calls of this time arrive at once at a platform with 12 processors.
func TestCallsOfADelayAreNotRefused(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s, late := newSimulation(t), &delays{}
		s.chain = NewChain(bff.UpstreamFunc(s.serve), Settings{Pulse: late})
		s.workers = make(chan struct{}, 12)
		s.traffic(20*time.Millisecond, 300, 5*time.Second)
		for range 5 {
			late.Store(time.Now().Add(-1), 100*time.Millisecond)
			s.traffic(20*time.Millisecond, 100_000, time.Millisecond)
			s.traffic(20*time.Millisecond, 400, time.Second)
		}
		assert.True(t, s.drain())
	})
}

// 256 clients wait for each response and repeat a refused call after 10 ms. These repeated calls
// must not keep the limit low.
func TestSlowerPlatformServesClientsThatAskAgain(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		const usual, length, clients = 2 * time.Second, 10 * time.Second, 256
		s, began := newSimulation(t), time.Now()
		s.latency.Store(int64(20 * time.Millisecond))
		var good, refused atomic.Int64 // after the change
		var all sync.WaitGroup
		for i := range clients {
			all.Go(func() {
				time.Sleep(time.Duration(i) * 20 * time.Millisecond / clients)
				for time.Since(began) < usual+length {
					_, err := s.chain.Do(t.Context(), request("casino", bff.KindRead))
					switch changed := time.Since(began) > usual; {
					case err != nil:
						refused.Add(1)
						time.Sleep(10 * time.Millisecond)
					case changed:
						good.Add(1)
					}
				}
			})
		}
		time.Sleep(usual)
		s.latency.Store(int64(100 * time.Millisecond))
		all.Wait()
		assert.GreaterOrEqual(t, good.Load(), int64(2560*9), "of 2,560 answers a second")
		assert.LessOrEqual(t, refused.Load(), int64(2560/10))
	})
}

// sharedProcessors is a platform without a queue. All running calls share its processors, so a
// flood also slows down earlier calls.
type sharedProcessors struct {
	number float64

	mu    sync.Mutex
	done  float64 // seconds of work done for each call in it
	at    time.Time
	calls []*job // in the order of their ends
	timer *time.Timer
	most  int
}

type job struct {
	end   float64 // of done
	ended chan struct{}
}

func (p *sharedProcessors) share() float64 { return min(1, p.number/float64(max(1, len(p.calls)))) }

// advance gives every call its share of the time since the last change, and waits for the next end.
func (p *sharedProcessors) advance() {
	p.done += time.Since(p.at).Seconds() * p.share()
	p.at = time.Now()
	for len(p.calls) > 0 && p.calls[0].end <= p.done+1e-9 {
		close(p.calls[0].ended)
		p.calls = p.calls[1:]
	}
	p.most = max(p.most, len(p.calls))
	p.timer.Stop()
	if len(p.calls) > 0 {
		p.timer.Reset(time.Duration((p.calls[0].end-p.done)/p.share()*1e9) + 1)
	}
}

// work takes 20 ms on one processor.
func (p *sharedProcessors) work(ctx context.Context, _ *bff.UpstreamRequest) (*bff.Answer, error) {
	p.mu.Lock()
	if p.timer == nil {
		p.at = time.Now()
		p.timer = time.AfterFunc(time.Hour, func() {
			p.mu.Lock()
			defer p.mu.Unlock()
			p.advance()
		})
	}
	p.advance()
	j := &job{end: p.done + 0.02, ended: make(chan struct{})}
	p.calls = append(p.calls, j) // all take the same time, so the last one ends last
	p.advance()
	p.mu.Unlock()
	select {
	case <-j.ended:
		return fine()
	case <-ctx.Done():
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if i := slices.Index(p.calls, j); i >= 0 {
		p.calls = slices.Delete(p.calls, i, i+1)
	}
	p.advance()
	return nil, bff.ReasonUpstreamTimeout.WithCause(ctx.Err())
}

// The first responses of a flood belong to earlier calls with little competition. The platform is
// overloaded nevertheless, because more calls arrived meanwhile.
func TestFloodOfSharedProcessorsIsAnOverload(t *testing.T) {
	const capacity = 300
	for _, factor := range []int{4, 10, 30} {
		synctest.Test(t, func(t *testing.T) {
			s, p := newSimulation(t), &sharedProcessors{number: 6}
			s.chain = NewChain(bff.UpstreamFunc(p.work), Settings{})
			s.traffic(0, capacity/3, 10*time.Second)
			s.traffic(0, factor*capacity, 4*time.Second)
			s.good.Store(0)
			p.mu.Lock()
			p.most = 0
			p.mu.Unlock()
			s.traffic(0, factor*capacity, 5*time.Second)
			assert.GreaterOrEqual(t, s.good.Load(), int64(5*capacity*95/100), "%d times the capacity", factor)
			p.mu.Lock()
			assert.LessOrEqual(t, p.most, 50, "%d times the capacity: calls in the platform", factor)
			p.mu.Unlock()
			s.drain()
		})
	}
}

// A waiter that leaves at the moment it gets a slot passes the slot on.
func TestWaiterThatLeavesPassesItsSlotOn(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		for range 50 { // select picks either case
			l := newLimiter(BulkheadSettings{MaxConcurrent: 2, Queue: 10}.withDefaults(), nil)
			first, _ := l.acquire(t.Context(), "m", false)
			_, _ = l.acquire(t.Context(), "m", false) // a call that takes long
			leaving, leave := context.WithCancel(t.Context())
			second, third := make(chan error, 1), make(chan error, 1)
			go func() { _, err := l.acquire(leaving, "m", false); second <- err }()
			synctest.Wait()
			limited, cancel := context.WithTimeout(t.Context(), 3*time.Second)
			go func() { _, err := l.acquire(limited, "m", false); third <- err }()
			synctest.Wait()
			l.mu.Lock()
			leave()
			l.flights.Remove(first.at)
			l.grant()
			l.mu.Unlock()
			if <-second != nil {
				assert.NoError(t, <-third, "the third call waits although a slot is free")
			}
			cancel()
		}
	})
}
