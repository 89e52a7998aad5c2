package redis

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/redis/go-redis/v9"

	"croupier/bff"
	"croupier/bff/store/internal/idempotency"
)

// ErrClaimLost is returned for the outcome of a claim that this instance does not hold, or that
// another instance has replaced.
var ErrClaimLost = errors.New("idempotency claim is not held")

// outcomeScript replaces a claim by its outcome. A claim that Redis has lost, for example in a
// failover, is written again, because the call was sent; the claim of another instance is left
// unchanged. The script is idempotent. ARGV: claim, outcome, TTL in milliseconds.
var outcomeScript = redis.NewScript(`
local now = redis.call('GET', KEYS[1])
if now and now ~= ARGV[1] and now ~= ARGV[2] then return 0 end
redis.call('SET', KEYS[1], ARGV[2], 'PX', ARGV[3])
return 1`)

// releaseScript deletes a claim if it is still the caller's.
var releaseScript = redis.NewScript(`
if redis.call('GET', KEYS[1]) == ARGV[1] then redis.call('DEL', KEYS[1]) end
return 1`)

const (
	// outcomeAttempts is how often an outcome is written while the player waits.
	outcomeAttempts = 3
	// outcomeRetryInterval is the time between the attempts in the background after that.
	outcomeRetryInterval = time.Second
)

// IdempotencyStore implements gateway.IdempotencyStore and staff.IdempotencyReader (calls.md §5).
//
// Without Redis it refuses money calls: no call is sent whose claim could not be written first. If
// an instance ends between claim and outcome, the claim counts as in flight until its lease ends
// and as an unknown outcome after that. An outcome that Redis does not accept is held in memory and
// written once Redis is back, which may have lost the claim by then.
type IdempotencyStore struct {
	store      *Store
	background context.Context // ends when the store is closed
	mu         sync.Mutex
	claims     map[bff.IdempotencyKey]claim // of this instance; one per call in flight
}

// claim is a key that this instance has claimed.
type claim struct {
	record  idempotency.Record
	encoded []byte // as stored in Redis; different for every claim
}

func newIdempotencyStore(background context.Context, s *Store) *IdempotencyStore {
	return &IdempotencyStore{store: s, background: background, claims: map[bff.IdempotencyKey]claim{}}
}

// Claim claims key for a body, or returns the response to a repeat; see gateway.IdempotencyStore.
func (i *IdempotencyStore) Claim(ctx context.Context, key bff.IdempotencyKey, body bff.Fingerprint) (*bff.Answer, error) {
	now := i.store.options.Now()
	c := claim{record: idempotency.Record{Key: key, Body: body, Token: rand.Text(), At: now, Lease: now.Add(i.store.options.Lease)}}
	if scope := bff.ScopeOf(ctx); scope != nil {
		c.record.RequestID = scope.RequestID
	}
	var err error
	if c.encoded, err = c.record.Encode(); err != nil {
		return nil, bff.ReasonUnavailable.WithCause(err)
	}
	if held, ok := i.claim(key); ok {
		return held.record.Replay(body, now) // Redis may have lost it
	}
	// A request that is cancelled must not leave a claim behind that no instance holds.
	ctx = context.WithoutCancel(ctx)
	existing, err := i.writeClaim(ctx, c)
	switch {
	case err != nil:
		i.withdrawClaim(ctx, c)
		return nil, bff.ReasonUnavailable.WithCause(fmt.Errorf("redis: claim idempotency key: %w", err))
	case existing != nil:
		return existing.Replay(body, now)
	}
	i.hold(c)
	return nil, nil
}

// writeClaim writes a claim if its key is free. Otherwise it returns the existing record.
func (i *IdempotencyStore) writeClaim(ctx context.Context, c claim) (*idempotency.Record, error) {
	ctx, cancel := i.store.withTimeout(ctx)
	defer cancel()
	key := i.redisKey(c.record.Key)
	found, err := i.store.client.SetArgs(ctx, key, c.encoded, redis.SetArgs{Mode: "NX", Get: true, TTL: idempotency.Retention}).Result()
	// A retry by the client finds the claim that the first attempt wrote.
	if errors.Is(err, redis.Nil) || err == nil && found == string(c.encoded) {
		return nil, i.indexRequest(ctx, c)
	}
	if err != nil {
		return nil, err
	}
	r, err := idempotency.Decode([]byte(found))
	if err != nil || !r.Expired(c.record.At) {
		return r, err
	}
	// The record has expired by the clock of this instance, but not yet by that of Redis.
	written, err := i.store.runScript(ctx, outcomeScript, key, found, c.encoded, idempotency.Retention.Milliseconds()).Int64()
	if err != nil {
		return nil, err
	}
	if written != 1 {
		return nil, errors.New("key was claimed concurrently")
	}
	return nil, i.indexRequest(ctx, c)
}

// indexRequest makes a claim available to Find.
func (i *IdempotencyStore) indexRequest(ctx context.Context, c claim) error {
	if c.record.RequestID == "" {
		return nil
	}
	return i.store.client.Set(ctx, i.requestKey(c.record.RequestID), i.redisKey(c.record.Key), idempotency.Retention).Err()
}

// withdrawClaim deletes a claim that may have been written although its call will not be sent. If
// that fails too, repeats are refused as in flight or of unknown outcome, which is safe.
func (i *IdempotencyStore) withdrawClaim(ctx context.Context, c claim) {
	ctx, cancel := i.store.withTimeout(ctx)
	defer cancel()
	if err := i.store.runScript(ctx, releaseScript, i.redisKey(c.record.Key), c.encoded).Err(); err != nil {
		i.store.options.Log.WarnContext(ctx, "withdraw idempotency claim: failed", "error", err)
	}
}

// Finish records the answer that repeats receive.
func (i *IdempotencyStore) Finish(ctx context.Context, key bff.IdempotencyKey, a *bff.Answer) error {
	return i.recordOutcome(ctx, key, func(r *idempotency.Record) { r.Answer = a })
}

// MarkUnknown records that the outcome is unknown.
func (i *IdempotencyStore) MarkUnknown(ctx context.Context, key bff.IdempotencyKey, reason *bff.Reason) error {
	return i.recordOutcome(ctx, key, func(r *idempotency.Record) { r.Unknown = reason.WithCause(nil) })
}

// Release deletes the claim.
func (i *IdempotencyStore) Release(ctx context.Context, key bff.IdempotencyKey) error {
	c, ok := i.claim(key)
	if !ok {
		return ErrClaimLost
	}
	defer i.unhold(key)
	ctx, cancel := i.store.withTimeout(ctx)
	defer cancel()
	if err := i.store.runScript(ctx, releaseScript, i.redisKey(key), c.encoded).Err(); err != nil {
		return fmt.Errorf("redis: release idempotency claim: %w", err)
	}
	return nil
}

// Find returns the record of the call that a request claimed; see staff.IdempotencyReader.
func (i *IdempotencyStore) Find(ctx context.Context, requestID string) (*bff.IdempotencyRecord, error) {
	ctx, cancel := i.store.withTimeout(ctx)
	defer cancel()
	key, err := i.store.client.Get(ctx, i.requestKey(requestID)).Result()
	if errors.Is(err, redis.Nil) {
		return nil, nil //nolint:nilnil // documented by the interface
	}
	if err != nil {
		return nil, fmt.Errorf("redis: find idempotency record: %w", err)
	}
	value, err := i.store.client.Get(ctx, key).Bytes()
	if errors.Is(err, redis.Nil) {
		return nil, nil //nolint:nilnil // released since
	}
	if err != nil {
		return nil, fmt.Errorf("redis: find idempotency record: %w", err)
	}
	r, err := idempotency.Decode(value)
	now := i.store.options.Now()
	if err != nil || r.Expired(now) {
		return nil, err
	}
	return r.Describe(now), nil
}

// recordOutcome writes the outcome of a held claim. If Redis does not accept it, recordOutcome
// returns an error and retries in the background.
func (i *IdempotencyStore) recordOutcome(ctx context.Context, key bff.IdempotencyKey, set func(*idempotency.Record)) error {
	c, ok := i.claim(key)
	if !ok {
		return ErrClaimLost
	}
	set(&c.record)
	outcome, err := c.record.Encode()
	if err != nil {
		i.unhold(key)
		return err
	}
	for range outcomeAttempts {
		if err = i.writeOutcome(ctx, c, outcome); err == nil || errors.Is(err, ErrClaimLost) {
			i.unhold(key)
			return err
		}
	}
	i.retryOutcome(c, outcome)
	return fmt.Errorf("redis: record outcome of idempotency key: %w", err)
}

// retryOutcome holds the outcome of a claim for repeats on this instance, and writes it as soon as
// Redis accepts it, for as long as the key is retained.
func (i *IdempotencyStore) retryOutcome(c claim, outcome []byte) {
	i.hold(c)
	i.store.background.Go(func() {
		defer i.unhold(c.record.Key)
		ticks := time.NewTicker(outcomeRetryInterval)
		defer ticks.Stop()
		for !c.record.Expired(i.store.options.Now()) {
			select {
			case <-i.background.Done():
				return
			case <-ticks.C:
			}
			if err := i.writeOutcome(i.background, c, outcome); err == nil || errors.Is(err, ErrClaimLost) {
				return
			}
		}
	})
}

// writeOutcome replaces a claim by its outcome. It fails with ErrClaimLost if another instance has
// replaced the claim.
func (i *IdempotencyStore) writeOutcome(ctx context.Context, c claim, outcome []byte) error {
	ctx, cancel := i.store.withTimeout(ctx)
	defer cancel()
	ttl := max(c.record.At.Add(idempotency.Retention).Sub(i.store.options.Now()), i.store.options.Lease)
	written, err := i.store.runScript(ctx, outcomeScript, i.redisKey(c.record.Key), c.encoded, outcome, ttl.Milliseconds()).Int64()
	if err == nil && written != 1 {
		return ErrClaimLost
	}
	return err
}

// claim returns the claim that this instance holds on key.
func (i *IdempotencyStore) claim(key bff.IdempotencyKey) (c claim, ok bool) {
	i.mu.Lock()
	defer i.mu.Unlock()
	c, ok = i.claims[key]
	return c, ok
}

// hold stores a claim in memory. It is held until Redis has its outcome, so that the call is not
// sent again when Redis loses the claim.
func (i *IdempotencyStore) hold(c claim) {
	i.mu.Lock()
	defer i.mu.Unlock()
	i.claims[c.record.Key] = c
}

// unhold ends hold.
func (i *IdempotencyStore) unhold(key bff.IdempotencyKey) {
	i.mu.Lock()
	defer i.mu.Unlock()
	delete(i.claims, key)
}

func (i *IdempotencyStore) redisKey(key bff.IdempotencyKey) string {
	return i.store.key("idempotency", key.String())
}

func (i *IdempotencyStore) requestKey(requestID string) string {
	return i.store.key("idempotency-request", requestID)
}
