package redis_test

import (
	"bytes"
	"context"
	"encoding/base64"
	"fmt"
	"io"
	"net"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"croupier/bff"
	"croupier/bff/internal/indexkey"
	"croupier/bff/store/redis"
	"croupier/bff/test/storetest/realredis"
)

// lossyProxy forwards connections to a Redis. It drops the replies to a number of scripts that have
// run with a key of one kind, and closes their connections. To a client of a cluster it is the only
// node.
type lossyProxy struct {
	net.Listener
	kind    string
	toDrop  atomic.Int64
	dropped atomic.Int64
}

func startLossyProxy(t *testing.T, target, kind string) *lossyProxy {
	l, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", "127.0.0.1:0")
	must(t, err)
	t.Cleanup(func() { _ = l.Close() })
	p := &lossyProxy{Listener: l, kind: kind}
	go func() {
		for {
			client, err := l.Accept()
			if err != nil {
				return
			}
			server, err := net.Dial("tcp", target)
			if err != nil {
				_ = client.Close()
				return
			}
			p.serve(client, server)
		}
	}()
	return p
}

func (p *lossyProxy) url(scheme string) string {
	return fmt.Sprintf("%s://%s?timeout=%s", scheme, p.Addr(), timeout)
}

func (p *lossyProxy) serve(client, server net.Conn) {
	var script atomic.Bool
	go forward(server, client, func(b []byte) ([]byte, bool) {
		if bytes.Contains(b, []byte("\r\nslots\r\n")) {
			port := p.Addr().(*net.TCPAddr).Port
			_, err := fmt.Fprintf(client, "*1\r\n*3\r\n:0\r\n:16383\r\n*3\r\n$9\r\n127.0.0.1\r\n:%d\r\n$1\r\na\r\n",
				port)
			return nil, err == nil
		}
		if bytes.Contains(b, []byte("\r\neval")) && bytes.Contains(b, []byte(":"+p.kind+":")) {
			script.Store(true)
		}
		return b, true
	})
	go forward(client, server, func(b []byte) ([]byte, bool) {
		if bytes.HasPrefix(b, []byte("-NOSCRIPT")) || !script.Swap(false) || p.toDrop.Add(-1) < 0 {
			return b, true
		}
		p.dropped.Add(1)
		return nil, false
	})
}

// forward copies what filter returns, until one side ends or filter returns false, and closes both
// connections.
func forward(to, from net.Conn, filter func([]byte) ([]byte, bool)) {
	defer to.Close()   //nolint:errcheck // nothing more is written
	defer from.Close() //nolint:errcheck // nothing more is written
	b := make([]byte, 1<<16)
	for {
		n, err := from.Read(b)
		if n > 0 {
			out, ok := filter(b[:n])
			if !ok {
				return
			}
			if _, err := io.Copy(to, bytes.NewReader(out)); err != nil {
				return
			}
		}
		if err != nil {
			return
		}
	}
}

// With the default options of go-redis, one attempt is counted up to four times.
func TestScriptsRunAtMostOnce(t *testing.T) {
	t.Parallel()
	server := realredis.Start(t)
	for _, scheme := range []string{"redis", "redis+cluster"} {
		for _, scriptCached := range []bool{true, false} {
			name := fmt.Sprintf("%s, script cached: %v", scheme, scriptCached)
			p := startLossyProxy(t, server.Address(), "limit")
			s := open(t, p.url(scheme), redis.Options{Prefix: fmt.Sprint(scheme, scriptCached), Allowance: allowEight})
			require.True(t, allow(t, s, bff.LimitKey{Rule: bff.LimitPassword, Subject: "loads the script"}), name)
			if !scriptCached {
				do(t, server, "SCRIPT", "FLUSH")
			}
			p.toDrop.Store(100)
			_, _, err := s.Limiter().Take(t.Context(), bff.LimitKey{Rule: bff.LimitPassword, Subject: "demo"})
			assert.Error(t, err, "%s: the limiter counted without Redis", name)
			assert.EqualValues(t, 1, p.dropped.Load(), "%s: how often one attempt was counted", name)
		}
	}
}

func TestOutcomeIsRecordedDespiteLostReplies(t *testing.T) {
	t.Parallel()
	p := startLossyProxy(t, realredis.Start(t).Address(), "idempotency")
	s := open(t, p.url("redis"), redis.Options{})
	first, second, third := keyWithoutTime(1), keyWithoutTime(2), keyWithoutTime(3)
	// The first outcome loads the script into Redis. Otherwise the dropped replies below would be
	// NOSCRIPT errors.
	settle(t, s, first)
	claimFree(t, s, second)
	p.toDrop.Store(2)
	assert.NoError(t, s.IdempotencyStore().Finish(t.Context(), second, paid))
	assert.EqualValues(t, 2, p.dropped.Load())
	assertReplayed(t, "repeat", s, second)
	claimFree(t, s, third)
	p.toDrop.Store(100)
	assert.Error(t, s.IdempotencyStore().Finish(t.Context(), third, paid),
		"Finish succeeded although every reply was dropped")
}

func TestReleaseIsRetriedWhileRedisRefusesWrites(t *testing.T) {
	t.Parallel()
	server, s := start(t, redis.Options{})
	claimFree(t, s, key)
	do(t, server, "CONFIG", "SET", "min-replicas-to-write", "1")
	require.Error(t, s.IdempotencyStore().Release(t.Context(), key), "the release was written")
	first, err := claim(t, s, key)
	assert.True(t, first == nil && err != nil, "a repeat while Redis refuses writes: %v, %v", first, err)
	do(t, server, "CONFIG", "SET", "min-replicas-to-write", "0")
	waitFor(t, "the key is free", func() bool { return isFree(t, s, key) })
	must(t, s.Close())
}

// A suspended Redis writes a claim when it continues, although the call was refused meanwhile. The
// instance withdraws the claim, and the player may send the form again.
func TestRefusedClaimIsWithdrawnWhenRedisContinues(t *testing.T) {
	server := realredis.Start(t)
	// busy machines exceed the default
	s := open(t, defaultTimeoutURL(server)+"?timeout=500ms", redis.Options{Prefix: "p"})
	claimFree(t, s, keyWithoutTime(1)) // the script is known to Redis
	k := keyWithoutTime(2)
	server.Suspend(t)
	assertRefused(t, "claim of a suspended Redis", s, k, bff.ReasonUnavailable)
	server.Resume(t)
	waitFor(t, "the key is free again", func() bool { return isFree(t, s, k) })
}

// Messages may be late. The claim of another instance that was released since does not replace the
// outcome of the next claim.
func TestLateMessageDoesNotReplaceOutcome(t *testing.T) {
	t.Parallel()
	server, s, other := startTwo(t, redis.Options{Prefix: "p"})
	k, seen := keyWithoutTime(1), keyWithoutTime(2)
	claimFree(t, other, k)
	redisKey := other.RedisKey(k)
	_, late, _ := strings.Cut(do(t, server, "GET", redisKey), "\r\n")
	_, rest, _ := strings.Cut(late, `"token":"`)
	token, _, found := strings.Cut(rest, `"`)
	require.True(t, found, "record without token: %s", late)
	must(t, other.IdempotencyStore().Release(t.Context(), k))
	waitFor(t, "the release is known", func() bool { return !s.Mirrored(k) })
	settle(t, s, k)
	for _, message := range []string{
		"put\n" + late,
		"release\n" + token + "\n" + strings.TrimPrefix(redisKey, "p:idempotency:"),
	} {
		must(t, other.Bus().Publish(t.Context(), "idempotency", []byte(message)))
	}
	claimFree(t, other, seen)
	waitFor(t, "the messages have arrived", func() bool { return s.Mirrored(seen) })
	assert.True(t, s.Mirrored(k), "a settled key is forgotten")
}

// A plain fingerprint would reveal the body of a payment to an attacker who tries all possible
// bodies.
func TestFingerprintsAreNotStored(t *testing.T) {
	t.Parallel()
	server, s := start(t, redis.Options{Prefix: "p"})
	plain := bff.Fingerprint([]byte("a fingerprint of thirty-two byte"))
	_, err := s.IdempotencyStore().Claim(t.Context(), key, plain)
	must(t, err)
	script := `"local out='' ` +
		`for _,k in ipairs(redis.call('KEYS','p:idempotency:*')) do out=out..k..redis.call('GET',k) end return out"`
	stored := do(t, server, "EVAL", script, "0")
	require.Contains(t, stored, key.Key, "no record")
	assert.NotContains(t, stored, base64.StdEncoding.EncodeToString(plain[:]))
	assert.NotContains(t, stored, string(plain[:]))
}

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

func allow(t *testing.T, s *redis.Store, key bff.LimitKey) (ok bool) {
	_, ok = answering{s.Limiter(), t}.Allow(t.Context(), key)
	return ok
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
	subjects := map[bff.LimitRule]string{
		bff.LimitAddress: "192.0.2.77", bff.LimitPassword: "ayse.yilmaz",
		bff.LimitMoney: "u-1001",
	}
	for rule, subject := range subjects {
		k := bff.LimitKey{Rule: rule, Brand: "marmara", Subject: subject}
		require.True(t, allow(t, one, k), "%s: the first unit was refused", rule)
		assert.False(t, allow(t, two, k), "%s: another instance counts apart", rule)
		keys := do(t, server, "KEYS", "p:limit:"+string(rule)+":*")
		assert.Contains(t, keys, "p:limit:"+string(rule)+":marmara:")
		assert.NotContains(t, keys, subject)
		assert.True(t, allow(t, stranger, k), "%s: the key does not depend on the index key", rule)
	}
}

// A paused Redis runs buffered commands when it continues. Its clients have given up on these
// attempts and counted them elsewhere, and have not sent refunds.
func TestAttemptsOfAPausedServerAreNotCountedLater(t *testing.T) {
	t.Parallel()
	server := realredis.Start(t)
	s, late := openTwo(t, defaultTimeoutURL(server)+"?timeout=500ms", redis.Options{Allowance: allowEight})
	k := bff.LimitKey{Rule: bff.LimitPassword, Brand: "marmara", Subject: "demo"}
	allow(t, s, k)
	// learns the clock of Redis
	allow(t, late, bff.LimitKey{Rule: bff.LimitPassword, Brand: "marmara", Subject: "other"})
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
	assert.Equal(t, 7, given, "given after the one before the pause")
}

// The clocks of Redis and of this instance may differ by any amount, and either may be set.
func TestWindowSurvivesAJumpOfTheClock(t *testing.T) {
	t.Parallel()
	s := open(t, realredis.Start(t).URL(), redis.Options{Allowance: allowEight})
	k := bff.LimitKey{Rule: bff.LimitPassword, Brand: "marmara", Subject: "demo"}
	for i, jump := range []time.Duration{0, -time.Hour, time.Hour, -30 * 24 * time.Hour} {
		s.Limiter().SetClockOffset(jump)
		assert.True(t, allow(t, s, k), "%d. attempt was refused", i+1)
	}
}
