package upstream

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"

	"croupier/bff"
)

// The deadline bounds the whole chain.
func TestDeadlines(t *testing.T) {
	for _, c := range []struct {
		name, class string
		contract    time.Duration
		want        time.Duration
	}{
		{"the call's", "", 3 * time.Second, 3 * time.Second},
		{"the default, without one", "", 0, 7 * time.Second},
		{"an upstream's that is shorter", "quick", 3 * time.Second, time.Second},
		{"an upstream's of another class", "normal", 8 * time.Second, 8 * time.Second},
		{"an upstream's that is longer", "money", 30 * time.Second, 30 * time.Second},
	} {
		t.Run(c.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				deadlines := map[string]time.Duration{"quick": time.Second, "money": time.Hour}
				chain := NewChain(hanging(), Settings{Deadline: 7 * time.Second, Deadlines: deadlines})
				r := request("casino", bff.KindRead)
				r.Rules.Deadline, r.Rules.DeadlineClass = c.contract, c.class
				began := time.Now()
				_, err := chain.Do(t.Context(), r)
				assert.True(t, errors.Is(err, bff.ReasonUpstreamTimeout) && time.Since(began) == c.want,
					"%v after %v, want a timeout after %v", err, time.Since(began), c.want)
			})
		})
	}
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

// A money call that timed out has an unknown outcome unless it is known that it was not sent.
func TestFullBulkheadQueuesThenRefuses(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		release := make(chan struct{})
		adapter := &double{answer: func(context.Context, int64) (*bff.Answer, error) {
			<-release
			return fine()
		}}
		chain := NewChain(adapter, Settings{Bulkhead: BulkheadSettings{MaxConcurrent: 2, Queue: 1}})
		start := func(ctx context.Context, deadline time.Duration) <-chan error {
			r, done := request("casino", bff.KindMoney), make(chan error, 1)
			r.Rules.Deadline = deadline
			go func() {
				_, err := chain.Do(ctx, r)
				done <- err
			}()
			synctest.Wait()
			return done
		}
		notSent := func(name string, err, want error) {
			t.Helper()
			assert.True(t, errors.Is(err, want) && bff.DeliveryOf(err) == bff.DeliveryNotSent,
				"%s: %v (%s)", name, err, bff.DeliveryOf(err))
		}
		first, second := start(t.Context(), time.Hour), start(t.Context(), time.Hour)
		notSent("timed out in the queue", <-start(t.Context(), time.Second), bff.ReasonUnavailable)
		ctx, cancel := context.WithCancel(t.Context())
		cancelled := start(ctx, time.Hour)
		err := <-start(t.Context(), time.Hour)
		notSent("a full queue", err, bff.ReasonUnavailable)
		reason := new(bff.Reason)
		assert.True(t, errors.As(err, &reason) && reason.RetryAfter != 0, "a full queue: %v, want Retry-After", err)
		cancel()
		notSent("cancelled in the queue", <-cancelled, context.Canceled)
		queued := start(t.Context(), time.Hour)
		n := adapter.calls.Load()
		assert.EqualValues(t, 2, n, "%d calls were sent, want 2", n)
		close(release)
		for _, done := range []<-chan error{first, second, queued} {
			assert.NoError(t, <-done, "a running or queued call failed")
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
			_, err := chain.Do(t.Context(), r)
			assert.NoError(t, err, name)
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
	assert.True(t, len(l.byKey) <= maxCircuits, "%d circuits, want at most %d", len(l.byKey), maxCircuits)
	assert.True(t, l.of(own) == first, "the circuit of the default world was dropped")
	if all := l.all(); len(all) != 1 || all[0] != first {
		t.Errorf("%d circuits of the default world, want 1", len(all))
	}
}
