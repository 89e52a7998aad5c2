package upstream

import (
	"context"
	"math"
	"math/rand/v2"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"croupier/bff"
)

// simulation sends calls to a simulated platform through a real chain, in virtual time.
type simulation struct {
	t       *testing.T
	chain   *Chain
	latency atomic.Int64  // nanoseconds, 0: it hangs
	workers chan struct{} // slots of a platform with limited capacity, nil: unlimited
	mu      sync.Mutex
	random  *rand.Rand // guarded by mu
	before  func()     // called before each call, guarded by mu

	reached atomic.Int64 // calls that reached the platform
	good    atomic.Int64
	quick   atomic.Int64 // calls that ended within 50 ms
	sent    int64
	refused []time.Time
}

func newSimulation(t *testing.T) *simulation {
	s := &simulation{t: t, random: rand.New(rand.NewPCG(1, 2))}
	s.chain = NewChain(bff.UpstreamFunc(s.serve), Settings{})
	return s
}

// serve is the platform.
func (s *simulation) serve(ctx context.Context, _ *bff.UpstreamRequest) (*bff.Answer, error) {
	s.reached.Add(1)
	s.mu.Lock()
	if s.before != nil {
		s.before()
	}
	latency := time.Duration(s.latency.Load())
	s.mu.Unlock()
	if s.workers != nil {
		select {
		case s.workers <- struct{}{}:
			defer func() { <-s.workers }()
		case <-ctx.Done():
			return nil, bff.ReasonUpstreamTimeout.WithCause(ctx.Err())
		}
	}
	var answered <-chan time.Time
	if latency > 0 {
		answered = time.After(latency)
	}
	select {
	case <-answered:
		return fine()
	case <-ctx.Done():
		return nil, bff.ReasonUpstreamTimeout.WithCause(ctx.Err())
	}
}

// traffic makes rate calls per second at even intervals. A latency of 0 means no response.
func (s *simulation) traffic(latency time.Duration, rate int, length time.Duration) {
	s.latency.Store(int64(latency))
	r := request("casino", bff.KindRead)
	r.Rules.Deadline = 8 * time.Second
	for range int(length.Seconds() * float64(rate)) {
		s.sent++
		go func() {
			began := time.Now()
			_, err := s.chain.Do(s.t.Context(), r)
			if time.Since(began) <= 50*time.Millisecond {
				s.quick.Add(1)
			}
			if err == nil {
				s.good.Add(1)
			}
		}()
		synctest.Wait() // in a fixed order
		if err := s.chain.Refusal(r.Brand, r.Call, r.Partition); err != nil {
			s.refused = append(s.refused, time.Now())
		}
		time.Sleep(time.Second / time.Duration(rate))
	}
}

// drain waits until all calls have ended, and reports whether every call succeeded.
func (s *simulation) drain() bool {
	time.Sleep(time.Minute)
	synctest.Wait()
	good, reached := s.good.Load(), s.reached.Load()
	s.t.Logf("%d calls: %d reached the platform, %d were answered; states %+v", s.sent, reached, good, s.chain.States())
	return good == s.sent && reached == s.sent && len(s.refused) == 0
}

func TestHealthyTrafficIsNeverRefused(t *testing.T) {
	const ms = time.Millisecond
	drives := map[string]func(*simulation){
		// A busy processor here delays every response, but does not overload a quick platform.
		"quick answers": func(s *simulation) {
			s.traffic(ms, 100, 5*time.Second)
			s.traffic(20*ms, 3000, 2*time.Second) // 60 at the same time
		},
		// After a pause of the virtual machine, calls wait for a short time but are not refused.
		"hiccups of a quick platform": func(s *simulation) {
			s.traffic(2*ms, 3000, 5*time.Second)
			for range 5 {
				s.traffic(60*ms, 3000, 60*ms)
				s.traffic(2*ms, 3000, time.Second)
			}
		},
		"a cold start": func(s *simulation) { s.traffic(3*time.Second, 300, 2*time.Second) }, // before any response
	}
	for _, latency := range []time.Duration{ms, 50 * ms, 2 * time.Second} {
		for name, before := range map[string]func(*simulation) time.Duration{
			"steady": func(*simulation) time.Duration { return latency },
			"varying": func(s *simulation) time.Duration { // log-normal around the latency
				return time.Duration(min(float64(latency)*math.Exp(s.random.NormFloat64()/2), 6e9))
			},
			"exponential": func(s *simulation) time.Duration {
				return time.Duration(min(float64(latency)*s.random.ExpFloat64(), 6e9)) + 1
			},
			"with stragglers": func(s *simulation) time.Duration {
				if s.reached.Load()%100 == 0 {
					return min(50*latency, 6*time.Second)
				}
				return latency
			},
		} {
			drives[latency.String()+" "+name] = func(s *simulation) {
				s.before = func() { s.latency.Store(int64(before(s))) }
				for range 2 {
					s.traffic(latency, 100, 10*time.Second)
					s.traffic(latency, 1000, time.Second)
				}
			}
		}
	}
	for name, drive := range drives {
		inBubble(t, name, func(t *testing.T) {
			s := newSimulation(t)
			drive(s)
			assert.True(t, s.drain())
		})
	}
}

// pause is a Pulse that is as late as its duration.
type pause struct{ atomic.Int64 }

func (p *pause) Late(time.Time, time.Time) (longest, total time.Duration) {
	return time.Duration(p.Load()), time.Duration(p.Load())
}

// While other processes use the processor, Croupier reads every response late, although the
// platform is not slower. Without a pulse, the chain refuses calls.
func TestBusyProcessorIsNoOverload(t *testing.T) {
	for name, pulse := range map[string]func(*pause) Pulse{
		"with a pulse":    func(p *pause) Pulse { return p },
		"without a pulse": func(*pause) Pulse { return nil },
	} {
		inBubble(t, name, func(t *testing.T) {
			s, busy := newSimulation(t), &pause{}
			s.chain = NewChain(bff.UpstreamFunc(func(ctx context.Context, r *bff.UpstreamRequest) (*bff.Answer, error) {
				a, err := s.serve(ctx, r)
				time.Sleep(time.Duration(busy.Load())) // until a goroutine reads it
				return a, err
			}), Settings{Pulse: pulse(busy)})
			for _, late := range []time.Duration{0, 100 * time.Millisecond, 0} {
				busy.Store(int64(late))
				s.traffic(20*time.Millisecond, 1000, 5*time.Second)
			}
			assert.Equal(t, name == "with a pulse", s.drain())
		})
	}
}

func TestHungPlatformIsNoticed(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newSimulation(t)
		s.traffic(20*time.Millisecond, 100, 30*time.Second)
		s.reached.Store(0)
		s.quick.Store(0)
		s.traffic(0, 100, 6*time.Second)
		s.drain()
		quick := float64(s.quick.Load()) / 600
		t.Logf("%d of 600 calls reached the platform; %.1f %% were answered within 50 ms", s.reached.Load(), 100*quick)
		assert.True(t, s.reached.Load() <= 30 && !(quick < 0.95), "want at most 30, and at least 95 %")
	})
}

func TestStepOfLatencyIsAccepted(t *testing.T) {
	for _, rate := range []int{100, 300} {
		synctest.Test(t, func(t *testing.T) {
			s := newSimulation(t)
			s.traffic(20*time.Millisecond, rate, 30*time.Second)
			step := time.Now()
			s.traffic(2*time.Second, rate, 60*time.Second)
			s.drain()
			require.NotEmpty(t, s.refused, "the step was not noticed")
			last := s.refused[len(s.refused)-1].Sub(step)
			t.Logf("%d/s: %d calls refused, the last one %s after the step", rate, len(s.refused), last)
			assert.True(t, last <= 10*time.Second, "want at most 10 s")
		})
	}
}

// The platform processes six calls in parallel, each in 20 ms. It receives up to 30 times its
// capacity, immediately or in steps.
func TestOverloadedPlatformAnswersInTime(t *testing.T) {
	const capacity = 300
	for name, rates := range map[string][]int{
		"at once":  {30 * capacity},
		"in steps": {capacity, capacity + capacity/10, 2 * capacity, 5 * capacity, 10 * capacity, 30 * capacity},
	} {
		inBubble(t, name, func(t *testing.T) {
			s := newSimulation(t)
			s.workers = make(chan struct{}, 6)
			s.traffic(20*time.Millisecond, capacity/2, 10*time.Second)
			usage := s.chain.circuits.all()[0].limiter.usage
			for _, rate := range rates {
				s.good.Store(0)
				s.traffic(20*time.Millisecond, rate, 5*time.Second)
				good := float64(s.good.Load()) / (5 * capacity)
				active, waiting, limit := usage()
				t.Logf("%d/s: goodput %.2f of the capacity; %d in flight, %d waiting, limit %d", rate, good, active,
					waiting, limit)
				assert.GreaterOrEqual(t, good, 0.95, rate)
				assert.True(t, rate <= 2*capacity || limit != 0 && active <= 50, rate)
			}
			s.traffic(20*time.Millisecond, capacity/3, 20*time.Second)
			_, _, limit := usage()
			assert.EqualValues(t, 0, limit, "after the overload")
			s.drain()
		})
	}
}
