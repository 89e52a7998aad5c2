package redis

import (
	"context"
	"errors"
	"fmt"
	"math"
	"sync"
	"time"

	"github.com/redis/go-redis/v9"

	"croupier/bff"
	"croupier/bff/store/internal/idempotency"
)

// ErrClaimLost is returned for the outcome of a claim that this instance does not hold, or that
// another instance has replaced.
var ErrClaimLost = errors.New("idempotency claim is not held")

// outcomeAttempts is how often an outcome is written while the player waits. Later attempts are made in the background.
const outcomeAttempts = 3

// IdempotencyStore implements bff.IdempotencyStore and staff.Payments (calls.md §5).
//
// Without Redis it refuses money calls: no call is sent whose claim could not be written first. If
// an instance ends between claim and outcome, the claim counts as in flight until its lease ends
// and as an unknown outcome after that. An outcome that Redis does not accept is held in memory and
// written once Redis is back, which may have lost the claim by then.
//
// Every instance mirrors the records that it wrote and those that others published, answers with
// them where Redis has lost them, and writes them back. A key that nobody knows and that was made
// before the loss is not sent; see memory.
type IdempotencyStore struct {
	store      *Store
	background context.Context // ends when the store is closed
	mu         sync.Mutex
	claims     map[bff.IdempotencyKey]claim // of this instance, by hashed key; one per call in flight

	retries retries

	restoreWait time.Duration // how long a claim waits for others to write back what they know
}

type claim struct {
	record  idempotency.Record
	encoded []byte // as stored in Redis; different for every claim
}

func newIdempotencyStore(background context.Context, s *Store) *IdempotencyStore {
	i := &IdempotencyStore{store: s, background: background, claims: map[bff.IdempotencyKey]claim{}, restoreWait: 2 * restoreGrace}
	s.bus.Subscribe(topicIdempotency, i.onMessage, nil)
	return i
}

// Finish records the answer that repeats receive.
func (i *IdempotencyStore) Finish(ctx context.Context, key bff.IdempotencyKey, a *bff.Answer) error {
	return i.recordOutcome(ctx, i.hashed(key), func(r *idempotency.Record) { r.SetAnswer(i.store.options.IndexKey, a) })
}

// MarkUnknown records that the outcome is unknown.
func (i *IdempotencyStore) MarkUnknown(ctx context.Context, key bff.IdempotencyKey, reason *bff.Reason) error {
	return i.recordOutcome(ctx, i.hashed(key), func(r *idempotency.Record) { r.Unknown = reason.WithCause(nil) })
}

// Release deletes the claim. If Redis does not accept it, Release returns an error and retries in the
// background.
func (i *IdempotencyStore) Release(ctx context.Context, key bff.IdempotencyKey) error {
	key = i.hashed(key)
	c, ok := i.claim(key)
	if !ok {
		return ErrClaimLost
	}
	if err := i.release(ctx, c); err != nil {
		i.retry(c, func(ctx context.Context) error { return i.release(ctx, c) })
		return fmt.Errorf("redis: release idempotency claim: %w", err)
	}
	i.unhold(key)
	return nil
}

func (i *IdempotencyStore) release(ctx context.Context, c claim) error {
	ctx, cancel := i.store.withTimeout(ctx)
	defer cancel()
	if err := i.runRelease(ctx, c); err != nil {
		return err
	}
	// Durable before the player is told to try again: after a kill and a loss the claim would count as in
	// flight.
	i.store.awaitMirror(ctx, i.unmirror(c.record.Key.String(), c.record.Token))
	return nil
}

func (i *IdempotencyStore) runRelease(ctx context.Context, c claim) error {
	message := i.message(messageRelease) + c.record.Token + "\n" + c.record.Key.String()
	keys := []string{i.redisKey(c.record.Key), i.inFlightKey(i.partition(c.record.Key))}
	return i.store.runScriptOn(ctx, releaseScript, keys, c.encoded, i.channel(), message).Err()
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
	// Both are written at once. The outcome is durable before the player sees it.
	mirrored := i.store.mirror.put(mirrorEntry(&c.record, outcome))
	defer i.store.awaitMirror(ctx, mirrored)
	for range outcomeAttempts {
		if err = i.writeOutcome(ctx, c, outcome); err == nil || errors.Is(err, ErrClaimLost) {
			i.unhold(key)
			return err
		}
	}
	i.retry(c, func(ctx context.Context) error { return i.writeOutcome(ctx, c, outcome) })
	return fmt.Errorf("redis: record outcome of idempotency key: %w", err)
}

// retry holds a claim, for repeats on this instance, and writes what became of it as soon as Redis accepts it.
func (i *IdempotencyStore) retry(c claim, write func(context.Context) error) {
	i.hold(c)
	i.retries.add(i, retry{claim: c, isHeld: true, write: write}, math.MaxInt)
}

// writeOutcome replaces a claim by its outcome. It fails with ErrClaimLost if another instance has
// replaced the claim. If the claim became an unknown outcome meanwhile, which staff may have settled, it
// is replaced too.
func (i *IdempotencyStore) writeOutcome(ctx context.Context, c claim, outcome []byte) error {
	ctx, cancel := i.store.withTimeout(ctx)
	defer cancel()
	written, err := i.replaceRecord(ctx, &c.record, c.encoded, outcome)
	if err != nil || written {
		return err
	}
	now, value, err := i.load(ctx, i.redisKey(c.record.Key))
	if err != nil {
		return err
	}
	if now == nil || now.Token != c.record.Token || now.Answer != nil {
		return ErrClaimLost
	}
	next := c.record
	next.Settlement, next.Revision = now.Settlement, now.Revision
	if !next.Supersedes(now) {
		return ErrClaimLost
	}
	if outcome, err = next.Encode(); err != nil {
		return err
	}
	if written, err = i.replaceRecord(ctx, &next, value, outcome); err == nil && !written {
		return ErrClaimLost
	}
	return err
}

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

func (i *IdempotencyStore) unhold(key bff.IdempotencyKey) {
	i.mu.Lock()
	defer i.mu.Unlock()
	delete(i.claims, key)
}

func (i *IdempotencyStore) hashed(key bff.IdempotencyKey) bff.IdempotencyKey {
	return idempotency.Hashed(i.store.options.IndexKey, key)
}

func (i *IdempotencyStore) partition(key bff.IdempotencyKey) int {
	return i.store.partition(key.String())
}

func (i *IdempotencyStore) redisKey(key bff.IdempotencyKey) string {
	return i.store.partitionKey(i.partition(key), "idempotency", key.String())
}

func (i *IdempotencyStore) requestKey(requestID string) string {
	return i.store.key("idempotency-request", requestID)
}

// Each partition has two sorted sets of records without answer, by the key of the record: those in flight
// by the end of their lease, and those whose outcome is unknown, or was until staff settled it, by the
// time of the claim.

// setTTL is the TTL of the sorted sets: longer than that of any of their records, which is counted from the
// settlement.
const setTTL = 2 * idempotency.UnknownRetention

// replaceRecord replaces the value of a record by r, and reports whether Redis had that value or none.
func (i *IdempotencyStore) replaceRecord(ctx context.Context, r *idempotency.Record, replaced, encoded []byte) (bool, error) {
	ttl := max(r.Until().Sub(i.store.options.Now()), i.store.options.Lease)
	at := any("")
	if r.Answer == nil && (r.Unknown != nil || r.Settlement != nil) {
		at = r.At.UnixMilli()
	}
	p := i.partition(r.Key)
	written, err := i.store.runScriptOn(ctx, outcomeScript, []string{i.redisKey(r.Key), i.inFlightKey(p), i.unknownKey(p)},
		replaced, encoded, ttl.Milliseconds(), i.channel(), i.message(messagePut), at, setTTL.Milliseconds()).Int64()
	return written == 1, err
}

func (i *IdempotencyStore) inFlightKey(partition int) string {
	return i.store.partitionKey(partition, "idempotency-state", "in flight")
}

func (i *IdempotencyStore) unknownKey(partition int) string {
	return i.store.partitionKey(partition, "idempotency-state", "unknown")
}

func (i *IdempotencyStore) load(ctx context.Context, redisKey string) (*idempotency.Record, []byte, error) {
	value, err := i.store.client.Get(ctx, redisKey).Bytes()
	if errors.Is(err, redis.Nil) {
		return nil, nil, nil
	}
	if err != nil {
		return nil, nil, err
	}
	r, err := idempotency.Decode(value)
	return r, value, err
}
