package storetest_test

import (
	"net/netip"
	"testing"

	"croupier/bff"
	"croupier/bff/limit"
	"croupier/bff/store/embedded"
	"croupier/bff/store/storetest"
)

// TestInMemoryLimiter runs the suite of the shared limiter on the limiter of a single instance.
func TestInMemoryLimiter(t *testing.T) {
	storetest.RunLimiter(t, func(_ *testing.T, c *storetest.Clock) (one, two bff.Limiter, reset bff.LimitResetter) {
		l := limit.New(limit.Options{
			Clock:  c.Now,
			Exempt: func(_ string, visitor netip.Addr) bool { return visitor == storetest.Exempt },
			Allowance: func(_ string, rule bff.LimitRule) (bff.Allowance, bool) {
				a, ok := storetest.Allowances()[rule]
				return a, ok
			},
		})
		r := limit.Resetter{Local: l, Bus: new(embedded.Bus)}
		r.Listen()
		return l, l, r
	})
}
