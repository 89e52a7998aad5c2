package upstream

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"croupier/bff"
	"croupier/bff/upstream/transport"
)

func settingsOfTen(seen *[]string) Settings {
	return Settings{Breaker: BreakerSettings{
		Minimum: 10, OpenFor: 5 * time.Second,
		OnChange: func(l CircuitKey, state string) { *seen = append(*seen, l.Class+" "+state) },
	}}
}

func send(ctx context.Context, t *testing.T, u bff.Upstream, n int, r *bff.UpstreamRequest) error {
	t.Helper()
	var err error
	for range n {
		_, err = u.Do(ctx, r)
	}
	return err
}

// Thirty calls are made. The breaker opens when ten of them failed, or took longer than a second.
func TestBreakerOutcomes(t *testing.T) {
	const money, read = bff.KindMoney, bff.KindRead
	limited := bff.ReasonRateLimited.WithCause(&transport.StatusError{Status: 429}).WithDelivery(bff.DeliveryAnswered)
	for _, c := range []struct {
		name             string
		kind             bff.Kind
		delay            time.Duration // of the answer
		err              error
		cancel, deadline time.Duration // of the caller; 0: none
		sent             int64
	}{
		{"a timeout is a failure", money, 0, bff.ReasonUpstreamTimeout, 0, 0, 10},
		{"a refused connection is a failure", money, 0, bff.ReasonUnavailable, 0, 0, 10},
		{"an unreadable answer is a failure", money, 0, bff.ReasonBadUpstreamAnswer, 0, 0, 10},
		{"an unknown outcome is a failure", money, 0, bff.OutcomeUnknown(bff.ReasonBadUpstreamAnswer), 0, 0, 10},
		{"an adapter's plain error is a failure", money, 0, errors.New("boom"), 0, 0, 10},
		{"maintenance is not a failure", money, 0, bff.ReasonMaintenance.WithDelivery(bff.DeliveryAnswered), 0, 0, 30},
		{"rate limiting is not a failure", money, 0, limited, 0, 0, 30},
		{"a cancelled caller is excluded", money, 0, context.Canceled, 0, 0, 30},
		{"an answer is a success", money, 0, nil, 0, 0, 30},
		{"a read that is sent twice counts once", read, 0, bff.ReasonUnavailable, 0, 0, 20},
		{"an answer within a second is a success", read, time.Second, nil, 0, 0, 30},
		{"a slow answer counts as a failure and is returned", read, 2 * time.Second, nil, 0, 0, 10},
		{"slow maintenance counts as a failure", read, 2 * time.Second, bff.ReasonMaintenance, 0, 0, 10},
		{"a caller that cancels during a slow answer", read, 0, context.Canceled, 1500 * time.Millisecond, 0, 10},
		// Such as a page that waits 400 ms for its first lists.
		{"a caller's own short deadline is excluded", read, 0, bff.ReasonUpstreamTimeout, 0, 400 * time.Millisecond, 30},
	} {
		t.Run(c.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
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
					if sent := adapter.calls.Load() > before; sent && !errors.Is(err, c.err) {
						t.Errorf("got %v, want %v", err, c.err)
					}
					cancel()
				}
				n := adapter.calls.Load()
				assert.Equal(t, c.sent, n, "sent %d times, want %d", n, c.sent)
			})
		})
	}
}

func TestBreakerOpensProbesAndCloses(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var broken error = bff.ReasonBadUpstreamAnswer
		adapter := &double{answer: func(context.Context, int64) (*bff.Answer, error) {
			if broken != nil {
				return nil, broken
			}
			return fine()
		}}
		var seen []string
		chain := NewChain(adapter, settingsOfTen(&seen))
		r := request("finance", bff.KindMoney)
		_ = send(t.Context(), t, chain, 10, r)

		time.Sleep(2 * time.Second)
		_, err := chain.Do(t.Context(), r)
		var reason *bff.Reason
		require.True(t, errors.As(err, &reason) && errors.Is(err, bff.ReasonUnavailable) && reason.RetryAfter == 3*time.Second,
			"got %+v, want unavailable (not sent) with the remaining 3s", reason)

		time.Sleep(4 * time.Second)
		broken = nil
		require.NoError(t, send(t.Context(), t, chain, 5, r), "after a successful probe")
		got := fmt.Sprint(seen)
		assert.Equal(t, "[finance open finance half-open finance closed]", got, "changes %s", got)
	})
}

func TestFailedTrialReleasesItsSlot(t *testing.T) {
	for _, c := range []struct {
		name     string
		deadline time.Duration // of the call
		cancel   time.Duration // of the caller
		want     error
		wait     time.Duration // until the next trial
	}{
		{"a trial that hangs", 2 * time.Second, time.Hour, bff.ReasonUpstreamTimeout, 6 * time.Second},
		{"a trial whose caller cancels", 0, time.Second, context.Canceled, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
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
				var seen []string
				chain := NewChain(adapter, settingsOfTen(&seen))
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
		})
	}
}

func TestPanicReleasesTheSlotAndCountsAsFailure(t *testing.T) {
	adapter := &double{answer: func(context.Context, int64) (*bff.Answer, error) { panic("boom") }}
	var seen []string
	s := settingsOfTen(&seen)
	s.Bulkhead = BulkheadSettings{MaxConcurrent: 1, Queue: 1}
	chain := NewChain(adapter, s)
	for range 10 {
		func() {
			defer func() { _ = recover() }()
			_, _ = chain.Do(t.Context(), request("casino", bff.KindRead))
		}()
	}
	_, err := chain.Do(t.Context(), request("casino", bff.KindRead))
	require.ErrorIs(t, err, bff.ReasonUnavailable, "got %v, want an open breaker", err)
}

// Reading states while breakers change must not deadlock: OnChange runs with the breaker locked.
func TestStatesAreReadWhileBreakersChange(t *testing.T) {
	chain := NewChain(failing(bff.ReasonUnavailable), Settings{Breaker: BreakerSettings{Minimum: 1, OpenFor: time.Nanosecond}})
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
		chain := NewChain(adapter, Settings{Name: "platform", Breaker: BreakerSettings{Ratio: 0.5, OpenFor: 5 * time.Second}})
		r := request("casino", bff.KindWrite)
		_ = send(t.Context(), t, chain, 9, r)
		want := bff.CircuitState{Brand: "marmara", Upstream: "platform", Class: "casino", State: "closed", Override: bff.OverrideAuto, Calls: 9, Failures: 4}
		got := chain.States()
		assert.True(t, len(got) == 1 && got[0] == want, "got  %+v\nwant %+v", got, want)
		_ = send(t.Context(), t, chain, 1, r)
		if got := chain.States()[0]; got.State != "open" || !got.Since.Equal(time.Now()) {
			t.Errorf("open: %+v", got)
		}
		time.Sleep(6 * time.Second)
		if got := chain.States()[0]; got.State != "half-open" {
			t.Errorf("after open_for: %+v", got)
		}
		tester := request("casino", bff.KindRead)
		tester.World = "ayse"
		_ = send(t.Context(), t, chain, 1, tester)
		assert.Len(t, chain.States(), 1, "circuit of a mock world is listed")
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
		assert.EqualValues(t, 30, adapter.calls.Load(), "%d of 30 calls reached the adapter", adapter.calls.Load())
	})
}
