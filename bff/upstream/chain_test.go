package upstream

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"croupier/bff"
)

func TestDeadlineOfTheCallBoundsTheWholeChain(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		chain := NewChain(hanging(), Settings{})
		r := request("casino", bff.KindRead)
		r.Rules.Deadline = 3 * time.Second
		began := time.Now()
		_, err := chain.Do(t.Context(), r)
		if !errors.Is(err, bff.ReasonUpstreamTimeout) {
			t.Fatalf("got %v, want upstream timeout", err)
		}
		if took := time.Since(began); took != 3*time.Second {
			t.Fatalf("took %v, want the call's 3s", took)
		}
	})
}

func TestCallWithoutDeadlineHasTheDefault(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		chain := NewChain(hanging(), Settings{Deadline: 7 * time.Second})
		began := time.Now()
		if _, err := chain.Do(t.Context(), request("casino", bff.KindRead)); !errors.Is(err, bff.ReasonUpstreamTimeout) {
			t.Fatalf("got %v", err)
		}
		if took := time.Since(began); took != 7*time.Second {
			t.Fatalf("took %v, want 7s", took)
		}
	})
}

func TestCancelledCallerGetsItsContextsError(t *testing.T) {
	for _, adapter := range []*double{hanging(), failing(bff.ReasonUnavailable)} {
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		_, err := NewChain(adapter, Settings{}).Do(ctx, request("casino", bff.KindWrite))
		if err != context.Canceled { //nolint:errorlint // the very error is promised
			t.Errorf("got %v, want context.Canceled itself", err)
		}
	}
}

func TestFullBulkheadQueuesThenRefuses(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		release := make(chan struct{})
		adapter := &double{answer: func(context.Context, int64) (*bff.Answer, error) {
			<-release
			return fine()
		}}
		chain := NewChain(adapter, Settings{Bulkhead: BulkheadSettings{MaxConcurrent: 2, Queue: 1}})
		results := make(chan error, 3)
		for range 3 {
			go func() {
				_, err := chain.Do(t.Context(), request("casino", bff.KindRead))
				results <- err
			}()
		}
		synctest.Wait()
		_, err := chain.Do(t.Context(), request("casino", bff.KindMoney))
		var reason *bff.Reason
		if !errors.As(err, &reason) || !errors.Is(err, bff.ReasonUnavailable) || reason.RetryAfter == 0 {
			t.Fatalf("got %v, want unavailable with Retry-After: it was not sent", err)
		}
		if got := adapter.calls.Load(); got != 2 {
			t.Fatalf("%d calls under handle, want 2", got)
		}
		close(release)
		for range 3 {
			if err := <-results; err != nil {
				t.Errorf("a queued call failed: %v", err)
			}
		}
	})
}

func TestQueueTimeoutIsUnavailable(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		adapter := hanging()
		chain := NewChain(adapter, Settings{Bulkhead: BulkheadSettings{MaxConcurrent: 1, Queue: 1}})
		long, short := request("finance", bff.KindMoney), request("finance", bff.KindMoney)
		long.Rules.Deadline, short.Rules.Deadline = time.Minute, time.Second
		go func() { _, _ = chain.Do(t.Context(), long) }()
		synctest.Wait()
		_, err := chain.Do(t.Context(), short)
		if !errors.Is(err, bff.ReasonUnavailable) || adapter.calls.Load() != 1 {
			t.Fatalf("got %v after %d calls, want unavailable: a money call that timed out has an unknown outcome", err, adapter.calls.Load())
		}
	})
}

func TestCircuitsSeparateClassesBrandsAndWorlds(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		adapter := &double{answer: func(ctx context.Context, n int64) (*bff.Answer, error) {
			if n == 1 {
				<-ctx.Done()
			}
			return fine()
		}}
		chain := NewChain(adapter, Settings{Bulkhead: BulkheadSettings{MaxConcurrent: 1, Queue: 1}})
		go func() { _, _ = chain.Do(ctx, request("livecasino", bff.KindRead)) }()
		synctest.Wait()
		otherWorld, otherBrand := request("livecasino", bff.KindRead), request("livecasino", bff.KindRead)
		otherWorld.World = "ayşe"
		otherBrand.Brand = &bff.Brand{ID: "zephyr"}
		for name, r := range map[string]*bff.UpstreamRequest{
			"another class": request("finance", bff.KindRead),
			"another world": otherWorld,
			"another brand": otherBrand,
		} {
			if _, err := chain.Do(t.Context(), r); err != nil {
				t.Errorf("%s: %v", name, err)
			}
		}
		cancel()
		synctest.Wait()
	})
}

func TestCircuitsOfWorldsAreBounded(t *testing.T) {
	l := NewChain(hanging(), Settings{}).circuits
	own := request("casino", bff.KindRead)
	first := l.of(own)
	for i := range 3 * maxCircuits {
		r := request("casino", bff.KindRead)
		r.World = string(rune('一' + i))
		l.of(r)
	}
	if len(l.byKey) > maxCircuits {
		t.Errorf("%d circuits, want at most %d", len(l.byKey), maxCircuits)
	}
	if l.of(own) != first {
		t.Error("the circuit of the default world was dropped")
	}
	if all := l.all(); len(all) != 1 || all[0] != first {
		t.Errorf("%d circuits of the default world, want 1", len(all))
	}
}

func TestUpstreamDeadlinesOnlyShorten(t *testing.T) {
	cases := []struct {
		class    string
		contract time.Duration
		want     time.Duration
	}{
		{"quick", 3 * time.Second, time.Second},
		{"normal", 8 * time.Second, 8 * time.Second},
		{"money", 30 * time.Second, 30 * time.Second},
		{"", 5 * time.Second, 5 * time.Second},
	}
	settings := Settings{Deadlines: map[string]time.Duration{"quick": time.Second, "money": time.Hour}}
	for _, c := range cases {
		t.Run(c.class, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				r := request("casino", bff.KindRead)
				r.Rules.Deadline, r.Rules.DeadlineClass = c.contract, c.class
				began := time.Now()
				_, err := NewChain(hanging(), settings).Do(t.Context(), r)
				if !errors.Is(err, bff.ReasonUpstreamTimeout) || time.Since(began) != c.want {
					t.Errorf("%v after %v, want a timeout after %v", err, time.Since(began), c.want)
				}
			})
		})
	}
}
