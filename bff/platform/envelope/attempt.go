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

// delivery returns how far the attempt got when it failed with err. It was not sent if net/http was
// still looking for a connection, or if the transport says so; a transport that does not report its
// connections counts as having sent the request.
func (t *attempt) delivery(err error) bff.Delivery {
	if t.connecting.Load() && !t.connected.Load() || bff.DeliveryOf(err) == bff.DeliveryNotSent {
		return bff.DeliveryNotSent
	}
	return bff.DeliveryUnknown
}

// failure returns the reason of an attempt that got no complete response: the context's error
// when the caller canceled, unavailable when there was no connection or it broke before the
// response, a timeout when the deadline passed, and a bad answer when the response broke while
// it was read.
func (t *attempt) failure(ctx context.Context, err error) error {
	delivery := t.delivery(err)
	switch {
	case errors.Is(ctx.Err(), context.Canceled):
		return bff.WithDelivery(ctx.Err(), delivery)
	case delivery == bff.DeliveryNotSent:
		return bff.ReasonUnavailable.WithRetryAfter(retryAfter).WithCause(err).WithDelivery(delivery)
	case ctx.Err() != nil, errors.Is(err, context.DeadlineExceeded):
		return t.unknown(bff.ReasonUpstreamTimeout, err)
	case t.answering.Load():
		return t.unknown(bff.ReasonBadUpstreamAnswer, err)
	}
	return t.unknown(bff.ReasonUnavailable.WithRetryAfter(retryAfter), err)
}

// unknown returns r with its cause, for an attempt that was sent: a money call has the reason of an
// unknown outcome.
func (t *attempt) unknown(r *bff.Reason, err error) error {
	r = r.WithCause(err)
	if t.kind == bff.KindMoney {
		return bff.OutcomeUnknown(r)
	}
	return r
}
