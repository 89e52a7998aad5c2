package envelope

import (
	"context"
	"errors"
	"net/http/httptrace"
	"sync/atomic"

	"croupier/bff"
)

// attempt records how far one HTTP request got, which decides the reason of a failure.
type attempt struct {
	kind       bff.Kind
	connecting atomic.Bool // net/http started to look for a connection
	connected  atomic.Bool // net/http got a connection
	answering  atomic.Bool // the first byte of the response arrived
}

func (t *attempt) trace(ctx context.Context) context.Context {
	return httptrace.WithClientTrace(ctx, &httptrace.ClientTrace{
		GetConn:              func(string) { t.connecting.Store(true) },
		GotConn:              func(httptrace.GotConnInfo) { t.connected.Store(true) },
		GotFirstResponseByte: func() { t.answering.Store(true) },
	})
}

// maybeSent reports whether the upstream may have received anything. It returns false only when
// net/http was still looking for a connection; a transport that does not report its connections
// counts as having sent the request.
func (t *attempt) maybeSent() bool { return !t.connecting.Load() || t.connected.Load() }

// failure returns the reason of an attempt that got no complete response: the context's error
// when the caller canceled, unavailable when there was no connection or it broke before the
// response, a timeout when the deadline passed, and a bad answer when the response broke while
// it was read.
func (t *attempt) failure(ctx context.Context, err error) error {
	switch {
	case errors.Is(ctx.Err(), context.Canceled):
		return ctx.Err()
	case !t.maybeSent():
		return t.reason(bff.ReasonUnavailable.WithRetryAfter(retryAfter), err)
	case ctx.Err() != nil, errors.Is(err, context.DeadlineExceeded):
		return t.reason(bff.ReasonUpstreamTimeout, err)
	case t.answering.Load():
		return t.reason(bff.ReasonBadUpstreamAnswer, err)
	}
	return t.reason(bff.ReasonUnavailable.WithRetryAfter(retryAfter), err)
}

// reason returns r with its cause. The outcome of a money call is unknown if it may have been
// sent.
func (t *attempt) reason(r *bff.Reason, err error) error {
	r = r.WithCause(err)
	if t.kind == bff.KindMoney && t.maybeSent() {
		r = bff.OutcomeUnknown(r)
	}
	return r
}
