package redis_test

import (
	"strings"
	"testing"
	"time"

	"croupier/bff"
	"croupier/bff/internal/indexkey"
	"croupier/bff/store/redis"
	"croupier/bff/store/storetest/realredis"
)

func TestLimiterKeysDoNotRevealSubjects(t *testing.T) {
	t.Parallel()
	server := realredis.Start(t)
	o := redis.Options{Prefix: "p", Allowance: func(_ string, rule bff.LimitRule) (bff.Allowance, bool) {
		return bff.Allowance{Count: 1, Window: time.Hour, Burst: map[bff.LimitRule]int{bff.LimitAddress: 1}[rule]}, true
	}}
	one, two := open(t, server.URL(), o), open(t, server.URL(), o)
	o.IndexKey = indexkey.New()
	stranger := open(t, server.URL(), o)
	for rule, subject := range map[bff.LimitRule]string{bff.LimitAddress: "192.0.2.77", bff.LimitPassword: "ayse.yilmaz", bff.LimitMoney: "u-1001"} {
		k := bff.LimitKey{Rule: rule, Brand: "marmara", Subject: subject}
		if _, ok := one.Limiter().Allow(t.Context(), k); !ok {
			t.Fatalf("%s: the first unit was refused", rule)
		}
		if _, ok := two.Limiter().Allow(t.Context(), k); ok {
			t.Errorf("%s: another instance counts apart", rule)
		}
		keys, err := server.Do("KEYS", "p:limit:"+string(rule)+":*")
		if err != nil || !strings.Contains(keys, "p:limit:"+string(rule)+":marmara:") || strings.Contains(keys, subject) {
			t.Errorf("%s: keys %q, %v", rule, keys, err)
		}
		if _, ok := stranger.Limiter().Allow(t.Context(), k); !ok {
			t.Errorf("%s: the key does not depend on the index key", rule)
		}
	}
}
