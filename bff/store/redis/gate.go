package redis

import (
	"context"
	"errors"
	"net"
	"sync/atomic"
	"time"
)

// errShut is a question not asked, because Redis was too slow a moment ago.
var errShut = errors.New("redis: passed over after a timeout")

// shutFor is how long Redis is passed over once it let somebody wait in vain.
const shutFor = time.Second

// gate keeps callers that can do without Redis from waiting for it one after the other:
// one pays the timeout, the others pass over Redis until one more has tried. Failures that
// come at once cost nobody anything and leave it open.
type gate struct {
	now  func() time.Time
	shut atomic.Int64 // until when, in Unix nanoseconds; 0: open
}

// pass tells whether the caller may ask; it must then tell saw what it got.
func (g *gate) pass() bool {
	until := g.shut.Load()
	if until == 0 {
		return true
	}
	now := g.now()
	// One caller tries; for the others the gate stays shut meanwhile.
	return now.UnixNano() >= until && g.shut.CompareAndSwap(until, now.Add(shutFor).UnixNano())
}

// saw learns from what a question came to, under the context of the caller.
func (g *gate) saw(ctx context.Context, err error) {
	var network net.Error
	switch {
	case ctx.Err() != nil: // the caller's own end says nothing of Redis
	case errors.Is(err, context.DeadlineExceeded), errors.As(err, &network) && network.Timeout():
		g.shut.Store(g.now().Add(shutFor).UnixNano())
	default:
		g.shut.Store(0)
	}
}
