package redis

import (
	"context"
	"errors"
	"net/netip"
	"sync/atomic"
	"time"

	"croupier/bff"
	"croupier/bff/internal/indexkey"
)

// Limiter implements limit.Shared. It counts over all instances and fails without Redis.
type Limiter struct {
	store *Store
	clock func() time.Time              // nil for the clock of Redis
	ahead atomic.Pointer[time.Duration] // the lead of Redis's clock over this instance's clock, nil if unknown
}

// Take takes one unit of key's allowance, see limit.Shared.
func (l *Limiter) Take(ctx context.Context, key bff.LimitKey) (retryAfter time.Duration, ok bool, err error) {
	a, key, limited := l.allowance(key)
	if !limited {
		return 0, true, nil
	}
	err = l.store.guard(ctx, "count towards limit", func(ctx context.Context) (err error) {
		if a.Burst > 0 {
			retryAfter, ok, err = l.takeFromBucket(ctx, key, a)
		} else {
			retryAfter, ok, err = l.takeFromWindow(ctx, key, a)
		}
		return err
	})
	return retryAfter, ok, err
}

// Refund gives the last taken unit back, see bff.Limiter.
func (l *Limiter) Refund(ctx context.Context, key bff.LimitKey) {
	a, key, limited := l.allowance(key)
	if !limited {
		return
	}
	_ = l.store.guard(context.WithoutCancel(ctx), "refund limit", func(ctx context.Context) error { // it refills anyway
		return l.store.runScript(ctx, refundScript, l.redisKey(key), a.Window.Milliseconds(), a.Count, a.Burst).Err()
	})
}

// Reset empties the counters of keys, see limit.SharedResetter.
func (l *Limiter) Reset(ctx context.Context, keys ...bff.LimitKey) error {
	for _, key := range keys { // one by one because the keys may be on several nodes of a cluster
		if err := l.store.client.Del(context.WithoutCancel(ctx), l.redisKey(key)).Err(); err != nil {
			return named("reset limit", err)
		}
	}
	return nil
}

// allowance returns the active limit, and key without its visitor, which only exemptions need.
func (l *Limiter) allowance(key bff.LimitKey) (bff.Allowance, bff.LimitKey, bool) {
	o := l.store.options
	if o.Allowance == nil || o.Exempt != nil && key.Exemptable() && o.Exempt(key.Brand, key.Visitor) {
		return bff.Allowance{}, key, false
	}
	key.Visitor = netip.Addr{}
	a, ok := o.Allowance(key.Brand, key.Rule)
	return a, key, ok
}

func (l *Limiter) takeFromWindow(
	ctx context.Context, key bff.LimitKey, a bff.Allowance,
) (retryAfter time.Duration, ok bool, err error) {
	for range 2 { // the second attempt uses the clock of Redis from the first reply
		var deadline int64
		if ahead := l.ahead.Load(); ahead != nil {
			at, _ := ctx.Deadline() // set by guard
			deadline = at.Add(*ahead).UnixMilli()
		}
		reply, err := l.store.runScript(ctx, windowScript, l.redisKey(key), l.now(), a.Window.Milliseconds(), a.Count,
			deadline).Int64Slice()
		if err != nil {
			return 0, false, err
		}
		ahead := time.Until(time.UnixMilli(reply[1]))
		l.ahead.Store(&ahead)
		if ms := reply[0]; ms >= 0 {
			return time.Duration(ms) * time.Millisecond, ms == 0, nil
		}
	}
	return 0, false, errors.New("the clock of Redis jumps")
}

// now returns the time for the scripts in Unix milliseconds, or 0 for the time of Redis.
func (l *Limiter) now() int64 {
	if l.clock == nil {
		return 0
	}
	return l.clock().UnixMilli()
}

func (l *Limiter) takeFromBucket(
	ctx context.Context, key bff.LimitKey, a bff.Allowance,
) (retryAfter time.Duration, ok bool, err error) {
	ms, err := l.store.runScript(ctx, bucketScript, l.redisKey(key), l.now(), a.Window.Milliseconds(), a.Count,
		a.Burst).Int64()
	return time.Duration(ms) * time.Millisecond, err == nil && ms == 0, err
}

// redisKey returns the Redis key of a counter. It contains a hash of the subject.
func (l *Limiter) redisKey(key bff.LimitKey) string {
	hash := l.store.options.IndexKey.Hash(indexkey.Limit, key.Brand, string(key.Rule), key.Subject)
	return l.store.key("limit", string(key.Rule)+":"+key.Brand+":"+hash)
}
