package upstream

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"testing/synctest"
	"time"

	"croupier/bff"
)

func settingsOfTen(seen *[]string) Settings {
	return Settings{Breaker: BreakerSettings{
		Minimum: 10, OpenFor: 5 * time.Second,
		OnChange: func(l Lane, state string) { *seen = append(*seen, l.Class+" "+state) },
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

func TestBreakerJudgesByOutcome(t *testing.T) {
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
		{"maintenance is the word of a platform that is well", bff.ReasonMaintenance, false},
		{"a caller that went away says nothing", context.Canceled, false},
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
				chain := Chain(adapter, settingsOfTen(&seen))
				_ = send(t.Context(), t, chain, 30, request("finance", bff.KindMoney))
				if opened := adapter.calls.Load() == 10; opened != c.opens {
					t.Errorf("%d of 30 calls reached the adapter; changes %v", adapter.calls.Load(), seen)
				}
			})
		})
	}
}

func TestOpenBreakerRefusesUnsentThenProbesThenCloses(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var broken error = bff.ReasonBadUpstreamAnswer
		adapter := &double{answer: func(context.Context, int64) (*bff.Answer, error) {
			if broken != nil {
				return nil, broken
			}
			return fine()
		}}
		var seen []string
		chain := Chain(adapter, settingsOfTen(&seen))
		r := request("finance", bff.KindMoney)
		_ = send(t.Context(), t, chain, 10, r)

		time.Sleep(2 * time.Second)
		_, err := chain.Do(t.Context(), r)
		var reason *bff.Reason
		if !errors.As(err, &reason) || !errors.Is(err, bff.ReasonUnavailable) || reason.RetryAfter != 3*time.Second {
			t.Fatalf("got %+v, want unavailable (never sent) with the 3s that are left", reason)
		}

		time.Sleep(4 * time.Second)
		broken = nil
		if err := send(t.Context(), t, chain, 5, r); err != nil {
			t.Fatalf("after a probe that succeeded: %v", err)
		}
		if got := fmt.Sprint(seen); got != "[finance open finance half-open finance closed]" {
			t.Errorf("changes %s", got)
		}
	})
}

func TestHungProbeCannotHoldTheBreaker(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		adapter := &double{answer: func(ctx context.Context, n int64) (*bff.Answer, error) {
			switch {
			case n <= 10:
				return nil, bff.ReasonUnavailable
			case n == 11:
				<-ctx.Done() // the probe
				return nil, bff.ReasonUpstreamTimeout.Because(ctx.Err())
			}
			return fine()
		}}
		var seen []string
		chain := Chain(adapter, settingsOfTen(&seen))
		r := request("casino", bff.KindWrite)
		_ = send(t.Context(), t, chain, 10, r)
		time.Sleep(6 * time.Second)
		r.Rules.Deadline = 2 * time.Second
		if _, err := chain.Do(t.Context(), r); !errors.Is(err, bff.ReasonUpstreamTimeout) {
			t.Fatalf("probe: %v", err)
		}
		time.Sleep(6 * time.Second)
		if _, err := chain.Do(t.Context(), r); err != nil {
			t.Fatalf("the next probe was not let through: %v", err)
		}
	})
}

func TestCancelledProbeFreesItsPlace(t *testing.T) {
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
		chain := Chain(adapter, settingsOfTen(&seen))
		r := request("casino", bff.KindWrite)
		_ = send(t.Context(), t, chain, 10, r)
		time.Sleep(6 * time.Second)
		ctx, cancel := context.WithCancel(t.Context())
		time.AfterFunc(time.Second, cancel)
		if _, err := chain.Do(ctx, r); !errors.Is(err, context.Canceled) {
			t.Fatalf("probe: %v", err)
		}
		if _, err := chain.Do(t.Context(), r); err != nil {
			t.Fatalf("the next probe was not let through: %v", err)
		}
	})
}

func TestPanickingAdapterFreesItsPlaceAndCounts(t *testing.T) {
	adapter := &double{answer: func(context.Context, int64) (*bff.Answer, error) { panic("boom") }}
	var seen []string
	s := settingsOfTen(&seen)
	s.Bulkhead = BulkheadSettings{Places: 1, Queue: 1}
	chain := Chain(adapter, s)
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
