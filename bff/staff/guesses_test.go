package staff_test

import (
	"fmt"
	"net/http"
	"net/netip"
	"testing"
	"time"

	"croupier/bff"
)

func TestGuessesOfANetworkAreCountedTogether(t *testing.T) {
	r := newRig(t)
	r.limits = map[bff.LimitRule]bff.Allowance{bff.LimitPasswordAddress: {Count: 2, Window: time.Minute}}
	for i, one := range []struct {
		from string
		want int
	}{
		{"2001:db8:1:2::1", http.StatusUnauthorized},
		{"2001:db8:1:2::2", http.StatusUnauthorized},
		{"2001:db8:1:2:ffff::3", http.StatusTooManyRequests},
		{"2001:db8:1:3::1", http.StatusUnauthorized},
		{"192.0.2.8", http.StatusUnauthorized},
		{"192.0.2.9", http.StatusUnauthorized},
	} {
		r.visitor = netip.MustParseAddr(one.from)
		a := r.do(http.MethodPost, "/login", fmt.Sprintf(`{"username":"nobody%d","password":"a guess of many"}`, i), nil)
		if a.status != one.want {
			t.Errorf("a guess from %s: %d, want %d", one.from, a.status, one.want)
		}
	}
}
