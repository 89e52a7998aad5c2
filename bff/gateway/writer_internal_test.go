package gateway

import (
	"testing"
	"time"

	"croupier/bff"
)

func TestRetryAfterOfReasons(t *testing.T) {
	for _, c := range []struct {
		name   string
		reason *bff.Reason
		want   time.Duration
	}{
		{"a stage that names a time", bff.ReasonUnavailable.WithRetryAfter(5 * time.Second), 5 * time.Second},
		{"a stage that names none", bff.ReasonUnavailable, time.Second},
		{"an unknown outcome", bff.OutcomeUnknown(bff.ReasonUnavailable), 0},
		{"an unknown outcome whose cause is unavailable", bff.OutcomeUnknown(bff.ReasonUnavailable).WithCause(bff.ReasonUnavailable), 0},
		{"a timeout", bff.ReasonUpstreamTimeout, 0},
	} {
		if got := retryAfter(c.reason); got != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
	}
}
