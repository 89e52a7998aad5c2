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
	"croupier/bff/test/testkit"
)

// outagePlatform is a platform with simulated failures. It counts connects and health calls.
type outagePlatform struct {
	mode                    atomic.Int32
	restored                chan struct{} // closed to respond to the delayed calls
	connects, health, calls atomic.Int64
}

// The modes of an outagePlatform.
const (
	isUp int32 = iota
	isSlow
	refuses
	hangs // calls from the outage fail
	holds // calls from the outage succeed after it
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
	case isSlow:
		answered = time.After(1520 * time.Millisecond)
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
		return hanging().Do(ctx, r)
	}
}

// probes returns the number of connects and health calls.
func (p *outagePlatform) probes() int64 { return p.connects.Load() + p.health.Load() }

func (p *outagePlatform) connect(context.Context) error {
	p.connects.Add(1)
	if p.mode.Load() == refuses {
		return errors.New("connection refused")
	}
	return nil
}

func healthOf(b *bff.Brand, class string) *bff.UpstreamRequest {
	r := request(class, bff.KindRead)
	r.Brand, r.Partition, r.Call = b, bff.Partition(b.ID), &bff.Call{Class: class, Method: healthMethod}
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

// traffic makes 100 calls a second and returns the time of the first success, or length.
func (p *outagePlatform) traffic(t *testing.T, c *Chain, r *bff.UpstreamRequest,
	length time.Duration,
) (firstGood time.Duration) {
	t.Helper()
	began := time.Now()
	var first atomic.Int64
	for time.Since(began) < length {
		go func() {
			if _, err := c.Do(t.Context(), r); err == nil {
				first.CompareAndSwap(0, int64(time.Since(began)))
			}
		}()
		time.Sleep(10 * time.Millisecond)
	}
	synctest.Wait()
	first.CompareAndSwap(0, int64(length))
	return time.Duration(first.Load())
}

func TestFirstGoodAnswerAfterAnOutage(t *testing.T) {
	const connect, healthCall = 150 * time.Millisecond, healthInterval + 60*time.Millisecond // health call, next call
	for _, c := range []struct {
		name         string
		mode         int32
		after, limit time.Duration
	}{
		{"refused connections", refuses, 10 * time.Second, connect},
		{"refused connections for long", refuses, 10 * time.Minute, maxConnectInterval + connect},
		{"hanging", hangs, 10 * time.Second, healthCall},
		{"hanging, held calls are answered", holds, 10 * time.Second, connect},
		{"errors", errs, 10 * time.Second, healthCall},
	} {
		for _, random := range []float64{0, 0.5, 0.999} {
			inBubble(t, c.name, func(t *testing.T) {
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
				assert.LessOrEqual(t, took, c.limit, "connects %d, health calls %d", p.connects.Load(), p.health.Load())
			})
		}
	}
}

// breakCircuit opens the circuit of r.
func (p *outagePlatform) breakCircuit(t *testing.T, c *Chain, mode int32, r *bff.UpstreamRequest) {
	t.Helper()
	p.mode.Store(mode)
	for range 20 {
		_, _ = c.Do(t.Context(), r)
	}
	s := c.circuits.of(r).breaker.state()
	require.Equal(t, "open", s.State)
}

func TestWhatIsNotProbed(t *testing.T) {
	for name, stop := range map[string]func(chain *Chain, o *Overrides){
		"a chain that serves no brand": func(chain *Chain, _ *Overrides) { chain.Serve() },
		"another brand":                func(chain *Chain, _ *Overrides) { chain.Serve(&bff.Brand{ID: "zephyr"}) },
		"a closed chain":               func(chain *Chain, _ *Overrides) { chain.Close() },
		"a tester":                     func(*Chain, *Overrides) {},
		"a circuit that was dropped":   func(chain *Chain, _ *Overrides) { chain.circuits.dropPartition("marmara") },
		"a breaker that staff force open": func(_ *Chain, o *Overrides) {
			require.NoError(t, o.Set(t.Context(), "marmara", "platform", bff.OverrideForcedOpen))
		},
	} {
		for _, mode := range []int32{refuses, errs} {
			inBubble(t, name, func(t *testing.T) {
				p, r, overrides := &outagePlatform{}, request("casino", bff.KindWrite),
					openOverrides(t, &testkit.Records{})
				chain := p.chain(Settings{Name: "platform", Overrides: overrides}, r.Brand)
				defer chain.Close()
				if name == "a tester" {
					r.Partition = "marmara/ayse"
				}
				p.breakCircuit(t, chain, mode, r)
				stop(chain, overrides)
				synctest.Wait()
				before := p.probes()
				time.Sleep(time.Minute)
				synctest.Wait()
				assert.Equal(t, before, p.probes())
			})
		}
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
			assert.LessOrEqual(t, p.probes(), int64(10*10+20), "mode %d: in the first 10 s", mode)
			time.Sleep(20 * time.Minute)
			before := p.probes()
			time.Sleep(time.Minute)
			n := p.probes() - before
			assert.True(t, n <= 80 && n >= 5, "mode %d: %d probes a minute after 20 minutes", mode, n)
			answered, failed := chain.States()[0].ProbesAnswered, chain.States()[0].ProbesFailed
			assert.True(t, answered == 0 && failed != 0, "mode %d: counted %d answered and %d failed probes", mode,
				answered, failed)
		})
	}
}

// All circuits close together, although the chain makes only one health call at a time.
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

// The chain accepts a platform that is slower after an outage than before.
func TestPlatformReturnsSlow(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p, r := &outagePlatform{}, request("casino", bff.KindRead)
		r.Rules.Deadline = 8 * time.Second
		chain := p.chain(Settings{}, r.Brand)
		defer chain.Close()
		p.traffic(t, chain, r, 10*time.Second)
		p.mode.Store(hangs)
		p.traffic(t, chain, r, 10*time.Second)
		p.mode.Store(isSlow)
		p.traffic(t, chain, r, 12*time.Second)
		assert.Equal(t, "closed", chain.States()[0].State, "12 s later")
		before := p.calls.Load()
		p.traffic(t, chain, r, 5*time.Second)
		time.Sleep(5 * time.Second)
		assert.GreaterOrEqual(t, p.calls.Load()-before, int64(450), "of 500 calls")
	})
}
