package upstream

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"testing/synctest"
	"time"

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

func TestBreakerOutcomes(t *testing.T) {
	cases := []struct {
		name  string
		err   error
		opens bool
	}{
		{"a timeout is a failure", bff.ReasonUpstreamTimeout, true},
		{"a refused connection is a failure", bff.ReasonUnavailable, true},
		{"an unreadable answer is a failure", bff.ReasonBadUpstreamAnswer, true},
		{"an unknown outcome is a failure", bff.OutcomeUnknown(bff.ReasonBadUpstreamAnswer), true},
		{"an adapter's plain error is a failure", errors.New("boom"), true},
		{"maintenance is not a failure", bff.ReasonMaintenance.WithDelivery(bff.DeliveryAnswered), false},
		{"rate limiting is not a failure", bff.ReasonRateLimited.WithCause(&transport.StatusError{Status: 429}).WithDelivery(bff.DeliveryAnswered), false},
		{"a cancelled caller is excluded", context.Canceled, false},
		{"an answer is a success", nil, false},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				adapter := &double{answer: func(context.Context, int64) (*bff.Answer, error) {
					if c.err != nil {
						return nil, c.err
					}
					return &bff.Answer{Result: false, Message: "Yetersiz bakiye"}, nil
				}}
				var seen []string
				chain := NewChain(adapter, settingsOfTen(&seen))
				_ = send(t.Context(), t, chain, 30, request("finance", bff.KindMoney))
				if opened := adapter.calls.Load() == 10; opened != c.opens {
					t.Errorf("%d of 30 calls reached the adapter; changes %v", adapter.calls.Load(), seen)
				}
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
		if !errors.As(err, &reason) || !errors.Is(err, bff.ReasonUnavailable) || reason.RetryAfter != 3*time.Second {
			t.Fatalf("got %+v, want unavailable (not sent) with the remaining 3s", reason)
		}

		time.Sleep(4 * time.Second)
		broken = nil
		if err := send(t.Context(), t, chain, 5, r); err != nil {
			t.Fatalf("after a successful probe: %v", err)
		}
		if got := fmt.Sprint(seen); got != "[finance open finance half-open finance closed]" {
			t.Errorf("changes %s", got)
		}
	})
}

func TestHungProbeDoesNotBlockTheBreaker(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		adapter := &double{answer: func(ctx context.Context, n int64) (*bff.Answer, error) {
			switch {
			case n <= 10:
				return nil, bff.ReasonUnavailable
			case n == 11:
				<-ctx.Done() // the probe
				return nil, bff.ReasonUpstreamTimeout.WithCause(ctx.Err())
			}
			return fine()
		}}
		var seen []string
		chain := NewChain(adapter, settingsOfTen(&seen))
		r := request("casino", bff.KindWrite)
		_ = send(t.Context(), t, chain, 10, r)
		time.Sleep(6 * time.Second)
		r.Rules.Deadline = 2 * time.Second
		if _, err := chain.Do(t.Context(), r); !errors.Is(err, bff.ReasonUpstreamTimeout) {
			t.Fatalf("probe: %v", err)
		}
		time.Sleep(6 * time.Second)
		if _, err := chain.Do(t.Context(), r); err != nil {
			t.Fatalf("the next probe was refused: %v", err)
		}
	})
}

func TestCancelledProbeReleasesItsSlot(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		adapter := &double{answer: func(ctx context.Context, n int64) (*bff.Answer, error) {
			switch {
			case n <= 10:
				return nil, bff.ReasonUnavailable
			case n == 11:
				<-ctx.Done()
				return nil, ctx.Err()
			}
			return fine()
		}}
		var seen []string
		chain := NewChain(adapter, settingsOfTen(&seen))
		r := request("casino", bff.KindWrite)
		_ = send(t.Context(), t, chain, 10, r)
		time.Sleep(6 * time.Second)
		ctx, cancel := context.WithCancel(t.Context())
		time.AfterFunc(time.Second, cancel)
		if _, err := chain.Do(ctx, r); !errors.Is(err, context.Canceled) {
			t.Fatalf("probe: %v", err)
		}
		if _, err := chain.Do(t.Context(), r); err != nil {
			t.Fatalf("the next probe was refused: %v", err)
		}
	})
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
	if _, err := chain.Do(t.Context(), request("casino", bff.KindRead)); !errors.Is(err, bff.ReasonUnavailable) {
		t.Fatalf("got %v, want an open breaker", err)
	}
}

func TestSlowCallsCountAsFailures(t *testing.T) {
	cases := []struct {
		name   string
		answer func(ctx context.Context) (*bff.Answer, error)
		opens  bool
	}{
		{"slow answers", func(context.Context) (*bff.Answer, error) {
			time.Sleep(2 * time.Second)
			return fine()
		}, true},
		{"slow maintenance", func(context.Context) (*bff.Answer, error) {
			time.Sleep(2 * time.Second)
			return nil, bff.ReasonMaintenance
		}, true},
		{"callers that cancel during slow answers", func(ctx context.Context) (*bff.Answer, error) {
			<-ctx.Done() // after 1.5 s, see below
			return nil, ctx.Err()
		}, true},
		{"answers in time", func(context.Context) (*bff.Answer, error) {
			time.Sleep(time.Second)
			return fine()
		}, false},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				adapter := &double{answer: func(ctx context.Context, _ int64) (*bff.Answer, error) { return c.answer(ctx) }}
				chain := NewChain(adapter, Settings{Breaker: BreakerSettings{Window: time.Hour, SlowAfter: time.Second}})
				for range 30 {
					ctx, cancel := context.WithCancel(t.Context())
					time.AfterFunc(1500*time.Millisecond, cancel)
					_, _ = chain.Do(ctx, request("casino", bff.KindRead))
					cancel()
				}
				if opened := adapter.calls.Load() == 10; opened != c.opens {
					t.Errorf("%d of 30 calls reached the adapter", adapter.calls.Load())
				}
			})
		})
	}
}

func TestSlowCallKeepsItsAnswer(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		adapter := &double{answer: func(context.Context, int64) (*bff.Answer, error) {
			time.Sleep(2 * time.Second)
			return fine()
		}}
		chain := NewChain(adapter, Settings{Breaker: BreakerSettings{SlowAfter: time.Second}})
		if a, err := chain.Do(t.Context(), request("casino", bff.KindRead)); err != nil || !a.Result {
			t.Errorf("got %+v, %v", a, err)
		}
	})
}

// A caller with a shorter deadline, such as a page that waits 400 ms for its first lists, is
// excluded when that deadline passes.
func TestShortCallerDeadlinesDoNotOpenTheBreaker(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		adapter := hanging()
		chain := NewChain(adapter, Settings{})
		for range 30 {
			ctx, cancel := context.WithTimeout(t.Context(), 400*time.Millisecond)
			if _, err := chain.Do(ctx, request("casino", bff.KindRead)); !errors.Is(err, bff.ReasonUpstreamTimeout) {
				t.Errorf("got %v", err)
			}
			cancel()
		}
		if adapter.calls.Load() != 30 {
			t.Errorf("%d of 30 calls reached the adapter", adapter.calls.Load())
		}
	})
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
			if len(states) != 1 || states[0].Since.IsZero() {
				t.Errorf("states %+v", states)
			}
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
		if got := chain.States(); len(got) != 1 || got[0] != want {
			t.Errorf("got  %+v\nwant %+v", got, want)
		}
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
		if got := chain.States(); len(got) != 1 {
			t.Errorf("circuit of a mock world is listed: %+v", got)
		}
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
		if adapter.calls.Load() != 30 {
			t.Errorf("%d of 30 calls reached the adapter", adapter.calls.Load())
		}
	})
}
