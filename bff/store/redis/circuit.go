package redis

import (
	"context"
	"errors"
	"net"
	"sync/atomic"
	"time"
)

// errCircuitOpen is returned without contacting Redis after an operation has timed out.
var errCircuitOpen = errors.New("redis: skipped after a timeout")

// circuitRetryInterval is how long an open circuit refuses operations before it allows another one.
const circuitRetryInterval = time.Second

// circuit prevents callers that can do without Redis from waiting for it one after the other. A
// timeout opens the circuit; while it is open, one caller per circuitRetryInterval tries Redis and
// the others skip it. Failures that return immediately cost no time and leave it closed.
type circuit struct {
	now       func() time.Time
	openUntil atomic.Pointer[time.Time] // nil: closed
}

// allow reports whether the caller may contact Redis. If so, the caller must call record.
func (c *circuit) allow() bool {
	openUntil := c.openUntil.Load()
	if openUntil == nil {
		return true
	}
	now := c.now()
	next := now.Add(circuitRetryInterval)
	// A single caller retries; the circuit stays open for the others in the meantime.
	return !now.Before(*openUntil) && c.openUntil.CompareAndSwap(openUntil, &next)
}

// record opens or closes the circuit by the result of an operation. ctx is the context of the
// caller, without the timeout of the operation.
func (c *circuit) record(ctx context.Context, err error) {
	var network net.Error
	switch {
	case ctx.Err() != nil: // the caller's cancellation says nothing about Redis
	case errors.Is(err, context.DeadlineExceeded), errors.As(err, &network) && network.Timeout():
		until := c.now().Add(circuitRetryInterval)
		c.openUntil.Store(&until)
	default:
		c.openUntil.Store(nil)
	}
}
