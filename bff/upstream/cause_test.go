package upstream

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"syscall"
	"testing"

	"github.com/stretchr/testify/assert"

	"croupier/bff"
	"croupier/bff/upstream/transport"
)

func TestCausesOfFailures(t *testing.T) {
	for name, row := range map[string]struct {
		err  error
		want bff.Cause
	}{
		"no failure":                 {nil, ""},
		"a refused connection":       {bff.ReasonUnavailable.WithCause(&net.OpError{Op: "dial", Err: syscall.ECONNREFUSED}), bff.CauseRefused},
		"a broken connection":        {bff.ReasonUnavailable.WithCause(fmt.Errorf("read: %w", io.EOF)), bff.CauseReset},
		"an unknown host name":       {bff.ReasonUnavailable.WithCause(&net.DNSError{Err: "no such host", Name: "platform.test"}), bff.CauseName},
		"no answer in time":          {bff.ReasonUpstreamTimeout.WithCause(context.DeadlineExceeded), bff.CauseTimeout},
		"an unreadable answer":       {bff.ReasonBadUpstreamAnswer.WithCause(errors.New("no envelope")), bff.CauseBadAnswer},
		"an HTTP 500":                {bff.ReasonBadUpstreamAnswer.WithCause(&transport.StatusError{Status: 500}), bff.CauseStatus},
		"an HTTP 429":                {bff.ReasonRateLimited.WithCause(&transport.StatusError{Status: 429}), bff.CauseRateLimited},
		"an open breaker":            {notSent(1, errOpen), bff.CauseBreakerOpen},
		"the trial of a breaker":     {errBusy, bff.CauseBreakerOpen},
		"a breaker forced open":      {errRefusedByStaff, bff.CauseBreakerOpen},
		"a full bulkhead":            {errFull, bff.CauseOverloaded},
		"a platform that hangs":      {errHung, bff.CauseOverloaded},
		"maintenance":                {bff.ReasonMaintenance, bff.CauseMaintenance},
		"a client that left":         {bff.WithDelivery(context.Canceled, bff.DeliveryNotSent), bff.CauseCancelled},
		"a refusal with its reason":  {bff.ReasonAnonymous, ""},
		"an error without a reason":  {errors.New("defect"), bff.CauseInternal},
		"an unknown outcome of such": {bff.OutcomeUnknown(bff.ReasonUpstreamTimeout).WithCause(context.DeadlineExceeded), bff.CauseTimeout},
	} {
		assert.Equal(t, row.want, bff.CauseOf(row.err), name)
	}
}
