package redis

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"strconv"
	"sync"
	"time"

	"github.com/redis/go-redis/v9"

	"croupier/bff"
	"croupier/bff/store/internal/idempotency"
)

// claimScript claims a free key while the memory of Redis is the one that the caller knows, and
// publishes the claim. It returns what became of it and, with it, the existing record or the new
// count of the generation. KEYS: record, generation, records in flight. ARGV: claim, TTL in milliseconds, id of the
// generation, least count, time of the key (0: unknown), now, time from which keys are remembered,
// whether the caller knows a record of the key (0 or 1), channel, start of the message, field of the count, end of the lease, TTL of the set.
var claimScript = redis.NewScript(`
local g = redis.call('HMGET', KEYS[2], 'id', 'since', 'restoring', ARGV[11])
if g[1] ~= ARGV[3] or tonumber(g[4] or 0) < tonumber(ARGV[4]) then return {'lost', ''} end
local found = redis.call('GET', KEYS[1])
if found then return {'found', found} end
if ARGV[8] == '1' then return {'forgotten', ''} end
local since, made = tonumber(g[2]), tonumber(ARGV[5])
if made == 0 and tonumber(ARGV[6]) < tonumber(g[3]) then return {'restoring', ''} end
if made > 0 and made < math.max(since, tonumber(ARGV[7])) then return {'unknown', ''} end
redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
redis.call('ZADD', KEYS[3], ARGV[12], KEYS[1])
redis.call('PEXPIRE', KEYS[3], ARGV[13])
redis.call('PUBLISH', ARGV[9], ARGV[10] .. ARGV[1])
return {'claimed', tostring(redis.call('HINCRBY', KEYS[2], ARGV[11], 1))}`)

// Claim claims key for a body, or returns the response to a repeat; see bff.IdempotencyStore.
func (i *IdempotencyStore) Claim(ctx context.Context, key bff.IdempotencyKey, body bff.Fingerprint) (*bff.Answer, error) {
	now := i.store.options.Now()
	key, body = i.hashed(key), idempotency.HashedBody(i.store.options.IndexKey, key.Brand, body)
	c := claim{record: idempotency.Record{Key: key, Body: body, Token: rand.Text(), At: now, Lease: now.Add(i.store.options.Lease)}}
	c.record.DescribeCall(bff.ScopeOf(ctx))
	var err error
	if c.encoded, err = c.record.Encode(); err != nil {
		return nil, bff.ReasonUnavailable.WithCause(err)
	}
	if held, ok := i.claim(key); ok {
		return held.record.Replay(i.store.options.IndexKey, body, now) // Redis may have lost it
	}
	known := i.mirrored(key.String(), now)
	if known != nil && known.Final() {
		return known.Replay(i.store.options.IndexKey, body, now) // final, whatever Redis says
	}
	if err := idempotency.CheckTime(key.Key, now); errors.Is(err, bff.ReasonKeyTime) {
		return nil, err
	}
	// A request that is cancelled must not leave a claim behind that no instance holds.
	ctx = context.WithoutCancel(ctx)
	existing, err := i.writeClaim(ctx, c, known)
	switch {
	case errors.Is(err, errMayBeForgotten):
		return nil, idempotency.AbandonedReason().WithCause(err)
	case err != nil:
		i.withdrawClaim(ctx, c)
		if known != nil {
			return known.Replay(i.store.options.IndexKey, body, now) // without Redis, the last that is known
		}
		return nil, bff.ReasonUnavailable.WithCause(fmt.Errorf("redis: claim idempotency key: %w", err))
	case existing != nil:
		return existing.Replay(i.store.options.IndexKey, body, i.store.options.Now())
	}
	i.hold(c)
	i.mirrorClaim(ctx, c)
	return nil, nil
}

// errMayBeForgotten is returned for a key without a record that may have been used before Redis lost
// its memory, or before the retention of records.
var errMayBeForgotten = errors.New("the key is older than the memory of Redis")

// maxClaimAttempts bounds how often a claim is written while the memory of Redis changes.
const maxClaimAttempts = 3

// writeClaim writes a claim if its key is free. Otherwise it returns the existing record, or known,
// the record in the mirror, where Redis has lost it. A key without a time waits while instances may
// still write its record back.
func (i *IdempotencyStore) writeClaim(ctx context.Context, c claim, known *idempotency.Record) (*idempotency.Record, error) {
	waited := time.NewTimer(i.restoreWait)
	defer waited.Stop()
	for lost := 0; lost < maxClaimAttempts; {
		result, existing, err := i.tryClaim(ctx, c, known)
		switch {
		case err != nil:
			return nil, err
		case result == claimUnknown:
			return nil, errMayBeForgotten
		case result == claimLost:
			lost++
		case result == claimRestoring:
			select {
			case <-waited.C:
				return nil, errMayBeForgotten
			case <-i.background.Done():
				return nil, errClosed
			case <-time.After(restorePollInterval):
			}
		default:
			return existing, nil
		}
	}
	return nil, errors.New("the memory of Redis keeps changing")
}

// Results of claimScript.
const (
	claimed        = "claimed"
	claimFound     = "found"     // the key is not free
	claimForgotten = "forgotten" // it is not free, but Redis has lost the record
	claimUnknown   = "unknown"   // it may have been used before a loss
	claimRestoring = "restoring" // the same, until the instances have written back what they know
	claimLost      = "lost"      // Redis has lost its memory since the last check
)

// tryClaim runs claimScript and returns its result, with the existing record of a key that is not
// free.
func (i *IdempotencyStore) tryClaim(ctx context.Context, c claim, known *idempotency.Record) (result string, existing *idempotency.Record, err error) {
	ctx, cancel := i.store.withTimeout(ctx)
	defer cancel()
	p := i.partition(c.record.Key)
	g := i.store.memory.generation(p)
	if g.ID == "" {
		return claimLost, nil, i.store.memory.check(ctx)
	}
	result, value, err := i.runClaim(ctx, c, g, known)
	if err != nil {
		return "", nil, err
	}
	switch result {
	case claimed:
		count, _ := strconv.ParseInt(value, 10, 64)
		i.store.memory.acknowledge(p, g.ID, count)
		err = i.indexRequest(ctx, c)
	case claimFound:
		existing, err = i.found(ctx, c, known, value)
	case claimForgotten:
		existing = known
	case claimLost:
		err = i.store.memory.check(ctx)
	}
	return result, existing, err
}

// runClaim runs claimScript.
func (i *IdempotencyStore) runClaim(ctx context.Context, c claim, g generation, known *idempotency.Record) (result, value string, err error) {
	made, at := int64(0), c.record.At
	if t, ok := idempotency.KeyTime(c.record.Key.Key); ok {
		made = t.UnixMilli()
	}
	p := i.partition(c.record.Key)
	reply, err := i.store.runScriptOn(ctx, claimScript, []string{i.redisKey(c.record.Key), i.store.generationKey(p), i.inFlightKey(p)},
		c.encoded, idempotency.UnknownRetention.Milliseconds(), g.ID, g.Count, made, at.UnixMilli(), idempotency.Forgotten(at).UnixMilli()+1, known != nil,
		i.channel(), i.message(messagePut), i.store.memory.countField(), c.record.Lease.UnixMilli(), setTTL.Milliseconds()).StringSlice()
	if err != nil {
		return "", "", err
	}
	if len(reply) != 2 {
		return "", "", fmt.Errorf("claim script: %d values", len(reply))
	}
	return reply[0], reply[1], nil
}

// found returns the record of a key that is not free; nil if it is the claim itself, or one that has
// expired and is replaced.
func (i *IdempotencyStore) found(ctx context.Context, c claim, known *idempotency.Record, value string) (*idempotency.Record, error) {
	if value == string(c.encoded) { // an earlier attempt, whose reply was lost
		return nil, i.indexRequest(ctx, c)
	}
	r, err := idempotency.Decode([]byte(value))
	if err != nil {
		return nil, err
	}
	if !r.Expired(c.record.At) {
		if known != nil && known.Supersedes(r) {
			return known, nil // Redis has lost the outcome
		}
		return r, nil
	}
	// The record has expired by the clock of this instance, but not yet by that of Redis.
	if err := idempotency.CheckTime(c.record.Key.Key, c.record.At); err != nil {
		return nil, errMayBeForgotten
	}
	written, err := i.replaceRecord(ctx, &c.record, []byte(value), c.encoded)
	if err != nil {
		return nil, err
	}
	if !written {
		return nil, errors.New("key was claimed concurrently")
	}
	return nil, i.indexRequest(ctx, c)
}

// indexRequest makes a claim available to Find and FindKey.
func (i *IdempotencyStore) indexRequest(ctx context.Context, c claim) error {
	_, err := i.store.client.Pipelined(ctx, func(p redis.Pipeliner) error {
		i.index(ctx, p, &c.record, idempotency.Retention)
		return nil
	})
	return err
}

// index writes what Find and FindKey find a record by. After ttl, FindKey finds those of unknown outcome
// only.
func (i *IdempotencyStore) index(ctx context.Context, p redis.Pipeliner, r *idempotency.Record, ttl time.Duration) {
	key := i.redisKey(r.Key)
	if r.RequestID != "" {
		p.Set(ctx, i.requestKey(r.RequestID), key, ttl)
	}
	p.SAdd(ctx, i.uuidKey(r.Key.Key), key)
	p.PExpire(ctx, i.uuidKey(r.Key.Key), ttl)
}

const (
	// withdrawInterval is the time between two attempts to withdraw claims.
	withdrawInterval = time.Second
	// maxWithdrawals bounds the claims that wait for that. Repeats of those beyond it are refused as
	// in flight, and as of unknown outcome later, which is safe.
	maxWithdrawals = 10_000
)

// withdrawals are claims that Redis may have taken, or may still take when it continues, although
// their calls were refused.
type withdrawals struct {
	mu      sync.Mutex
	waiting []claim
	running bool
}

// withdrawClaim deletes a claim that may have been written although its call will not be sent. If
// Redis does not accept that, it is tried again in the background.
func (i *IdempotencyStore) withdrawClaim(ctx context.Context, c claim) {
	bounded, cancel := i.store.withTimeout(ctx)
	defer cancel()
	err := i.runRelease(bounded, c)
	if err == nil {
		return
	}
	w := &i.withdrawals
	w.mu.Lock()
	defer w.mu.Unlock()
	if len(w.waiting) >= maxWithdrawals {
		i.store.options.Log.WarnContext(ctx, "withdraw idempotency claim: failed", "error", err)
		return
	}
	w.waiting = append(w.waiting, c)
	if !w.running {
		w.running = true
		i.store.background.Go(i.withdrawWaiting)
	}
}

// withdrawWaiting withdraws the waiting claims until none is left or the store is closed.
func (i *IdempotencyStore) withdrawWaiting() {
	w := &i.withdrawals
	ticks := time.Tick(withdrawInterval)
	for {
		select {
		case <-i.background.Done():
			return
		case <-ticks:
		}
		w.mu.Lock()
		waiting := w.waiting
		w.mu.Unlock()
		done := 0
		for done < len(waiting) && i.withdraw(waiting[done]) == nil {
			done++
		}
		w.mu.Lock()
		w.waiting = w.waiting[done:]
		if len(w.waiting) == 0 {
			w.waiting, w.running = nil, false
		}
		running := w.running
		w.mu.Unlock()
		if !running {
			return
		}
	}
}

func (i *IdempotencyStore) withdraw(c claim) error {
	ctx, cancel := i.store.withTimeout(i.background)
	defer cancel()
	return i.runRelease(ctx, c)
}
