package envelope

import (
	"context"
	"errors"
	"net/http/httptrace"
	"sync/atomic"

	"croupier/bff"
)

// trip watches one sending of one call, to tell how far it came when it fails.
type trip struct {
	kind      bff.Kind
	dialling  atomic.Bool // net/http began to look for a connection
	connected atomic.Bool // and found one
	answering atomic.Bool // the first byte of an answer came
}

func (t *trip) trace(ctx context.Context) context.Context {
	return httptrace.WithClientTrace(ctx, &httptrace.ClientTrace{
		GetConn:              func(string) { t.dialling.Store(true) },
		GotConn:              func(httptrace.GotConnInfo) { t.connected.Store(true) },
		GotFirstResponseByte: func() { t.answering.Store(true) },
	})
}

// sent tells whether anything may have reached the upstream: everything has that does not
// prove the contrary. Only a transport that was still looking for a connection proves it.
func (t *trip) sent() bool { return !t.dialling.Load() || t.connected.Load() }

// failed turns a failure to get an answer into its reason: the caller's own cancel stays
// what it is, a connection that could not be made in time or broke before the answer is
// unavailable, a passed deadline is a timeout, and an answer that broke while it was read
// as HTTP is a bad one.
func (t *trip) failed(ctx context.Context, err error) error {
	switch {
	case errors.Is(ctx.Err(), context.Canceled):
		return ctx.Err()
	case !t.sent():
		return t.reason(bff.ReasonUnavailable.WithRetryAfter(retryAfter), err)
	case ctx.Err() != nil, errors.Is(err, context.DeadlineExceeded):
		return t.reason(bff.ReasonUpstreamTimeout, err)
	case t.answering.Load():
		return t.reason(bff.ReasonBadUpstreamAnswer, err)
	}
	return t.reason(bff.ReasonUnavailable.WithRetryAfter(retryAfter), err)
}

// reason gives r its cause. Once a money call may have been sent, nobody knows what
// became of it.
func (t *trip) reason(r *bff.Reason, err error) error {
	r = r.WithCause(err)
	if t.kind == bff.KindMoney && t.sent() {
		r = bff.OutcomeUnknown(r)
	}
	return r
}
