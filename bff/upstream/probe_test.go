package upstream

import (
	"context"
	"errors"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"croupier/bff"
)

// outagePlatform is a platform whose failure is set by the test, with counted connects and health
// calls.
type outagePlatform struct {
	mode     atomic.Int32
	restored chan struct{} // answers held calls when it is closed
	connects atomic.Int64
	health   atomic.Int64
	calls    atomic.Int64
}

// The modes of an outagePlatform.
const (
	isUp int32 = iota
	refuses
	hangs // calls that began during the outage are lost
	holds // calls that began during the outage are answered after it
	errs
)

const healthMethod = "health"

func (p *outagePlatform) Do(ctx context.Context, r *bff.UpstreamRequest) (*bff.Answer, error) {
	if r.Call.Method == healthMethod {
		p.health.Add(1)
	} else {
		p.calls.Add(1)
	}
	var answered <-chan time.Time
	var restored <-chan struct{}
	switch p.mode.Load() {
	case isUp:
		answered = time.After(20 * time.Millisecond)
	case refuses:
		return nil, bff.ReasonUnavailable.WithDelivery(bff.DeliveryNotSent)
	case errs:
		return nil, bff.ReasonBadUpstreamAnswer
	case holds:
		restored = p.restored
	}
	select {
	case <-answered:
		return fine()
	case <-restored:
		return fine()
	case <-ctx.Done():
		if errors.Is(ctx.Err(), context.DeadlineExceeded) {
			return nil, bff.ReasonUpstreamTimeout.WithCause(ctx.Err())
		}
		return nil, ctx.Err()
	}
}

func (p *outagePlatform) connect(context.Context) error {
	p.connects.Add(1)
	if p.mode.Load() == refuses {
		return errors.New("connection refused")
	}
	return nil
}

func healthOf(b *bff.Brand, class string) *bff.UpstreamRequest {
	r := request(class, bff.KindRead)
	r.Brand, r.Call = b, &bff.Call{Class: class, Method: healthMethod}
	r.Rules.Deadline = 8 * time.Second
	return r
}

// chain returns a chain in front of the platform that probes for brand.
func (p *outagePlatform) chain(s Settings, brands ...*bff.Brand) *Chain {
	s.Probe.Connect, s.Probe.Health = p.connect, healthOf
	c := NewChain(p, s)
	c.Serve(brands...)
	return c
}

// traffic makes 100 calls a second until stop returns true, and returns when the first one succeeded
// after since.
func (p *outagePlatform) traffic(t *testing.T, c *Chain, r *bff.UpstreamRequest, length time.Duration) (firstGood time.Duration) {
	t.Helper()
	began := time.Now()
	first := make(chan time.Duration, 1)
	for time.Since(began) < length {
		go func() {
			if _, err := c.Do(t.Context(), r); err == nil {
				select {
				case first <- time.Since(began):
				default:
				}
			}
		}()
		time.Sleep(10 * time.Millisecond)
	}
	synctest.Wait()
	select {
	case firstGood = <-first:
	default:
		firstGood = length
	}
	return firstGood
}

func TestFirstGoodAnswerAfterAnOutage(t *testing.T) {
	for _, c := range []struct {
		name  string
		mode  int32
		after time.Duration
	}{
		{"refused connections", refuses, 10 * time.Second},
		{"refused connections for long", refuses, 10 * time.Minute},
		{"hanging", hangs, 10 * time.Second},
		{"hanging, held calls are answered", holds, 10 * time.Second},
		{"errors", errs, 10 * time.Second},
	} {
		t.Run(c.name, func(t *testing.T) {
			for _, random := range []float64{0, 0.5, 0.999} {
				synctest.Test(t, func(t *testing.T) {
					p := &outagePlatform{restored: make(chan struct{})}
					r := request("casino", bff.KindRead)
					r.Rules.Deadline = 3 * time.Second
					chain := p.chain(Settings{Probe: ProbeSettings{Rand: func() float64 { return random }}}, r.Brand)
					defer chain.Close()
					p.traffic(t, chain, r, 10*time.Second)
					p.mode.Store(c.mode)
					p.traffic(t, chain, r, 10*time.Second)
					time.Sleep(c.after - 10*time.Second) // probes do not depend on calls
					p.mode.Store(isUp)
					close(p.restored)
					took := p.traffic(t, chain, r, 10*time.Second)
					limit := 150 * time.Millisecond
					switch {
					case c.after > time.Minute:
						limit = maxConnectInterval + limit
					case c.mode == hangs, c.mode == errs:
						limit = healthInterval + 60*time.Millisecond // health call, next call, call
					}
					t.Logf("%s (connects %d, health calls %d)", took, p.connects.Load(), p.health.Load())
					assert.True(t, took <= limit, "want at most %s", limit)
				})
			}
		})
	}
}

// break opens the circuit of r.
func (p *outagePlatform) breakCircuit(t *testing.T, c *Chain, mode int32, r *bff.UpstreamRequest) {
	t.Helper()
	p.mode.Store(mode)
	for range 20 {
		_, _ = c.Do(t.Context(), r)
	}
	s := c.circuits.of(r).breaker.state()
	require.Equal(t, "open", s.State, "the circuit is %s", s.State)
}

func TestWhatIsNotProbed(t *testing.T) {
	brand := request("casino", bff.KindWrite).Brand
	for _, c := range []struct {
		name   string
		change func(t *testing.T, chain *Chain, r *bff.UpstreamRequest, o *Overrides)
	}{
		{"a chain that serves no brand", func(_ *testing.T, chain *Chain, _ *bff.UpstreamRequest, _ *Overrides) { chain.Serve() }},
		{"another brand", func(_ *testing.T, chain *Chain, _ *bff.UpstreamRequest, _ *Overrides) {
			chain.Serve(&bff.Brand{ID: "zephyr"})
		}},
		{"a closed chain", func(_ *testing.T, chain *Chain, _ *bff.UpstreamRequest, _ *Overrides) { chain.Close() }},
		{"a mock world", func(_ *testing.T, _ *Chain, r *bff.UpstreamRequest, _ *Overrides) { r.World = "ayse" }},
		{"a breaker that staff force open", func(t *testing.T, _ *Chain, r *bff.UpstreamRequest, o *Overrides) {
			t.Helper()
			require.NoError(t, o.Set(t.Context(), r.Brand.ID, "platform", bff.OverrideForcedOpen))
		}},
		{"a circuit that was dropped", func(_ *testing.T, chain *Chain, _ *bff.UpstreamRequest, _ *Overrides) { chain.circuits.dropWorld("") }},
	} {
		t.Run(c.name, func(t *testing.T) {
			for _, mode := range []int32{refuses, errs} {
				synctest.Test(t, func(t *testing.T) {
					p := &outagePlatform{}
					overrides := openOverrides(t, records{})
					chain := p.chain(Settings{Name: "platform", Overrides: overrides}, brand)
					defer chain.Close()
					r := request("casino", bff.KindWrite)
					if c.name == "a mock world" {
						c.change(t, chain, r, overrides)
					}
					p.breakCircuit(t, chain, mode, r)
					c.change(t, chain, r, overrides)
					synctest.Wait()
					before := p.connects.Load() + p.health.Load()
					time.Sleep(time.Minute)
					synctest.Wait()
					n := p.connects.Load() + p.health.Load() - before
					assert.EqualValues(t, 0, n, "%d probes", n)
				})
			}
		})
	}
}

func TestProbesResumeWithTheirBrand(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := &outagePlatform{}
		r := request("casino", bff.KindWrite)
		chain := p.chain(Settings{Breaker: BreakerSettings{OpenFor: time.Hour}}, r.Brand)
		defer chain.Close()
		p.breakCircuit(t, chain, refuses, r)
		chain.Serve()
		time.Sleep(time.Minute)
		p.mode.Store(isUp)
		chain.Serve(r.Brand)
		time.Sleep(5 * time.Second)
		_, err := chain.Do(t.Context(), r)
		assert.NoError(t, err)
	})
}

func TestProbesAreBounded(t *testing.T) {
	for _, mode := range []int32{refuses, errs, hangs} {
		synctest.Test(t, func(t *testing.T) {
			p := &outagePlatform{}
			brand := request("casino", bff.KindWrite).Brand
			chain := p.chain(Settings{Breaker: BreakerSettings{OpenFor: time.Hour}}, brand)
			defer chain.Close()
			p.mode.Store(mode)
			classes := []string{"casino", "livecasino", "finance", "user", "crm", "slider", "habanero", "system"}
			for _, class := range classes {
				for range 10 {
					r := request(class, bff.KindWrite)
					r.Rules.Deadline = time.Second
					go func() { _, _ = chain.Do(t.Context(), r) }()
				}
			}
			time.Sleep(10 * time.Second)
			if n := p.connects.Load() + p.health.Load(); n > 10*10+20 {
				t.Errorf("mode %d: %d probes in the first 10 s for %d circuits", mode, n, len(classes))
			}
			time.Sleep(20 * time.Minute)
			before := p.connects.Load() + p.health.Load()
			time.Sleep(time.Minute)
			n := p.connects.Load() + p.health.Load() - before
			t.Logf("mode %d: %d probes a minute after 20 minutes", mode, n)
			assert.True(t, n <= 80 && n >= 5, "mode %d: %d probes a minute after 20 minutes", mode, n)
			answered, failed := chain.States()[0].ProbesAnswered, chain.States()[0].ProbesFailed
			assert.True(t, answered == 0 && failed != 0,
				"mode %d: counted %d answered and %d failed probes", mode, answered, failed)
		})
	}
}

// All circuits return together, although one health call at a time is made during the outage.
func TestCircuitsReturnTogether(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := &outagePlatform{}
		brand := request("casino", bff.KindWrite).Brand
		chain := p.chain(Settings{Breaker: BreakerSettings{OpenFor: time.Hour}}, brand)
		defer chain.Close()
		classes := []string{"casino", "livecasino", "finance", "user", "crm", "slider"}
		for _, class := range classes {
			p.breakCircuit(t, chain, errs, request(class, bff.KindWrite))
		}
		time.Sleep(5 * time.Second)
		p.mode.Store(isUp)
		time.Sleep(healthInterval + 50*time.Millisecond)
		for _, class := range classes {
			_, err := chain.Do(t.Context(), request(class, bff.KindWrite))
			assert.NoError(t, err, class)
		}
	})
}

// A health call that fails by itself must not keep a working circuit open.
func TestBrokenHealthCallDelaysNoLongerThanOpenFor(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := &outagePlatform{}
		r := request("casino", bff.KindWrite)
		chain := NewChain(bff.UpstreamFunc(func(ctx context.Context, r *bff.UpstreamRequest) (*bff.Answer, error) {
			if r.Call.Method == healthMethod {
				return nil, bff.ReasonUnsupported.WithDelivery(bff.DeliveryNotSent) // not mapped
			}
			return p.Do(ctx, r)
		}), Settings{Probe: ProbeSettings{Health: healthOf}})
		chain.Serve(r.Brand)
		defer chain.Close()
		p.breakCircuit(t, chain, errs, r)
		p.mode.Store(isUp)
		time.Sleep(4 * time.Second)
		_, err := chain.Do(t.Context(), r)
		assert.Error(t, err, "closed by a health call that was not sent")
		time.Sleep(time.Second + time.Millisecond)
		_, err = chain.Do(t.Context(), r)
		assert.NoError(t, err)
	})
}

// A platform that returns slower than it was is accepted.
func TestPlatformReturnsSlow(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := &outagePlatform{}
		slow := atomic.Bool{}
		chain := NewChain(bff.UpstreamFunc(func(ctx context.Context, r *bff.UpstreamRequest) (*bff.Answer, error) {
			if slow.Load() {
				select {
				case <-time.After(1500 * time.Millisecond):
				case <-ctx.Done():
				}
			}
			return p.Do(ctx, r)
		}), Settings{Probe: ProbeSettings{Connect: p.connect, Health: healthOf}})
		r := request("casino", bff.KindRead)
		r.Rules.Deadline = 8 * time.Second
		chain.Serve(r.Brand)
		defer chain.Close()
		p.traffic(t, chain, r, 10*time.Second)
		p.mode.Store(hangs)
		p.traffic(t, chain, r, 10*time.Second)
		slow.Store(true)
		p.mode.Store(isUp)
		p.traffic(t, chain, r, 12*time.Second)
		s := chain.States()[0]
		assert.Equal(t, "closed", s.State, "12 s later: %+v", s)
		before := p.calls.Load()
		p.traffic(t, chain, r, 5*time.Second)
		time.Sleep(5 * time.Second)
		n := p.calls.Load() - before
		assert.True(t, n >= 450, "%d of 500 calls are sent", n)
	})
}
