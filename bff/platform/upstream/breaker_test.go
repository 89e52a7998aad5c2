package upstream

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"croupier/bff"
	"croupier/bff/platform/transport"
)

func send(ctx context.Context, t *testing.T, u bff.Upstream, n int, r *bff.UpstreamRequest) error {
	t.Helper()
	var err error
	for range n {
		_, err = u.Do(ctx, r)
	}
	return err
}

// The test sends thirty calls. Ten failures or responses after a second open the breaker.
func TestBreakerOutcomes(t *testing.T) {
	const money, read = bff.KindMoney, bff.KindRead
	limited := bff.ReasonRateLimited.WithCause(&transport.StatusError{Status: 429}).WithDelivery(bff.DeliveryAnswered)
	for _, c := range []struct {
		name             string
		kind             bff.Kind
		delay            time.Duration // of the response
		err              error
		cancel, deadline time.Duration // of the caller, 0 for none
		sent             int64
	}{
		{"a timeout is a failure", money, 0, bff.ReasonUpstreamTimeout, 0, 0, 10},
		{"a refused connection is a failure", money, 0, bff.ReasonUnavailable, 0, 0, 10},
		{"an unreadable answer is a failure", money, 0, bff.ReasonBadUpstreamAnswer, 0, 0, 10},
		{"an unknown outcome is a failure", money, 0, bff.OutcomeUnknown(bff.ReasonBadUpstreamAnswer), 0, 0, 10},
		{"an adapter's plain error is a failure", money, 0, errors.New("boom"), 0, 0, 10},
		{"maintenance is not a failure", money, 0, bff.ReasonMaintenance.WithDelivery(bff.DeliveryAnswered), 0, 0, 30},
		{"rate limiting is not a failure", money, 0, limited, 0, 0, 30},
		{
			"a call that is not supported is excluded", money, 0,
			bff.ReasonUnsupported.WithDelivery(bff.DeliveryNotSent),
			0, 0, 30,
		},
		{
			"a call that cannot be built is excluded", money, 0, bff.ReasonInternal.WithDelivery(bff.DeliveryNotSent),
			0,
			0, 30,
		},
		{"a cancelled caller is excluded", money, 0, context.Canceled, 0, 0, 30},
		{"an answer is a success", money, 0, nil, 0, 0, 30},
		{"a read that is sent twice counts once", read, 0, bff.ReasonUnavailable, 0, 0, 20},
		{"an answer within a second is a success", read, time.Second, nil, 0, 0, 30},
		{"a slow answer counts as a failure and is returned", read, 2 * time.Second, nil, 0, 0, 10},
		{"slow maintenance counts as a failure", read, 2 * time.Second, bff.ReasonMaintenance, 0, 0, 10},
		{"a caller that cancels during a slow answer", read, 0, context.Canceled, 1500 * time.Millisecond, 0, 10},
		// A page waits 400 ms for its first lists.
		{
			"a caller's own short deadline is excluded", read, 0, bff.ReasonUpstreamTimeout, 0, 400 * time.Millisecond,
			30,
		},
	} {
		inBubble(t, c.name, func(t *testing.T) {
			hung := hanging()
			adapter := &double{answer: func(ctx context.Context, _ int64) (*bff.Answer, error) {
				if c.cancel+c.deadline > 0 {
					return hung.Do(ctx, nil)
				}
				time.Sleep(c.delay)
				if c.err != nil {
					return nil, c.err
				}
				return &bff.Answer{Message: "Yetersiz bakiye"}, nil
			}}
			chain := NewChain(adapter, Settings{Breaker: BreakerSettings{Window: time.Hour, SlowAfter: time.Second}})
			for range 30 {
				before := adapter.calls.Load()
				ctx, cancel := context.WithCancel(t.Context())
				if c.cancel > 0 {
					time.AfterFunc(c.cancel, cancel)
				}
				if c.deadline > 0 {
					ctx, cancel = context.WithTimeout(ctx, c.deadline)
				}
				_, err := chain.Do(ctx, request("casino", c.kind))
				sent := adapter.calls.Load() > before
				assert.True(t, !sent || errors.Is(err, c.err), "got %v, want %v", err, c.err)
				cancel()
			}
			assert.Equal(t, c.sent, adapter.calls.Load())
			if strings.HasSuffix(c.name, "excluded") {
				assert.Zero(t, chain.States()[0].Calls)
			}
		})
	}
}

func TestBreakerOpensProbesAndCloses(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		broken := true
		adapter := &double{answer: func(context.Context, int64) (*bff.Answer, error) {
			if broken {
				return nil, bff.ReasonBadUpstreamAnswer
			}
			return fine()
		}}
		var seen []string
		chain := NewChain(adapter, Settings{Breaker: BreakerSettings{
			Minimum: 10, OpenFor: 5 * time.Second,
			OnChange: func(k CircuitKey, state string) { seen = append(seen, k.Class+" "+state) },
		}})
		r := request("finance", bff.KindMoney)
		_ = send(t.Context(), t, chain, 10, r)

		time.Sleep(2 * time.Second)
		_, err := chain.Do(t.Context(), r)
		require.ErrorIs(t, err, bff.ReasonUnavailable)
		assert.Equal(t, 3*time.Second, retryAfter(err))

		time.Sleep(4 * time.Second)
		broken = false
		require.NoError(t, send(t.Context(), t, chain, 5, r), "after a successful probe")
		assert.Equal(t, "[finance open finance half-open finance closed]", fmt.Sprint(seen))
	})
}

func TestFailedTrialReleasesItsSlot(t *testing.T) {
	for _, c := range []struct {
		name                   string
		deadline, cancel, wait time.Duration // of the call, of the caller, and until the next trial
		want                   error
	}{
		{"a trial that hangs", 2 * time.Second, time.Hour, 6 * time.Second, bff.ReasonUpstreamTimeout},
		{"a trial whose caller cancels", 0, time.Second, 0, context.Canceled},
	} {
		inBubble(t, c.name, func(t *testing.T) {
			hung := hanging()
			adapter := &double{answer: func(ctx context.Context, n int64) (*bff.Answer, error) {
				switch {
				case n <= 10:
					return nil, bff.ReasonUnavailable
				case n == 11:
					return hung.Do(ctx, nil)
				}
				return fine()
			}}
			chain := NewChain(adapter, Settings{Breaker: BreakerSettings{Minimum: 10, OpenFor: 5 * time.Second}})
			r := request("casino", bff.KindWrite)
			_ = send(t.Context(), t, chain, 10, r)
			time.Sleep(6 * time.Second)
			r.Rules.Deadline = c.deadline
			ctx, cancel := context.WithCancel(t.Context())
			defer cancel()
			time.AfterFunc(c.cancel, cancel)
			_, err := chain.Do(ctx, r)
			require.ErrorIs(t, err, c.want, "trial")
			time.Sleep(c.wait)
			_, err = chain.Do(t.Context(), r)
			require.NoError(t, err, "the next trial was refused")
		})
	}
}

// A platform hangs, and a trial call waits for its response. When an earlier call succeeds, the
// breaker closes.
func TestAnswerOfAnEarlierCallEndsTheTrial(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		const earlier = coldAnswers + hungCalls
		hangs, resumes := make(chan struct{}), make(chan struct{})
		adapter := &double{answer: func(ctx context.Context, n int64) (*bff.Answer, error) {
			switch {
			case n > coldAnswers && n <= earlier:
				<-resumes
			case n == earlier+1: // on trial
				<-hangs
			}
			return fine()
		}}
		chain := NewChain(adapter, Settings{Breaker: BreakerSettings{OpenFor: time.Second}})
		r := request("casino", bff.KindWrite)
		r.Rules.Deadline = time.Minute
		call := func() error {
			_, err := chain.Do(t.Context(), r)
			return err
		}
		for range coldAnswers {
			require.NoError(t, call())
			time.Sleep(time.Millisecond)
		}
		for range hungCalls {
			go func() { _ = call() }()
		}
		time.Sleep(2 * minOverdue)
		require.NoError(t, chain.Refusal(r.Brand, r.Call, r.Partition), "only suspected")
		time.Sleep(suspicion)
		require.ErrorIs(t, call(), bff.ReasonUnavailable, "the platform hangs")
		time.Sleep(time.Second)
		go func() { _ = call() }()
		synctest.Wait()
		require.ErrorIs(t, call(), bff.ReasonUnavailable, "a call is on trial")
		close(resumes)
		synctest.Wait()
		require.NoError(t, call())
		close(hangs)
	})
}

func TestOpenBreakerIgnoresChangesOfTheClock(t *testing.T) {
	b := newCircuitBreaker(CircuitKey{}, BreakerSettings{}.withDefaults(), func(bool) {})
	require.True(t, b.trip())
	assert.Contains(t, b.openUntil.Load().String(), " m=", "the monotonic reading")
}

func TestPanicReleasesTheSlotAndCountsAsFailure(t *testing.T) {
	adapter := &double{answer: func(context.Context, int64) (*bff.Answer, error) { panic("boom") }}
	s := Settings{Breaker: BreakerSettings{Minimum: 10}, Bulkhead: BulkheadSettings{MaxConcurrent: 1, Queue: 1}}
	chain := NewChain(adapter, s)
	for range 10 {
		assert.Panics(t, func() { _, _ = chain.Do(t.Context(), request("casino", bff.KindRead)) })
	}
	_, err := chain.Do(t.Context(), request("casino", bff.KindRead))
	require.ErrorIs(t, err, bff.ReasonUnavailable)
}

// Reading states while breakers change must not deadlock. The breaker is locked during OnChange.
func TestStatesAreReadWhileBreakersChange(t *testing.T) {
	chain := NewChain(failing(bff.ReasonUnavailable),
		Settings{Breaker: BreakerSettings{Minimum: 1, OpenFor: time.Nanosecond}})
	done := make(chan struct{})
	go func() {
		defer close(done)
		for range 2000 {
			_, _ = chain.Do(t.Context(), request("casino", bff.KindMoney))
		}
	}()
	for {
		select {
		case <-done:
			states := chain.States()
			assert.True(t, len(states) == 1 && !states[0].Since.IsZero(), "states %+v", states)
			return
		default:
			_ = chain.States()
		}
	}
}

func TestStateReportsOutcomes(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		adapter := &double{answer: func(_ context.Context, n int64) (*bff.Answer, error) {
			if n%2 == 0 {
				return nil, bff.ReasonUpstreamTimeout
			}
			return fine()
		}}
		chain := NewChain(adapter,
			Settings{Name: "platform", Breaker: BreakerSettings{Ratio: 0.5, OpenFor: 5 * time.Second}})
		r := request("casino", bff.KindWrite)
		_ = send(t.Context(), t, chain, 9, r)
		want := bff.CircuitState{
			Brand: "marmara", Upstream: "platform", Class: "casino", State: "closed",
			Override: bff.OverrideAuto, Calls: 9, Failures: 4,
		}
		got := chain.States()
		assert.True(t, len(got) == 1 && got[0] == want, "got  %+v\nwant %+v", got, want)
		_ = send(t.Context(), t, chain, 1, r)
		got = chain.States()
		assert.True(t, got[0].State == "open" && got[0].Since.Equal(time.Now()), "open: %+v", got)
		time.Sleep(6 * time.Second)
		assert.Equal(t, "half-open", chain.States()[0].State, "after open_for")
		tester := request("casino", bff.KindRead)
		tester.Partition = "marmara/ayse"
		_ = send(t.Context(), t, chain, 1, tester)
		assert.Len(t, chain.States(), 1, "circuit of a tester is listed")
	})
}

func TestOutcomesExpireWithTheWindow(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		adapter := failing(bff.ReasonUpstreamTimeout)
		chain := NewChain(adapter, Settings{Breaker: BreakerSettings{Window: 10 * time.Second, Minimum: 10}})
		for range 30 { // nine in any ten seconds
			_ = send(t.Context(), t, chain, 1, request("casino", bff.KindWrite))
			time.Sleep(1200 * time.Millisecond)
		}
		assert.EqualValues(t, 30, adapter.calls.Load())
	})
}

// request returns a call of brand marmara of the given kind.
func request(class string, kind bff.Kind) *bff.UpstreamRequest {
	return &bff.UpstreamRequest{
		RequestID: "r-1",
		Partition: "marmara",
		Brand:     &bff.Brand{ID: "marmara", SiteID: 889, Upstream: bff.UpstreamRules{Adapter: "mock"}},
		Call:      &bff.Call{Class: class, Method: "some_method"},
		Rules:     bff.Rules{Kind: kind},
		Lang:      "tr",
	}
}

// double is a fake adapter that counts its calls.
type double struct {
	calls  atomic.Int64
	answer func(ctx context.Context, n int64) (*bff.Answer, error)
}

func (d *double) Do(ctx context.Context, _ *bff.UpstreamRequest) (*bff.Answer, error) {
	return d.answer(ctx, d.calls.Add(1))
}

func failing(err error) *double { return answering(nil, err) }

// answering returns an adapter that responds to every call with a copy of a and with err.
func answering(a *bff.Answer, err error) *double {
	return &double{answer: func(context.Context, int64) (*bff.Answer, error) {
		if a == nil {
			return nil, err
		}
		answer := *a
		return &answer, err
	}}
}

func hanging() *double {
	return &double{answer: func(ctx context.Context, _ int64) (*bff.Answer, error) {
		<-ctx.Done()
		if errors.Is(ctx.Err(), context.DeadlineExceeded) {
			return nil, bff.ReasonUpstreamTimeout.WithCause(ctx.Err())
		}
		return nil, ctx.Err()
	}}
}

func fine() (*bff.Answer, error) { return &bff.Answer{Result: true, Code: 200}, nil }

// inBubble runs a subtest in virtual time.
func inBubble(t *testing.T, name string, test func(t *testing.T)) {
	t.Helper()
	t.Run(name, func(t *testing.T) { synctest.Test(t, test) })
}

// retryAfter returns the Retry-After of an error, or 0 without one.
func retryAfter(err error) time.Duration {
	reason := new(bff.Reason)
	_ = errors.As(err, &reason)
	return reason.RetryAfter
}
