package redis

import (
	"context"
	"fmt"
	"net/netip"
	"sync"
	"time"

	"croupier/bff"
)

// windowScript takes one from a window: a list of the moments taken, oldest first. It
// gives 0, or the milliseconds until the next one falls due.
const windowScript = nowLua + `
local per, most = tonumber(ARGV[2]), tonumber(ARGV[3])
if most < 1 then return per end
local first = redis.call('LINDEX', KEYS[1], 0)
while first and tonumber(first) + per <= now do
  redis.call('LPOP', KEYS[1])
  first = redis.call('LINDEX', KEYS[1], 0)
end
if redis.call('LLEN', KEYS[1]) >= most then
  return tonumber(redis.call('LINDEX', KEYS[1], -most)) + per - now
end
redis.call('RPUSH', KEYS[1], string.format('%.0f', now))
redis.call('PEXPIRE', KEYS[1], per)
return 0`

// bucketScript takes up to a number from a bucket, of which it keeps the microsecond when
// it will be full again. It gives how many were taken, and where none were the
// milliseconds until the next one falls due. Whole numbers only: fractions of a moment in
// this century are too coarse to add up. Redis forgets by its own clock, so that a bucket
// of a caller's clock, which may be slower, is kept for an hour more.
const bucketScript = nowLua + `
local per, count, burst, wish = tonumber(ARGV[2]), tonumber(ARGV[3]), tonumber(ARGV[4]), tonumber(ARGV[5])
if count < 1 then return {0, per} end
now = now * 1000
local step = math.max(math.floor(per * 1000 / count), 1)
local full = math.max(tonumber(redis.call('GET', KEYS[1]) or now), now)
local due = full + step - burst * step
if due > now then return {0, math.ceil((due - now) / 1000)} end
local given = math.min(math.floor((now - due) / step) + 1, wish)
full = full + given * step
local keep = math.ceil((full - now) / 1000)
if tonumber(ARGV[1]) ~= 0 then keep = keep + 3600000 end
redis.call('SET', KEYS[1], string.format('%.0f', full), 'PX', keep)
return {given, 0}`

// nowLua reads the time from the caller, or from Redis where the caller says 0: instances
// whose clocks differ still count alike.
const nowLua = `
local now = tonumber(ARGV[1])
if now == 0 then
  local t = redis.call('TIME')
  now = t[1] * 1000 + math.floor(t[2] / 1000)
end`

const (
	aheadPart = 64          // of a burst: what one instance may take ahead
	aheadFor  = time.Second // and how long that is good for
	aheadMost = 100_000     // subjects that one instance holds something of
)

// Limiter counts what visitors do, over all instances. Without Redis it lets everybody in,
// at once while Redis is known to be slow, but takes no code.
//
// A bucket with a large burst stands before every call: of such a one an instance takes a
// small part ahead, so that most calls need not ask Redis. What is taken ahead is never
// more than the limit allows.
type Limiter struct {
	store *Store
	clock func() time.Time // nil: Redis's own
	mu    sync.Mutex
	ahead map[bff.LimitKey]ahead
}

// ahead is what this instance has taken of a bucket and not yet given away.
type ahead struct {
	left  int
	until time.Time
}

var _ bff.Limiter = (*Limiter)(nil)

func newLimiter(s *Store, clock func() time.Time) *Limiter {
	return &Limiter{store: s, clock: clock, ahead: map[bff.LimitKey]ahead{}}
}

// Allow takes one from key's allowance.
func (l *Limiter) Allow(ctx context.Context, key bff.LimitKey) (retryAfter time.Duration, ok bool) {
	a, key, limited := l.find(key)
	if !limited || l.fromAhead(key) {
		return 0, true
	}
	unheard := key.Rule != bff.LimitCodeUse // what holds where Redis does not answer
	if !l.store.gate.pass() {
		return 0, unheard
	}
	within, done := l.store.within(ctx)
	defer done()
	retryAfter, ok, err := l.ask(within, key, a)
	l.store.gate.saw(ctx, err)
	if err != nil {
		return 0, unheard
	}
	return retryAfter, ok
}

// Refund gives back the newest one taken. A bucket refills by itself and has none to
// give back.
func (l *Limiter) Refund(ctx context.Context, key bff.LimitKey) {
	a, key, limited := l.find(key)
	if !limited || a.Burst > 0 || !l.store.gate.pass() {
		return
	}
	within, done := l.store.within(context.WithoutCancel(ctx))
	defer done()
	_, err := l.store.runOnce(within, `return redis.call('RPOP', KEYS[1])`, l.key(key))
	l.store.gate.saw(ctx, err)
}

// find gives the allowance in force, and the key without its visitor: that one only exempts.
func (l *Limiter) find(key bff.LimitKey) (bff.Allowance, bff.LimitKey, bool) {
	if l.store.options.Exempt(key.Brand, key.Visitor) {
		return bff.Allowance{}, key, false
	}
	key.Visitor = netip.Addr{}
	a, ok := l.store.options.Allowance(key.Brand, key.Rule)
	return a, key, ok
}

// ask takes from the allowance that Redis holds.
func (l *Limiter) ask(ctx context.Context, key bff.LimitKey, a bff.Allowance) (time.Duration, bool, error) {
	var now int64
	if l.clock != nil {
		now = l.clock().UnixMilli()
	}
	if a.Burst <= 0 {
		wait, err := l.store.runOnce(ctx, windowScript, l.key(key), now, a.Window.Milliseconds(), a.Count)
		if err != nil {
			return 0, false, err
		}
		ms, isInt := wait.(int64)
		if !isInt {
			return 0, false, fmt.Errorf("redis: limit: %v", wait)
		}
		return time.Duration(ms) * time.Millisecond, ms == 0, nil
	}
	wish := max(a.Burst/aheadPart, 1)
	got, err := l.store.runOnce(ctx, bucketScript, l.key(key), now, a.Window.Milliseconds(), a.Count, a.Burst, wish)
	if err != nil {
		return 0, false, err
	}
	var given, ms int64
	if pair, isList := got.([]any); isList && len(pair) == 2 {
		given, _ = pair[0].(int64)
		ms, _ = pair[1].(int64)
	}
	l.keepAhead(key, int(given)-1)
	return time.Duration(ms) * time.Millisecond, given > 0, nil
}

// fromAhead takes one of what was taken ahead.
func (l *Limiter) fromAhead(key bff.LimitKey) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	a, ok := l.ahead[key]
	if !ok {
		return false
	}
	if a.left--; a.left == 0 || !l.store.options.Now().Before(a.until) {
		delete(l.ahead, key)
	} else {
		l.ahead[key] = a
	}
	return l.store.options.Now().Before(a.until)
}

// keepAhead keeps what was taken beyond the one that was asked for. What is forgotten here
// refills.
func (l *Limiter) keepAhead(key bff.LimitKey, n int) {
	if n <= 0 {
		return
	}
	now := l.store.options.Now()
	l.mu.Lock()
	defer l.mu.Unlock()
	if len(l.ahead) >= aheadMost {
		for k, a := range l.ahead {
			if !now.Before(a.until) {
				delete(l.ahead, k)
			}
		}
	}
	if len(l.ahead) < aheadMost {
		l.ahead[key] = ahead{left: n, until: now.Add(aheadFor)}
	}
}

// key is where a subject is counted. Its parts cannot be mixed up: rules and brands have
// no colons.
func (l *Limiter) key(key bff.LimitKey) string {
	return l.store.key("limit", string(key.Rule)+":"+key.Brand+":"+key.Subject)
}
