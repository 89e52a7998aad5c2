package upstream

import (
	"context"
	"errors"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"croupier/bff"
)

func TestOnlyFailedReadsAreRetried(t *testing.T) {
	for _, c := range []struct {
		name string
		kind bff.Kind
		err  error
		sent int64
	}{
		{"a read whose connection failed", bff.KindRead, bff.ReasonUnavailable, 2},
		{"a read that timed out", bff.KindRead, bff.ReasonUpstreamTimeout, 1},
		{"a read whose answer was unreadable", bff.KindRead, bff.ReasonBadUpstreamAnswer, 1},
		{"a read without a connection", bff.KindRead, bff.ReasonUnavailable.WithDelivery(bff.DeliveryNotSent), 2},
		{"a read that the platform answered", bff.KindRead, bff.ReasonUnavailable.WithDelivery(bff.DeliveryAnswered), 1},
		{"a read that could not be prepared", bff.KindRead, bff.ReasonInternal.WithDelivery(bff.DeliveryNotSent), 1},
		{"a read under maintenance", bff.KindRead, bff.ReasonMaintenance, 1},
		{"a write whose connection failed", bff.KindWrite, bff.ReasonUnavailable, 1},
		{"a money call whose connection failed", bff.KindMoney, bff.ReasonUnavailable, 1},
	} {
		t.Run(c.name, func(t *testing.T) {
			adapter := failing(c.err)
			trace := new(bff.UpstreamTrace)
			_, err := NewChain(adapter, Settings{}).Do(bff.WithUpstreamTrace(t.Context(), trace), request("casino", c.kind))
			assert.True(t, errors.Is(err, c.err) && adapter.calls.Load() == c.sent,
				"sent %d times, want %d; error %v", adapter.calls.Load(), c.sent, err)
			assert.Equal(t, int(c.sent), trace.Attempts(), "counted %d attempts, want %d", trace.Attempts(), c.sent)
		})
	}
}

func TestRetryMaySucceed(t *testing.T) {
	adapter := &double{answer: func(_ context.Context, n int64) (*bff.Answer, error) {
		if n == 1 {
			return nil, bff.ReasonUnavailable
		}
		return fine()
	}}
	a, err := NewChain(adapter, Settings{}).Do(t.Context(), request("casino", bff.KindRead))
	require.True(t, err == nil && a.Result, "got %v, %v", a, err)
}

func TestRetriesStayWithinTheBudget(t *testing.T) {
	adapter := failing(bff.ReasonUnavailable)
	// The breaker must not open, or it would refuse the calls.
	u := NewChain(adapter, Settings{Retry: RetrySettings{Budget: 0.2, Burst: 5}, Breaker: BreakerSettings{Minimum: 1e6}})
	_ = send(t.Context(), t, u, 1000, request("casino", bff.KindRead))
	extra := adapter.calls.Load() - 1000
	assert.True(t, extra >= 195 && extra <= 205, "%d calls were resent, want about 20 %% of 1000", extra)
}
