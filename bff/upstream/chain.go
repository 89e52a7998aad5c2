package upstream

import (
	"time"

	"croupier/bff"
)

// Settings are the limits of one chain. Zero fields have the defaults they name.
type Settings struct {
	Deadline time.Duration // of calls whose rules name none; default 10 s
	Bulkhead BulkheadSettings
	Breaker  BreakerSettings
	Retry    RetrySettings

	Messages    Messages    // what upstream messages mean; nil recognises none
	Maintenance Maintenance // told of maintenance that the upstream itself reports; may be nil
}

// Chain stacks the decorators around an adapter. Their order, from the caller inwards, is
// final:
//
//   - deadline: nothing below can outlive it, so a hung probe cannot hold the breaker;
//   - bulkhead: waiting for a place counts against the deadline, and a full house never
//     counts against the breaker;
//   - breaker: sees each call once, however often it was sent;
//   - retry: reads only, once, on failures before an answer;
//   - adapter;
//   - judge: reads the adapter's answer, so that everything above deals in reasons.
func Chain(adapter bff.Upstream, s Settings) bff.Upstream {
	u := judge(adapter, s.Messages, s.Maintenance)
	u = retry(u, s.Retry)
	u = breaker(u, s.Breaker)
	u = bulkhead(u, s.Bulkhead)
	return deadline(u, s.Deadline)
}
