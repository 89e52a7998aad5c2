package upstream

import (
	"context"
	"errors"
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
	latency atomic.Int64  // nanoseconds; 0: it hangs
	workers chan struct{} // slots of a platform with limited capacity; nil: unlimited
	mu      sync.Mutex
	random  *rand.Rand // guarded by mu
	before  func()     // called before each call; guarded by mu

	reached atomic.Int64 // calls that reached the platform
	good    atomic.Int64
	quick   atomic.Int64 // calls that were answered or refused within 50 ms
	late    atomic.Int64 // calls that failed after they were sent
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

// traffic makes rate calls a second for a while, at even intervals.
func (s *simulation) traffic(rate int, length time.Duration) {
	r := request("casino", bff.KindRead)
	r.Rules.Deadline = 8 * time.Second
	for range int(length.Seconds() * float64(rate)) {
		go func() {
			began := time.Now()
			_, err := s.chain.Do(s.t.Context(), r)
			if time.Since(began) <= 50*time.Millisecond {
				s.quick.Add(1)
			}
			switch {
			case err == nil:
				s.good.Add(1)
			case bff.DeliveryOf(err) != bff.DeliveryNotSent || !errors.Is(err, bff.ReasonUnavailable):
				s.late.Add(1)
			}
		}()
		synctest.Wait() // in the same order every time
		if err := s.chain.Refusal(r.Brand, r.Call, ""); err != nil {
			s.refused = append(s.refused, time.Now())
		}
		time.Sleep(time.Second / time.Duration(rate))
	}
}

// drain waits until every call has ended.
func (s *simulation) drain() {
	time.Sleep(time.Minute)
	synctest.Wait()
}

func TestHealthyTrafficIsNeverRefused(t *testing.T) {
	for _, latency := range []time.Duration{time.Millisecond, 50 * time.Millisecond, 2 * time.Second} {
		for name, vary := range map[string]func(*simulation) func(){
			"steady": nil,
			"varying": func(s *simulation) func() {
				return func() { // log-normal around the latency
					s.latency.Store(int64(min(float64(latency)*math.Exp(s.random.NormFloat64()/2), 6e9)))
				}
			},
			"exponential": func(s *simulation) func() {
				return func() { s.latency.Store(int64(min(float64(latency)*s.random.ExpFloat64(), 6e9)) + 1) }
			},
			"with stragglers": func(s *simulation) func() {
				n := 0
				return func() {
					s.latency.Store(int64(latency))
					if n++; n%100 == 0 {
						s.latency.Store(int64(min(50*latency, 6*time.Second)))
					}
				}
			},
		} {
			t.Run(latency.String()+" "+name, func(t *testing.T) {
				synctest.Test(t, func(t *testing.T) {
					s := newSimulation(t)
					s.latency.Store(int64(latency))
					if vary != nil {
						next := vary(s)
						s.before = next
					}
					sent := int64(0)
					for range 2 {
						s.traffic(100, 10*time.Second)
						s.traffic(1000, time.Second)
						sent += 100*10 + 1000
					}
					s.drain()
					assert.True(t, s.good.Load() == sent && s.reached.Load() == sent && len(s.refused) <= 0,
						"%d calls: %d reached the platform, %d were answered; states %+v", sent, s.reached.Load(), s.good.Load(), s.chain.States())
				})
			})
		}
	}
}

// A processor that is busy here makes every answer late; that is no overload of a platform that answers in milliseconds.
func TestQuickAnswersAreNoOverload(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newSimulation(t)
		s.latency.Store(int64(time.Millisecond))
		s.traffic(100, 5*time.Second)
		s.latency.Store(int64(20 * time.Millisecond))
		s.traffic(3000, 2*time.Second) // 60 at once
		s.drain()
		sent := int64(100*5 + 3000*2)
		assert.True(t, s.good.Load() == sent && len(s.refused) <= 0,
			"%d of %d calls were answered; states %+v", s.good.Load(), sent, s.chain.States())
	})
}

// A pause of a virtual machine, here of 60 ms, is followed by a short queue and not by refusals.
func TestHiccupOfQuickPlatformRefusesNobody(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newSimulation(t)
		s.latency.Store(int64(2 * time.Millisecond))
		s.traffic(3000, 5*time.Second)
		for range 5 {
			s.latency.Store(int64(60 * time.Millisecond))
			s.traffic(3000, 60*time.Millisecond)
			s.latency.Store(int64(2 * time.Millisecond))
			s.traffic(3000, time.Second)
		}
		s.drain()
		sent := int64(3000*5 + 5*(180+3000))
		assert.True(t, s.good.Load() == sent && len(s.refused) <= 0,
			"%d of %d calls were answered; states %+v", s.good.Load(), sent, s.chain.States())
	})
}

// pause is a Pulse that is as late as its duration.
type pause struct{ atomic.Int64 }

func (p *pause) Late(time.Time, time.Time) time.Duration { return time.Duration(p.Load()) }

// While others have the processor, every answer is read late: the platform is as quick as before. Without a pulse
// calls are refused.
func TestBusyProcessorIsNoOverload(t *testing.T) {
	for name, row := range map[string]struct {
		pulse func(*pause) Pulse
		good  bool
	}{
		"with a pulse":    {func(p *pause) Pulse { return p }, true},
		"without a pulse": {func(*pause) Pulse { return nil }, false},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				s, busy := newSimulation(t), &pause{}
				s.chain = NewChain(bff.UpstreamFunc(func(ctx context.Context, r *bff.UpstreamRequest) (*bff.Answer, error) {
					a, err := s.serve(ctx, r)
					time.Sleep(time.Duration(busy.Load())) // until somebody reads it
					return a, err
				}), Settings{Pulse: row.pulse(busy)})
				s.latency.Store(int64(20 * time.Millisecond))
				s.traffic(1000, 5*time.Second)
				busy.Store(int64(100 * time.Millisecond))
				s.traffic(1000, 5*time.Second)
				busy.Store(0)
				s.traffic(1000, 5*time.Second)
				s.drain()
				assert.Equal(t, row.good, s.good.Load() == 15_000 && len(s.refused) == 0,
					"%d of 15,000 calls were answered; states %+v", s.good.Load(), s.chain.States())
			})
		})
	}
}

func TestColdStartIsGenerous(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newSimulation(t)
		s.latency.Store(int64(3 * time.Second))
		s.traffic(300, 2*time.Second) // all at once, before any answer
		s.drain()
		assert.EqualValues(t, 600, s.good.Load(), "%d of 600 were answered", s.good.Load())
	})
}

func TestHungPlatformIsNoticed(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newSimulation(t)
		s.latency.Store(int64(20 * time.Millisecond))
		s.traffic(100, 30*time.Second)
		s.reached.Store(0)
		s.quick.Store(0)
		s.latency.Store(0)
		s.traffic(100, 6*time.Second)
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
			s.latency.Store(int64(20 * time.Millisecond))
			s.traffic(rate, 30*time.Second)
			s.latency.Store(int64(2 * time.Second))
			step := time.Now()
			s.traffic(rate, 60*time.Second)
			s.drain()
			require.NotEmpty(t, s.refused, "the step was not noticed")
			last := s.refused[len(s.refused)-1].Sub(step)
			t.Logf("%d/s: %d calls refused, the last one %s after the step", rate, len(s.refused), last)
			assert.True(t, last <= 10*time.Second, "want at most 10 s")
		})
	}
}

// A platform that answers six calls at once, each in 20 ms, gets up to 30 times the calls that it can answer: at
// once, or in steps.
func TestOverloadedPlatformAnswersInTime(t *testing.T) {
	const capacity = 300
	for name, rates := range map[string][]int{
		"at once":  {30 * capacity},
		"in steps": {capacity, capacity + capacity/10, 2 * capacity, 5 * capacity, 10 * capacity, 30 * capacity},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				s := newSimulation(t)
				s.latency.Store(int64(20 * time.Millisecond))
				s.workers = make(chan struct{}, 6)
				s.traffic(capacity/2, 10*time.Second)
				usage := s.chain.circuits.all()[0].limiter.usage
				for _, rate := range rates {
					s.good.Store(0)
					s.traffic(rate, 5*time.Second)
					good := float64(s.good.Load()) / (5 * capacity)
					active, waiting, limit := usage()
					t.Logf("%d/s: goodput %.2f of the capacity; %d in flight, %d waiting, limit %d", rate, good, active, waiting, limit)
					assert.True(t, !(good < 0.95), "%d/s: goodput %.2f of the capacity", rate, good)
					if rate > 2*capacity && (limit == 0 || active > 50) {
						t.Errorf("%d/s: %d in flight, %d waiting, limit %d", rate, active, waiting, limit)
					}
				}
				s.traffic(capacity/3, 20*time.Second)
				if _, _, limit := usage(); limit != 0 {
					t.Errorf("the limit %d stays after the overload", limit)
				}
				s.drain()
			})
		})
	}
}
