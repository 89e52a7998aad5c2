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

// Claim claims key for a body, or returns the response to a repeat; see bff.IdempotencyStore.
func (i *IdempotencyStore) Claim(ctx context.Context, key bff.IdempotencyKey, body bff.Fingerprint) (*bff.Answer, error) {
	now := i.store.options.Now()
	c := claim{record: *idempotency.NewClaim(ctx, i.store.options.IndexKey, key, body, now, i.store.options.Lease)}
	c.record.Token, key = rand.Text(), c.record.Key
	var err error
	if c.encoded, err = c.record.Encode(); err != nil {
		return nil, bff.ReasonUnavailable.WithCause(err)
	}
	if held, ok := i.claim(key); ok {
		return held.record.Replay(i.store.options.IndexKey, c.record.Body, now) // Redis may have lost it
	}
	known := i.mirrored(key.String(), now)
	if known != nil && known.Final() {
		return known.Replay(i.store.options.IndexKey, c.record.Body, now) // final, whatever Redis says
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
			return known.Replay(i.store.options.IndexKey, c.record.Body, now) // without Redis, the last that is known
		}
		return nil, bff.ReasonUnavailable.WithCause(fmt.Errorf("redis: claim idempotency key: %w", err))
	case existing != nil:
		return existing.Replay(i.store.options.IndexKey, c.record.Body, i.store.options.Now())
	}
	i.hold(c)
	i.mirrorClaim(ctx, c)
	return nil, nil
}

// errMayBeForgotten is returned for a key without a record that may have been used before Redis lost
// its memory, or before the retention of records.
var errMayBeForgotten = errors.New("the key is older than the memory of Redis")

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
	made, at := int64(0), c.record.At
	if t, ok := idempotency.KeyTime(c.record.Key.Key); ok {
		made = t.UnixMilli()
	}
	reply, err := i.store.runScriptOn(ctx, claimScript, []string{i.redisKey(c.record.Key), i.store.generationKey(p), i.inFlightKey(p)},
		c.encoded, idempotency.UnknownRetention.Milliseconds(), g.ID, g.Count, made, at.UnixMilli(), idempotency.Forgotten(at).UnixMilli()+1, known != nil,
		i.channel(), i.message(messagePut), i.store.memory.countField(), c.record.Lease.UnixMilli(), setTTL.Milliseconds()).StringSlice()
	if err == nil && len(reply) != 2 {
		err = fmt.Errorf("claim script: %d values", len(reply))
	}
	if err != nil {
		return "", nil, err
	}
	result, value := reply[0], reply[1]
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

// maxWithdrawals bounds the claims that wait to be withdrawn. Repeats of those beyond it are refused as in flight, and
// as of unknown outcome later, which is safe.
const maxWithdrawals = 10_000

// withdrawClaim deletes a claim that Redis may have taken, or may still take when it continues, although its call will
// not be sent. If Redis does not accept that, withdrawClaim retries in the background.
func (i *IdempotencyStore) withdrawClaim(ctx context.Context, c claim) {
	withdraw := func(ctx context.Context) error {
		ctx, cancel := i.store.withTimeout(ctx)
		defer cancel()
		return i.runRelease(ctx, c)
	}
	err := withdraw(ctx)
	if err != nil && !i.retries.add(i, retry{claim: c, write: withdraw}, maxWithdrawals) {
		i.store.options.Log.WarnContext(ctx, "withdraw idempotency claim: failed", "error", err)
	}
}

const retryInterval = time.Second

type retries struct {
	mu      sync.Mutex
	waiting []retry
	running bool
}

type retry struct {
	claim  claim
	isHeld bool // until it is written
	write  func(context.Context) error
}

// add queues a write, unless limit writes wait already, and starts the writer.
func (q *retries) add(i *IdempotencyStore, r retry, limit int) (added bool) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if len(q.waiting) >= limit {
		return false
	}
	q.waiting = append(q.waiting, r)
	if !q.running {
		q.running = true
		i.store.background.Go(func() { q.run(i) })
	}
	return true
}

// run writes what waits until nothing is left or the store is closed. After a failure it pauses, and then continues
// with the next write: the first one may be of a node that is down.
func (q *retries) run(i *IdempotencyStore) {
	ticks := time.Tick(retryInterval)
	for {
		select {
		case <-i.background.Done():
			return
		case <-ticks:
		}
		q.mu.Lock()
		waiting := q.waiting
		q.mu.Unlock()
		done := 0
		for done < len(waiting) && waiting[done].isDone(i) {
			done++
		}
		q.mu.Lock()
		if q.waiting = q.waiting[done:]; len(q.waiting) > 0 {
			q.waiting = append(q.waiting[1:], q.waiting[0])
		}
		q.running = len(q.waiting) > 0
		running := q.running
		q.mu.Unlock()
		if !running {
			return
		}
	}
}

// isDone writes and reports whether no further attempt is needed.
func (r *retry) isDone(i *IdempotencyStore) bool {
	if !r.claim.record.Expired(i.store.options.Now()) {
		if err := r.write(i.background); err != nil && !errors.Is(err, ErrClaimLost) {
			return false
		}
	}
	if r.isHeld {
		i.unhold(r.claim.record.Key)
	}
	return true
}
