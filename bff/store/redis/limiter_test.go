package redis_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"croupier/bff"
	"croupier/bff/internal/indexkey"
	"croupier/bff/store/redis"
	"croupier/bff/store/storetest/realredis"
)

// answering is a bff.Limiter of a store that must answer.
type answering struct {
	*redis.Limiter
	t *testing.T
}

// Allow fails the test if Redis does not answer.
func (a answering) Allow(ctx context.Context, key bff.LimitKey) (retryAfter time.Duration, ok bool) {
	retryAfter, ok, err := a.Take(ctx, key)
	assert.NoError(a.t, err)
	return retryAfter, ok
}

func allow(t *testing.T, s *redis.Store, key bff.LimitKey) (retryAfter time.Duration, ok bool) {
	t.Helper()
	return answering{s.Limiter(), t}.Allow(t.Context(), key)
}

func TestLimiterKeysDoNotRevealSubjects(t *testing.T) {
	t.Parallel()
	server := realredis.Start(t)
	o := redis.Options{Prefix: "p", Allowance: func(_ string, rule bff.LimitRule) (bff.Allowance, bool) {
		return bff.Allowance{Count: 1, Window: time.Hour, Burst: map[bff.LimitRule]int{bff.LimitAddress: 1}[rule]}, true
	}}
	one, two := openTwo(t, server.URL(), o)
	o.IndexKey = indexkey.New()
	stranger := open(t, server.URL(), o)
	for rule, subject := range map[bff.LimitRule]string{
		bff.LimitAddress: "192.0.2.77", bff.LimitPassword: "ayse.yilmaz",
		bff.LimitMoney: "u-1001",
	} {
		k := bff.LimitKey{Rule: rule, Brand: "marmara", Subject: subject}
		_, ok := allow(t, one, k)
		require.True(t, ok, "%s: the first unit was refused", rule)
		_, ok = allow(t, two, k)
		assert.True(t, !ok, "%s: another instance counts apart", rule)
		keys := do(t, server, "KEYS", "p:limit:"+string(rule)+":*")
		assert.True(t, strings.Contains(keys, "p:limit:"+string(rule)+":marmara:") && !strings.Contains(keys, subject),
			"%s: keys %q", rule, keys)
		_, ok = allow(t, stranger, k)
		assert.True(t, ok, "%s: the key does not depend on the index key", rule)
	}
}

// A paused Redis runs what it finds in its buffers when it continues. Its clients have given up on
// these attempts and counted them elsewhere, and refunds were not sent.
func TestAttemptsOfAPausedServerAreNotCountedLater(t *testing.T) {
	t.Parallel()
	server := realredis.Start(t)
	s, late := openTwo(t, defaultTimeoutURL(server)+"?timeout=500ms", redis.Options{Allowance: allowEight})
	k := bff.LimitKey{Rule: bff.LimitPassword, Brand: "marmara", Subject: "demo"}
	allow(t, s, k)
	allow(t, late, bff.LimitKey{Rule: bff.LimitPassword, Brand: "marmara", Subject: "other"}) // learns the clock of Redis
	server.Suspend(t)
	for _, store := range []*redis.Store{s, late} { // each sends one before its circuit opens
		_, ok, err := store.Limiter().Take(t.Context(), k)
		assert.True(t, !ok && err != nil, "a paused server: %v, %v", ok, err)
	}
	server.Resume(t)
	given := 0
	waitFor(t, "the window is full", func() bool {
		_, ok, err := s.Limiter().Take(t.Context(), k)
		if ok {
			given++
		}
		return !ok && err == nil
	})
	assert.Equal(t, 7, given, "%d given after the one before the pause, want 7", given)
}

// The clocks of Redis and of this instance may differ by any amount, and either may be set.
func TestWindowSurvivesAJumpOfTheClock(t *testing.T) {
	t.Parallel()
	s := open(t, realredis.Start(t).URL(), redis.Options{Allowance: allowEight})
	k := bff.LimitKey{Rule: bff.LimitPassword, Brand: "marmara", Subject: "demo"}
	for i, jump := range []time.Duration{0, -time.Hour, time.Hour, -30 * 24 * time.Hour} {
		s.Limiter().SetClockOffset(jump)
		_, ok := allow(t, s, k)
		assert.True(t, ok, "%d. attempt was refused", i+1)
	}
}
